//! Decisions at a table with a game: of a person at the prompt, or of the equilibrium.

use std::fs::File;
use std::io::{BufRead, Write};

use bluff_batch::file::{parse_message, printable, read_text, unread};
use bluff_dealing::hex;
use bluff_dealing::seat::{TableDecision, TableHand, TablePlayer, cards_of_52};
use bluff_questions::error::Error;
use bluff_questions::{Library, Solver};
use rational_bluff::exact::{Piecewise, Rational, one_of};
use rational_bluff::game::{Chance, Game, SeededChance};
use rational_bluff::solve::{Control, Method};
use rational_bluff::strategy::Profile;
use serde::{Deserialize, Serialize};

use super::secret::private;
use crate::cli::output::message;

/// Maximum length of a record, in bytes.
const RECORD_BYTES: usize = 1 << 24;

/// A line of the record of a seat, which stays on its machine.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum RecordLine {
    /// The game and the seat, from 1: the first line.
    Seat { game: String, seat: usize },
    /// An action that the seat chose, written down before it is sent.
    Chose(usize),
    /// A hand, at its end.
    Hand { card: u64, steps: Vec<(usize, usize)>, shown: Vec<u64>, payoffs: Vec<String> },
}

/// Reads a record.
///
/// Errors: a file that cannot be read, and the first line that is none of a record.
pub(super) fn read_record(file: &str) -> Result<Vec<RecordLine>, Error> {
    let text = read_text(file, RECORD_BYTES)?;
    let line = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            let file = printable(file);
            let words = parse_message(&error);
            Error::Malformed(format!("{file}: line {}: {words}", number + 1))
        })
    };
    text.lines().enumerate().map(line).collect()
}

/// The player of a seat, or a spectator.
pub(super) struct SeatPlayer {
    game: Game,
    /// The place of the seat; `None` of a spectator.
    seat: Option<usize>,
    /// The equilibrium, and the text that decides its coins.
    strategy: Option<(Profile, String)>,
    record: Option<File>,
    /// Choices that stand in the record already, the next one last, and the number of its hands.
    chosen: Vec<usize>,
    written: usize,
    hands: usize,
    won: Vec<Rational>,
    /// Gets the number of hands and what each player has won, after each hand.
    news: std::sync::mpsc::Sender<(usize, Vec<Rational>)>,
}

impl SeatPlayer {
    /// A spectator of a game.
    pub(super) fn watching(
        game: &Game,
        news: std::sync::mpsc::Sender<(usize, Vec<Rational>)>,
    ) -> Self {
        let (won, game) = (vec![Rational::ZERO; game.players().len()], game.clone());
        let (strategy, record, chosen) = (None, None, Vec::new());
        Self { game, seat: None, strategy, record, chosen, written: 0, hands: 0, won, news }
    }

    /// The seat at a place, from 0, which keeps its record in this file, and goes on where that
    /// ends. With `equilibrium` it plays the certified strategy with coins of its secret.
    ///
    /// Errors: a record of another seat, or that cannot be written; a game without an equilibrium.
    pub(super) fn seated(
        self,
        seat: usize,
        file: &str,
        secret: &[u8; 32],
        equilibrium: bool,
    ) -> Result<Self, Error> {
        let first = RecordLine::Seat { game: self.game.label(), seat: seat + 1 };
        let lines = if std::path::Path::new(file).exists() { read_record(file)? } else { vec![] };
        let (mut chosen, mut written) = (Vec::new(), 0);
        for (at, line) in lines.iter().enumerate() {
            match line {
                RecordLine::Chose(action) => chosen.push(*action),
                RecordLine::Hand { .. } => written += 1,
                line if at == 0 && text_of(line) == text_of(&first) => {}
                RecordLine::Seat { .. } => {
                    let expected = format!("that of seat {} at {}", seat + 1, self.game.label());
                    let given = format!("{}: the record of another seat", printable(file));
                    return Err(Error::Malformed(format!("{given}, expected {expected}")));
                }
            }
        }
        chosen.reverse();
        let record = private().append(true).create(true).open(file);
        let mut record = record.map_err(|error| unread(file, &error))?;
        if lines.is_empty() {
            writeln!(record, "{}", text_of(&first)).map_err(|error| unread(file, &error))?;
        }
        let strategy = equilibrium.then(|| {
            let solved = Library.solve(&self.game, Method::Auto, None, &Control::new())?;
            Ok::<_, Error>((solved.profile.clone(), format!("seat {}", hex(secret))))
        });
        let strategy = strategy.transpose()?;
        Ok(Self { seat: Some(seat), record: Some(record), strategy, chosen, written, ..self })
    }

