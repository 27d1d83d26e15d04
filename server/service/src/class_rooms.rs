//! Class rooms in memory: students join by a short code, and only counts of what they did stay.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Mutex;
use std::time::Duration;

use bluff_batch::compute::{Client, Quota, lock};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::limits::{CLASS_AGE, CLASS_STUDENTS, CLASSES, CLASSES_OF_CLIENT, WRONG_CODES};
use crate::problem::{ClassFault, Problem};

/// Characters of a code: none that is read for another.
const CODE: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// The length of a code.
const CODE_LENGTH: u32 = 4;
/// The time in which a client regains one wrong code.
const WRONG_CODE: Duration = Duration::from_secs(10);

/// All class rooms, within limits of their number, their students and their age.
pub struct ClassRooms {
    open: Mutex<HashMap<String, ClassRoom>>,
    wrong: Quota,
    age: Duration,
}

struct ClassRoom {
    by: Client,
    opened: Instant,
    /// The key of the seeds of its hands, and of its hall.
    key: RandomState,
    students: HashMap<u64, StudentCounts>,
    /// Those who follow its counts; none once it has ended.
    changed: Option<watch::Sender<()>>,
}

/// A decision that a class counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountedDecision {
    /// A bet with the lowest card.
    Bluff,
    /// A call with the middle card.
    Call,
}

impl CountedDecision {
    pub(crate) const ALL: [Self; 2] = [Self::Bluff, Self::Call];
}

/// The hands and the decisions of a student.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StudentCounts {
    /// The hands that are over.
    pub(crate) hands: u32,
    /// For each counted decision, how often it was taken, and how often it could be.
    pub(crate) taken: [[u32; 2]; 2],
}

/// The counts of all students of a class.
#[derive(Debug)]
pub(crate) struct ClassCounts {
    pub(crate) students: Vec<StudentCounts>,
    /// True once the teacher has ended the class.
    pub(crate) ended: bool,
}

impl Default for ClassRooms {
    fn default() -> Self {
        let wrong = Quota::new(WRONG_CODE * WRONG_CODES);
        Self { open: Mutex::default(), wrong, age: CLASS_AGE }
    }
}

impl ClassRooms {
    /// Opens a class: its code and the key of its hall. As many are open as are remembered ended.
    ///
    /// Errors: `NoRoom`.
    pub(crate) fn open(&self, by: Client) -> Result<[String; 2], Problem> {
        let mut open = lock(&self.open);
        open.retain(|_, room| room.opened.elapsed() < self.age);
        let going = || open.values().filter(|room| room.changed.is_some());
        let (going, of_client) = (going().count(), going().filter(|room| room.by == by).count());
        if going >= CLASSES || of_client >= CLASSES_OF_CLIENT {
            return Err(ClassFault::NoRoom.into());
        }
        if open.len() - going >= CLASSES {
            let ended = open.iter().filter(|(_, room)| room.changed.is_none());
            let oldest = ended.min_by_key(|(_, room)| room.opened).map(|(code, _)| code.clone());
            oldest.and_then(|code| open.remove(&code));
        }
        let key = RandomState::new();
        let code = (0_u64..).map(|attempt| code(key.hash_one(attempt)));
        let Some(code) = code.take(open.len() + 1).find(|code| !open.contains_key(code)) else {
            return Err(ClassFault::NoRoom.into());
        };
        let (students, changed) = (HashMap::new(), Some(watch::channel(()).0));
        let room = ClassRoom { by, opened: Instant::now(), key, students, changed };
        let hall_key = hall_key(&room.key);
        open.insert(code.clone(), room);
        Ok([code, hall_key])
    }

    /// Ends a class, which makes room for another; its counts can still be read.
    ///
    /// Errors: those of [`Self::within`]; `NotTeacher` for a wrong key of its hall.
    pub(crate) fn end(&self, at: (Client, &str), given: &str) -> Result<(), Problem> {
        self.within(at, |room| {
            if hall_key(&room.key) != given {
                return Err(ClassFault::NotTeacher(at.1.to_owned()).into());
            }
            // Those who follow the counts see the end as their last change.
            if let Some(changed) = room.changed.take() {
                changed.send_replace(());
            }
            Ok(())
        })
    }

    /// Does something with the class of a code.
    ///
    /// Errors: `Unknown`, `Over`; `Guessed` for a client with many wrong codes.
    fn within<T>(
        &self,
        (client, code): (Client, &str),
        act: impl FnOnce(&mut ClassRoom) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut open = lock(&self.open);
        match open.get_mut(code) {
            Some(room) if room.opened.elapsed() < self.age => act(room),
            Some(_) => Err(ClassFault::Over(code.to_owned()).into()),
            None => Err(match self.wrong.charge(client, WRONG_CODE) {
                Ok(()) => ClassFault::Unknown(code.to_owned()).into(),
                Err(wait) => ClassFault::Guessed(wait.as_secs() + 1).into(),
            }),
        }
    }

