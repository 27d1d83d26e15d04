//! One `[[cells]]` table of a plan: ranges of decks and stakes, and the cells that they come to.

use rational_bluff::control::map;
use rational_bluff::exact::Rational;
use rational_bluff::game::{
    GameArguments, MAX_CARDS, Spelling, Stakes, named_with_copies, parse_copies, parse_deck, parse_players,
};
use rational_bluff::solve::{Method, newman_saturation};
use rational_bluff::sweep::{Question, pure_game};
use serde::Deserialize;

use crate::error::Error;
use crate::file::printable;

use super::plan::{Choice, within};
use super::range::{Given, Range};

/// One `[[cells]]` table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Family {
    game: String,
    n: Given,
    b: Option<Given>,
    s: Option<Texts>,
    players: Option<Given>,
    copies: Option<Given>,
    raise: Option<Given>,
    flip: Option<Given>,
    win: Option<Given>,
    #[serde(default)]
    pure: bool,
    #[serde(default)]
    cuts: bool,
    method: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Texts {
    One(String),
    Many(Vec<String>),
}

/// A family with its ranges read.
pub(super) struct Ranges {
    pub(super) game: String,
    n: Vec<Range>,
    b: Vec<Range>,
    sizes: Vec<Vec<Rational>>,
    players: Vec<usize>,
    raise: Vec<Range>,
    flip: Vec<Range>,
    win: Vec<Range>,
    copies: Vec<u64>,
    question: Question,
}

impl Ranges {
    pub(super) fn of(family: Family) -> Result<Self, Error> {
        let Family { game, n, b, s, players, copies, raise, flip, win, pure, cuts, method } = family;
        let given = |is_given: bool| is_given.then(String::new);
        let arguments = GameArguments {
            name: game.clone(),
            b: given(b.is_some()),
            s: given(s.is_some()),
            players: given(players.is_some()),
            raise: given(raise.is_some()),
            flip: given(flip.is_some()),
            win: given(win.is_some()),
            ..GameArguments::default()
        };
        arguments.known(Spelling::Fields)?;
        let malformed = |words: String| Err(Error::Malformed(format!("{game}: {words}")));
        let question = match (pure, cuts, &method) {
            (false, false, method) => Question::Equilibrium(method.as_deref().unwrap_or("auto").parse::<Method>()?),
            (_, true, None) => Question::Cuts,
            (true, false, None) => Question::Pure,
            (_, _, Some(_)) => return malformed("method beside pure or cuts, expected one of them".to_owned()),
        };
        let texts = match s {
            None => Vec::new(),
            Some(Texts::One(text)) => vec![text],
            Some(Texts::Many(texts)) => texts,
        };
        let read =
            |text: &String| text.split(',').map(|size| size.trim().parse()).collect::<Result<Vec<Rational>, _>>();
        let ranges = |key, given: Option<Given>| given.map_or(Ok(Vec::new()), |given| given.ranges(key));
        let family = Self {
            n: n.ranges("n")?,
            b: ranges("b", b)?,
            sizes: texts.iter().map(read).collect::<Result<_, _>>()?,
            players: whole("players", &ranges("players", players)?, &|text| Ok(parse_players(text)?))?,
            raise: ranges("raise", raise)?,
            flip: ranges("flip", flip)?,
            win: ranges("win", win)?,
            copies: match whole("copies", &ranges("copies", copies)?, &|text| Ok(parse_copies(text)?))? {
                none if none.is_empty() => vec![1],
                some => some,
            },
            question,
            game,
        };
        if family.raise.iter().chain(&family.flip).chain(&family.win).any(Range::has_max) {
            return Err(Error::Malformed(format!("{}: max as raise, flip or win, expected numbers", family.game)));
        }
        if family.game != "newman" && family.b.iter().any(Range::has_max) {
            return Err(Error::Malformed(format!("{}: b = max, expected it on newman only", family.game)));
        }
        Ok(family)
    }

    /// At least so many cells, counted without listing any.
    pub(super) fn least(&self) -> u128 {
        let count = |ranges: &[Range]| ranges.iter().fold(0, |sum: u128, range| sum.saturating_add(range.count(0)));
        let stakes = count(&self.b).saturating_add(self.sizes.len() as u128).max(1);
        let beside = [&self.raise, &self.flip, &self.win]
            .iter()
            .fold(self.players.len() as u128, |sum, ranges| sum.saturating_add(count(ranges)));
        let others = beside.max(1).saturating_mul(self.copies.len() as u128);
        count(&self.n).saturating_mul(stakes).saturating_mul(others)
    }

