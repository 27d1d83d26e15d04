use super::bases::BasicActions;
use super::restricted::RestrictedGame;
use super::*;
use crate::cards::{HandRange, HoleCards};
use crate::engine::lp::{self, Basis, Outcome};
use crate::game::{BetSize, Betting, GameFile, HoldemSpot, LockedView, Street};
use crate::program::SequenceForm;

/// A spot with a pot of 10, equal stacks, bets in parts of the pot, and an all-in raise.
fn spot(board: &str, stacks: i64, bets: &[&str], ranges: [HandRange; 2]) -> Game {
    let bets = bets.iter().map(|bet| bet.parse().unwrap()).collect();
    let betting = Betting {
        pot: Rational::from(10),
        blinds: [Rational::ZERO; 2],
        stacks: Some([stacks; 2].map(Rational::from)),
        round: None,
        all_in_above: None,
        streets: vec![Street::new(bets, vec![BetSize::AllIn], 2)],
    };
    HoldemSpot { board: board.parse().unwrap(), ranges, betting }.game("river").unwrap()
}

/// A range of so many hands, with weights of 1/8 to 1.
fn range(count: usize, seed: u64) -> HandRange {
    let mut state = seed;
    let mut below = |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % most
    };
    let mut hands: Vec<HoleCards> = HoleCards::all().collect();
    let hand = |_| format!("{}:{}/8", hands.swap_remove(below(hands.len())), 1 + below(8));
    (0..count).map(hand).collect::<Vec<_>>().join(",").parse().unwrap()
}

fn all() -> HandRange {
    "all".parse().unwrap()
}

fn solved(game: &Game) -> Certified<Solution> {
    solution(game, true, &Control::new()).unwrap().unwrap().0
}

/// The value of the whole program.
fn value(game: &Game) -> Rational {
    let form = SequenceForm::smaller(game).unwrap();
    match lp::solve(form.problem(), None, &Control::new()).unwrap().outcome {
        Outcome::Optimal(optimum) => form.value(&optimum),
        _ => panic!("a game has a value"),
    }
}

const BOARDS: [&str; 4] = ["Ks9d6h3c2s", "AhKh7h2c2d", "QsQhQdQc2s", "9h8h7h6h2c"];

#[test]
fn restricted_games_come_to_the_value_of_the_whole_program() {
    for (at, board) in BOARDS.iter().enumerate() {
        for (stacks, bets) in [(40, &["pot"][..]), (15, &["1/2 pot", "all-in"])] {
            let ranges = [range(14, 7 + at as u64), range(18, 99 + at as u64)];
            let game = spot(board, stacks, bets, ranges);
            let expected = value(&game);
            assert_eq!(solved(&game).values[0], expected, "{board}");
            // From one action each, all that is needed is found by what gains.
            let (spot, control) = (HandSpot::of(&game).unwrap(), Control::new());
            let mut search = PlanSearch::new(&spot, &control).unwrap();
            search.keep_first_actions();
            let exact = search.exact_plans().unwrap().unwrap();
            let profile = profile(&game, &spot, &exact.plans, &search.values()).unwrap();
            let candidate = Candidate { values: None, profile, method: "lp".to_owned() };
            assert_eq!(check(&game, candidate).unwrap().values[0], expected, "{board}");
        }
    }
}

/// The game in which every third hand takes the last action, or at times the first one, at some
/// views.
fn with_locks(game: &Game, is_locked: impl Fn(usize) -> bool) -> Game {
    let lock = |view: usize| {
        let actions = game.views()[view].actions.len();
        let step = |of_hand: &dyn Fn(u64) -> Rational| {
            Piecewise::steps((1..=game.n()).map(|hand| (hand, of_hand(hand))))
        };
        let one = |is: bool| Rational::from(i64::from(is));
        let share = |action: usize, hand: u64| match hand % 6 {
            0 => one(action + 1 == actions),
            3 => Rational::ratio(i64::from(action == 0) + 2 * i64::from(action + 1 == actions), 3),
            _ => Rational::ZERO,
        };
        let action = |action| step(&|hand| share(action, hand));
        let cards = step(&|hand| one([0, 3].contains(&(hand % 6))));
        Some(LockedView { cards, actions: (0..actions).map(action).collect() })
    };
    let views = 0..game.views().len();
    game.clone().with_locks(views.map(|view| lock(view).filter(|_| is_locked(view))).collect())
}

#[test]
fn locked_hands_come_to_the_value_of_the_whole_program() {
    let rivers = BOARDS.iter().enumerate().map(|(at, board)| {
        let ranges = [range(14, 7 + at as u64), range(18, 99 + at as u64)];
        spot(board, 40, &["pot"], ranges)
    });
    for game in rivers.chain([leduc("JQK")]) {
        let player = |view: usize| game.views()[view].player;
        let some: [&dyn Fn(usize) -> bool; 4] = [
            &|view| view == 0,
            &|view| player(view) == Player::II,
            &|view| player(view) == Player::I,
            &|_| true,
        ];
        for is_locked in some {
            let game = with_locks(&game, is_locked);
            assert_eq!(solved(&game).values[0], value(&game), "{}", game.label());
        }
    }
}

