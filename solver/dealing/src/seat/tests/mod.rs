//! Seats that are threads with a mailbox between them.

mod altered;
mod cheats;
mod game;
mod honest;
mod vectors;

use super::*;
use crate::{NamedProtocol, Party, Setting, WireWord};
use bluff_exact::control::Control;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The result of a seat, or of the spectator.
pub(super) type Ended = Result<SeatRecord, TableFault>;

/// A change of what one seat finds in its mailbox.
pub(super) type Change<'a> = &'a (dyn Fn(Slot, Vec<u8>) -> Option<Vec<u8>> + Sync);

/// The same for the seat at a place, or the spectator, with all that lies in the mailbox.
pub(super) type ChangeOfSeat<'a> =
    &'a (dyn Fn(Option<usize>, Slot, Vec<u8>, &MemoryMailbox) -> Option<Vec<u8>> + Sync);

/// A mailbox that alters what lies there, and a process that is killed at a slot.
pub(super) struct Meddled<'a> {
    pub(super) inner: &'a MemoryMailbox,
    pub(super) change: Change<'a>,
    pub(super) killed: Option<(Slot, &'a Control)>,
}

impl Mailbox for Meddled<'_> {
    fn put(&self, slot: Slot, bytes: &[u8]) -> Result<bool, MailboxError> {
        if self.is_killed(slot) {
            return Err(MailboxError("gone".to_owned()));
        }
        self.inner.put(slot, bytes)
    }

    fn get(&self, slot: Slot, wait: Duration) -> Result<Option<Vec<u8>>, MailboxError> {
        if self.is_killed(slot) {
            return Ok(None);
        }
        let found = self.inner.get(slot, wait)?;
        let changed = found.and_then(|bytes| (self.change)(slot, bytes));
        if changed.is_none() && !wait.is_zero() {
            std::thread::sleep(wait / 4);
        }
        Ok(changed)
    }
}

impl Meddled<'_> {
    fn is_killed(&self, slot: Slot) -> bool {
        let killed = self.killed.filter(|(at, _)| *at == slot);
        killed.inspect(|(_, control)| control.cancel()).is_some()
    }
}

/// A table of this size with an honest deal that comes to an end: some give up after a few tries.
pub(super) fn table(
    name: &str,
    players: usize,
    cards: usize,
    hand: usize,
) -> (TableDocument, Vec<Ended>) {
    let system = NamedProtocol::named(name).expect("a protocol");
    table_of(system, &Setting::new(players, cards, hand))
}

/// The same for any setting.
pub(super) fn table_of(
    system: &'static NamedProtocol,
    setting: &Setting,
) -> (TableDocument, Vec<Ended>) {
    let parties = system.dealing(setting).expect("allowed").parties();
    let played = |chance| {
        let table = TableDocument::new(system, setting, 60, [chance; 32]).ok()?;
        let ended = all_seats(&table, parties, None, &|_, _, bytes, _| Some(bytes));
        let unfinished = |ended: &Ended| matches!(ended, Err(TableFault::Halted { .. }));
        (!ended.iter().all(unfinished)).then_some((table, ended))
    };
    (0..99).find_map(played).expect("one comes to an end")
}

/// The same table with another clock.
pub(super) fn with_clock(table: &TableDocument, clock: u64) -> TableDocument {
    TableDocument::new(table.system, &table.setting, clock, [3; 32]).expect("a table")
}

pub(super) fn secret(place: usize) -> Seat {
    Seat::new([place as u8 + 1; 32])
}

/// A change of the words of one message before its sender signs them.
pub(super) struct Cheat {
    pub(super) at: usize,
    pub(super) change: fn(&mut [WireWord]),
    /// The place of the sender, once it has cheated.
    pub(super) sender: AtomicUsize,
}

/// Plays one seat, or watches.
pub(super) fn seat(
    table: &TableDocument,
    place: Option<usize>,
    mailbox: &dyn Mailbox,
    cheat: Option<&Cheat>,
    control: &Control,
) -> Ended {
    let secret = secret(place.unwrap_or(99));
    let numbered = place.map(|place| (place + 1, &secret));
    let joined = Joined::at(table, numbered, mailbox, control, &mut |_, _| {})?;
    cheated(&joined, place, cheat)
}

/// Plays a seat, which may cheat.
pub(super) fn cheated(joined: &Joined<'_>, place: Option<usize>, cheat: Option<&Cheat>) -> Ended {
    let me = place.map(Party::at);
    joined.played(|at, envelope| {
        let mine = cheat.filter(|cheat| cheat.at == at && Some(envelope.from) == me);
        if let (Some(cheat), Some(words)) = (mine, &mut envelope.body) {
            (cheat.change)(words);
            cheat.sender.store(envelope.from.place(), Ordering::Relaxed);
        }
    })
}

pub(super) fn unchanged(_: Slot, bytes: Vec<u8>) -> Option<Vec<u8>> {
    Some(bytes)
}

/// Plays all seats and a spectator; `change` says what each finds altered.
pub(super) fn all_seats(
    table: &TableDocument,
    parties: usize,
    cheat: Option<&Cheat>,
    change: ChangeOfSeat<'_>,
) -> Vec<Ended> {
    let inner = MemoryMailbox::default();
    std::thread::scope(|scope| {
        let places = (0..parties).map(Some).chain([None]);
        let seats: Vec<_> = places
            .map(|place| {
                let inner = &inner;
                scope.spawn(move || {
                    let change = |slot, bytes| change(place, slot, bytes, inner);
                    let mailbox = Meddled { inner, change: &change, killed: None };
                    seat(table, place, &mailbox, cheat, &Control::new())
                })
            })
            .collect();
        seats.into_iter().map(|seat| seat.join().expect("no panic")).collect()
    })
}

/// A mailbox in memory, for seats that are threads of one process.
#[derive(Debug, Default)]
pub(super) struct MemoryMailbox {
    slots: Mutex<BTreeMap<Slot, Vec<u8>>>,
    came: Condvar,
}

impl Mailbox for MemoryMailbox {
    fn put(&self, slot: Slot, bytes: &[u8]) -> Result<bool, MailboxError> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let same = slots.entry(slot).or_insert_with(|| bytes.to_vec()) == bytes;
        self.came.notify_all();
        Ok(same)
    }

    fn get(&self, slot: Slot, wait: Duration) -> Result<Option<Vec<u8>>, MailboxError> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.came.wait_timeout_while(slots, wait, |slots| !slots.contains_key(&slot));
        let (slots, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Ok(slots.get(&slot).cloned())
    }
}