    /// Does something with a class that has not ended.
    ///
    /// Errors: those of [`Self::within`]; `Ended`.
    fn within_open<T>(
        &self,
        at: (Client, &str),
        act: impl FnOnce(&mut ClassRoom, watch::Sender<()>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.within(at, |room| match room.changed.clone() {
            Some(changed) => act(room, changed),
            None => Err(ClassFault::Ended(at.1.to_owned()).into()),
        })
    }

    /// The number of hands that a student has ended, and the seed of the hand with this number or
    /// of the next.
    ///
    /// Errors: those of [`Self::within_open`].
    pub(crate) fn seed(
        &self,
        at: (Client, &str),
        student: u64,
        hand: Option<u32>,
    ) -> Result<(u32, String), Problem> {
        self.within_open(at, |room, _| {
            let ended = room.students.get(&student).map_or(0, |counts| counts.hands);
            let hand = hand.unwrap_or(ended + 1);
            Ok((ended, format!("{:016x}", room.key.hash_one((student, hand)))))
        })
    }

    /// Counts a hand of a student, with what was or was not done in it. A hand that was counted
    /// before, as when a form is sent twice, changes nothing.
    ///
    /// Errors: those of [`Self::within_open`]; `Full`.
    pub(crate) fn count(
        &self,
        at: (Client, &str),
        (student, hand): (u64, u32),
        decision: Option<(CountedDecision, bool)>,
    ) -> Result<(), Problem> {
        self.within_open(at, |room, changed| {
            if !room.students.contains_key(&student) && room.students.len() >= CLASS_STUDENTS {
                return Err(ClassFault::Full.into());
            }
            let counts = room.students.entry(student).or_default();
            if hand != counts.hands + 1 {
                return Ok(());
            }
            counts.hands = hand;
            if let Some((decision, taken)) = decision {
                let [times, chances] = &mut counts.taken[decision as usize];
                (*times, *chances) = (*times + u32::from(taken), *chances + 1);
            }
            changed.send_replace(());
            Ok(())
        })
    }

    /// The counts of a class.
    ///
    /// Errors: those of [`Self::within`].
    pub(crate) fn counts(&self, at: (Client, &str)) -> Result<ClassCounts, Problem> {
        self.within(at, |room| {
            let students = room.students.values().copied().collect();
            Ok(ClassCounts { students, ended: room.changed.is_none() })
        })
    }

    /// Changes of the counts of a class, from now on.
    ///
    /// Errors: those of [`Self::within_open`].
    pub(crate) fn changes(&self, at: (Client, &str)) -> Result<watch::Receiver<()>, Problem> {
        self.within_open(at, |_, changed| Ok(changed.subscribe()))
    }

    /// Ends all classes, and the streams of those who follow them.
    pub fn close(&self) {
        lock(&self.open).clear();
    }
}

/// The key of the hall of a class, which only its teacher has.
fn hall_key(key: &RandomState) -> String {
    format!("{:016x}", key.hash_one("hall"))
}

/// The code of a number.
fn code(number: u64) -> String {
    let letter = |place| char::from(CODE[(number >> (5 * place)) as usize % CODE.len()]);
    (0..CODE_LENGTH).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY: [Client; 2] = [Client::OWN; 2];

    fn words<T: std::fmt::Debug>(refused: Result<T, Problem>) -> String {
        refused.unwrap_err().to_string()
    }

    fn client(number: u8) -> Client {
        Client::at([192, 0, 2, number].into())
    }

    #[test]
    fn a_hand_is_counted_once_and_only_its_counts_stay() {
        let rooms = ClassRooms::default();
        let [code, _] = rooms.open(BY[0]).unwrap();
        let at = (BY[1], code.as_str());
        let first = rooms.seed(at, 7, None).unwrap();
        for (hand, decision) in [
            (1, Some((CountedDecision::Bluff, true))),
            (1, Some((CountedDecision::Bluff, true))),
            (2, None),
            (9, Some((CountedDecision::Call, true))),
            (3, Some((CountedDecision::Call, false))),
        ] {
            rooms.count(at, (7, hand), decision).unwrap();
        }
        let counts = StudentCounts { hands: 3, taken: [[1, 1], [0, 1]] };
        assert_eq!(rooms.counts(at).unwrap().students, [counts]);
        assert_eq!(rooms.seed(at, 7, Some(1)).unwrap(), (3, first.1.clone()));
        assert_ne!(rooms.seed(at, 7, None).unwrap().1, first.1);
    }

    #[test]
    fn codes_that_are_guessed_over_or_full_are_refused_by_name() {
        let mut rooms = ClassRooms::default();
        let [code, _] = rooms.open(client(1)).unwrap();
        for _ in 0..WRONG_CODES {
            assert!(words(rooms.counts((client(2), "0000"))).contains("no class 0000"));
        }
        assert!(words(rooms.counts((client(2), "0000"))).contains("wrong codes"));
        assert!(rooms.counts((client(2), &code)).is_ok());
        for student in 0..CLASS_STUDENTS as u64 {
            rooms.count((client(2), &code), (student, 1), None).unwrap();
        }
        let one_more = rooms.count((client(2), &code), (u64::MAX, 1), None);
        assert!(words(one_more).contains("is full"));
        for _ in 1..CLASSES_OF_CLIENT {
            rooms.open(client(1)).unwrap();
        }
        assert!(words(rooms.open(client(1))).contains("no room for a class"));
        for number in CLASSES_OF_CLIENT..CLASSES {
            rooms.open(client(100 + number as u8)).unwrap();
        }
        assert!(words(rooms.open(client(3))).contains("no room for a class"));
        let [mut ended, mut key] = [code.clone(), hall_key(&lock(&rooms.open)[&code].key)];
        for _ in 0..=CLASSES {
            rooms.end((client(1), &ended), &key).unwrap();
            [ended, key] = rooms.open(client(1)).unwrap();
        }
        assert!(words(rooms.counts((client(4), &code))).contains("no class"));
        rooms.age = Duration::ZERO;
        assert!(words(rooms.counts((client(2), &ended))).contains("is over"));
        assert!(rooms.open(client(1)).is_ok());
    }
}
