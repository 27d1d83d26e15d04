use super::{
    Cause, CoinSource, Coins, Envelope, Event, Fault, Gain, Message, OrFault, Parties, Party,
    Permutation, SplitRoute, Turn, Wire, WireReader, WireWord,
};
use bluff_exact::control::Control;

/// The most bytes one message may have; longer ones are refused unread.
pub const MAX_MESSAGE: usize = 1 << 20;

/// Something done to each message on its way: by a cheat, a mailbox, or who checks a record.
pub type Adversary<'a> = Box<dyn FnMut(usize, &mut Envelope) + 'a>;

/// Whose part is played at a table; what others alone get is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seated {
    /// One party.
    One(Party),
    /// Nobody: what every party gets is read and checked.
    Spectator,
    /// A spectator to whom one private message was shown, by its number.
    Shown(usize),
}

/// The permutation of so many places that a party draws with its coins.
#[cfg(any(test, feature = "planted-bugs"))]
pub(super) type Draw = Box<dyn FnMut(&mut PartyCoins<'_, '_>, usize) -> Permutation>;

/// The only way for parties to talk, and the record of what they said.
///
/// A protocol is written as one function that plays all parties: `toss` for the coins of one of
/// them, `send` for every message, which returns what the other side reads from it. What a
/// coalition has seen is then read off the log.
pub struct DealTable<'a> {
    parties: usize,
    source: &'a mut dyn CoinSource,
    log: Vec<Event>,
    /// So many events are still to come that are known, because the coins are, and are not written
    /// down again.
    pub(super) known: usize,
    messages: usize,
    /// The buffer in which messages are written.
    draft: Vec<WireWord>,
    /// Names the session: every proof is bound to it, so that none can be used in another one.
    pub session: [u8; 32],
    /// The drawing of permutations, if a planted bug replaces it.
    #[cfg(any(test, feature = "planted-bugs"))]
    pub(super) draw: Option<Draw>,
    /// The private channels; `None` if there is one between any two.
    pub route: Option<SplitRoute>,
    /// True if tosses are written down; the checker and revealed tapes want it.
    pub record: bool,
    adversary: Option<Adversary<'a>>,
    /// Whose part is played here; `None` if all are. What goes between others is not read, and
    /// nothing is checked or gained by it; the coins and messages of others may be anything.
    ///
    /// A run that begins again on the same coins and meets other messages uses the nonces of its
    /// proofs twice, which gives its secret key away: `seat` draws new coins after every message.
    pub seated: Option<Seated>,
    /// Nobody says a word after the deal was cancelled.
    pub control: Option<&'a Control>,
}

impl<'a> DealTable<'a> {
    /// A table for so many parties, at most [`super::MAX_PARTIES`].
    pub fn new(parties: usize, source: &'a mut dyn CoinSource) -> Self {
        Self {
            parties,
            source,
            log: Vec::new(),
            known: 0,
            messages: 0,
            draft: Vec::new(),
            session: [0; 32],
            #[cfg(any(test, feature = "planted-bugs"))]
            draw: None,
            route: None,
            record: true,
            adversary: None,
            seated: None,
            control: None,
        }
    }

    /// The same table with a party who changes messages on their way.
    #[must_use]
    pub fn attacked_by(mut self, adversary: impl FnMut(usize, &mut Envelope) + 'a) -> Self {
        self.adversary = Some(Box::new(adversary));
        self
    }

    /// The number of parties.
    pub fn parties(&self) -> usize {
        self.parties
    }

    /// Every party but this one.
    pub fn others(&self, party: Party) -> Parties {
        Parties::everybody(self.parties).without(party)
    }

    /// The events so far.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// The record, when all is over.
    pub fn into_log(self) -> Vec<Event> {
        self.log
    }

    /// The number of messages sent.
    pub fn messages(&self) -> usize {
        self.messages
    }

    /// The turn of a party to send the next message.
    pub fn turn(&self, by: Party) -> Turn {
        Turn { session: self.session, by, round: self.messages as u64 }
    }

