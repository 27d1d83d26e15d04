//! Games with decks of cards: files drawn at random, and an oracle that deals single cards.

use rational_bluff::exact::Rational;
use rational_bluff::game::{Cards, DealtHand, Deck, Game, Leaf, Node};
use rational_bluff::strategy::Profile;
use serde_json::{Value, json};

use crate::random::Random;

/// A game file of format 2: a small deck, hands of one or two cards, cards on the board before and
/// between the bets, ranges, and a tree of random chips.
pub fn game_file(random: &mut Random) -> Value {
    let kinds = 2 + random.below(3);
    let cards: Vec<String> = (0..kinds)
        .flat_map(|kind| vec![format!("c{kind}"); 1 + random.below(3) as usize])
        .collect();
    let order = ["rank", "pair, then rank"][random.below(2) as usize];
    let mut nodes = Vec::new();
    grow(random, &mut nodes, 0, [2, 2], 0);
    let mut file = json!({
        "format": 2, "name": "random", "players": 2, "root": "0", "nodes": nodes,
        "deck": { "cards": cards, "hand": 1 + random.below(2), "order": order }
    });
    if random.below(3) == 0 {
        file["board"] = json!([cards[random.below(cards.len() as u64) as usize]]);
    }
    file
}

/// Adds a node and all below it; chips are in halves of an ante. Returns its id.
fn grow(
    random: &mut Random,
    nodes: &mut Vec<Value>,
    depth: usize,
    paid: [u64; 2],
    dealt: usize,
) -> String {
    let number = nodes.len();
    let id = number.to_string();
    nodes.push(Value::Null);
    let amounts = |paid: [u64; 2]| paid.map(|paid| Rational::ratio(paid as i64, 2).to_string());
    if depth > 0 && dealt < 2 && random.below(4) == 0 {
        let next = grow(random, nodes, depth, paid, dealt + 1);
        nodes[number] = json!({ "id": id, "deal": { "*": next } });
        return id;
    }
    if depth == 4 || (depth > 0 && random.below(4) == 0) {
        let most = paid[0].max(paid[1]);
        let (paid, live) = match random.below(3) {
            0 => ([most, paid[1]], vec!["I"]),
            1 => ([paid[0], most], vec!["II"]),
            _ => ([most; 2], vec!["I", "II"]),
        };
        nodes[number] = json!({ "id": id, "paid": amounts(paid), "live": live });
        return id;
    }
    let player = random.below(2) as usize;
    let actions: Vec<Value> = (0..1 + random.below(3))
        .map(|action| {
            let mut paid = paid;
            paid[player] += random.below(4);
            let to = grow(random, nodes, depth + 1, paid, dealt);
            json!({ "action": format!("take {action}"), "to": to })
        })
        .collect();
    let (view, name) = (format!("at {id}"), ["I", "II"][player]);
    nodes[number] = json!({ "id": id, "player": name, "view": view, "actions": actions });
    id
}

/// Ranges over these hands; about a third of the weights are 0.
pub fn ranges(random: &mut Random, hands: &[String]) -> Value {
    let mut text = || -> String {
        let weight = |random: &mut Random| {
            Rational::ratio(random.below(6).saturating_sub(2) as i64, 1 + random.below(4) as i64)
        };
        let hands: Vec<String> =
            hands.iter().map(|hand| format!("{hand}:{}", weight(random))).collect();
        hands.join(", ")
    };
    let (one, two) = (text(), text());
    json!({ "I": one, "II": two })
}

/// The deck of a game of cards.
pub fn deck(game: &Game) -> &Cards {
    match game.deck() {
        Deck::Cards(cards) => cards,
        other => panic!("a deck of cards, not {other:?}"),
    }
}

/// All single cards beside the board before the betting, by kind.
fn single_cards(deck: &Cards) -> Vec<usize> {
    let mut cards: Vec<usize> = (0..deck.kinds().len())
        .flat_map(|kind| vec![kind; deck.kinds()[kind].copies as usize])
        .collect();
    for open in deck.open() {
        cards.remove(cards.iter().position(|kind| kind == open).expect("an open card"));
    }
    cards
}

/// The ways to take the cards of a hand, each with the cards that are left.
fn taken(cards: &[usize], size: usize) -> Vec<(DealtHand, Vec<usize>)> {
    let without = |out: &[usize]| {
        let left = (0..cards.len()).filter(|at| !out.contains(at)).map(|at| cards[at]);
        left.collect::<Vec<_>>()
    };
    let mut hands = Vec::new();
    for one in 0..cards.len() {
        if size == 1 {
            hands.push((DealtHand { high: cards[one], low: None }, without(&[one])));
        }
        for two in 0..if size == 2 { one } else { 0 } {
            let (high, low) = (cards[one].max(cards[two]), cards[one].min(cards[two]));
            hands.push((DealtHand { high, low: Some(low) }, without(&[one, two])));
        }
    }
    hands
}

/// Strength of a hand beside open cards, the greater the better: pair, then ranks.
fn worth(deck: &Cards, hand: DealtHand, open: &[usize]) -> (Option<usize>, usize, Option<usize>) {
    let all: Vec<usize> = hand.cards().chain(open.iter().copied()).collect();
    let twice = |kind: &usize| all.iter().filter(|card| *card == kind).count() > 1;
    let pair = all.iter().copied().filter(twice).max();
    (pair.filter(|_| deck.rule().name() == "pair, then rank"), hand.high, hand.low)
}

