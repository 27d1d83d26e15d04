//! Players who are drawn as one.

use rational_bluff::game::{Game, Player, TreeShape};
use rational_bluff::strategy::Profile;

/// The players who are drawn as one with a player: callers of a bet who all play alike, since what
/// holds of one of them holds of all; or the player alone.
pub fn alike(game: &Game, profile: &Profile, player: Player) -> &'static [Player] {
    let players = game.players();
    let taken = |player: Player| game.views_of(player).map(|(at, _)| profile.at(at));
    let callers = &players[1..];
    let all = player != Player::I
        && game.family().is_some_and(|family| family.shape == TreeShape::Callers)
        && callers.iter().all(|caller| taken(*caller).eq(taken(player)));
    if all { callers } else { &players[player.index()..=player.index()] }
}

/// True unless a view, an index into [`Game::views`], is drawn as that of another player.
pub fn is_drawn(game: &Game, profile: &Profile, view: usize) -> bool {
    let player = game.views()[view].player;
    alike(game, profile, player).first() == Some(&player)
}

/// Players who are drawn as one, in words: `Player II`, `Players II and III`, `Players II to VI`.
pub fn players_named(players: &[Player]) -> String {
    match players {
        [first, last] => format!("Players {first} and {last}"),
        [first, .., last] => format!("Players {first} to {last}"),
        _ => players.iter().map(|player| format!("Player {player}")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve, solve_all_from};

    use super::*;

    #[test]
    fn callers_who_play_alike_are_drawn_as_one() {
        for (label, expected) in [
            ("three-player/n28-b2", "Players II and III"),
            ("callers/n12-b2-p6", "Players II to VI"),
            ("callers/n12-b2-p2", "Player II"),
            ("von-neumann/n28-b4", "Player II"),
            ("in-turn/n4-b1", "Player II"),
        ] {
            let game = parse_label(label).unwrap();
            let solution = solve(&game, Method::Auto, &Control::new()).unwrap().solution;
            let named = |player| players_named(alike(&game, &solution.profile, player));
            assert_eq!((named(Player::I), named(Player::II)), ("Player I".into(), expected.into()));
            let drawn = |at: &usize| is_drawn(&game, &solution.profile, *at);
            let drawn = (0..game.views().len()).filter(drawn).count();
            assert_eq!(drawn, if label.starts_with("in-turn") { 4 } else { 2 }, "{label}");
        }
    }

    #[test]
    fn callers_who_play_otherwise_are_not() {
        let game = parse_label("three-player/n4-b1").unwrap();
        let found = solve_all_from(&game, Method::Search, None, &Control::new()).unwrap().solutions;
        let drawn = |profile| (0..3).filter(|at| is_drawn(&game, profile, *at)).count();
        assert!(found.iter().any(|one| drawn(&one.profile) == 3));
    }
}
