//! Games with decks of cards: files drawn at random, and an oracle that deals single cards.

use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;

use rational_bluff::cards::{Card, HoleCards};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Cards, DealtHand, Deck, Game, GameFile, Leaf, Node, ShowdownRule};
use rational_bluff::strategy::{Evaluation, Passage, Profile};
use serde_json::{Value, json};

use crate::random::Random;

/// The value of Leduc hold'em; others print −0.085606424078.
pub const LEDUC: &str = "-1454920850547486749701863871533/16995463438839962469905132501930";

/// Asserts that payoffs and best responses are those of the loop over all deals, that every hand
/// comes to some end, and that the game is read back from its file.
pub fn assert_as_dealt(game: &Game, profile: &Profile, seed: u64) {
    let evaluation = Evaluation::new(game, profile);
    let (payoffs, best) = expected_and_best(game, profile);
    for (own, player) in game.players().iter().enumerate() {
        assert_eq!(evaluation.payoff(*player), payoffs[own], "seed {seed}");
        assert_eq!(evaluation.best_value(*player), best[own], "seed {seed}");
    }
    assert!(Passage::of(game, &evaluation).nodes[0].is_one(), "seed {seed}");
    let file = serde_json::to_string(&GameFile::of(game)).unwrap();
    assert_eq!(GameFile::read(&file).unwrap(), *game, "seed {seed}");
}

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
            _ if number.is_multiple_of(2) => ([most; 2], vec!["I", "II"]),
            _ => (paid, vec!["I", "II"]),
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

/// A random game of cards, with ranges half of the time.
pub fn game(random: &mut Random) -> Game {
    loop {
        let mut file = game_file(random);
        let Ok(game) = GameFile::read(&file.to_string()) else { continue };
        if random.below(2) == 0 {
            return game;
        }
        let names: Vec<String> = (1..=game.n()).map(|hand| game.hand_name(hand)).collect();
        file["ranges"] = ranges(random, &names);
        // Some ranges leave no deal.
        if let Ok(game) = GameFile::read(&file.to_string()) {
            return game;
        }
    }
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

/// A game file of a hold'em river: a few hands for each player, some of them killed by the board,
/// and random bet sizes.
pub fn river(random: &mut Random) -> Value {
    let mut deck: Vec<String> = Card::deck().map(|card| card.to_string()).collect();
    let mut draw = |random: &mut Random| deck.remove(random.below(deck.len() as u64) as usize);
    let board: Vec<String> = (0..5).map(|_| draw(random)).collect();
    // Few cards, so that hands often share one.
    let mut few: Vec<String> = (0..6).map(|_| draw(random)).collect();
    few.push(board[0].clone());
    let range = |random: &mut Random| {
        let hand = |random: &mut Random| {
            let first = random.below(7) as usize;
            let second = (first + 1 + random.below(6) as usize) % 7;
            let weight = [":1", "", ":0", ":1/3", ":2/5"][random.below(5) as usize];
            (HoleCards::from_str(&format!("{}{}", few[first], few[second])).unwrap(), weight)
        };
        let hands: BTreeMap<HoleCards, &str> =
            (0..1 + random.below(6)).map(|_| hand(random)).collect();
        let hands: Vec<String> =
            hands.iter().map(|(hand, weight)| format!("{hand}{weight}")).collect();
        hands.join(", ")
    };
    let ranges = json!({ "I": range(random), "II": range(random) });
    let sizes = |random: &mut Random| {
        let size = |random: &mut Random| {
            ["1/2 pot", "pot", "1", "5/2", "all-in", "4/3 pot"][random.below(6) as usize]
        };
        (0..random.below(3)).map(|_| size(random)).collect::<Vec<_>>()
    };
    let street = json!({ "bets": sizes(random), "raises": sizes(random),
        "most": 1 + random.below(3) });
    let stacks = json!({ "I": (3 + random.below(9)).to_string(), "II": "7" });
    json!({
        "format": 2, "name": "river", "players": 2, "deck": "hold'em", "board": board,
        "ranges": ranges, "betting": { "pot": "3", "stacks": stacks, "river": street }
    })
}

/// Strength of seven cards of hold'em, the greater the better: the best five, one by one.
fn best_five(cards: &[usize]) -> Vec<usize> {
    let five = |out: (usize, usize)| {
        let five: Vec<usize> =
            (0..7).filter(|at| *at != out.0 && *at != out.1).map(|at| cards[at]).collect();
        let count = |rank: usize| five.iter().filter(|card| *card / 4 == rank).count();
        let mut ranks: Vec<usize> = five.iter().map(|card| card / 4).collect();
        ranks.sort_by_key(|rank| std::cmp::Reverse((count(*rank), *rank)));
        let counts: Vec<usize> = ranks.iter().map(|rank| count(*rank)).collect();
        let flush = five.iter().all(|card| card % 4 == five[0] % 4);
        let wheel = ranks == [12, 3, 2, 1, 0];
        if wheel {
            ranks = vec![3, 2, 1, 0, 0];
        }
        let straight = wheel || (counts[0] == 1 && ranks[0] - ranks[4] == 4);
        let kind = match (straight, flush, counts.as_slice()) {
            (true, true, _) => 8,
            (_, _, [4, ..]) => 7,
            (_, _, [3, _, _, 2, _]) => 6,
            (_, true, _) => 5,
            (true, ..) => 4,
            (_, _, [3, ..]) => 3,
            (_, _, [2, _, 2, ..]) => 2,
            (_, _, [2, ..]) => 1,
            _ => 0,
        };
        [&[kind], ranks.as_slice()].concat()
    };
    let pairs = (0..7).flat_map(|one| (0..one).map(move |two| (one, two)));
    pairs.map(five).max().expect("five cards")
}

/// Strength of a hand beside open cards, the greater the better: copies of a card, then
/// ranks, or the best five cards.
fn worth(deck: &Cards, hand: DealtHand, open: &[usize]) -> Vec<usize> {
    let all: Vec<usize> = hand.cards().chain(open.iter().copied()).collect();
    if deck.rule() == ShowdownRule::BestFive {
        return best_five(&all);
    }
    let copies = |kind: usize| all.iter().filter(|card| **card == kind).count();
    let most = all.iter().map(|kind| [copies(*kind), *kind]).filter(|[copies, _]| *copies > 1);
    let most = most.max().filter(|_| deck.rule() == ShowdownRule::PairThenRank);
    let low = hand.low.map_or(0, |low| low + 1);
    [most.unwrap_or_default().as_slice(), &[hand.high, low]].concat()
}

/// The expected payoff of every player, and the value of each player's best response: all deals of
/// single cards one by one.
pub fn expected_and_best(game: &Game, profile: &Profile) -> ([Rational; 2], [Rational; 2]) {
    let deck = deck(game);
    let none = vec![Rational::ZERO; game.n() as usize];
    let mut sums = Sums {
        worths: HashMap::new(),
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
        let Some(first) = number(one) else { continue };
        for (two, rest) in taken(&rest, deck.size()) {
            let Some(second) = number(two) else { continue };
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
    /// By hand and open cards.
    worths: HashMap<(DealtHand, Vec<usize>), Vec<usize>>,
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
        let worth = hands.map(|hand| {
            let known = self.worths.entry((hand, open.to_vec()));
            known.or_insert_with(|| worth(deck, hand, open)).clone()
        });
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