    /// Errors: `Beyond` if a deck is larger than this.
    pub(super) fn deck_within(&self, most: u64) -> Result<(), Error> {
        let Some(n) = self.n.iter().filter_map(Range::last).max() else { return Ok(()) };
        if *n <= Rational::from(most) || most == MAX_CARDS {
            return Ok(());
        }
        let reason =
            format!("n = {}, expected n ≤ {most} over HTTP; the bluff command takes more", printable(&n.to_string()));
        Err(Error::Beyond(reason))
    }

    pub(super) fn table_name(&self) -> String {
        match self.question {
            Question::Equilibrium(_) => self.game.clone(),
            pure => format!("{}-{pure}", self.game),
        }
    }

    /// Every cell, with the stakes as the library spells them; bad ones are told by the smallest deck.
    pub(super) fn list(&self, found: &mut impl FnMut(u64, Choice) -> Result<(), Error>) -> Result<(), Error> {
        let mut cards = whole("n", &self.n, &|text| Ok(parse_deck(text)?))?;
        cards.sort_unstable();
        cards.dedup();
        let to_max = self.b.iter().any(Range::has_max);
        for copies in &self.copies {
            let choices = |n: &u64| {
                let max = if to_max { newman_saturation(*n)?.bet() } else { 0 };
                self.choices(*n, *copies, self.stakes(max))
            };
            // Every deck has a saturation size of its own, and finding it takes a solve.
            let of_each = if to_max { &cards[..] } else { &cards[..1] };
            let of_each = map(of_each.iter().collect(), choices);
            let of_each: Vec<Vec<Choice>> = of_each.into_iter().collect::<Result<_, Error>>()?;
            for (n, choices) in cards.iter().zip(of_each.iter().cycle()) {
                choices.iter().try_for_each(|choice| found(*n, choice.clone()))?;
            }
        }
        Ok(())
    }

    /// The choices with these stakes. Newman's games have many bets each, and the first and the last say it for all.
    fn choices(&self, n: u64, copies: u64, mut stakes: Vec<Stakes>) -> Result<Vec<Choice>, Error> {
        let game = |stakes: &Stakes| named_with_copies(&self.game, n, copies, stakes.clone());
        let none = || Stakes::Sizes(Vec::new());
        let first = game(stakes.first().unwrap_or(&none()))?;
        if self.game == "newman" {
            stakes.last().map(game).transpose()?;
        } else {
            for one in &mut stakes {
                *one = game(one)?.stakes().cloned().unwrap_or_else(none);
            }
        }
        let question = self.question.settled(&first);
        if !matches!(question, Question::Equilibrium(_)) {
            pure_game(&first)?;
        }
        Ok(stakes.into_iter().map(|stakes| Choice { copies, stakes, question }).collect())
    }

    /// The stakes of this family where the saturation size is `max`.
    fn stakes(&self, max: u64) -> Vec<Stakes> {
        let numbers = |ranges: &[Range]| ranges.iter().flat_map(|range| range.numbers(max)).collect::<Vec<Rational>>();
        let (raises, flips, wins) = (numbers(&self.raise), numbers(&self.flip), numbers(&self.win));
        let with = |b: Rational| -> Vec<Stakes> {
            let players = self.players.iter().map(|players| Stakes::Callers { b: b.clone(), players: *players });
            let raises = raises.iter().map(|raise| Stakes::Raise { b: b.clone(), raise: raise.clone() });
            let flips = flips.iter().map(|flip| Stakes::Flip { b: b.clone(), flip: flip.clone() });
            let wins = wins.iter().map(|win| Stakes::Win { b: b.clone(), win: win.clone() });
            match players.chain(raises).chain(flips).chain(wins).collect::<Vec<_>>() {
                none if none.is_empty() => vec![Stakes::Bet(b)],
                some => some,
            }
        };
        let sizes = self.sizes.iter().cloned().map(Stakes::Sizes);
        numbers(&self.b).into_iter().flat_map(with).chain(sizes).collect()
    }
}

/// Whole numbers of a key, read by the library.
fn whole<T>(key: &str, ranges: &[Range], read: &dyn Fn(&str) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    if ranges.iter().any(Range::has_max) {
        return Err(Error::Malformed(format!("{key} = max, expected a number, from..to, or a list of these")));
    }
    ranges.iter().try_for_each(|range| within(range.count(0)))?;
    ranges.iter().flat_map(|range| range.numbers(0)).map(|number| read(&number.to_string())).collect()
}