    fn note(&mut self, line: &RecordLine) -> Option<()> {
        let written = writeln!(self.record.as_mut()?, "{}", text_of(line));
        written.map_err(|error| message(&format!("the record: {error}"))).ok()
    }

    /// The action that a person types: its name, or the beginning of one.
    fn asked(&self, decision: &TableDecision<'_>) -> Option<usize> {
        let view = &self.game.views()[decision.view];
        let actions = view.actions.join(", ");
        loop {
            let TableDecision { hand, card, held, .. } = *decision;
            let yours = match held {
                [_, _, ..] => format!("your cards are {}", cards(held)),
                _ => format!("your card is {}", self.game.hand_name(card)),
            };
            message(&format!("hand {hand}: {yours}; {}; {actions}?", view.name));
            let mut line = String::new();
            if std::io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
                message("you can come back with the same command; the others wait for the clock");
                return None;
            }
            let typed = line.trim();
            let start = typed.to_lowercase();
            let fits = |action: &&String| !typed.is_empty() && action.starts_with(&start);
            if view.actions.iter().filter(fits).count() == 1 {
                return view.actions.iter().position(|action| fits(&action));
            }
            let expected = one_of(typed, view.actions.iter().map(String::as_str));
            message(&format!("{}, expected {expected}", printable(typed)));
        }
    }
}

/// Cards of 52 by their names.
fn cards(known: &[u64]) -> String {
    cards_of_52(known).map(|card| card.to_string()).collect()
}

fn text_of(line: &RecordLine) -> String {
    // Text and numbers, which always have a JSON form.
    serde_json::to_string(line).unwrap_or_default()
}

impl TablePlayer for SeatPlayer {
    fn choose(&mut self, decision: TableDecision<'_>) -> Option<usize> {
        if let Some(chosen) = self.chosen.pop() {
            return Some(chosen);
        }
        let chosen = match &self.strategy {
            Some((profile, coins)) => {
                let text = format!("{coins} {} {}", decision.hand, decision.view);
                let odds = profile.at(decision.view).iter().map(|odds| odds.at(decision.card));
                let odds = Piecewise::steps((1..).zip(odds));
                SeededChance::of(text).drawn(&odds) as usize - 1
            }
            None => self.asked(&decision)?,
        };
        self.note(&RecordLine::Chose(chosen))?;
        Some(chosen)
    }

    fn ended(&mut self, hand: TableHand) {
        self.hands += 1;
        self.won.iter_mut().zip(&hand.payoffs).for_each(|(sum, payoff)| *sum += payoff);
        if self.strategy.is_none() {
            let views = self.game.views();
            let said = |&(view, action): &(usize, usize)| {
                format!("{} {}", views[view].player, views[view].actions[action])
            };
            let named = |place: usize, card: u64| match hand.known.get(place) {
                Some(known) => cards(known),
                None => self.game.hand_name(card),
            };
            let board = hand.known.last().filter(|board| !board.is_empty());
            let board = board.map(|board| format!("the board is {}", cards(board)));
            let shown = hand.shown.iter().zip(self.game.players()).enumerate();
            let shown = shown
                .filter(|(_, (card, _))| **card > 0)
                .map(|(place, (card, player))| format!("{player} shows {}", named(place, *card)));
            let all = hand.steps.iter().map(said).chain(board).chain(shown);
            let all: Vec<String> = all.collect();
            let payoffs: Vec<String> = hand.payoffs.iter().map(Rational::to_string).collect();
            let number = self.hands;
            message(&format!("hand {number}: {}: {}", all.join(", "), payoffs.join(", ")));
        }
        if self.seat.is_some() && self.hands > self.written {
            let TableHand { card, steps, shown, payoffs, .. } = hand;
            let payoffs = payoffs.iter().map(Rational::to_string).collect();
            self.note(&RecordLine::Hand { card, steps, shown, payoffs });
        }
        // The listener may be gone.
        let _ = self.news.send((self.hands, self.won.clone()));
    }
}
