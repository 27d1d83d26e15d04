use std::cell::RefCell;
use std::time::Duration;

use super::complaint::{Complaint, Grievance, Said};
use super::joined::{Joined, SLICE};
use super::key::hash;
use super::mailbox::{LONGEST, Slot};
use super::message::{MessagePlace, to_bytes, unreadable};
use super::table_fault::TableFault;
use bluff_exact::control::Stopped;

use crate::{Cause, CoinSource, Coins, Envelope, Fault, Party, Seeded};

/// The waits for the histories of others, after a message that does not fit one's own.
const COMPARISONS: u32 = if cfg!(test) { 10 } else { 3 };

/// The line between one seat and the mailbox: signs, seals, waits and keeps the history.
pub(super) struct SeatLine<'a> {
    joined: &'a Joined<'a>,
    pub(super) chain: [u8; 32],
    history: Vec<Said>,
    own: Seeded,
    others: Seeded,
    /// The reason for which the run was ended.
    pub(super) ended: Option<TableFault>,
    /// Bytes that this seat sent.
    pub(super) sent: usize,
}

/// The coins of the seat that is played here, and any coins for the others.
impl CoinSource for &RefCell<SeatLine<'_>> {
    fn toss(&mut self, party: Party, n: u64) -> u64 {
        let mut line = self.borrow_mut();
        let mine = line.joined.me.is_some_and(|(me, _)| me == party);
        Coins::toss(if mine { &mut line.own } else { &mut line.others }, n)
    }
}

impl<'a> SeatLine<'a> {
    pub(super) fn new(joined: &'a Joined<'a>) -> Self {
        let mut line = Self {
            joined,
            chain: joined.session,
            history: Vec::new(),
            own: Seeded::of(0),
            others: Seeded::of(0),
            ended: None,
            sent: 0,
        };
        line.toss_anew();
        line
    }

    /// Begins new coins: nothing that was drawn before is drawn again under another history.
    fn toss_anew(&mut self) {
        if let Some((_, seat)) = self.joined.me {
            self.own = seat.coins("coins", &self.chain);
        }
    }

    /// Carries a message to or from the mailbox.
    pub(super) fn carry(&mut self, at: usize, envelope: &mut Envelope) {
        if let Err(fault) = self.carried(at, envelope) {
            self.ended.get_or_insert(fault);
            envelope.body = None;
        }
    }

    fn carried(&mut self, at: usize, envelope: &mut Envelope) -> Result<(), TableFault> {
        let joined = self.joined;
        let Envelope { from, to, public, .. } = *envelope;
        let (session, chain) = (joined.session, self.chain);
        let place = MessagePlace { session, chain, at, from, to, public };
        let mine = joined.me.filter(|(me, _)| *me == from);
        let bytes = match mine {
            Some((_, seat)) => {
                let plain = to_bytes(envelope.body.as_deref().unwrap_or_default());
                let sealed = || to_bytes(&place.sealed(&plain, &joined.keys, seat));
                let body = if public { plain } else { sealed() };
                let bytes = [&seat.sign(&place.signed_text(&body))[..], &body].concat();
                self.put(Slot::Message(at), &bytes)?;
                bytes
            }
            None => {
                let bytes = self.awaited(Slot::Message(at), from)?;
                if bytes.len() > LONGEST || !joined.signed(&place, &bytes) {
                    return Err(self.compared(at, from));
                }
                bytes
            }
        };
        let said = Said { place, bytes };
        if public && mine.is_none() {
            envelope.body = Some(said.words());
        } else if let Some((me, seat)) = joined.me.filter(|(me, _)| !public && to.has(*me)) {
            let opened = place.opened(said.body(), me, &seat.opening_key());
            envelope.body = Some(opened.unwrap_or_else(|| unreadable(from)));
        }
        self.chain = hash("chain", &[&chain, &said.bytes]);
        self.history.push(said);
        self.toss_anew();
        Ok(())
    }

    /// Lays down what this seat says.
    fn put(&mut self, slot: Slot, bytes: &[u8]) -> Result<(), TableFault> {
        self.sent += bytes.len();
        if self.joined.mailbox.put(slot, bytes)? {
            return Ok(());
        }
        let why = format!("other bytes than this seat's lie in slot {slot}");
        Err(TableFault::Halted { at: self.history.len(), why })
    }

