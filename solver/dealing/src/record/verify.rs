use super::{
    DealDocument, MessageDocument, bytes, commitment, hand, hex, malformed, session, streams, unhex,
};
use crate::{
    Cause, DealError, DealTable, Envelope, Fault, Message, Party, Protocol, Seated, Seeded,
    WireWord, announcements, outcome,
};
use bluff_exact::control::Control;
use bluff_exact::excerpt;

impl DealDocument {
    /// Plays the rules again on the revealed coins, message by message, and names the first part
    /// that is not what they make.
    ///
    /// Every field is compared, also how it is spelled: a record that passes is the one that
    /// [`DealDocument::deal`] writes. Of a record without seats, whose coins nobody reveals, every
    /// public proof is checked, where the protocol has one for each message.
    ///
    /// Cost: the run ends at the first message that differs, so a false record never costs more
    /// than its deal.
    ///
    /// Errors: `Malformed`; `TooShort`; `Record` names a part, `Cheat` the sender of a message that
    /// all recorded alike, `Hand` a party; `Differ` if two parties recorded one message
    /// differently.
    pub fn verify(&self, control: &Control) -> Result<(), DealError> {
        let (system, setting) = self.setting()?;
        let protocol = system.dealing(&setting)?;
        if self.seats.is_empty() {
            system.checked_against(&setting)?;
            if !system.is_proved {
                let reason =
                    format!("no seats, expected them: {} has no public proofs", system.name);
                return Err(malformed(reason));
            }
            let session = spelled(&self.session)?;
            // Nobody signed the record, so a fault says nothing of who sent the message.
            return self.replayed(&*protocol, session, &[], control).map_err(unsigned);
        }
        let names: Vec<String> =
            Party::all(protocol.parties()).map(|party| protocol.name(party)).collect();
        if self.seats.iter().map(|seat| &seat.party).ne(&names) {
            let expected = names.join(", ");
            return Err(malformed(format!("the seats, expected {expected} in this order")));
        }
        let seeds =
            self.seats.iter().map(|seat| spelled(&seat.coins)).collect::<Result<Vec<_>, _>>()?;
        for ((party, seat), seed) in Party::all(seeds.len()).zip(&self.seats).zip(&seeds) {
            let expected = hex(&commitment(seed, party));
            if seat.commitment != expected {
                let given = excerpt(&seat.commitment);
                let reason =
                    format!("the commitment is {given}, but the one to its coins is {expected}");
                return Err(record(Some(&seat.party), None, reason));
            }
        }
        let session = session(system, &setting, &seeds);
        if spelled(&self.session)? != session {
            let (given, expected) = (excerpt(&self.session), hex(&session));
            let reason = format!(
                "the session is {given}, but the setting and the commitments give {expected}"
            );
            return Err(record(None, None, reason));
        }
        let (given, expected) = (self.messages.len(), protocol.rules().least_messages);
        if given < expected {
            return Err(DealError::TooShort { given, expected });
        }
        self.replayed(&*protocol, session, &seeds, control)
    }

    /// The part that takes time: by the coins of all, or of a record without seats as a spectator.
    fn replayed(
        &self,
        protocol: &dyn Protocol,
        session: [u8; 32],
        seeds: &[[u8; 32]],
        control: &Control,
    ) -> Result<(), DealError> {
        let mut check = RecordCheck { deal: self, protocol, next: vec![0; seeds.len()] };
        let mut wrong = None;
        let any = (0..protocol.parties() as u64).map(Seeded::of);
        let mut coins = if seeds.is_empty() { any.collect() } else { streams(seeds) };
        let table = DealTable::new(protocol.parties(), &mut coins);
        let mut table = table.attacked_by(|at, envelope| {
            if seeds.is_empty() && envelope.public {
                let body = self.messages.get(at).and_then(|message| message.body.as_ref());
                envelope.body = body.and_then(|body| body.iter().map(|text| word(text)).collect());
            }
            let Some(body) = envelope.body.take() else { return };
            let Envelope { from, to, what, .. } = *envelope;
            let message = Message { from, to, what, body };
            wrong = check.message(at, &message).err();
            envelope.body = wrong.is_none().then_some(message.body);
        });
        table.seated = seeds.is_empty().then_some(Seated::Spectator);
        (table.session, table.record, table.control) = (session, false, Some(control));
        let ended = protocol.run(&mut table);
        let (played, log) = (table.messages(), table.into_log());
        if let Some(error) = wrong {
            return Err(error);
        }
        ended.map_err(|fault| {
            let name =
                fault.who.map_or_else(|| "somebody".to_owned(), |party| protocol.name(party));
            DealError::Cheat { name, fault }
        })?;
        check.end(played)?;
        if announcements(&log).ne(&self.events) {
            let found: Vec<String> = announcements(&log).cloned().collect();
            let reason = format!("the events are not what the messages give: {}", found.join("; "));
            return Err(record(None, None, reason));
        }
        let outcome = outcome(&log);
        for (party, seat) in Party::all(seeds.len()).zip(&self.seats) {
            let found = hand(&outcome, party);
            if found != seat.hand {
                let given =
                    seat.hand.iter().map(|card| excerpt(card)).collect::<Vec<_>>().join(", ");
                let (name, found) = (seat.party.clone(), found.join(", "));
                return Err(DealError::Hand { name, given, found });
            }
        }
        Ok(())
    }
}

/// A record compared with the messages of its deal as these are played again.
struct RecordCheck<'a> {
    deal: &'a DealDocument,
    protocol: &'a dyn Protocol,
    /// The number of messages of each seat's record that were compared.
    next: Vec<usize>,
}

