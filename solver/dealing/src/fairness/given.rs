use std::io::{BufRead, Read};

use bluff_exact::{counted, excerpt};

use crate::{Allowed, MAX_PARTIES, RefusedSetting};

/// The most bytes of a line; no deal of a deck that is taken here is longer.
const MAX_LINE: usize = 1 << 17;
/// Ranks from the ace, and suits, in the order of the numbers of named cards.
const RANKS: &str = "A23456789TJQK";
const SUITS: [&str; 4] = ["sS♠", "hH♥", "dD♦", "cC♣"];
/// The number of cards that have names.
pub(super) const NAMED: u64 = 52;

/// A deal as it was seen: the cards of each seat, from 1, and none for a seat that was not seen.
pub type SeenDeal = Vec<Vec<u64>>;

/// The deals of a text, read one after the other: no more than a line is held.
///
/// A line is a deal: seats apart by `;`, cards by blanks or commas, as numbers from 1 or by name
/// (`As` of 52); `-` is not seen. Empty lines and those behind `#` are skipped. Matches of the
/// Annual Computer Poker Competition (`STATE:…`) give the hole cards of each seat, hand histories
/// that begin with `PokerStars` those of the line `Dealt to`. Boards are left out: whether they
/// were dealt depends on the hands.
///
/// ```
/// use bluff_dealing::fairness::DealLines;
/// let mut lines = DealLines::new("As Kd;Qh,Qs\n2c 2d;-\n".as_bytes(), 52);
/// assert_eq!(lines.deal()?, Some(vec![vec![1, 39], vec![25, 12]]));
/// assert_eq!(lines.deal()?, Some(vec![vec![41, 28], vec![]]));
/// assert_eq!(lines.deal()?, None);
/// # Ok::<(), bluff_dealing::RefusedSetting>(())
/// ```
#[derive(Debug)]
pub struct DealLines<R> {
    text: R,
    pub(super) cards: u64,
    /// Names of the cards, from the lowest; none of 52, which have their own.
    names: &'static [&'static str],
    line: u64,
    /// True of names; `None` before the first card.
    named: Option<bool>,
    /// The number of cards of each seat, with the line that says so.
    seats: Vec<Option<(usize, u64)>>,
    /// The line of the first deal.
    first: u64,
    /// In a hand history, the line of the cards of this hand; 0 before it.
    history: Option<u64>,
}

impl<R: BufRead> DealLines<R> {
    /// The deals of a text, from a deck of so many cards.
    pub fn new(text: R, cards: u64) -> Self {
        let (named, seats, history) = (None, Vec::new(), None);
        Self { text, cards, names: &[], line: 0, named, seats, first: 0, history }
    }

