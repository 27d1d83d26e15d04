//! Ranges at a place of a spot, as PioViewer, TexasSolver and other solvers read them.

use std::collections::HashMap;

use rational_bluff::cards::{Card, CardSet, HandClass, HandRange, HoleCards};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::{Rational, RefusedValue};
use rational_bluff::game::{BetSize, GameError, Node, Player};
use rational_bluff::spot::{Spot, SpotNode};

/// Digits of a weight after the point.
const DIGITS: usize = 6;

/// Ranges of both players at a place, as a text that PioViewer's clipboard takes.
///
/// The lines `#Range0#` and `#Range1#` hold `AA,AKs:0.5,AhKd:0.25`: player I, who is out of
/// position, comes first. Weights are cut after six digits; a hand that comes there has at least
/// one millionth. The board is the one at the place. Pot, stacks and sizes are left out while a bet
/// is open; `most` and `round` are settings that the text lacks.
///
/// ```
/// use bluff_report::pio::PlaceRanges;
/// use rational_bluff::spot::{Spot, pasted};
/// let spot = Spot::read(
///     r#"{ "format": 2, "name": "river", "players": 2, "deck": "hold'em", "board": "Ks9d6h3c2s",
///          "ranges": { "I": "AA:1/3,KK", "II": "QQ" },
///          "betting": { "pot": "10", "stacks": "20", "river": { "bets": ["5"] } } }"#,
/// )?;
/// let way = vec!["check".to_owned(), "bet 5".to_owned(), "call".to_owned()];
/// let text = PlaceRanges { spot: &spot, way, ranges: spot.ranges.clone() }.text();
/// assert!(text.starts_with("#Type#NoLimit\n#Range0#AA:0.333333,KK\n#Range1#QQ\n"));
/// assert!(text.contains("#Board#Ks 9d 6h 3c 2s\n#Pot#20\n#EffectiveStacks#15\n"));
/// assert!(text.ends_with("#RiverConfig.BetSize#5c\n#RiverConfigIP.BetSize#5c\n"));
/// assert!(pasted(&text).is_some_and(|file| file.is_ok()));
/// # Ok::<(), rational_bluff::game::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlaceRanges<'a> {
    /// The spot from its start.
    pub spot: &'a Spot,
    /// Actions and cards that lead to the place.
    pub way: Vec<String>,
    /// Weights of the hands that come there.
    pub ranges: [HandRange; 2],
}

impl<'a> PlaceRanges<'a> {
    /// The ranges at a place of a plan.
    ///
    /// Errors: `Outside` of `path`, if no hand of a player comes there, and no bet is open.
    pub fn of_node(spot: &'a Spot, node: &SpotNode) -> Result<Self, GameError> {
        let ranges = node.hands.each_ref().map(|hands| {
            hands.iter().map(|hand| (hand.hand, hand.weight.clone())).collect::<HandRange>()
        });
        let way = node.way.iter().map(|step| step.taken.clone()).collect();
        Self { spot, way, ranges }.held()
    }

    /// Errors: `Outside` of `path`, if no hand of a player comes to a place where the text is a
    /// spot.
    fn held(self) -> Result<Self, GameError> {
        let table = self.spot.chips(self.way.iter().map(String::as_str));
        if table.is_none_or(|table| table.paid[0] != table.paid[1]) {
            return Ok(self);
        }
        let is_held = |range: &HandRange| range.hands().any(|(_, weight)| weight.is_positive());
        if self.ranges.iter().all(is_held) {
            return Ok(self);
        }
        let allowed = "a place to which hands of both players come";
        Err(GameError::Outside(RefusedValue::of("path", self.way.join(","), allowed)))
    }

    /// The ranges at the place of a solved river to which a path leads: actions with commas between
    /// them.
    ///
    /// Errors: `Outside` of `path`, with the actions that there are, or if no hand of a player
    /// comes there.
    pub fn of_river(
        spot: &'a Spot,
        solution: &Certified<Solution>,
        path: &str,
    ) -> Result<Self, GameError> {
        let game = &solution.game;
        let mut weights = spot.ranges.clone().map(|range| -> Vec<(HoleCards, Rational)> {
            range.hands().map(|(hand, weight)| (hand, weight.clone())).collect()
        });
        let numbers = (1..=game.n()).filter_map(|hand| Some((game.hole_cards(hand)?, hand)));
        let numbers: HashMap<HoleCards, u64> = numbers.collect();
        let steps = path.split(',').map(str::trim).filter(|step| !step.is_empty());
        let way: Vec<String> = steps.map(str::to_owned).collect();
        let mut place = 0;
        for step in &way {
            let Node::Act { view, children } = &game.nodes()[place] else {
                let allowed = "nothing after the hand is over";
                return Err(GameError::Outside(RefusedValue::of("path", step, allowed)));
            };
            let actions = &game.views()[*view].actions;
            let action = actions.iter().position(|name| name == step).ok_or_else(|| {
                let allowed = format!("one of: {}", actions.join(", "));
                GameError::Outside(RefusedValue::of("path", step, allowed))
            })?;
            let own = usize::from(game.views()[*view].player == Player::II);
            for (hand, weight) in &mut weights[own] {
                let taken =
                    numbers.get(hand).map(|hand| solution.profile.at(*view)[action].at(*hand));
                *weight = &*weight * &taken.unwrap_or_default();
            }
            place = children[action];
        }
        Self { spot, way, ranges: weights.map(HandRange::from_iter) }.held()
    }