impl RecordCheck<'_> {
    /// Compares one message with all that is recorded of it.
    ///
    /// A message on which all records agree is what was sent: if the coins give another message,
    /// its sender cheated. Where records contradict one another, the one that is false is named.
    fn message(&mut self, at: usize, message: &Message) -> Result<(), DealError> {
        let (deal, protocol) = (self.deal, self.protocol);
        let expected = protocol.document(at, message, true);
        let cheat = |recorded: String| {
            let what = Cause::Differs { expected: words(&expected), recorded };
            let fault = Fault { who: Some(message.from), what, at };
            DealError::Cheat { name: expected.from.clone(), fault }
        };
        let Some(listed) = deal.messages.get(at) else {
            return Err(cheat("nothing".to_owned()));
        };
        let true_heading = same_heading(listed, &expected);
        let mut held = Vec::new();
        for ((party, seat), &next) in Party::all(deal.seats.len()).zip(&deal.seats).zip(&self.next)
        {
            let entry = seat.messages.get(next).filter(|entry| entry.at == expected.at);
            let Some(entry) = entry else { continue };
            let listed = listed.from == seat.party || listed.to.contains(&seat.party);
            if !protocol.sees_alone(party, message) && (true_heading || !listed) {
                let reason = format!("it has {}, which does not belong there", words(entry));
                return Err(record(Some(&seat.party), Some(at), reason));
            }
            held.push((seat, entry));
        }
        if let Some(&[one, other]) = held.array_windows().find(|[one, other]| one.1 != other.1) {
            let [one, other] = [one, other].map(|held| held.0.party.clone());
            return Err(DealError::Differ { one, other, at });
        }
        // What is told of a private message is what the seats say, as long as one of them has it.
        let told = held.first().map_or(listed, |held| held.1);
        if !same_heading(told, listed) {
            let reason =
                format!("it is {}, but the parties recorded {}", words(listed), words(told));
            return Err(record(None, Some(at), reason));
        }
        if !same_heading(told, &expected) || (told.body.is_some() && told.body != expected.body) {
            return Err(cheat(words(told)));
        }
        let all = Party::all(deal.seats.len()).zip(&deal.seats).zip(&mut self.next);
        for ((_, seat), next) in all.filter(|seat| protocol.sees_alone(seat.0.0, message)) {
            let entry = seat.messages.get(*next);
            if entry.is_none_or(|entry| entry.at != expected.at || entry.body.is_none()) {
                let found = entry.map_or_else(|| "nothing".to_owned(), words);
                let reason = format!("it has {found}, expected {}", words(&expected));
                return Err(record(Some(&seat.party), Some(at), reason));
            }
            *next += 1;
        }
        let reason = match (listed.body.is_some(), protocol.is_public(message)) {
            (false, true) => "the words that everybody got are missing",
            (true, false) => "it shows private words",
            _ => return Ok(()),
        };
        Err(record(None, Some(at), reason.to_owned()))
    }

    /// Refuses what is recorded beyond the messages that were played.
    fn end(&self, played: usize) -> Result<(), DealError> {
        let more =
            |entry: &MessageDocument| format!("nothing more was sent, but it has {}", words(entry));
        if let Some(entry) = self.deal.messages.get(played) {
            return Err(record(None, Some(played), more(entry)));
        }
        let mut left = self.deal.seats.iter().zip(&self.next);
        let left = left.find_map(|(seat, &next)| Some((seat, seat.messages.get(next)?)));
        left.map_or(Ok(()), |(seat, entry)| Err(record(Some(&seat.party), None, more(entry))))
    }
}

/// True if two messages are the same but for what they say.
fn same_heading(one: &MessageDocument, other: &MessageDocument) -> bool {
    (&one.at, &one.from, &one.to, &one.what) == (&other.at, &other.from, &other.to, &other.what)
}

/// A word of a real message from its text; `None` for other text.
fn word(text: &str) -> Option<WireWord> {
    match text.strip_prefix('x') {
        Some(digits) => bytes(digits).map(WireWord::Bytes),
        None => text.parse().ok().map(WireWord::Number),
    }
}

/// A recorded message in a few words, however long it is.
fn words(message: &MessageDocument) -> String {
    let list = |words: &[String], separator: &str| {
        let begins: Vec<String> = words.iter().take(4).map(|word| excerpt(word)).collect();
        begins.join(separator) + if words.len() > begins.len() { " …" } else { "" }
    };
    let [at, from, what] = [&message.at, &message.from, &message.what].map(|text| excerpt(text));
    let body = message.body.as_ref().map_or_else(|| "no words".to_owned(), |body| list(body, " "));
    format!("message {at} “{what}” of {from} to {}: {body}", list(&message.to, "+"))
}

fn record(name: Option<&String>, at: Option<usize>, reason: String) -> DealError {
    DealError::Record { name: name.cloned(), at, reason }
}

/// A fault of a party, as one of a record that anybody may have written, without coins.
fn unsigned(error: DealError) -> DealError {
    let DealError::Cheat { fault: Fault { what, at, .. }, .. } = error else { return error };
    let reason = match what {
        Cause::Differs { expected, recorded } => {
            format!("the rules give another message: {expected}, recorded {recorded}")
        }
        other => other.to_string(),
    };
    record(None, Some(at), reason)
}

/// Bytes that are spelled as they are written: in lower case.
fn spelled(text: &str) -> Result<[u8; 32], DealError> {
    let bytes = unhex(text)?;
    let wrong =
        || malformed(format!("“{}”, expected 64 hexadecimal digits in lower case", excerpt(text)));
    if hex(&bytes) == text { Ok(bytes) } else { Err(wrong()) }
}