#[test]
fn an_optimal_basis_of_one_player_is_one_of_the_other() {
    for board in BOARDS {
        let game = spot(board, 40, &["1/2 pot", "pot"], [range(20, 3), range(25, 4)]);
        let (spot, control) = (HandSpot::of(&game).unwrap(), Control::new());
        let search = PlanSearch::new(&spot, &control).unwrap();
        let programs = [0, 1].map(|own| RestrictedGame::new(&spot, &search.kept, own));
        let optimum = |program: &RestrictedGame, start: Option<&Basis>| {
            let solved = lp::solve(&program.problem, start, &control).unwrap();
            let Outcome::Optimal(optimum) = solved.outcome else { panic!("a game has a value") };
            (optimum, solved.work.float_pivots + solved.work.exact_pivots)
        };
        let (mine, pivots) = optimum(&programs[0], None);
        assert!(pivots > 0);
        let basic = BasicActions::of(&programs[0], &mine.basis);
        assert_eq!(basic.basis(&programs[0]), mine.basis);
        let (_, pivots) = optimum(&programs[1], Some(&basic.basis(&programs[1])));
        assert_eq!(pivots, 0, "{board}");
    }
}

#[test]
fn hands_that_payoffs_do_not_tell_apart_are_one() {
    for (board, classes) in [(BOARDS[0], 91), (BOARDS[1], 265)] {
        let game = spot(board, 40, &["pot"], [all(), all()]);
        let spot = HandSpot::of(&game).unwrap();
        assert_eq!([spot.len(0), spot.len(1)], [classes; 2], "{board}");
    }
    // Hands that all weigh differently, and hands that one player never holds.
    let game = spot(BOARDS[0], 40, &["pot"], ["AsAh:1/2,AsAd,KhKd:1/4".parse().unwrap(), all()]);
    let spot = HandSpot::of(&game).unwrap();
    assert_eq!(spot.len(0), 3);
    assert!(spot.len(1) < 200, "{}", spot.len(1));
}

/// Leduc with two cards of each of these ranks, and two bet sizes on both streets.
fn leduc(ranks: &str) -> Game {
    let cards: Vec<String> = ranks.chars().map(|rank| format!("\"{rank}\", \"{rank}\"")).collect();
    let street = |[small, large]: [&str; 2]| {
        format!(r#"{{"bets": ["{small}", "{large}"], "raises": ["{small}"], "most": 2}}"#)
    };
    let text = format!(
        r#"{{"format": 2, "name": "ranks", "players": 2,
            "deck": {{"cards": [{}], "hand": 1, "order": "pair, then rank"}},
            "betting": {{"pot": "2", "first": {}, "second": {}}}}}"#,
        cards.join(", "),
        street(["2", "3"]),
        street(["4", "6"])
    );
    GameFile::read(&text).unwrap()
}

#[test]
fn large_games_of_named_cards_have_the_value_of_the_whole_program() {
    for ranks in ["JQK", "JQKA"] {
        let game = leduc(ranks);
        assert!(applies(&game), "{ranks}");
        let solution = solved(&game);
        assert_eq!(solution.values[0], value(&game), "{ranks}");
        assert_eq!(solution.method, UNDOMINATED, "{ranks}");
    }
    assert!(!applies(&crate::game::leduc().unwrap()), "a small game is read as a whole");
}

#[test]
fn sums_over_hands_are_those_of_all_deals() {
    let game = spot(BOARDS[1], 40, &["pot"], [range(150, 3), range(150, 4)]);
    let board = &HandSpot::of(&game).unwrap().boards[0];
    let hands = game.n() as usize;
    let reach: Vec<i64> = (0..hands as i64).map(|hand| hand * hand % 17).collect();
    let (mut ways, mut lead) = (vec![0; hands], vec![0; hands]);
    board.sums(&reach, &mut ways, &mut lead);
    for own in 0..hands {
        let deals = (0..hands).map(|other| board.deal(own, other).map(|of| of * reach[other]));
        let sums = deals.fold([0, 0], |sum, deal| [sum[0] + deal[0], sum[1] + deal[1]]);
        assert_eq!([ways[own], lead[own]], sums);
    }
}

#[test]
fn a_cancelled_search_stops() {
    let control = Control::new();
    control.cancel();
    let game = spot(BOARDS[0], 40, &["pot"], [all(), all()]);
    assert_eq!(solution(&game, true, &control).unwrap_err(), HandError::Stopped(Stopped));
}

#[test]
#[ignore = "heavy: ./check heavy"]
fn full_ranges_and_arbitrary_weights_are_exact() {
    let three = ["2/5 pot", "4/5 pot", "3/2 pot"];
    let weighted = || [range(1326, 7), range(1326, 9)];
    for (board, stacks, bets, ranges, value) in [
        (BOARDS[0], 40, &["pot"][..], [all(), all()], Some(-0.354538210425699)),
        (BOARDS[0], 60, &three, [all(), all()], Some(-0.289226600142)),
        (BOARDS[1], 100, &["1/2 pot"], [all(), all()], None),
        (BOARDS[0], 40, &["pot"], weighted(), None),
        (BOARDS[0], 60, &three, weighted(), None),
    ] {
        let solution = solved(&spot(board, stacks, bets, ranges));
        let found = solution.values[0].to_f64();
        assert!(value.is_none_or(|value| (found - value).abs() < 1e-12), "{board}: {found}");
    }
}
