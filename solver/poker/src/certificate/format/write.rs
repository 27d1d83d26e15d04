//! Documents written, from the solution itself: most of the time it takes would go into copies of
//! it.

use std::io::Write;

use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};

use crate::certificate::{Certificate, Solution};
use crate::game::{Game, Value};
use crate::strategy::named;
use bluff_exact::{Rational, sweep};

use super::{Beside, Document, FORMAT, GameBlock, decimals, texts};

/// Text between the parts of a document.
pub(super) struct Layout {
    colon: &'static str,
    /// Before the first key, before the others, and at the end.
    pub(super) keys: [&'static str; 3],
    /// Before the first view, before the others, and behind the last.
    pub(super) views: [&'static str; 3],
    /// The same for what is said of a view.
    of_view: [&'static str; 3],
    /// The same for its runs.
    runs: [&'static str; 3],
}

/// A line per key, a line per run.
pub(super) const LINES: Layout = Layout {
    colon: ": ",
    keys: ["{\n  ", ",\n  ", "\n}\n"],
    views: ["[\n    ", ",\n    ", " ]"],
    of_view: ["{ ", ", ", " }"],
    runs: ["[\n      ", ",\n      ", " ]"],
};

/// One line.
pub(super) const LINE: Layout = Layout {
    colon: ":",
    keys: ["{", ",", "}"],
    views: ["[", ",", "]"],
    of_view: ["{", ",", "}"],
    runs: ["[", ",", "]"],
};

impl Serialize for Beside {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (parameter, value) in self.0.iter() {
            match value {
                Value::Number(number) => map.serialize_entry(parameter.key, number)?,
                Value::Numbers(numbers) => map.serialize_entry(parameter.key, numbers)?,
                Value::Whole(number) => map.serialize_entry(parameter.key, number)?,
            }
        }
        map.end()
    }
}

impl Document<'_> {
    /// The document as JSON text: a line per key, a line per run.
    ///
    /// Errors: none, as long as a solution is text and numbers.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        self.written(&LINES)
    }

    /// The document as JSON text on one line, without an end of line.
    ///
    /// Errors: as [`Self::to_json`].
    pub fn to_json_line(&self) -> Result<String, serde_json::Error> {
        self.written(&LINE)
    }

    fn written(&self, layout: &Layout) -> Result<String, serde_json::Error> {
        let Solution { game, values, profile, certificate, method } = &**self.0;
        let proof = match certificate {
            Certificate::ZeroSum { lower, upper } => vec![lower, upper],
            Certificate::Nash { gains, .. } => gains.iter().collect(),
        };
        let numbers: Vec<&Rational> = values.iter().chain(proof).collect();
        let numbers = texts(&numbers, Rational::to_string);
        let (values, proof) = numbers.split_at(values.len());
        let exact = certificate.quadratic().map(|exact| exact.map(Rational::to_string));
        let certificate = match (certificate, proof) {
            (Certificate::ZeroSum { .. }, [lower, upper]) => Certificate::ZeroSum { lower, upper },
            _ => Certificate::Nash {
                gains: proof.iter().collect(),
                quadratic: exact.as_ref().map(|exact| exact.map(|text| text)),
            },
        };
        let mut text = Text { bytes: Vec::with_capacity(2_048), layout };
        let [first, next, end] = layout.keys;
        text.key(first, "format").json(&FORMAT)?;
        text.key(next, "label").json(&game.label())?;
        text.key(next, "game").json(&GameBlock::of(game))?;
        if game.is_locked() {
            let lock = |view| Some((view, game.lock(view)?));
            let locks = (0..game.views().len()).filter_map(lock);
            text.key(next, "locked").strategies(
                game,
                locks.map(|(view, lock)| {
                    let functions = lock.actions.iter().chain([&lock.cards]).collect::<Vec<_>>();
                    // The last function is 1 with the cards of the lock.
                    let count = lock.actions.len();
                    let run = move |(first, last, mut played): PlayedRun| {
                        played.pop_if(|(at, _)| *at == count).map(|_| (first, last, played))
                    };
                    (view, sweep(functions).filter_map(run).collect())
                }),
            )?;
        }
        text.key(next, "values").json(values)?;
        text.key(next, "decimals").json(&decimals(self.0))?;
        text.key(next, "strategies");
        let views = 0..game.views().len();
        text.strategies(game, views.map(|view| (view, sweep(profile.at(view)).collect())))?;
        text.key(next, "certificate").json(&certificate)?;
        text.key(next, "method").json(method)?.plain(end);
        String::from_utf8(text.bytes).map_err(serde_json::Error::custom)
    }
}

/// Cards that are played alike, and the actions that are played.
type PlayedRun = (u64, u64, Vec<(usize, Rational)>);

/// JSON text as it grows.
pub(super) struct Text<'a> {
    pub(super) bytes: Vec<u8>,
    pub(super) layout: &'a Layout,
}

impl Text<'_> {
    pub(super) fn plain(&mut self, text: &str) -> &mut Self {
        self.bytes.extend_from_slice(text.as_bytes());
        self
    }

    pub(super) fn key(&mut self, before: &str, name: &str) -> &mut Self {
        let colon = self.layout.colon;
        self.plain(before).plain("\"").plain(name).plain("\"").plain(colon)
    }

    pub(super) fn json(
        &mut self,
        value: &(impl Serialize + ?Sized),
    ) -> Result<&mut Self, serde_json::Error> {
        serde_json::to_writer(&mut self.bytes, value)?;
        Ok(self)
    }

    /// Strategies at views, by runs.
    fn strategies(
        &mut self,
        game: &Game,
        views: impl Iterator<Item = (usize, Vec<PlayedRun>)>,
    ) -> Result<&mut Self, serde_json::Error> {
        let layout = self.layout;
        let [first, next, end] = layout.of_view;
        let mut views = views.peekable();
        if views.peek().is_none() {
            return Ok(self.plain("[]"));
        }
        for (index, (at, runs)) in views.enumerate() {
            let view = &game.views()[at];
            self.plain(layout.views[usize::from(index > 0)])
                .key(first, "player")
                .json(&view.player.to_string())?;
            self.key(next, "view").json(&view.name)?.key(next, "runs");
            for (run, (first, last, played)) in runs.into_iter().enumerate() {
                self.plain(layout.runs[usize::from(run > 0)])
                    .run([first, last], named(&view.actions, &played))?;
            }
            self.plain(layout.runs[2]).plain(end);
        }
        Ok(self.plain(layout.views[2]))
    }

    /// A run as serde writes it: most of a document, so without a look at every digit for what JSON
    /// escapes.
    fn run<'a>(
        &mut self,
        cards: [u64; 2],
        actions: impl Iterator<Item = (&'a str, &'a Rational)>,
    ) -> Result<&mut Self, serde_json::Error> {
        self.plain("{\"cards\":[\"")
            .json(&cards[0])?
            .plain("\",\"")
            .json(&cards[1])?
            .plain("\"],\"actions\":{");
        for (index, (action, probability)) in actions.enumerate() {
            self.plain(if index == 0 { "" } else { "," }).json(action)?;
            // Writing to a vector cannot fail.
            let _ = write!(self.bytes, ":\"{probability}\"");
        }
        Ok(self.plain("}}"))
    }
}
