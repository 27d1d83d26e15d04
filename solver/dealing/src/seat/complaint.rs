//! Complaints are judged by everybody alike: the protocol runs again on what everybody can read.

use super::joined::Joined;
use super::key::{Seat, SeatKeys};
use super::message::{MessagePlace, from_bytes, to_bytes, unreadable};
use super::table_fault::TableFault;
use crate::{DealTable, Fault, Party, Seated, Seeded, WireWord};

/// The kind of a complaint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grievance {
    /// A message that breaks the rules.
    Rules,
    /// No message before the clock ran out.
    Silence,
    /// A message that its sender did not sign after the history that this seat has.
    History,
}

/// The last word of a seat that does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Complaint {
    /// The number of the message.
    pub(super) at: usize,
    /// The culprit, if the seat can name one.
    pub(super) culprit: Option<Party>,
    pub(super) grievance: Grievance,
    /// Opens a private message, and no other.
    pub(super) key: Vec<u8>,
    /// All messages that came, each with its signature; none if they are too many.
    pub(super) history: Vec<Vec<u8>>,
}

/// Stands for a complaint that names nobody.
const NOBODY: u8 = u8::MAX;
const GRIEVANCES: [Grievance; 3] = [Grievance::Rules, Grievance::Silence, Grievance::History];

fn signed_text(session: &[u8; 32], body: &[u8]) -> Vec<u8> {
    [b"bluff fault 1", &session[..], body].concat()
}

impl Complaint {
    /// The signed bytes: signature, number, culprit, grievance, and as words the key and the
    /// history.
    pub(super) fn written(&self, session: &[u8; 32], seat: &Seat) -> Vec<u8> {
        let mut body = (self.at as u32).to_le_bytes().to_vec();
        body.push(self.culprit.map_or(NOBODY, |party| party.place() as u8));
        body.push(self.grievance as u8);
        let evidence = [&self.key].into_iter().chain(&self.history).cloned();
        body.extend(to_bytes(&evidence.map(WireWord::Bytes).collect::<Vec<_>>()));
        [&seat.sign(&signed_text(session, &body))[..], &body].concat()
    }

    /// The complaint in these bytes; `None` unless its seat signed it.
    pub(super) fn read(bytes: &[u8], session: &[u8; 32], keys: &SeatKeys) -> Option<Self> {
        let (signature, body) = bytes.split_at_checked(64)?;
        let (at, rest) = body.split_first_chunk()?;
        let (&[culprit, grievance], evidence) = rest.split_first_chunk()?;
        keys.signed(&signed_text(session, body), signature).then_some(())?;
        let evidence = from_bytes(evidence)?.into_iter().map(|word| match word {
            WireWord::Bytes(bytes) => Some(bytes),
            _ => None,
        });
        let mut evidence = evidence.collect::<Option<Vec<_>>>()?.into_iter();
        Some(Self {
            key: evidence.next()?,
            history: evidence.collect(),
            at: u32::from_le_bytes(*at) as usize,
            culprit: (culprit != NOBODY).then(|| Party::at(culprit.into())),
            grievance: *GRIEVANCES.get(usize::from(grievance))?,
        })
    }
}

/// A message that came, with its place in the history.
pub(super) struct Said {
    pub(super) place: MessagePlace,
    /// Signature and body.
    pub(super) bytes: Vec<u8>,
}

impl Said {
    /// The body without its signature.
    pub(super) fn body(&self) -> &[u8] {
        self.bytes.get(64..).unwrap_or_default()
    }

    /// The words that everybody reads.
    pub(super) fn words(&self) -> Vec<WireWord> {
        from_bytes(self.body()).unwrap_or_else(|| unreadable(self.place.from))
    }
}

impl Joined<'_> {
    /// True if the sender signed these bytes at this place.
    pub(super) fn signed(&self, place: &MessagePlace, bytes: &[u8]) -> bool {
        bytes.split_at_checked(64).is_some_and(|(signature, body)| {
            self.keys[place.from.place()].signed(&place.signed_text(body), signature)
        })
    }

    /// The verdict on a complaint; `None` while it cannot be judged yet, or has no weight.
    pub(super) fn verdict(
        &self,
        accuser: Party,
        complaint: &Complaint,
        history: &[Said],
    ) -> Option<TableFault> {
        let at = complaint.at;
        let halted = |why| Some(TableFault::Halted { at, why });
        let blamed = |who, at, why: &str| Some(TableFault::Blamed { who, at, why: why.to_owned() });
        let mut both = complaint.history.iter().zip(history).enumerate();
        if let Some((other, (theirs, said))) =
            both.find(|(_, (theirs, said))| **theirs != said.bytes)
        {
            // Up to here both histories are one: an honest seat shows what was signed after it.
            return match self.signed(&said.place, theirs) {
                true => blamed(said.place.from, other, "it signed two messages of this number"),
                false => blamed(accuser, at, "it shows a message that nobody signed"),
            };
        }
        match complaint.grievance {
            Grievance::History if at > history.len() => None,
            Grievance::History => {
                halted(format!("P{accuser} got other bytes: the mailbox altered them"))
            }
            // A seat that waits for a message too goes by its own clock.
            _ if at >= history.len() => None,
            Grievance::Silence if complaint.culprit == self.me.map(|(me, _)| me) => {
                blamed(complaint.culprit?, at, "the message came after the clock of another seat")
            }
            Grievance::Silence => halted(format!("the clock of P{accuser} ran out before it came")),
            Grievance::Rules => {
                let Some(who) = complaint.culprit else {
                    return halted(format!("P{accuser} cannot go on"));
                };
                match self.broken_rule(accuser, complaint, history) {
                    Some(fault) if fault.who == Some(who) && fault.at == at => {
                        blamed(who, at, &fault.what.to_string())
                    }
                    _ if self.document.system.is_proved && complaint.history.len() > at => {
                        blamed(accuser, at, "it complains of another seat without a reason")
                    }
                    _ => halted(format!("P{accuser} complains of P{who}, and no proof says more")),
                }
            }
        }
    }

    /// The fault that everybody finds in a message, if the complaint opens it.
    fn broken_rule(
        &self,
        accuser: Party,
        complaint: &Complaint,
        history: &[Said],
    ) -> Option<Fault> {
        let said = &history[complaint.at];
        let shown = (!said.place.public && said.place.to.has(accuser)).then(|| {
            let key = self.keys[accuser.place()].sealing;
            said.place.shown(said.body(), accuser, key, &complaint.key)
        });
        let shown = shown.transpose().ok()?;
        let mut coins: Vec<Seeded> = (0..self.keys.len() as u64).map(Seeded::of).collect();
        let table = DealTable::new(self.keys.len(), &mut coins);
        let mut table = table.attacked_by(|number, envelope| match &history.get(number) {
            Some(said) if number <= complaint.at => {
                if let Some(words) = shown.as_ref().filter(|_| number == complaint.at) {
                    envelope.body = Some(words.clone());
                } else if said.place.public {
                    envelope.body = Some(said.words());
                }
            }
            _ => envelope.body = None,
        });
        let opened = shown.as_ref().map(|_| Seated::Shown(complaint.at));
        table.seated = opened.or(Some(Seated::Spectator));
        (table.session, table.record, table.control) = (self.session, false, Some(self.control));
        self.protocol.run(&mut table).err()
    }
}
