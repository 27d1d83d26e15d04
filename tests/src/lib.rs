//! What the tests share: a slow oracle that loops over every deal, and games and profiles drawn at random.

pub mod oracle;
pub mod random;

use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, callers, kuhn, newman, one_street, three_player, von_neumann};

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
        ]);
        if n > 2 {
            games.extend([three_player(n, Rational::ONE), three_player(n, half)]);
        }
        if (4..7).contains(&n) {
            games.extend((2..=n as usize).map(|players| callers(n, Rational::from(2), players)));
        }
    }
    games.into_iter().map(|game| game.expect("a game of ours")).collect()
}
