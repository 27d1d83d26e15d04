use std::time::Duration;

use bluff_exact::control::Control;

use super::document::TableDocument;
use super::game::TablePlayer;
use super::key::{Seat, SeatKeys, hash};
use super::mailbox::{Mailbox, Slot};
use super::table_fault::TableFault;
use crate::{Party, Protocol};

/// The time after which a waiting seat looks for complaints.
pub(super) const SLICE: Duration = Duration::from_millis(if cfg!(test) { 20 } else { 1_000 });

/// A table that everybody joined, as one seat or a spectator sees it.
pub struct Joined<'a> {
    pub(super) document: &'a TableDocument,
    pub(super) protocol: Box<dyn Protocol>,
    pub(super) keys: Vec<SeatKeys>,
    /// The seat that is played here; `None` of a spectator.
    pub(super) me: Option<(Party, &'a Seat)>,
    /// A hash of all that joined: fixed by everybody's contribution.
    pub(super) session: [u8; 32],
    pub(super) mailbox: &'a dyn Mailbox,
    pub(super) control: &'a Control,
}

/// A seat with its number, from 1, and its secret.
pub type NumberedSeat<'a> = (usize, &'a Seat);

impl<'a> Joined<'a> {
    /// Joins a table, as a seat or as a spectator, and waits for the others. `heard` gets each
    /// party with its key in words, which people compare.
    ///
    /// Errors: `Refused` for a seat that is taken or none of the table, and for a secret that
    /// joined as another; `Halted` for keys that are none; `Mailbox`; `Stopped`.
    pub fn at(
        document: &'a TableDocument,
        seat: Option<NumberedSeat<'a>>,
        mailbox: &'a dyn Mailbox,
        control: &'a Control,
        heard: &mut dyn FnMut(Party, String),
    ) -> Result<Self, TableFault> {
        let protocol = document.protocol(None)?;
        let parties = protocol.parties();
        let me = seat.map(|(number, seat)| {
            let place = number.checked_sub(1).filter(|place| *place < parties);
            let refused =
                || TableFault::Refused(format!("seat = {number}, expected one of 1 to {parties}"));
            place.map(|place| (Party::at(place), seat)).ok_or_else(refused)
        });
        let me = me.transpose()?;
        if let Some((party, seat)) = me {
            take(document, party, seat, mailbox, parties)?;
        }
        let (mut keys, mut joins) = (Vec::new(), Vec::new());
        for party in Party::all(parties) {
            let mut faults = 0;
            let join = loop {
                control.check()?;
                match mailbox.get(Slot::Join(party), SLICE) {
                    Ok(Some(join)) => break join,
                    Ok(None) => faults = 0,
                    Err(fault) if faults == document.clock => return Err(fault.into()),
                    Err(_) => faults += 1,
                }
            };
            let key = SeatKeys::read(&join, &document.id, party)?;
            heard(party, key.words());
            keys.push(key);
            joins.push(join);
        }
        let joins: Vec<&[u8]> = joins.iter().map(Vec::as_slice).collect();
        let session = hash("session of a table", &joins);
        Ok(Self { document, protocol, keys, me, session, mailbox, control })
    }

    /// The same table, where this player decides and hears; a spectator hears only.
    ///
    /// Errors: `Refused` at a table without a game.
    pub fn played_by(mut self, player: Box<dyn TablePlayer>) -> Result<Self, TableFault> {
        self.protocol = self.document.protocol(Some(player))?;
        Ok(self)
    }

    /// The name of a party.
    pub fn name(&self, party: Party) -> String {
        self.protocol.name(party)
    }

    /// The parties that sit elsewhere.
    pub(super) fn others(&self) -> impl Iterator<Item = Party> + use<> {
        let me = self.me.map(|(party, _)| party);
        Party::all(self.keys.len()).filter(move |party| Some(*party) != me)
    }
}

/// Takes a seat: lays its keys down.
fn take(
    document: &TableDocument,
    party: Party,
    seat: &Seat,
    mailbox: &dyn Mailbox,
    parties: usize,
) -> Result<(), TableFault> {
    let join = seat.join(&document.id, party);
    for other in Party::all(parties).filter(|other| *other != party) {
        let there = mailbox.get(Slot::Join(other), Duration::ZERO)?;
        if there.is_some_and(|there| there.get(33..97) == join.get(33..97)) {
            let name = document.name();
            let reason = format!("this secret joined as seat {other} of table {}", &name[..8]);
            return Err(TableFault::Refused(reason));
        }
    }
    if mailbox.put(Slot::Join(party), &join)? {
        return Ok(());
    }
    let expected = "expected a free seat, or the secret with which it was taken";
    Err(TableFault::Refused(format!("seat {party} is taken by another secret, {expected}")))
}
