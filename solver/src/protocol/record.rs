use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::coins::{Coins, Seeded};
use super::fairness::replay_within;
use super::named::{Setting, System};
use super::system::{Protocol, messages, outcome};
use super::word::Word;
use super::{DealError, Event, Fault, Message, Parties, Party, Table};
use crate::control::Control;
use crate::exact::excerpt;

/// The version that is written, and the only one that is read.
const FORMAT: u32 = 1;

/// A deal that was played: what everybody saw, and for each seat what it alone saw.
///
/// Before the coins are shown, each seat keeps its own document; together they are the record that [`DealDocument::verify`]
/// plays again. Numbers travel as text, bytes as hexadecimal digits behind an `x`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealDocument {
    /// The version of the document.
    pub format: u32,
    /// The name of the protocol.
    pub protocol: String,
    /// How many play.
    pub players: String,
    /// Cards in the deck.
    pub cards: String,
    /// Cards each player drew.
    pub hand: String,
    /// The name of the session, 64 hexadecimal digits; every proof is bound to it.
    pub session: String,
    /// Every message in order: what it says where everybody got it.
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
    /// Who sent it.
    pub from: String,
    /// Who got it.
    pub to: Vec<String>,
    /// What kind of message it is.
    pub what: String,
    /// Its words; none where this reader does not see them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Vec<String>>,
}

/// What one party holds: its cards, its coins, and the messages that it sent or got and not everybody did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatDocument {
    /// What the party is called.
    pub party: String,
    /// What it is entitled to, in the order in which it learned it: for deals, its cards.
    pub hand: Vec<String>,
    /// The seed of its coins, 64 hexadecimal digits. Shown only when all is over.
    pub coins: String,
    /// Its private messages.
    pub messages: Vec<MessageDocument>,
}

impl DealDocument {
    /// Deals by a protocol; all chance comes from these 32 bytes.
    ///
    /// Errors: whatever the protocol refuses, and `NoDeal` if it gives up.
    pub fn deal(system: &System, setting: &Setting, chance: [u8; 32], control: &Control) -> Result<Self, DealError> {
        let protocol = system.dealing(setting)?;
        // The first stream names the session, the others are the seeds of the parties.
        let stream = |number| {
            let mut bytes = [0; 32];
            Seeded::new(chance, number).fill(&mut bytes);
            bytes
        };
        let (session, seeds) = (stream(0), (1..=protocol.parties() as u64).map(stream).collect::<Vec<_>>());
        let mut coins = streams(&seeds);
        let mut table = table(&*protocol, session, &mut coins, control);
        let ended = protocol.run(&mut table);
        ended.map_err(|fault| DealError::NoDeal { fault })?;
        let log = table.into_log();
        let parties = protocol.parties();
        let name = |party| protocol.name(party);
        let messages = messages(&log);
        let document = |(at, message): (usize, &Message), shown: bool| MessageDocument {
            at: at.to_string(),
            from: name(message.from),
            to: message.to.iter().map(name).collect(),
            what: message.what.to_owned(),
            body: shown.then(|| message.body.iter().map(word_text).collect()),
        };
        let public = |message: &Message| message.to == Parties::everybody(parties).without(message.from);
        let gains = outcome(&log);
        let seats = Party::all(parties).zip(&seeds).map(|(party, seed)| {
            let mine = |message: &Message| message.from == party || message.to.has(party);
            let mine = messages.clone().enumerate().filter(|(_, message)| mine(message) && !public(message));
            SeatDocument {
                party: name(party),
                hand: gains.iter().filter(|gain| gain.to.has(party)).map(|gain| gain.value.to_string()).collect(),
                coins: hex(seed),
                messages: mine.map(|message| document(message, true)).collect(),
            }
        });
        Ok(Self {
            format: FORMAT,
            protocol: system.name.to_owned(),
            players: setting.players.to_string(),
            cards: setting.cards.to_string(),
            hand: setting.hand.to_string(),
            session: hex(&session),
            seats: seats.collect(),
            messages: messages.clone().enumerate().map(|message| document(message, public(message.1))).collect(),
        })
    }

    /// The protocol and setting it names.
    ///
    /// Errors: `Malformed`; `Refused` if there is no such protocol.
    pub fn setting(&self) -> Result<(&'static System, Setting), DealError> {
        let number = |name: &str, text: &str| {
            let wrong = || malformed(format!("{name} “{}”, expected a whole number", excerpt(text)));
            text.parse::<usize>().map_err(|_| wrong())
        };
        if self.format != FORMAT {
            return Err(malformed(format!("format {}, expected format {FORMAT}", self.format)));
        }
        let setting = Setting {
            players: number("players", &self.players)?,
            cards: number("cards", &self.cards)?,
            hand: number("hand", &self.hand)?,
            bug: None,
        };
        Ok((System::named(&self.protocol)?, setting))
    }

