//! `cargo bench -p rational-bluff`: counted work first (pivots, bits), then time. Sizes are in the
//! names.

use std::cell::LazyCell;
use std::hint::black_box;
use std::time::Duration;

use bluff_dealing::fairness::{MAX_BRANCHES, exact};
use bluff_dealing::{BaranyFuredi, Parties, Party, rounds};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use rational_bluff::cards::{HandRange, HoleCards};
use rational_bluff::certificate::family::AllDecksDocument;
use rational_bluff::certificate::{Candidate, Solution, check};
use rational_bluff::engine::lp::SolveWork;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::formula::{Menu, family};
use rational_bluff::game::{
    BetSize, Betting, Game, HoldemSpot, Player, Street, parse_label, von_neumann,
};
use rational_bluff::pure::{count_pure_equilibria, pure_equilibria};
use rational_bluff::solve::{Control, Method, saturated, solve};
use rational_bluff::strategy::{Evaluation, Profile};

/// Linear programs over cards and over runs of cards, and the threshold form, from the game to the
/// certificate.
fn solves(criterion: &mut Criterion) {
    let cards = [
        "von-neumann/n200-b2",
        "von-neumann/n1000-b2",
        "von-neumann/n5000-b2",
        "newman/n14-b5",
        "newman/n100-b17",
    ];
    let runs = [
        "kuhn/n1000-b1",
        "kuhn/n1000000000000000000-b1",
        "hand-flip/n1000000000-b2-flip1_6",
        "one-raise/n1000-b2-raise6",
    ];
    let thresholds =
        ["von-neumann/n1000000000000000000-b2", "three-player/n65-b2", "three-player/n1000000-b2"];
    for (name, method, labels) in [
        ("lp", Method::Lp, &cards[..]),
        ("runs", Method::Runs, &runs),
        ("threshold", Method::Threshold, &thresholds),
    ] {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).measurement_time(Duration::from_secs(5));
        for label in labels {
            counted_solve(&mut group, label, &parse_label(label).expect("a game"), method);
        }
        group.finish();
    }
}

/// A solve in a group: its counted work, if the filter lets it run at all, then its time.
fn counted_solve(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    game: &Game,
    method: Method,
) {
    let run = || solve(game, method, &Control::new()).expect("a solution");
    let mut counted = false;
    group.bench_function(name, |bencher| {
        if !std::mem::replace(&mut counted, true) {
            let SolveWork { float_pivots, exact_pivots, bits } = run().work;
            println!("{name}: {float_pivots} float pivots, {exact_pivots} exact, {bits} bits");
        }
        bencher.iter(run);
    });
}

/// Games of real cards, from the game to the certificate; the weights of `weighted` differ from
/// hand to hand.
fn real_cards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10);
    let mut bench = |name: &str, game: &Game| counted_solve(&mut group, name, game, Method::Auto);
    for (name, label) in [("leduc", "leduc"), ("push-fold/10", "push-fold/s10")] {
        bench(name, &parse_label(label).expect("a game"));
    }
    let three = ["2/5 pot", "4/5 pot", "3/2 pot"];
    bench("river/full/one-size", &river("Ks9d6h3c2s", 40, &["pot"], false));
    bench("river/full/flush", &river("AhKh7h2c2d", 100, &["1/2 pot"], false));
    bench("river/full/weighted", &river("Ks9d6h3c2s", 40, &["pot"], true));
    bench("river/full/three-sizes", &river("Ks9d6h3c2s", 60, &three, false));
    bench("river/full/three-sizes-weighted", &river("Ks9d6h3c2s", 60, &three, true));
    group.finish();
}

/// The certificate alone, of a river whose ranges are full.
fn judge(criterion: &mut Criterion) {
    let game = river("Ks9d6h3c2s", 40, &["pot"], false);
    let solved = LazyCell::new(|| solve(&game, Method::Auto, &Control::new()).expect("a solution"));
    criterion.bench_function("judge/river/full", |bencher| {
        let Solution { values, profile, method, .. } = &*solved.solution;
        let candidate = || Candidate {
            values: Some(values.clone()),
            profile: profile.clone(),
            method: method.clone(),
        };
        bencher.iter(|| check(&game, candidate()).expect("an equilibrium"));
    });
}

/// A river with a pot of 10, these bets and an all-in raise, where both may hold any hand.
fn river(board: &str, stacks: i64, bets: &[&str], weighted: bool) -> Game {
    let range = |step: usize| -> HandRange {
        let weight = |at: usize| if weighted { 1 + at * at * step % 61 % 8 } else { 8 };
        let hands = HoleCards::all().enumerate();
        let text: Vec<String> =
            hands.map(|(at, hand)| format!("{hand}:{}/8", weight(at))).collect();
        text.join(",").parse().expect("a range")
    };
    let betting = Betting {
        pot: Rational::from(10),
        blinds: [Rational::ZERO; 2],
        stacks: Some([stacks; 2].map(Rational::from)),
        round: None,
        all_in_above: None,
        streets: vec![Street::new(
            bets.iter().map(|bet| bet.parse().expect("a size")).collect(),
            vec![BetSize::AllIn],
            2,
        )],
    };
    let board = board.parse().expect("a board");
    HoldemSpot { board, ranges: [range(7), range(11)], betting }.game("river").expect("a game")
}

