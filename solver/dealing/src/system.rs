use std::collections::HashMap;

use super::fault::{allow, allow_field};
use super::{Allowed, DealTable, Event, Gain, MAX_PARTIES, Message, OrFault, Parties, Party};
use bluff_exact::counted;

/// A dealing protocol: one function that plays all parties, and what the secret outcome should be.
///
/// The outcome is the list of [`Gain`]s in the log: who was entitled to what, in order. The checker
/// needs nothing else.
pub trait Protocol: Send + Sync {
    /// The facts that every run of it has in common.
    fn rules(&self) -> Rules;

    /// Plays the whole protocol.
    fn run(&self, table: &mut DealTable<'_>) -> OrFault;

    /// The number of parties.
    fn parties(&self) -> usize {
        self.rules().parties
    }

    /// True if an outcome obeys the rules (F1): of cards, none comes twice. Other outcomes are
    /// legal by the protocol's own rules only.
    fn legal(&self, outcome: &[Gain]) -> bool {
        matches!(self.rules().gains, GainKind::Cards { deck, .. } if is_deal(deck, outcome))
    }

    /// The last of the values that these alone learned so far, in words; `None` where it tells
    /// nothing, as an option without votes.
    fn told(&self, _: Parties, known: &[u64]) -> Option<String> {
        known.last().map(u64::to_string)
    }

    /// The number of legal outcomes; a fair protocol makes each equally likely (F2).
    fn outcomes(&self) -> u128 {
        match self.rules().gains {
            GainKind::Cards { deck, dealt } => deals(deck, dealt),
            GainKind::Other { outcomes, .. } => outcomes,
        }
    }

    /// The name of this party.
    fn name(&self, party: Party) -> String {
        format!("P{party}")
    }
}

/// The facts that every run of a protocol has in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of parties, helpers and servers among them.
    pub parties: usize,
    /// The meaning of the values in the outcome.
    pub gains: GainKind,
    /// A number of messages that no honest run falls short of: a record of fewer is refused before
    /// anything is played.
    pub least_messages: usize,
    /// The tries for a card, if one that was dealt before makes the protocol try again.
    pub tries: Option<Tries>,
}

impl Rules {
    /// The rules of so many parties whose outcome means this.
    pub fn new(parties: usize, gains: GainKind) -> Self {
        Self { parties, gains, least_messages: 0, tries: None }
    }
}

/// The meaning of the values of a protocol's [`Gain`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GainKind {
    /// Different cards of `1..=deck`, in the order of drawing; a fair deal makes every order
    /// equally likely.
    Cards {
        /// Cards in the deck.
        deck: usize,
        /// Cards that are drawn.
        dealt: usize,
    },
    /// Numbers that stand for something else.
    Other {
        /// Their meaning, in words.
        what: &'static str,
        /// The number of legal outcomes.
        outcomes: u128,
    },
}

/// The tries for a card: drawn again whenever it was dealt before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tries {
    /// The message of the first party that begins every try.
    pub begin: &'static str,
    /// So many failed tries for one card, and the protocol comes to no end.
    pub most: u64,
}

/// A protocol at a table that is arranged beforehand: with a bug in every shuffle, or with few
/// channels.
pub struct Arranged<F>(pub Box<dyn Protocol>, pub F);

impl<F: Fn(&mut DealTable<'_>) + Send + Sync> Protocol for Arranged<F> {
    fn rules(&self) -> Rules {
        self.0.rules()
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        (self.1)(table);
        self.0.run(table)
    }

    fn legal(&self, outcome: &[Gain]) -> bool {
        self.0.legal(outcome)
    }

    fn told(&self, to: Parties, known: &[u64]) -> Option<String> {
        self.0.told(to, known)
    }

    fn name(&self, party: Party) -> String {
        self.0.name(party)
    }
}

/// The secret outcome in a log.
pub fn outcome(log: &[Event]) -> Vec<Gain> {
    let gain = |event: &Event| if let Event::Gain(gain) = event { Some(*gain) } else { None };
    log.iter().filter_map(gain).collect()
}

