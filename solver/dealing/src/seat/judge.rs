//! Complaints are judged by everybody alike: the protocol runs again on what everybody can read.

use super::complaint::{Complaint, Grievance};
use super::joined::Joined;
use super::message::{MessagePlace, from_bytes, unreadable};
use super::table_fault::TableFault;
use crate::{DealTable, Fault, Parties, Party, Seated, Seeded, WireWord};

/// A message that came, with its place in the history.
pub(super) struct Said {
    pub(super) from: Party,
    pub(super) to: Parties,
    pub(super) public: bool,
    /// The hash of all before it.
    pub(super) chain: [u8; 32],
    /// Signature and body.
    pub(super) bytes: Vec<u8>,
}

impl Said {
    /// The body without its signature.
    pub(super) fn body(&self) -> &[u8] {
        self.bytes.get(64..).unwrap_or_default()
    }

    /// The words that everybody reads.
    fn words(&self) -> Vec<WireWord> {
        from_bytes(self.body()).unwrap_or_else(|| unreadable(self.from))
    }
}

impl Joined<'_> {
    pub(super) fn place<'p>(&'p self, at: usize, said: &'p Said) -> MessagePlace<'p> {
        MessagePlace { session: &self.session, chain: &said.chain, at, from: said.from }
    }

    /// True if the sender signed these bytes at this place.
    pub(super) fn signed(&self, place: &MessagePlace<'_>, bytes: &[u8]) -> bool {
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
        let blamed = |who, why: &str| Some(TableFault::Blamed { who, at, why: why.to_owned() });
        let mut both = complaint.history.iter().zip(history).enumerate();
        if let Some((at, (theirs, said))) = both.find(|(_, (theirs, said))| **theirs != said.bytes)
        {
            // Up to here both histories are one: an honest seat shows what was signed after it.
            return match self.signed(&self.place(at, said), theirs) {
                true => {
                    let why = "it signed two messages of this number".to_owned();
                    Some(TableFault::Blamed { who: said.from, at, why })
                }
                false => blamed(accuser, "it shows a message that nobody signed"),
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
                blamed(complaint.culprit?, "the message came after the clock of another seat")
            }
            Grievance::Silence => halted(format!("the clock of P{accuser} ran out before it came")),
            Grievance::Rules => {
                let Some(who) = complaint.culprit else {
                    return halted(format!("P{accuser} cannot go on"));
                };
                match self.broken_rule(accuser, complaint, history) {
                    Some(fault) if fault.who == Some(who) && fault.at == at => {
                        blamed(who, &fault.what.to_string())
                    }
                    _ if self.document.system.is_proved && complaint.history.len() > at => {
                        blamed(accuser, "it complains of another seat without a reason")
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
        let shown = (!said.public && said.to.has(accuser)).then(|| {
            let place = self.place(complaint.at, said);
            let key = self.keys[accuser.place()].sealing;
            place.shown(said.body(), said.to, accuser, key, &complaint.key)
        });
        let shown = shown.transpose().ok()?;
        let mut coins: Vec<Seeded> = (0..self.keys.len() as u64).map(Seeded::of).collect();
        let seated = if shown.is_some() { Seated::Shown(complaint.at) } else { Seated::Spectator };
        let mut table = DealTable::new(self.keys.len(), &mut coins)
            .seen_by(seated)
            .stopped_by(self.control)
            .attacked_by(|number, envelope| match &history.get(number) {
                Some(said) if number <= complaint.at => {
                    if let Some(words) = shown.as_ref().filter(|_| number == complaint.at) {
                        envelope.body = Some(words.clone());
                    } else if said.public {
                        envelope.body = Some(said.words());
                    }
                }
                _ => envelope.body = None,
            });
        table.session = self.session;
        table.record = false;
        self.protocol.run(&mut table).err()
    }
}