/// Best responses of both players to strategies in which every card is played differently.
fn best_responses(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("best_response");
    group.sample_size(10);
    for n in [1_000, 10_000, 100_000] {
        let game = von_neumann(n, Rational::from(2)).expect("a game");
        let profile = every_card_differs(&game);
        group.bench_function(format!("n={n}"), |bencher| {
            bencher.iter(|| {
                let evaluation = Evaluation::new(&game, black_box(&profile));
                [Player::I, Player::II].map(|player| evaluation.best_response(player).value)
            });
        });
    }
    group.finish();
}

fn every_card_differs(game: &Game) -> Profile {
    let view = |step: u64| {
        let taken = Piecewise::steps(
            (1..=game.n()).map(|card| (card, Rational::ratio((card * step % 60) as i64, 60))),
        );
        vec![taken.subtracted_from(&Rational::ONE), taken]
    };
    Profile::new(game, vec![view(7), view(11)]).expect("a profile")
}

/// The count, and the start of the list, at sizes where they are far too many to list.
fn pure(criterion: &mut Criterion) {
    let b = Rational::from(2);
    for n in [200, 2_000] {
        let bits = count_pure_equilibria(n, &b).expect("a count").bits();
        println!("pure/count/n={n}: a count of {bits} bits");
        criterion.bench_function(&format!("pure/count/n={n}"), |bencher| {
            bencher.iter(|| count_pure_equilibria(n, &b))
        });
    }
    criterion.bench_function("pure/first_1000/n=200", |bencher| {
        bencher.iter(|| {
            let mut left = 1_000;
            let listed = pure_equilibria(200, &b, |_| {
                left -= 1;
                left > 0
            });
            listed.expect("a list");
        });
    });
}

/// One deck in closed form, and families of decks: found and proved, then read and checked alone.
fn all_decks(criterion: &mut Criterion) {
    let ten: Vec<Rational> = (1..=10).map(|size| Rational::ratio(size, 2)).collect();
    for (name, bets) in [("sizes=1", vec![Rational::from(2)]), ("sizes=10", ten)] {
        let value = || Menu::new(bets.clone()).expect("bets").value(1_000_000_000_000_000_000);
        criterion.bench_function(&format!("closed_form/n=10^18,{name}"), |bencher| {
            bencher.iter(value);
        });
    }
    for (classes, label) in [
        (130, "von-neumann/n3-b9"),
        (842, "one-street/n3-s1-5_2-7"),
        (18, "kuhn/n3-b1"),
        (100, "kuhn/n3-b3"),
        (25, "borel/n3-b3"),
        (42, "one-raise/n3-b2-raise6"),
        (57, "hand-flip/n3-b2-flip1_6"),
    ] {
        let game = parse_label(label).expect("a game");
        let prove = || family(&game, &Control::new()).expect("a family");
        let proved = prove();
        let document = AllDecksDocument::of(&proved, None).to_json().expect("JSON");
        assert_eq!(proved.modulus(), classes, "{label}");
        let name = format!("{},classes={classes}", proved.label());
        println!("family/{name}: {} inequalities", proved.comparisons());
        let mut group = criterion.benchmark_group("family");
        group.sample_size(10);
        group.bench_function(format!("prove/{name}"), |bencher| bencher.iter(prove));
        group.bench_function(format!("check/{name}"), |bencher| {
            bencher.iter(|| AllDecksDocument::verify(&document).expect("a family"));
        });
        group.finish();
    }
}

/// Many threshold forms: of small decks, and up to the saturation of a large one.
fn grids(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("grid");
    group.sample_size(10);
    group.bench_function("newman/n=10^6,b=max", |bencher| {
        bencher.iter(|| saturated(1_000_000, &Control::new()).expect("a solution"));
    });
    group.bench_function("von-neumann/n=2..40,b=1..10", |bencher| {
        bencher.iter(|| {
            for (n, b) in (2..=40).flat_map(|n| (1..=10).map(move |b| (n, b))) {
                let game = von_neumann(n, Rational::from(b)).expect("a game");
                black_box(solve(&game, Method::Threshold, &Control::new()).expect("a solution"));
            }
        });
    });
    group.finish();
}

/// The proof that a deal without a dealer is fair: every sequence of coins, every view of every
/// player.
fn fairness(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fairness");
    group.sample_size(10);
    let deal = BaranyFuredi::new(3, 4, rounds(3, 1)).expect("three players");
    let singles: Vec<Parties> = Party::all(3).map(Parties::from).collect();
    let run = || exact(&deal, &singles, MAX_BRANCHES, &Control::new()).expect("few branches");
    let found = run();
    println!(
        "fairness/barany-furedi/k=4,n=3: {} branches, {:?} views",
        found.branches, found.views
    );
    group.bench_function("barany-furedi/k=4,n=3", |bencher| bencher.iter(run));
    group.finish();
}

criterion_group!(
    benches,
    fairness,
    solves,
    real_cards,
    judge,
    best_responses,
    pure,
    all_decks,
    grids
);
criterion_main!(benches);
