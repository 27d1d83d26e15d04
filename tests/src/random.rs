//! Games and profiles drawn at random, from a seed.

use std::collections::BTreeMap;

use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, GameFile};
use rational_bluff::strategy::Profile;
use serde_json::{Value, json};

/// A small generator (xorshift64*), so that a failing case is named by its seed.
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}

/// A profile with runs of random length and probability; about a third of the probabilities are 0.
pub fn profile(game: &Game, random: &mut Random) -> Profile {
    let views = game.views().iter().map(|view| {
        let mut runs: Vec<Vec<(u64, Rational)>> = vec![Vec::new(); view.actions.len()];
        let mut last = 0;
        while last < game.n() {
            last = (last + 1 + random.below(3)).min(game.n());
            let mut weights: Vec<u64> =
                view.actions.iter().map(|_| random.below(6).saturating_sub(2)).collect();
            if weights.iter().all(|weight| *weight == 0) {
                weights[0] = 1;
            }
            let total: u64 = weights.iter().sum();
            for (action, weight) in runs.iter_mut().zip(weights) {
                action.push((last, Rational::ratio(weight as i64, total as i64)));
            }
        }
        runs.into_iter().map(Piecewise::steps).collect()
    });
    Profile::new(game, views.collect()).expect("a profile")
}

/// The text of a random game file: a tree with 2 to 4 players, random chips, and information sets
/// that hide earlier actions of others half of the time.
pub fn game_file(random: &mut Random) -> String {
    let players = 2 + random.below(3) as usize;
    let n = players as u64 + random.below(3);
    let mut tree = Tree { players, nodes: Vec::new(), views: BTreeMap::new() };
    let histories = vec![Vec::new(); players];
    tree.grow(random, 0, &histories, &vec![2; players], &(0..players).collect::<Vec<_>>());
    let (n, nodes) = (n.to_string(), tree.nodes);
    let file = json!({
        "format": 1, "name": "random", "n": n, "players": players, "root": "0", "nodes": nodes
    });
    file.to_string()
}

/// A random game.
pub fn game(random: &mut Random) -> Game {
    GameFile::read(&game_file(random)).expect("a random game file is a game")
}

/// A random game with a random range for at least one player; about a third of the weights are 0.
pub fn ranged_game(random: &mut Random) -> Game {
    loop {
        let mut file: Value = serde_json::from_str(&game_file(random)).expect("JSON");
        let (n, players) =
            (file["n"].as_str().and_then(|n| n.parse().ok()).expect("a deck"), &NAMES[..]);
        let players = &players[..file["players"].as_u64().expect("players") as usize];
        file["copies"] = json!((1 + random.below(2)).to_string());
        file["ranges"] = ranges(random, n, players);
        // Some ranges leave no deal, some are no ranges since all cards weigh alike.
        if let Ok(game) = GameFile::read(&file.to_string())
            && game.has_ranges()
        {
            return game;
        }
    }
}

fn ranges(random: &mut Random, n: u64, players: &[&str]) -> Value {
    let mut ranges = Vec::new();
    for player in players {
        let mut last = if random.below(3) == 0 { n } else { 0 };
        while last < n {
            let first = last + 1;
            last = (first + random.below(2)).min(n);
            let weight = Rational::ratio(
                random.below(6).saturating_sub(2) as i64,
                1 + random.below(4) as i64,
            );
            let cards = [first.to_string(), last.to_string()];
            ranges.push(json!({ "player": player, "cards": cards, "weight": weight }));
        }
    }
    json!(ranges)
}

struct Tree {
    players: usize,
    nodes: Vec<Value>,
    /// Views by player, own history and number of actions: where hidden nodes may meet.
    views: BTreeMap<(usize, Vec<String>, usize), Vec<String>>,
}

const NAMES: [&str; 4] = ["I", "II", "III", "IV"];

impl Tree {
    /// Adds a node and all below it; chips are in halves of an ante. Returns its id.
    fn grow(
        &mut self,
        random: &mut Random,
        depth: usize,
        histories: &[Vec<String>],
        paid: &[u64],
        live: &[usize],
    ) -> String {
        let id = self.nodes.len().to_string();
        self.nodes.push(Value::Null);
        let number = self.nodes.len() - 1;
        if depth == 4 || live.len() == 1 || (depth > 0 && random.below(4) == 0) {
            // Everybody still in pays up to the highest, of two players at some ends.
            let highest = paid.iter().max().copied().unwrap_or(0);
            let is_level = self.players > 2 || number.is_multiple_of(2);
            let amount = |player: usize| match is_level && live.contains(&player) {
                true => highest,
                false => paid[player],
            };
            let paid: Vec<String> = (0..self.players)
                .map(|player| Rational::ratio(amount(player) as i64, 2).to_string())
                .collect();
            let live: Vec<&str> = live.iter().map(|player| NAMES[*player]).collect();
            self.nodes[number] = json!({ "id": id, "paid": paid, "live": live });
            return id;
        }
        let player = live[random.below(live.len() as u64) as usize];
        let count = 1 + random.below(3) as usize;
        let known = self.views.entry((player, histories[player].clone(), count)).or_default();
        let view = if !known.is_empty() && random.below(2) == 0 {
            known[random.below(known.len() as u64) as usize].clone()
        } else {
            let view = format!("{} at {number}", NAMES[player]);
            known.push(view.clone());
            view
        };
        let actions: Vec<Value> = (0..count)
            .map(|action| {
                let name = format!("action {action}");
                let mut histories = histories.to_vec();
                histories[player].push(format!("{view}/{name}"));
                let (mut paid, mut live) = (paid.to_vec(), live.to_vec());
                if action == 0 && random.below(2) == 0 {
                    live.retain(|other| *other != player);
                } else {
                    paid[player] += random.below(4);
                }
                let to = self.grow(random, depth + 1, &histories, &paid, &live);
                json!({ "action": name, "to": to })
            })
            .collect();
        self.nodes[number] =
            json!({ "id": id, "player": NAMES[player], "view": view, "actions": actions });
        id
    }
}