    /// True if one of these plays here, so that what they get is read and checked.
    pub(super) fn reads(&self, to: impl Into<Parties>) -> bool {
        let (to, everybody) = (to.into(), Parties::everybody(self.parties));
        match self.seated {
            None => true,
            Some(Seated::One(seat)) => to.has(seat),
            Some(Seated::Spectator) => to == everybody,
            Some(Seated::Shown(at)) => to == everybody || self.messages == at + 1,
        }
    }

    /// True if the part of this party is played here; the words of others may be anything.
    pub(super) fn is_played(&self, party: Party) -> bool {
        self.seated.is_none_or(|seated| seated == Seated::One(party))
    }

    /// True if what this party says is checked here; nobody checks his own words alone.
    pub(super) fn checks(&self, party: Party) -> bool {
        self.seated != Some(Seated::One(party))
    }

    /// True if a message goes to everybody. Between two parties it does only where the sender is
    /// named as a receiver, as by [`publish`](Self::publish).
    fn is_public(&self, from: Party, to: Parties) -> bool {
        let everybody = Parties::everybody(self.parties);
        to == everybody || self.parties > 2 && to == everybody.without(from)
    }

    /// The private coins of one party.
    pub fn coins(&mut self, party: Party) -> PartyCoins<'_, 'a> {
        PartyCoins { table: self, party }
    }

    fn toss(&mut self, party: Party, n: u64) -> u64 {
        let face = self.source.toss(party, n);
        if self.record {
            self.note(|| Event::Toss { party, below: n, face });
        }
        face
    }

    fn note(&mut self, event: impl FnOnce() -> Event) {
        match self.known.checked_sub(1) {
            Some(known) => self.known = known,
            None => self.log.push(event()),
        }
    }

    /// Sends a value and returns what the receivers read.
    ///
    /// Errors: a [`Fault`] of the sender if nothing comes, or something that is too long, out of
    /// order, from another party, or not what is expected.
    pub fn send<T: Wire>(
        &mut self,
        from: Party,
        to: impl Into<Parties>,
        what: &'static str,
        value: &T,
    ) -> OrFault<T> {
        let to = to.into();
        if let Some(route) = self.route.clone() {
            return route.carry(self, from, to.without(from), what, value);
        }
        if self.known > 0 {
            // What was read in the branch before.
            self.known -= 1;
            self.messages += 1;
            return Ok(value.clone());
        }
        let mut body = std::mem::take(&mut self.draft);
        body.clear();
        value.write(&mut body);
        let body = self.post(from, to, what, body)?;
        let all = Parties::everybody(self.parties);
        let watched = self.is_public(from, to) && self.checks(from);
        if !self.reads(if watched { all } else { to.without(from) }) {
            return Ok(value.clone());
        }
        let read = WireReader::whole(&body).map_err(|what| self.fault(from, what));
        self.draft = body;
        read
    }

    /// [Sends](Self::send) a value to every other party.
    pub fn publish<T: Wire>(&mut self, from: Party, what: &'static str, value: &T) -> OrFault<T> {
        self.send(from, Parties::everybody(self.parties), what, value)
    }

    /// Sends words over a channel and returns those that come.
    pub(super) fn post(
        &mut self,
        from: Party,
        to: Parties,
        what: &'static str,
        body: Vec<WireWord>,
    ) -> OrFault<Vec<WireWord>> {
        let at = self.messages;
        let public = self.is_public(from, to);
        let to = to.without(from);
        let mut envelope = Envelope { from, to, public, at, what, body: Some(body) };
        if let Some(adversary) = &mut self.adversary {
            adversary(at, &mut envelope);
        }
        let arrives = self.arrives(from, &envelope);
        // What is too long is not kept either.
        let body = envelope
            .body
            .filter(|_| !matches!(arrives, Err(Cause::TooLong { .. })))
            .unwrap_or_default();
        self.note(|| Event::Message(Message { from, to, what, body: body.clone() }));
        self.messages += 1;
        arrives.map(|()| body).map_err(|what| Fault { who: Some(from), what, at })
    }

