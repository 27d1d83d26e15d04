//! Records of deals: written when a deal is over, and verified from the coins that its parties
//! reveal.

#[cfg(test)]
mod tests;
mod verify;

use serde::{Deserialize, Serialize};

use super::{
    Allowed, Coins, DealError, DealTable, Message, NamedProtocol, Parties, Party, Protocol,
    RefusedSetting, Seeded, Setting, Transcript, Turn, WireWord, announcements, messages, outcome,
    told,
};
use bluff_exact::control::Control;
use bluff_exact::json::present;
use bluff_exact::{RefusedValue, excerpt};

/// The version that is written, and the only one that is read.
const FORMAT: u32 = 2;

/// A deal that was played: what every party saw, and for each seat what it alone saw.
///
/// Before the coins are shown, each seat keeps its own document; together they are the record that
/// [`DealDocument::verify`] plays again. Numbers travel as text, bytes as hexadecimal digits behind
/// an `x`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealDocument {
    /// The version of the document.
    pub format: u32,
    /// The name of the protocol.
    pub protocol: String,
    /// The number of players.
    pub players: String,
    /// Cards in the deck.
    pub cards: String,
    /// Cards each player drew.
    pub hand: String,
    /// The variant of the protocol, if it is not played plainly.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The name of the session, 64 hexadecimal digits: a hash of the setting and of all
    /// commitments. Every proof is bound to it.
    pub session: String,
    /// All that every party learned, in words and in order: who was killed, which card was opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// Every message in order: what it says where every party got it.
    pub messages: Vec<MessageDocument>,
    /// One for each party.
    pub seats: Vec<SeatDocument>,
}

/// A message: who sent it to whom is no secret, what it says only to those who got it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageDocument {
    /// Its number, from 0.
    pub at: String,
    /// The sender.
    pub from: String,
    /// The receivers.
    pub to: Vec<String>,
    /// The kind of message.
    pub what: String,
    /// Its words; none where this reader does not see them.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub body: Option<Vec<String>>,
}

/// The part of one party: its cards, its coins, and the messages that it sent or got and not
/// every party did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatDocument {
    /// The name of the party.
    pub party: String,
    /// The part of the outcome it is entitled to, in the order in which it learned it: for deals,
    /// its cards.
    pub hand: Vec<String>,
    /// The same in words, of a deal that was just played: no part of the record.
    #[serde(skip)]
    pub told: Vec<String>,
    /// The commitment to its coins, 64 hexadecimal digits: a hash of the seed, made before the
    /// first message.
    pub commitment: String,
    /// The seed of its coins, 64 hexadecimal digits. Shown only when all is over.
    pub coins: String,
    /// Its private messages.
    pub messages: Vec<MessageDocument>,
}

impl DealDocument {
    /// Deals by a protocol; all chance comes from these 32 bytes.
    ///
    /// Errors: whatever the protocol refuses, and `NoDeal` if it gives up.
    pub fn deal(
        system: &NamedProtocol,
        setting: &Setting,
        chance: [u8; 32],
        control: &Control,
    ) -> Result<Self, DealError> {
        let protocol = system.dealing(setting)?;
        let seed = |number| {
            let mut bytes = [0; 32];
            Seeded::new(chance, number).fill(&mut bytes);
            bytes
        };
        let seeds: Vec<[u8; 32]> = (1..=protocol.parties() as u64).map(seed).collect();
        let session = session(system, setting, &seeds);
        let mut coins = streams(&seeds);
        let mut table = DealTable::new(protocol.parties(), &mut coins);
        (table.session, table.record, table.control) = (session, false, Some(control));
        protocol.run(&mut table).map_err(|fault| DealError::NoDeal { fault })?;
        let log = table.into_log();
        let numbered = || messages(&log).enumerate();
        let told = told(&*protocol, &outcome(&log));
        let told_to = |party| told.iter().filter(move |part| part.0.has(party));
        let seats = Party::all(seeds.len()).zip(&seeds).map(|(party, seed)| {
            let own = numbered().filter(|(_, message)| protocol.sees_alone(party, message));
            SeatDocument {
                party: protocol.name(party),
                hand: hand(&outcome(&log), party),
                told: told_to(party).map(|part| part.1.clone()).collect(),
                commitment: hex(&commitment(seed, party)),
                coins: hex(seed),
                messages: own.map(|(at, message)| protocol.document(at, message, true)).collect(),
            }
        });
        let public = |(at, message)| protocol.document(at, message, protocol.is_public(message));
        Ok(Self {
            format: FORMAT,
            protocol: system.name.to_owned(),
            players: setting.players.to_string(),
            cards: setting.cards.to_string(),
            hand: setting.hand.to_string(),
            variant: setting.variant.clone(),
            session: hex(&session),
            events: announcements(&log).cloned().collect(),
            seats: seats.collect(),
            messages: numbered().map(public).collect(),
        })
    }

