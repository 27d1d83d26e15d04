//! Helpers that tests share: a slow oracle that loops over every deal, a search of all sets of
//! cards, the judge of continuous games, and games and profiles drawn at random.

pub mod continuum;
pub mod hands;
pub mod oracle;
pub mod random;
pub mod subsets;

use rational_bluff::certificate::{Candidate, Certified, Refusal, Solution, check};
use rational_bluff::engine::nlp::Violations;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{
    Game, GameFile, basic_endgame, borel, callers, hand_flip, in_turn, kuhn, newman, one_raise,
    one_street, three_player, von_neumann,
};
use rational_bluff::solve::{Control, Method, solve};
use rational_bluff::strategy::{Profile, two_actions};
use serde_json::Value;

/// The number that a text spells.
pub fn ratio(text: &str) -> Rational {
    text.parse().expect("a rational")
}

/// The certified solution of a game, which the method finds.
pub fn solution(game: &Game, method: Method) -> Certified<Solution> {
    let solved = solve(game, method, &Control::new());
    solved.unwrap_or_else(|error| panic!("{} by {method}: {error}", game.label())).solution
}

/// The value to player I.
pub fn value(game: &Game, method: Method) -> Rational {
    solution(game, method).values[0].clone()
}

/// The strategy at a view of two actions, by the probability of the second with each card.
pub fn by_card(probabilities: &[Rational]) -> Vec<Piecewise> {
    two_actions(Piecewise::steps((1..).zip(probabilities.iter().cloned())))
}

/// A document with this at a place of it, a pointer of JSON; a key that is not there is added.
pub fn with_at(document: &Value, place: &str, given: Value) -> Value {
    let mut document = document.clone();
    match document.pointer_mut(place) {
        Some(found) => *found = given,
        None => {
            let (object, key) = place.rsplit_once('/').expect("a key");
            document.pointer_mut(object).expect("an object")[key] = given;
        }
    }
    document
}

/// A game file with this at a place of it is refused in these words.
pub fn game_file_refused(file: &Value, place: &str, given: Value, words: &str) {
    let refused = GameFile::read(&with_at(file, place, given).to_string()).unwrap_err().to_string();
    assert!(refused.contains(words), "{place}: {refused}");
}

/// The verdict on strategies, of these values or of any.
pub fn judged(
    game: &Game,
    values: Option<Vec<Rational>>,
    views: Vec<Vec<Piecewise>>,
) -> Result<Certified<Solution>, Refusal> {
    let profile = Profile::new(game, views).expect("a profile");
    check(game, Candidate { values, profile, method: "a test".into() })
}

/// The slopes of a violation at a point, by differences.
pub fn slopes(program: &impl Violations, mut point: Vec<f64>) -> Vec<f64> {
    let evaluate = |point: &[f64]| program.evaluate(point, &mut vec![0.0; point.len()]);
    (0..point.len())
        .map(|at| {
            let middle = point[at];
            let around = [-1e-6, 1e-6].map(|step| {
                point[at] = middle + step;
                evaluate(&point)
            });
            point[at] = middle;
            (around[1] - around[0]) / 2e-6
        })
        .collect()
}

/// One or more decks of every game of ours.
pub fn games_of_ours() -> Vec<Game> {
    let mut games = Vec::new();
    for n in 2..=7 {
        let half = Rational::ratio(1, 2);
        let sizes = ["1/2", "1", "7/3"].map(|size| size.parse().expect("a rational"));
        games.extend([
            von_neumann(n, Rational::from(2)),
            von_neumann(n, half.clone()),
            newman(n, Rational::from(3)),
            one_street(n, sizes),
            kuhn(n, Rational::ONE),
            kuhn(n, Rational::ratio(3, 2)),
            borel(n, Rational::from(2)),
            one_raise(n, Rational::from(2), Rational::from(6)),
            one_raise(n, half.clone(), Rational::ratio(1, 3)),
            hand_flip(n, Rational::from(2), Rational::ratio(1, 6)),
            hand_flip(n, Rational::from(2), half.clone()),
        ]);
        if n > 2 {
            games.extend([
                three_player(n, Rational::ONE),
                three_player(n, half),
                in_turn(n, Rational::ONE),
            ]);
        }
        if (4..7).contains(&n) {
            games.extend((2..=n as usize).map(|players| callers(n, Rational::from(2), players)));
        }
    }
    for (b, win) in [(2, (1, 3)), (1, (3, 4)), (3, (0, 1)), (2, (2, 3))] {
        games.push(basic_endgame(Rational::from(b), Rational::ratio(win.0, win.1)));
    }
    // Ties: two and three copies of each card.
    for (n, copies) in [(2, 2), (3, 2), (2, 3), (4, 2)] {
        let games_with_ties = [
            von_neumann(9, Rational::from(2)),
            newman(9, Rational::from(2)),
            kuhn(9, Rational::ONE),
            one_raise(9, Rational::ONE, Rational::ONE),
            in_turn(9, Rational::ONE),
            callers(9, Rational::ONE, 3),
            callers(9, Rational::from(2), 4),
        ];
        games.extend(
            games_with_ties.into_iter().map(|game| game.and_then(|game| game.with_deck(n, copies))),
        );
    }
    games.into_iter().map(|game| game.expect("a game of ours")).collect()
}

/// The probabilities of a profile in doubles, by view, card and action.
pub fn point(game: &Game, profile: &Profile) -> Vec<f64> {
    let at = |view: usize, card: u64| {
        profile.at(view).iter().map(move |action| action.at(card).to_f64())
    };
    (0..game.views().len())
        .flat_map(|view| (1..=game.n()).flat_map(move |card| at(view, card)))
        .collect()
}
