use super::key::{Seat, SeatKeys};
use super::message::{from_bytes, to_bytes};
use crate::{Party, WireWord};

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
        body.extend(
            to_bytes(&evidence.map(WireWord::Bytes).collect::<Vec<_>>()).unwrap_or_default(),
        );
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