    /// The bytes of another seat, or the reason why they do not come.
    fn awaited(&self, slot: Slot, from: Party) -> Result<Vec<u8>, TableFault> {
        let mut last = Ok(None);
        let slices = self.joined.document.clock * 1_000 / SLICE.as_millis() as u64;
        for _ in 0..slices {
            self.joined.control.check()?;
            last = self.joined.mailbox.get(slot, SLICE);
            match &mut last {
                Ok(Some(bytes)) => return Ok(std::mem::take(bytes)),
                _ => self.heed()?,
            }
        }
        last?;
        let at = self.history.len();
        self.complain(at, Some(from), Grievance::Silence, Vec::new());
        let why = format!("nothing came within {} seconds", self.joined.document.clock);
        Err(TableFault::Blamed { who: from, at, why })
    }

    /// Looks for complaints of others and judges them.
    fn heed(&self) -> Result<(), TableFault> {
        for accuser in self.joined.others() {
            if let Some((grievance, fault)) = self.complaint_of(accuser, Duration::ZERO) {
                if grievance == Grievance::History {
                    self.complain(self.history.len(), None, grievance, Vec::new());
                }
                return Err(fault);
            }
        }
        Ok(())
    }

    /// The verdict on the complaint of a seat, if there is one that can be judged.
    fn complaint_of(&self, accuser: Party, wait: Duration) -> Option<(Grievance, TableFault)> {
        let joined = self.joined;
        let bytes = joined.mailbox.get(Slot::Fault(accuser), wait).ok()??;
        let keys = &joined.keys[accuser.place()];
        let complaint = Complaint::read(&bytes, &joined.session, keys)?;
        let verdict = joined.verdict(accuser, &complaint, &self.history)?;
        Some((complaint.grievance, verdict))
    }

    fn complain(&self, at: usize, culprit: Option<Party>, grievance: Grievance, key: Vec<u8>) {
        let Some((me, seat)) = self.joined.me else { return };
        let long = self.history.iter().map(|said| said.bytes.len()).sum::<usize>() > LONGEST / 2;
        let kept = if long { &[] } else { &self.history[..] };
        let history = kept.iter().map(|said| said.bytes.clone()).collect();
        let complaint = Complaint { at, culprit, grievance, key, history };
        // A seat that cannot even complain stops all the same.
        let bytes = complaint.written(&self.joined.session, seat);
        let _ = self.joined.mailbox.put(Slot::Fault(me), &bytes);
    }

    /// The reason for a message that does not fit the history: two seats that show theirs find who
    /// signed two messages of one number.
    fn compared(&self, at: usize, from: Party) -> TableFault {
        self.complain(at, None, Grievance::History, Vec::new());
        for _ in 0..COMPARISONS {
            for other in self.joined.others() {
                if let Err(stopped) = self.joined.control.check() {
                    return stopped.into();
                }
                if let Some((_, blamed @ TableFault::Blamed { .. })) =
                    self.complaint_of(other, SLICE)
                {
                    return blamed;
                }
            }
        }
        let why = format!("the bytes are not signed by P{from} after what this seat heard");
        TableFault::Halted { at, why }
    }

    /// Complains of a fault that this seat found.
    pub(super) fn accused(&self, fault: &Fault) -> TableFault {
        if fault.what == Cause::Stopped {
            return Stopped.into();
        }
        let (joined, at) = (self.joined, fault.at);
        let key = self.history.get(at).zip(joined.me).and_then(|(said, (me, seat))| {
            if said.place.public || !said.place.to.has(me) {
                return None;
            }
            let key = (joined.keys[me.place()].sealing, &seat.opening_key());
            let coins = &mut seat.coins("evidence", &self.chain);
            said.place.evidence(said.body(), me, key, coins)
        });
        self.complain(at, fault.who, Grievance::Rules, key.unwrap_or_default());
        let why = fault.what.to_string();
        match fault.who {
            Some(who) => TableFault::Blamed { who, at, why },
            None => TableFault::Halted { at, why },
        }
    }

    /// Says that this seat came to the end, and waits for the others' word.
    pub(super) fn finish(&mut self) -> Result<(), TableFault> {
        let (joined, at) = (self.joined, self.history.len());
        let text = [b"bluff end 1", &joined.session[..], &self.chain].concat();
        if let Some((me, seat)) = joined.me {
            self.put(Slot::End(me), &seat.sign(&text))?;
        }
        for other in joined.others() {
            let end = self.awaited(Slot::End(other), other)?;
            if !joined.keys[other.place()].signed(&text, &end) {
                return Err(self.compared(at, other));
            }
        }
        Ok(())
    }
}