    /// The same of cards with these names, from the lowest.
    ///
    /// ```
    /// use bluff_dealing::fairness::DealLines;
    /// let mut lines = DealLines::new("K;J\n".as_bytes(), 3).with_names(&["J", "Q", "K"]);
    /// assert_eq!(lines.deal()?, Some(vec![vec![3], vec![1]]));
    /// # Ok::<(), bluff_dealing::RefusedSetting>(())
    /// ```
    #[must_use]
    pub fn with_names(self, names: &'static [&'static str]) -> Self {
        Self { names, ..self }
    }

    /// The number of cards of each seat; none of a seat that was never seen.
    pub(super) fn held(&self) -> impl Iterator<Item = usize> {
        self.seats.iter().map(|seat| seat.map_or(0, |seat| seat.0))
    }

    /// The next deal; `None` at the end.
    ///
    /// Errors: what is no deal like those before, with its line.
    pub fn deal(&mut self) -> Allowed<Option<SeenDeal>> {
        while let Some(line) = self.next_line()? {
            let line = line.trim();
            let seats: Vec<&str> = if line.is_empty() || line.starts_with('#') {
                continue;
            } else if line.starts_with("PokerStars ") {
                self.history = Some(0);
                continue;
            } else if let Some(before) = self.history {
                let Some(hand) = of_history(line) else { continue };
                if before > 0 {
                    let given = "a second hand that was dealt to somebody";
                    return Err(self.refused(given, format!("one, as in line {before}")));
                }
                self.history = Some(self.line);
                vec![hand]
            } else if let Some(state) = line.strip_prefix("STATE:") {
                let cards = state.split(':').nth(2).and_then(|cards| cards.split('/').next());
                let hands = cards.unwrap_or_default().split('|');
                hands.map(|hand| if hand.is_empty() { "-" } else { hand }).collect()
            } else if line.starts_with("SCORE:") {
                continue;
            } else {
                line.split(';').collect()
            };
            return self.seen(&seats).map(Some);
        }
        Ok(None)
    }

    /// Errors: a line that is too long, or cannot be read.
    fn next_line(&mut self) -> Allowed<Option<String>> {
        self.line += 1;
        let mut line = Vec::new();
        let mut taken = self.text.by_ref().take(MAX_LINE as u64 + 1);
        let read = taken.read_until(b'\n', &mut line);
        if let Err(error) = read {
            return Err(self.refused(&error.to_string(), "a text that can be read"));
        }
        if line.len() > MAX_LINE {
            let given = format!("more than {MAX_LINE} bytes");
            return Err(self.refused(&given, "a line for each deal"));
        }
        let text = String::from_utf8_lossy(&line);
        // Hand histories begin with a mark of their byte order.
        Ok((!line.is_empty()).then(|| text.trim_start_matches('\u{feff}').to_owned()))
    }

    /// The refusal of the line that was read last.
    pub(crate) fn refused(&self, given: &str, expected: impl Into<String>) -> RefusedSetting {
        RefusedSetting::unexpected(format!("line {}: {given}", self.line), expected)
    }

    fn seen(&mut self, given: &[&str]) -> Allowed<SeenDeal> {
        if self.seats.is_empty() {
            if given.len() > MAX_PARTIES {
                let seats = format!("{} seats", given.len());
                return Err(self.refused(&seats, format!("at most {MAX_PARTIES}")));
            }
            (self.seats, self.first) = (vec![None; given.len()], self.line);
        }
        if given.len() != self.seats.len() {
            let expected = format!("{} as in line {}", self.seats.len(), self.first);
            return Err(self.refused(&counted(given.len(), "seat", "seats"), expected));
        }
        let mut all = Vec::new();
        let mut deal = Vec::new();
        for (at, seat) in given.iter().enumerate() {
            let words = seat.split(|letter: char| letter == ',' || letter.is_whitespace());
            let (mut hand, mut hidden) = (Vec::new(), 0);
            for word in words.filter(|word| !word.is_empty()) {
                match word {
                    "-" => hidden += 1,
                    word => hand.extend(self.read(word)?),
                }
            }
            if hand.is_empty() && hidden == 0 {
                let given = format!("seat {} without a card", at + 1);
                return Err(self.refused(&given, "its cards, or - if nobody saw them"));
            }
            all.extend(&hand);
            // One sign may stand for the whole hand.
            if !hand.is_empty() || hidden > 1 {
                self.counted(at, hand.len() + hidden)?;
            }
            deal.push(if hidden > 0 { Vec::new() } else { hand });
        }
        all.sort_unstable();
        match all.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(twice) => {
                let given = format!("card {} a second time", self.name(twice[0]));
                Err(self.refused(&given, "each card once in a deal"))
            }
            None => Ok(deal),
        }
    }

    /// Errors: another number of cards than this seat had before.
    fn counted(&mut self, seat: usize, cards: usize) -> Allowed {
        let (held, line) = *self.seats[seat].get_or_insert((cards, self.line));
        if held == cards {
            return Ok(());
        }
        let given = format!("seat {} with {}", seat + 1, counted(cards, "card", "cards"));
        Err(self.refused(&given, format!("{held} as in line {line}")))
    }

    /// The name of a card, as the deals spell it.
    pub(super) fn name(&self, card: u64) -> String {
        match (self.named == Some(true), self.names.get(card as usize - 1)) {
            (false, _) => card.to_string(),
            (true, Some(name)) => (*name).to_owned(),
            (true, None) => card_name(card),
        }
    }

    /// The cards of a word: one number, or names without blanks between them.
    ///
    /// Errors: what is no card of the deck, or is not spelled as those before.
    fn read(&mut self, word: &str) -> Allowed<Vec<u64>> {
        let number = word.bytes().all(|letter| letter.is_ascii_digit());
        let own = || self.names.iter().zip(1..).find(|(name, _)| name.eq_ignore_ascii_case(word));
        let read = match (number, self.names) {
            (true, _) => word.parse().ok().map(|card| vec![card]),
            (false, []) => cards_of(word),
            (false, _) => own().map(|(_, card)| vec![card]),
        };
        let has_names = self.cards == NAMED || !self.names.is_empty();
        let fits = |read: &Vec<u64>| read.iter().all(|card| (1..=self.cards).contains(card));
        let named = *self.named.get_or_insert(!number);
        let expected = match named {
            true if !has_names => "numbers: only 52 cards have names".to_owned(),
            true if !self.names.is_empty() => format!("one of {}", self.names.join(", ")),
            true => "a card as As, like those before".to_owned(),
            false => format!("a number from 1 to {}", self.cards),
        };
        match read.filter(fits).filter(|_| named != number && (number || has_names)) {
            Some(cards) => Ok(cards),
            None => Err(self.refused(&format!("card “{}”", excerpt(word)), expected)),
        }
    }
}