/// An outcome, or the part of one that some know, in words, and who may know each part.
pub fn told(protocol: &dyn Protocol, outcome: &[Gain]) -> Vec<(Parties, String)> {
    let mut known: HashMap<Parties, Vec<u64>> = HashMap::new();
    let part = |gain: &Gain| {
        let known = known.entry(gain.to).or_default();
        known.push(gain.value);
        Some((gain.to, protocol.told(gain.to, known)?))
    };
    outcome.iter().filter_map(part).collect()
}

/// The messages in a log.
pub fn messages(log: &[Event]) -> impl Iterator<Item = &Message> + Clone {
    log.iter()
        .filter_map(|event| if let Event::Message(message) = event { Some(message) } else { None })
}

/// The announcements in a log, in words.
pub fn announcements(log: &[Event]) -> impl Iterator<Item = &String> {
    log.iter()
        .filter_map(|event| if let Event::Announcement(text) = event { Some(text) } else { None })
}

/// The hands in an outcome of a deal, by party, each in the order of drawing.
pub fn hands(parties: usize, outcome: &[Gain]) -> Vec<Vec<u64>> {
    let hand = |party| {
        let own = outcome.iter().filter(|gain| gain.to == Parties::from(party));
        own.map(|gain| gain.value).collect()
    };
    Party::all(parties).map(hand).collect()
}

/// True if cards `1..=cards` are dealt, each at most once: the rule of every deal.
pub(super) fn is_deal(cards: usize, outcome: &[Gain]) -> bool {
    let mut seen = vec![false; cards];
    outcome.iter().all(|gain| {
        let card = usize::try_from(gain.value).ok().and_then(|card| card.checked_sub(1));
        card.and_then(|card| seen.get_mut(card)).is_some_and(|seen| !std::mem::replace(seen, true))
    })
}

/// The number of ways to deal `dealt` of `cards` cards one after the other.
pub(super) fn deals(cards: usize, dealt: usize) -> u128 {
    (0..dealt).fold(1, |ways: u128, gone| ways.saturating_mul((cards - gone) as u128))
}

/// The most cards of a deck that is dealt.
pub const MAX_DECK: usize = 10_000;

/// Refuses fewer players than a protocol needs, and says why it needs them.
pub(super) fn at_least(least: usize, given: usize, why: &'static str) -> Allowed {
    let players = counted(given, "player", "players");
    let expected = format!("at least {least}: {why}");
    allow_field(given >= least, ("players", given), players, expected)
}

/// Refuses fewer than the two players between whom cards are hidden.
pub(super) fn at_least_two(players: usize) -> Allowed {
    at_least(2, players, "cards are hidden from somebody")
}

/// Checks that so many players can draw these cards.
pub(super) fn playable(players: usize, cards: usize, draws: &[Party]) -> Allowed {
    for (given, what, most) in [(players, "players", MAX_PARTIES), (cards, "cards", MAX_DECK)] {
        let words = format!("{given} {what}");
        allow_field(given <= most, (what, given), words, format!("at most {most}"))?;
    }
    draws.iter().try_for_each(|&party| takes_part(players, party))?;
    enough_cards(cards, &[draws.len()])
}

/// Refuses a player who does not take part.
pub(super) fn takes_part(players: usize, party: Party) -> Allowed {
    allow(party.place() < players, format!("player {party}"), format!("one of 1 to {players}"))
}

/// Refuses a deck that is too small for hands of these sizes.
pub(super) fn enough_cards(cards: usize, sizes: &[usize]) -> Allowed {
    let dealt = sizes.iter().fold(0_usize, |dealt, &size| dealt.saturating_add(size));
    let expected = format!("at least {dealt}: one for every card dealt");
    allow_field(dealt <= cards, ("cards", cards), counted(cards, "card", "cards"), expected)
}

/// Every player draws `hand` cards, one a round.
pub fn rounds(players: usize, hand: usize) -> Vec<Party> {
    (0..hand).flat_map(|_| Party::all(players)).collect()
}
