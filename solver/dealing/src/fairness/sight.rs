use crate::{Event, Party, WireWord};

/// Numbers a view is looked at for: its first coin, and what stands first in its first and last
/// messages.
const NUMBERS: usize = 4;
/// Messages with a word for every card: codes, decks.
const LISTS: usize = 4;

/// One party's view of one deal, as numbers and lists.
pub(super) struct PartyView<'a> {
    party: Party,
    coin: Option<u64>,
    messages: u64,
    numbers: Vec<u64>,
    lists: Vec<&'a [WireWord]>,
}

/// One number that a party can read off its view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Feature {
    Coin,
    /// The number of messages.
    Messages,
    /// The first number of a message, counted from the first.
    First(usize),
    /// The same for later ones, counted from the last.
    Last(usize),
    /// The entry of a list at the place that another feature names: a code applied.
    At(usize, usize),
    /// The place of another feature in a list: a code read backwards.
    Place(usize, usize),
}

const HIDDEN: u64 = u64::MAX;

impl Feature {
    /// All of them.
    pub(super) fn all() -> Vec<Self> {
        let plain = 1 + 2 * NUMBERS;
        let lists = (0..LISTS).flat_map(|list| (0..plain).map(move |number| (list, number)));
        let applied =
            lists.flat_map(|(list, number)| [Self::At(list, number), Self::Place(list, number)]);
        [Self::Messages].into_iter().chain((0..plain).map(Self::plain)).chain(applied).collect()
    }

    /// Those that need no list, by number.
    fn plain(number: usize) -> Self {
        match number {
            0 => Self::Coin,
            first if first <= NUMBERS => Self::First(first - 1),
            last => Self::Last(last - 1 - NUMBERS),
        }
    }
}

impl std::fmt::Display for Feature {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Coin => write!(formatter, "the first coin"),
            Self::Messages => write!(formatter, "the number of messages"),
            Self::First(at) => write!(formatter, "message {}", at + 1),
            Self::Last(0) => write!(formatter, "the last message"),
            Self::Last(at) => write!(formatter, "message {at} before the last"),
            Self::At(list, number) => {
                write!(formatter, "list {} at {}", list + 1, Self::plain(number))
            }
            Self::Place(list, number) => {
                write!(formatter, "place in list {} of {}", list + 1, Self::plain(number))
            }
        }
    }
}

impl<'a> PartyView<'a> {
    /// The view of the party; `coin` is its first coin.
    pub(super) fn of(party: Party, log: &'a [Event], coin: Option<u64>, cards: usize) -> Self {
        let mut sight = Self { party, coin, messages: 0, numbers: Vec::new(), lists: Vec::new() };
        for event in log {
            let Event::Message(message) = event else { continue };
            if message.from != party && !message.to.has(party) {
                continue;
            }
            sight.messages += 1;
            // The words of a list come last; its length and others before.
            let list =
                message.body.len().checked_sub(cards.max(2)).map(|before| &message.body[before..]);
            let first = list.unwrap_or(&message.body).first().map(|word| read(word, party));
            let Some(first) = first.filter(|first| *first != HIDDEN) else { continue };
            sight.numbers.push(first);
            if sight.lists.len() < LISTS {
                sight.lists.extend(list);
            }
        }
        sight
    }

    /// The number a feature stands for, if this view has it.
    pub(super) fn number(&self, feature: Feature) -> Option<u64> {
        let read = |word: &WireWord| read(word, self.party);
        match feature {
            Feature::Coin => self.coin,
            Feature::Messages => Some(self.messages),
            Feature::First(at) => self.numbers.get(at).copied(),
            Feature::Last(at) => self.numbers.get(NUMBERS..)?.iter().rev().nth(at).copied(),
            Feature::At(list, number) => {
                let list = self.lists.get(list)?;
                let at = self.number(Feature::plain(number))?;
                list.get(usize::try_from(at).ok()?).map(read)
            }
            Feature::Place(list, number) => {
                let list = self.lists.get(list)?;
                let number = self.number(Feature::plain(number))?;
                list.iter().position(|entry| read(entry) == number).map(|place| place as u64)
            }
        }
    }
}

/// A word as the party sees it. Ciphertexts hide their content, and a box shows the party's own
/// locks.
fn read(word: &WireWord, party: Party) -> u64 {
    match word {
        WireWord::Number(number) => *number,
        WireWord::Bytes(bytes) => {
            bytes.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
        }
        WireWord::Sealed(sealed) if sealed.keys.within(party.into()) => sealed.content,
        WireWord::RevealToken(sealed, by) if sealed.keys.without(*by).within(party.into()) => {
            sealed.content
        }
        WireWord::Sealed(_) | WireWord::RevealToken(..) => HIDDEN,
        WireWord::Boxed(boxed) => match boxed.locks.iter().find(|lock| lock.owner == party) {
            Some(lock) => lock.number.into(),
            None if boxed.locks.is_empty() => boxed.content,
            None => HIDDEN,
        },
        WireWord::Key(lock) => lock.number.into(),
    }
}