/// The cards of a line of a hand history that says what its owner was dealt.
fn of_history(line: &str) -> Option<&str> {
    line.strip_prefix("Dealt to ")?.strip_suffix(']')?.rsplit_once('[').map(|pair| pair.1)
}

/// Named cards without blanks between them, by number.
fn cards_of(word: &str) -> Option<Vec<u64>> {
    let word = word.replace("10", "T");
    let mut letters = word.chars();
    let mut cards = Vec::new();
    while let Some(rank) = letters.next() {
        let rank = RANKS.find(rank.to_ascii_uppercase())?;
        let suit = letters.next()?;
        let suit = SUITS.iter().position(|suits| suits.contains(suit))?;
        cards.push((suit * RANKS.len() + rank + 1) as u64);
    }
    Some(cards)
}

/// The name of one of 52 cards by its number from 1: spades, hearts, diamonds, clubs, each from the
/// ace to the king.
pub fn card_name(card: u64) -> String {
    let (suit, rank) = ((card - 1) / 13 % 4, (card - 1) % 13);
    let rank = &RANKS[rank as usize..=rank as usize];
    rank.to_owned() + &SUITS[suit as usize][..1]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, cards: u64) -> Allowed<Vec<SeenDeal>> {
        let mut lines = DealLines::new(text.as_bytes(), cards);
        let mut deals = Vec::new();
        while let Some(deal) = lines.deal()? {
            deals.push(deal);
        }
        Ok(deals)
    }

    #[test]
    fn every_card_is_read_under_its_name() {
        for card in 1..=NAMED {
            assert_eq!(cards_of(&card_name(card)), Some(vec![card]));
        }
    }

    #[test]
    fn spellings_are_one_deal() {
        for text in [
            "As Kd;Qh,Qs",
            "\u{feff}as,KD ; QH QS\r\n\n# a comment",
            "A♠K♦;Q♥Q♠",
            "STATE:0:r200c/cr600f:AsKd|QhQs/2c3c4c:50|-50:one|two\nSCORE:1|-1:one|two",
        ] {
            assert_eq!(all(text, 52), Ok(vec![vec![vec![1, 39], vec![25, 12]]]), "{text}");
        }
        let history = "PokerStars Hand #1: …\nSeat 1: me\nDealt to me [Ts 10h]\nDealt to you\n\
            Board [2c 3c 4c]\nPokerStars Hand #2: …\nDealt to me [2s 2h]";
        assert_eq!(all(history, 52), Ok(vec![vec![vec![10, 23]], vec![vec![2, 15]]]));
        let hidden = all("- -;3 4\n1 -;3 4\n-;3 4\n1 2;-", 4);
        assert_eq!(hidden.map(|deals| deals[3].clone()), Ok(vec![vec![1, 2], vec![]]));
    }

    #[test]
    fn what_is_no_deal_is_named_with_its_line() {
        let long = "1 ".repeat(MAX_LINE);
        let seats = ";".repeat(MAX_PARTIES);
        for (text, cards, words) in [
            ("1;2\n3;3", 9, "line 2: card 3 a second time, expected each card once in a deal"),
            ("Ah;Ah", 52, "line 1: card Ah a second time"),
            ("1;2\n10;3", 9, "line 2: card “10”, expected a number from 1 to 9"),
            ("0;2", 9, "line 1: card “0”, expected a number from 1 to 9"),
            ("1;2\n3", 9, "line 2: 1 seat, expected 2 as in line 1"),
            ("-;2\n1 3;4\n5;6", 9, "line 3: seat 1 with 1 card, expected 2 as in line 2"),
            ("1;;2", 9, "line 1: seat 2 without a card, expected its cards, or - if nobody saw"),
            ("As;2", 52, "line 1: card “2”, expected a card as As, like those before"),
            ("1;As", 52, "line 1: card “As”, expected a number from 1 to 52"),
            ("As;Ks", 13, "line 1: card “As”, expected numbers: only 52 cards have names"),
            ("Xs", 52, "line 1: card “Xs”, expected a card as As"),
            (&long, 9, "line 1: more than 131072 bytes, expected a line for each deal"),
            (&seats, 52, "line 1: 33 seats, expected at most 32"),
            (
                "PokerStars 1\nDealt to a [As Ks]\nDealt to b [2s 2h]",
                52,
                "line 3: a second hand that was dealt to somebody, expected one, as in line 2",
            ),
        ] {
            let refused = all(text, cards).expect_err(words).to_string();
            assert!(refused.starts_with(words), "{refused}");
        }
    }
}