/// The expected payoff of every player, and the value of each player's best response: all deals of
/// single cards one by one.
pub fn expected_and_best(game: &Game, profile: &Profile) -> ([Rational; 2], [Rational; 2]) {
    let deck = deck(game);
    let none = vec![Rational::ZERO; game.n() as usize];
    let mut sums = Sums {
        game,
        profile,
        totals: Default::default(),
        weight: Rational::ZERO,
        values: [0, 1].map(|own| vec![none.clone(); game.sequences(game.players()[own])]),
    };
    let number = |hand: DealtHand| deck.hands().iter().position(|known| *known == hand);
    let weight = |own: usize, hand: usize| {
        let range = game.range(game.players()[own]);
        range.map_or(Rational::ONE, |range| range.at(hand as u64 + 1))
    };
    for (one, rest) in taken(&single_cards(deck), deck.size()) {
        for (two, rest) in taken(&rest, deck.size()) {
            let (Some(first), Some(second)) = (number(one), number(two)) else { continue };
            let chance = weight(0, first) * weight(1, second);
            sums.weight += &chance;
            let reach = [Rational::ONE, Rational::ONE];
            let open = deck.open().to_vec();
            sums.visit(0, ([one, two], [first, second]), (rest, open), (chance, reach));
        }
    }
    let best = [0, 1].map(|own| {
        let values = &mut sums.values[own];
        for (_, view) in game.views_of(game.players()[own]).rev() {
            let last = view.first_sequence + view.actions.len();
            let actions = values[view.first_sequence..last].to_vec();
            for (hand, value) in values[view.parent].iter_mut().enumerate() {
                *value += actions.iter().map(|action| &action[hand]).max().expect("an action");
            }
        }
        let all = values[0].iter().enumerate().map(|(hand, value)| value * &weight(own, hand));
        all.sum::<Rational>() / &sums.weight
    });
    (sums.totals.map(|total| total / &sums.weight), best)
}

struct Sums<'a> {
    game: &'a Game,
    profile: &'a Profile,
    totals: [Rational; 2],
    weight: Rational,
    /// By player, own sequence and hand; the weight of the player's hand is not counted in.
    values: [Vec<Vec<Rational>>; 2],
}

impl Sums<'_> {
    /// Adds what follows a node, for one deal of both hands.
    fn visit(
        &mut self,
        node: usize,
        (hands, numbers): ([DealtHand; 2], [usize; 2]),
        (rest, open): (Vec<usize>, Vec<usize>),
        (chance, reach): (Rational, [Rational; 2]),
    ) {
        let (game, profile) = (self.game, self.profile);
        match &game.nodes()[node] {
            Node::Over(leaf) => {
                self.end(&game.leaves()[*leaf], (hands, numbers), &open, &chance, &reach);
            }
            Node::Deal { children } => {
                for (kind, child) in children {
                    for at in (0..rest.len()).filter(|at| rest[*at] == *kind) {
                        let (mut rest, mut open) = (rest.clone(), open.clone());
                        let chance = &chance / &Rational::from(rest.len());
                        open.push(rest.remove(at));
                        self.visit(*child, (hands, numbers), (rest, open), (chance, reach.clone()));
                    }
                }
            }
            Node::Act { view, children } => {
                let player = game.views()[*view].player.index();
                for (action, child) in children.iter().enumerate() {
                    let mut reach = reach.clone();
                    let hand = numbers[player] as u64 + 1;
                    reach[player] = &reach[player] * &profile.at(*view)[action].at(hand);
                    let left = (rest.clone(), open.clone());
                    self.visit(*child, (hands, numbers), left, (chance.clone(), reach));
                }
            }
        }
    }

    fn end(
        &mut self,
        leaf: &Leaf,
        (hands, numbers): ([DealtHand; 2], [usize; 2]),
        open: &[usize],
        chance: &Rational,
        reach: &[Rational; 2],
    ) {
        let deck = deck(self.game);
        let worth = hands.map(|hand| worth(deck, hand, open));
        let in_game = |own: usize| leaf.live.iter().any(|player| player.index() == own);
        let pot: Rational = leaf.paid.iter().map(|paid| paid.amount().clone()).sum();
        for own in 0..2 {
            let other = 1 - own;
            let share = match (in_game(own), in_game(other)) {
                (false, _) => Rational::ZERO,
                (_, false) => Rational::ONE,
                _ if worth[own] == worth[other] => Rational::ratio(1, 2),
                _ => Rational::from(u32::from(worth[own] > worth[other])),
            };
            let payoff = share * &pot - leaf.paid[own].amount();
            let weight = payoff * chance * &reach[other];
            self.totals[own] += &(&weight * &reach[own]);
            let range = self.game.range(self.game.players()[own]);
            let own_weight = range.map_or(Rational::ONE, |range| range.at(numbers[own] as u64 + 1));
            // Hands of weight 0 are asked nothing.
            if let Some(inverse) = own_weight.recip() {
                let sequence = leaf.sequences[own];
                self.values[own][sequence][numbers[own]] += &(weight * inverse);
            }
        }
    }
}
