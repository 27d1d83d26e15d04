//! Deals without a dealer.

use std::fmt::Display;

use bluff_dealing::{DealDocument, DealError, MessageDocument, SeatDocument};
use rational_bluff::exact::counted;
use serde::Serialize;

use crate::text::Paint;

/// Maximum number of values of a message that are shown in text.
const VALUES: usize = 8;

/// The setting of a deal in words, by players, cards and hand: `3 players, 6 cards, 0 each, variant
/// 2,1,1`.
pub fn setting_words([players, cards, hand]: [&dyn Display; 3], variant: Option<&str>) -> String {
    let variant = variant.map(|variant| format!(", variant {variant}")).unwrap_or_default();
    format!("{players} players, {}, {hand} each{variant}", counted(cards, "card", "cards"))
}

/// The deal as text: the cards of each seat, then every message.
pub fn text(deal: &DealDocument, paint: Paint) -> String {
    let setting = setting_words([&deal.players, &deal.cards, &deal.hand], deal.variant.as_deref());
    let heading = format!("{}: {setting}; session {}", deal.protocol, deal.session);
    let mut lines = vec![paint.heading(&heading)];
    let wide = deal.seats.iter().map(|seat| seat.party.len()).max().unwrap_or_default();
    lines.extend(deal.seats.iter().map(|SeatDocument { party, hand, told, .. }| {
        // A record that was read says it in numbers only.
        let told = if told.is_empty() { hand } else { told };
        let told = if told.is_empty() { "nothing".to_owned() } else { told.join(", ") };
        format!("{party:wide$}  {told}")
    }));
    lines.extend(deal.events.iter().cloned());
    lines.push(paint.heading("messages; … where not everybody can read on"));
    let digits = deal.messages.len().to_string().len();
    lines.extend(deal.messages.iter().map(|message| {
        let to = message.to.join("+");
        format!(
            "{:>digits$}  {} → {to}: {}{}",
            message.at,
            message.from,
            message.what,
            shown(message)
        )
    }));
    lines.join("\n") + "\n"
}

/// The first values of a message, as far as its reader sees them.
pub fn shown(message: &MessageDocument) -> String {
    let Some(body) = &message.body else { return " …".to_owned() };
    let values: Vec<String> = body.iter().take(VALUES).map(|value| short(value)).collect();
    let more =
        if body.len() > VALUES { format!(" … ({} words)", body.len()) } else { String::new() };
    if values.is_empty() { String::new() } else { format!(": {}{more}", values.join(" ")) }
}

/// A value, cut where it is a long row of digits.
fn short(value: &str) -> String {
    match value.char_indices().nth(16) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// The outcome of playing a deal again on its revealed coins.
#[derive(Debug, Serialize)]
pub struct DealVerdict {
    /// The name of the protocol.
    protocol: String,
    /// True if every message is what the rules make of the coins.
    honest: bool,
    /// True if the record has no coins, so that public proofs alone were checked.
    #[serde(skip)]
    is_public: bool,
    /// The first party that cheated, where one can be named.
    #[serde(skip_serializing_if = "Option::is_none")]
    party: Option<String>,
    /// The number of the message, from 0, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    /// A message that says what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<String>,
}

impl DealVerdict {
    /// The verdict on a deal: it is honest, or the party and the message that are not.
    pub fn new(deal: &DealDocument, refusal: Option<DealError>) -> Self {
        let (honest, what) = (refusal.is_none(), refusal.as_ref().map(DealError::to_string));
        let (party, at) = match refusal {
            Some(DealError::Cheat { name, fault }) => (fault.who.map(|_| name), Some(fault.at)),
            Some(DealError::Hand { name, .. }) => (Some(name), None),
            Some(DealError::Differ { at, .. }) => (None, Some(at)),
            Some(DealError::Record { name, at, .. }) => (name, at),
            _ => (None, None),
        };
        let at = at.map(|at| at.to_string());
        let (protocol, is_public) = (deal.protocol.clone(), deal.seats.is_empty());
        Self { protocol, honest, is_public, party, at, what }
    }

    /// The message of a deal that is not honest.
    pub fn no(&self) -> Option<String> {
        self.what.clone()
    }

    /// In one line.
    pub fn text(&self) -> String {
        match (self.honest, self.is_public) {
            (false, _) => String::new(),
            (_, true) => format!("{}: every public proof is right\n", self.protocol),
            _ => format!("{}: every message is what the coins make it\n", self.protocol),
        }
    }
}