    /// The protocol and setting it names.
    ///
    /// Errors: `Malformed`, also for a number that is not spelled as it is written;
    /// `RefusedSetting` if there is no such protocol.
    pub fn setting(&self) -> Result<(&'static NamedProtocol, Setting), DealError> {
        let number = |name: &str, text: &str| {
            let number = text.parse::<usize>().ok().filter(|number| number.to_string() == text);
            number.ok_or_else(|| {
                malformed(format!("{name} “{}”, expected a whole number", excerpt(text)))
            })
        };
        if self.format != FORMAT {
            return Err(malformed(format!("format {}, expected format {FORMAT}", self.format)));
        }
        let setting = Setting {
            players: number("players", &self.players)?,
            cards: number("cards", &self.cards)?,
            hand: number("hand", &self.hand)?,
            bug: None,
            variant: self.variant.clone(),
        };
        Ok((NamedProtocol::named(&self.protocol)?, setting))
    }
}

/// The part of a deal that each party sees, as it is written.
impl dyn Protocol + '_ {
    /// True if every party gets a message.
    fn is_public(&self, message: &Message) -> bool {
        message.to == Parties::everybody(self.parties()).without(message.from)
    }

    /// True if a message stands in the record of a party: it sent or got it, and not every party
    /// did.
    fn sees_alone(&self, party: Party, message: &Message) -> bool {
        (message.from == party || message.to.has(party)) && !self.is_public(message)
    }

    /// A message as it is written, with its words where they are shown.
    fn document(&self, at: usize, message: &Message, shown: bool) -> MessageDocument {
        MessageDocument {
            at: at.to_string(),
            from: self.name(message.from),
            to: message.to.iter().map(|party| self.name(party)).collect(),
            what: message.what.to_owned(),
            body: shown.then(|| message.body.iter().map(word_text).collect()),
        }
    }
}

/// A party's part of the outcome, as it is written.
fn hand(gains: &[super::Gain], party: Party) -> Vec<String> {
    gains.iter().filter(|gain| gain.to.has(party)).map(|gain| gain.value.to_string()).collect()
}

/// Every party's coins are a stream of their own, from a seed of its own.
fn streams(seeds: &[[u8; 32]]) -> Vec<Seeded> {
    seeds.iter().map(|seed| Seeded::new(*seed, 0)).collect()
}

/// The turn of a party before there is a session.
fn before_all(by: Party) -> Turn {
    Turn { session: [0; 32], by, round: 0 }
}

/// A commitment that a party publishes before the deal, so that its coins are fixed: a hash of 32
/// random bytes hides them.
fn commitment(seed: &[u8; 32], party: Party) -> [u8; 32] {
    let mut transcript = Transcript::new("commitment to coins", before_all(party));
    transcript.bytes("coins", seed);
    transcript.hash("hash")
}

/// The name of a session: it is fixed by what is dealt and by the commitments of all.
fn session(system: &NamedProtocol, setting: &Setting, seeds: &[[u8; 32]]) -> [u8; 32] {
    let mut transcript = Transcript::new("session", before_all(Party::at(0)));
    transcript.bytes("protocol", system.name.as_bytes());
    for (name, number) in
        [("players", setting.players), ("cards", setting.cards), ("hand", setting.hand)]
    {
        transcript.number(name, number as u64);
    }
    if let Some(variant) = &setting.variant {
        transcript.bytes("variant", variant.as_bytes());
    }
    for (party, seed) in Party::all(seeds.len()).zip(seeds) {
        transcript.bytes("commitment", &commitment(seed, party));
    }
    transcript.hash("hash")
}

fn malformed(reason: String) -> DealError {
    DealError::Malformed { reason }
}

fn word_text(word: &WireWord) -> String {
    match word {
        WireWord::Bytes(bytes) => format!("x{}", hex(bytes)),
        other => other.to_string(),
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    (plain && digits.len().is_multiple_of(2))
        .then(|| digits.as_bytes().chunks(2).map(pair).collect())
        .flatten()
}

/// A seed or the name of a session, in words.
pub const SEED_WORDS: &str = "64 hexadecimal digits";

/// The seed of all coins from text.
///
/// Errors: `Given` unless it is 64 hexadecimal digits.
///
/// ```
/// use bluff_dealing::parse_seed;
/// assert_eq!(parse_seed(&"0f".repeat(32)), Ok([15; 32]));
/// let refused = parse_seed("15").unwrap_err();
/// assert_eq!(refused.to_string(), "seed = 15, expected 64 hexadecimal digits");
/// ```
pub fn parse_seed(text: &str) -> Allowed<[u8; 32]> {
    let refused = || RefusedSetting::Given(RefusedValue::of("seed", excerpt(text), SEED_WORDS));
    unhex(text).map_err(|_| refused())
}

/// A seed or the name of a session.
///
/// Errors: `Malformed` unless it is 64 hexadecimal digits.
pub fn unhex(text: &str) -> Result<[u8; 32], DealError> {
    let found = bytes(text).and_then(|bytes| bytes.try_into().ok());
    found.ok_or_else(|| malformed(format!("“{}”, expected {SEED_WORDS}", excerpt(text))))
}