    /// The text, a line for each setting.
    pub fn text(&self) -> String {
        let cards = self.way.iter().filter_map(|step| step.parse::<Card>().ok());
        let board: Vec<Card> = self.spot.board.dealt().iter().copied().chain(cards).collect();
        let open: CardSet = board.iter().copied().collect();
        let [one, two] = self.ranges.each_ref().map(|range| range_text(range, open));
        let cards: Vec<String> = board.iter().map(Card::to_string).collect();
        let mut lines = vec![
            "#Type#NoLimit".to_owned(),
            format!("#Range0#{one}"),
            format!("#Range1#{two}"),
            format!("#Board#{}", cards.join(" ")),
        ];
        let table = self.spot.chips(self.way.iter().map(String::as_str));
        if let Some(table) = table.filter(|table| table.paid[0] == table.paid[1]) {
            lines.push(format!("#Pot#{}", decimal(&table.pot())));
            let [one, two] = table.behind;
            let behind = one.min(two);
            lines.push(format!("#EffectiveStacks#{}", decimal(&behind)));
            lines.extend(self.threshold(&behind));
            lines.extend(self.sizes(board.len() - self.spot.board.dealt().len()));
        }
        lines.join("\n") + "\n"
    }

    /// The part of these chips beyond which a bet is all-in.
    fn threshold(&self, behind: &Rational) -> Option<String> {
        let betting = &self.spot.betting;
        let part = betting.all_in_above.as_ref()?;
        let stack = betting.stacks.iter().flatten().min()?;
        let left = behind - &(stack - &(part * stack));
        let left = left * behind.recip()? * Rational::from(100);
        left.is_positive().then(|| format!("#AllinThreshold#{}", decimal(&left)))
    }

    /// The sizes of each street from this one on: those of player II, who is in position, have a
    /// setting of their own.
    fn sizes(&self, from: usize) -> Vec<String> {
        let first = self.spot.board.dealt().len() - 3;
        let mut lines = Vec::new();
        for (at, street) in self.spot.betting.streets.iter().enumerate().skip(from) {
            let name = ["Flop", "Turn", "River"][first + at];
            // Where a file has no donk bets, he bets as always.
            let donk = street.donk.as_ref().unwrap_or(&street.bets[0]);
            let donk = if at > from { donk.as_slice() } else { &[] };
            // The text has no limit of raises, but their sizes may be left out.
            let raises = street.raises.each_ref().map(|sizes| match street.most {
                1 => [].as_slice(),
                _ => sizes.as_slice(),
            });
            for (config, kind, sizes) in [
                ("Config", "BetSize", street.bets[0].as_slice()),
                ("Config", "RaiseSize", raises[0]),
                ("Config", "DonkBetSize", donk),
                ("ConfigIP", "BetSize", &street.bets[1]),
                ("ConfigIP", "RaiseSize", raises[1]),
            ] {
                if !sizes.is_empty() {
                    let sizes: Vec<String> = sizes.iter().map(size).collect();
                    lines.push(format!("#{name}{config}.{kind}#{}", sizes.join(", ")));
                }
            }
        }
        lines
    }
}

/// A size as PioViewer reads it: per cent of the pot, `3x`, chips with a `c`, `a` for all-in.
fn size(size: &BetSize) -> String {
    match size {
        BetSize::Pot(part) => decimal(&(part * &Rational::from(100))),
        BetSize::Times(times) => format!("{}x", decimal(times)),
        BetSize::Chips(chips) => format!("{}c", decimal(chips)),
        BetSize::AllIn => "a".to_owned(),
    }
}

/// A range with a weight in decimals for each class, or for each hand where they differ.
fn range_text(range: &HandRange, board: CardSet) -> String {
    let written = |name: String, weight: &Rational| match weight.is_one() {
        true => name,
        false => format!("{name}:{}", decimal(weight)),
    };
    let mut groups = Vec::new();
    for class in HandClass::all() {
        let left = class.hands().filter(|hand| hand.cards().is_disjoint(board));
        let left: Vec<_> = left.map(|hand| (hand, range.weight(hand))).collect();
        match left.first() {
            Some((_, first)) if left.iter().all(|(_, weight)| weight == first) => {
                groups.extend(first.is_positive().then(|| written(class.to_string(), first)));
            }
            _ => {
                let held = left.iter().filter(|(_, weight)| weight.is_positive());
                groups.extend(held.map(|(hand, weight)| written(hand.to_string(), weight)));
            }
        }
    }
    groups.join(",")
}

/// A positive number, or 0, without an ellipsis.
fn decimal(number: &Rational) -> String {
    let least = Rational::ratio(1, 1_000_000);
    let shown = if number.is_positive() && *number < least { &least } else { number };
    shown.decimal(DIGITS).trim_end_matches('…').to_owned()
}