    /// Puts the record of all seats together, plays the rules again on the revealed coins, and names the first cheat.
    ///
    /// Errors: `Malformed`, `Differ` if two seats recorded one message differently, `Cheat`, `Hand`.
    pub fn verify(&self, control: &Control) -> Result<(), DealError> {
        let (system, setting) = self.setting()?;
        let protocol = system.dealing(&setting)?;
        let parties = protocol.parties();
        let names: Vec<String> = Party::all(parties).map(|party| protocol.name(party)).collect();
        if self.seats.len() != parties || self.seats.iter().zip(&names).any(|(seat, name)| seat.party != *name) {
            return Err(malformed(format!("the seats, expected {} in this order", names.join(", "))));
        }
        let seeds = self.seats.iter().map(|seat| unhex(&seat.coins)).collect::<Result<Vec<_>, _>>()?;
        let session = unhex(&self.session)?;
        let record = self.record(&names)?;
        let mut coins = streams(&seeds);
        let outcome = replay_within(&*protocol, session, &record, &mut coins, control);
        let outcome = outcome.map_err(|fault| cheat(&*protocol, fault))?;
        for (party, seat) in Party::all(parties).zip(&self.seats) {
            let mine = outcome.iter().filter(|gain| gain.to.has(party));
            let found: Vec<String> = mine.map(|gain| gain.value.to_string()).collect();
            if found != seat.hand {
                let given = seat.hand.iter().map(|card| excerpt(card)).collect::<Vec<_>>().join(", ");
                return Err(DealError::Hand { name: seat.party.clone(), given, found: found.join(", ") });
            }
        }
        Ok(())
    }

    /// All messages with what they say, from the public record and those of the seats.
    fn record(&self, names: &[String]) -> Result<Vec<Event>, DealError> {
        let party = |name: &str| {
            let place = names.iter().position(|known| known == name);
            place
                .map(Party::at)
                .ok_or_else(|| malformed(format!("party “{}”, expected one of {}", excerpt(name), names.join(", "))))
        };
        let mut bodies: BTreeMap<&str, (&str, &MessageDocument)> = BTreeMap::new();
        for (seat, message) in
            self.seats.iter().flat_map(|seat| seat.messages.iter().map(move |message| (seat, message)))
        {
            let first = *bodies.entry(&message.at).or_insert((&seat.party, message));
            if first.1 != message {
                let at = message.at.parse().unwrap_or(usize::MAX);
                return Err(DealError::Differ { one: first.0.to_owned(), other: seat.party.clone(), at });
            }
        }
        let mut record = Vec::new();
        for (at, public) in self.messages.iter().enumerate() {
            if public.at != at.to_string() {
                return Err(malformed(format!("message “{}”, expected number {at}", excerpt(&public.at))));
            }
            let message = bodies.get(&*public.at).map_or(public, |found| found.1);
            let headed = (&message.from, &message.to, &message.what) == (&public.from, &public.to, &public.what);
            if !headed {
                return Err(malformed(format!("message {at} is headed otherwise in the record of a seat")));
            }
            let body =
                message.body.as_ref().ok_or_else(|| malformed(format!("message {at} stands in no seat's record")))?;
            record.push(Event::Message(Message {
                from: party(&message.from)?,
                to: message.to.iter().map(|name| party(name)).collect::<Result<_, _>>()?,
                what: "",
                body: body.iter().map(|word| text_word(word)).collect::<Result<_, _>>()?,
            }));
        }
        Ok(record)
    }
}

fn table<'a>(
    protocol: &dyn Protocol,
    session: [u8; 32],
    coins: &'a mut Vec<Seeded>,
    control: &'a Control,
) -> Table<'a> {
    let mut table = Table::new(protocol.parties(), coins).stopped_by(control);
    table.session = session;
    table.record = false;
    table
}

/// Every party's coins are a stream of their own, from a seed of its own.
fn streams(seeds: &[[u8; 32]]) -> Vec<Seeded> {
    seeds.iter().map(|seed| Seeded::new(*seed, 0)).collect()
}

fn cheat(protocol: &dyn Protocol, fault: Fault) -> DealError {
    let name = fault.who.map_or_else(|| "somebody".to_owned(), |party| protocol.name(party));
    DealError::Cheat { name, fault }
}

fn malformed(reason: String) -> DealError {
    DealError::Malformed { reason }
}

fn word_text(word: &Word) -> String {
    match word {
        Word::Bytes(bytes) => format!("x{}", hex(bytes)),
        other => other.to_string(),
    }
}