    /// Sends a permutation.
    ///
    /// Errors: as [`DealTable::send`], and `NotAPermutation` if what comes is one of another
    /// length.
    pub fn send_permutation(
        &mut self,
        from: Party,
        to: impl Into<Parties>,
        what: &'static str,
        value: &Permutation,
    ) -> OrFault<Permutation> {
        let read = self.send(from, to, what, value)?;
        let given = read.len();
        self.require(given == value.len(), from, Cause::NotAPermutation { given })?;
        Ok(read)
    }

    fn arrives(&self, from: Party, envelope: &Envelope) -> Result<(), Cause> {
        if self.control.is_some_and(|control| control.check().is_err()) {
            return Err(Cause::Stopped);
        }
        let body = envelope.body.as_ref().ok_or(Cause::Silent)?;
        let given: usize = body.iter().map(WireWord::bytes).sum();
        if given > MAX_MESSAGE {
            return Err(Cause::TooLong { given, allowed: MAX_MESSAGE });
        }
        if envelope.from != from {
            return Err(Cause::WrongSender { given: envelope.from, expected: from });
        }
        if envelope.at != self.messages {
            return Err(Cause::OutOfOrder { given: envelope.at, expected: self.messages });
        }
        Ok(())
    }

    /// The outcome goes on by a value that these are entitled to know.
    pub fn gain(&mut self, to: impl Into<Parties>, value: u64) {
        let to = to.into();
        if self.reads(to) {
            self.note(|| Event::Gain(Gain { to, value }));
        }
    }

    /// All parties learn this, in words for people; it is no part of the outcome.
    pub(super) fn announce(&mut self, what: impl FnOnce() -> String) {
        self.note(|| Event::Announcement(what()));
    }

    /// Several messages will bring the next gain, and some coalitions need not wait for the last of
    /// them.
    pub fn promise(&mut self, to: impl Into<Parties>) {
        let to = to.into();
        self.note(|| Event::EarlyRelease(to));
    }

    /// A number that a party sent, if it is below this bound.
    ///
    /// Errors: `OutOfRange`.
    pub(super) fn below(&self, from: Party, given: u64, bound: usize) -> OrFault<usize> {
        let below = bound as u64;
        self.require(given < below, from, Cause::OutOfRange { given, below })?;
        Ok(given as usize)
    }

    /// Goes on if this holds.
    ///
    /// Errors: a [fault](Self::fault) of this party, or of nobody, if not.
    pub fn require(&self, holds: bool, who: impl Into<Option<Party>>, what: Cause) -> OrFault {
        if holds { Ok(()) } else { Err(self.fault(who, what)) }
    }

    /// A fault at the last message. If messages go by way of others, one of these may have altered
    /// it, so that only replay can tell who did.
    pub fn fault(&self, who: impl Into<Option<Party>>, what: Cause) -> Fault {
        self.blame(who.into().filter(|_| self.route.is_none()), what)
    }

    pub(super) fn blame(&self, who: impl Into<Option<Party>>, what: Cause) -> Fault {
        Fault { who: who.into(), what, at: self.messages.saturating_sub(1) }
    }
}

/// The private coins of one party at a table.
pub struct PartyCoins<'t, 'a> {
    table: &'t mut DealTable<'a>,
    pub(super) party: Party,
}

impl Coins for PartyCoins<'_, '_> {
    fn below(&mut self, n: u64) -> u64 {
        if n == 1 { 0 } else { self.table.toss(self.party, n) }
    }

    fn word(&mut self) -> u64 {
        self.table.toss(self.party, 0)
    }

    fn permutation(&mut self, k: usize) -> Permutation {
        #[cfg(any(test, feature = "planted-bugs"))]
        if let Some(mut draw) = self.table.draw.take() {
            let drawn = draw(self, k);
            self.table.draw = Some(draw);
            return drawn;
        }
        Permutation::by_swaps(k, |left| self.below(left))
    }
}