fn text_word(text: &str) -> Result<Word, DealError> {
    let wrong = || malformed(format!("word “{}”, expected a whole number, or x and hexadecimal digits", excerpt(text)));
    match text.strip_prefix('x') {
        Some(digits) => bytes(digits).map(Word::Bytes).ok_or_else(wrong),
        None => text.parse().map(Word::Number).map_err(|_| wrong()),
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    (plain && digits.len().is_multiple_of(2)).then(|| digits.as_bytes().chunks(2).map(pair).collect()).flatten()
}

/// A seed or the name of a session.
///
/// Errors: `Malformed` unless it is 64 hexadecimal digits.
pub fn unhex(text: &str) -> Result<[u8; 32], DealError> {
    let found = bytes(text).and_then(|bytes| bytes.try_into().ok());
    found.ok_or_else(|| malformed(format!("“{}”, expected 64 hexadecimal digits", excerpt(text))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Refused;

    fn dealt() -> DealDocument {
        let system = System::named("barany-furedi").unwrap();
        let setting = Setting { players: 3, cards: 52, hand: 2, bug: None };
        DealDocument::deal(system, &setting, [9; 32], &Control::new()).unwrap()
    }

    #[test]
    fn a_deal_is_verified_from_its_document() {
        let deal = dealt();
        assert_eq!(deal.seats.iter().map(|seat| seat.hand.len()).collect::<Vec<_>>(), [2, 2, 2]);
        let text = serde_json::to_string(&deal).unwrap();
        let read: DealDocument = serde_json::from_str(&text).unwrap();
        assert_eq!(read.verify(&Control::new()), Ok(()));
        // Private words stand in no public place.
        assert!(read.messages.iter().all(|message| message.body.is_none() == (message.to.len() < 2)));
    }

    /// Every message in turn is another one, in the records of all who saw it: its sender is named.
    #[test]
    fn the_first_cheat_is_named() {
        let deal = dealt();
        for at in 0..deal.messages.len() {
            let mut forged = deal.clone();
            let name = at.to_string();
            let seats = forged.seats.iter_mut().flat_map(|seat| &mut seat.messages);
            for message in forged.messages.iter_mut().chain(seats).filter(|message| message.at == name) {
                if let Some(body) = &mut message.body {
                    let last = body.len() - 1;
                    body[last] = "77".to_owned();
                }
            }
            let Err(DealError::Cheat { name, fault }) = forged.verify(&Control::new()) else { panic!("message {at}") };
            assert_eq!((name, fault.at), (deal.messages[at].from.clone(), at));
        }
    }

    #[test]
    fn other_lies_are_named_too() {
        let deal = dealt();
        let verdict = |change: &dyn Fn(&mut DealDocument)| {
            let mut forged = deal.clone();
            change(&mut forged);
            forged.verify(&Control::new()).unwrap_err()
        };
        let one = |deal: &mut DealDocument| deal.seats[0].messages[0].body = Some(vec!["5".to_owned()]);
        assert!(matches!(verdict(&one), DealError::Differ { at: 0, .. }));
        let coins = |deal: &mut DealDocument| deal.seats[1].coins = hex(&[7; 32]);
        assert!(matches!(verdict(&coins), DealError::Cheat { name, .. } if name == "P2"));
        let hand = |deal: &mut DealDocument| deal.seats[2].hand[0] = "0".to_owned();
        assert!(matches!(verdict(&hand), DealError::Hand { name, .. } if name == "Q"));
        let short = |deal: &mut DealDocument| deal.messages.truncate(9);
        assert!(matches!(verdict(&short), DealError::Cheat { .. }));
        for change in [
            |deal: &mut DealDocument| deal.format = 2,
            |deal: &mut DealDocument| deal.players = "three".to_owned(),
            |deal: &mut DealDocument| deal.session.truncate(5),
            |deal: &mut DealDocument| deal.seats.truncate(2),
            |deal: &mut DealDocument| deal.messages[3].at = "4".to_owned(),
            |deal: &mut DealDocument| deal.messages[0].to[0] = "P9".to_owned(),
            |deal: &mut DealDocument| deal.seats.iter_mut().for_each(|seat| seat.messages.clear()),
        ] {
            let error = verdict(&change);
            assert!(matches!(error, DealError::Malformed { .. } | DealError::Cheat { .. }), "{error}");
        }
        // Nothing is made of sizes that nobody can play.
        for change in [
            |deal: &mut DealDocument| deal.hand = "18446744073709551615".to_owned(),
            |deal: &mut DealDocument| deal.cards = "1000000000000".to_owned(),
            |deal: &mut DealDocument| deal.players = "33".to_owned(),
        ] {
            assert!(matches!(verdict(&change), DealError::Refused(Refused::Given { .. })));
        }
    }
}
