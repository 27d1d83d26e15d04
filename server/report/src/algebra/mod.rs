//! Solutions for computer algebra systems: files that run by themselves, with every number exact,
//! and, where the cards fall into few pieces, lines that sum up once more what the strategies pay.

use std::collections::BTreeSet;
use std::fmt::Write;

use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Node};

use crate::citation::bibtex;
use crate::form::FormError;
use crate::lprint::MAX_NUMBERS;
use crate::runs::joined;
use crate::text::{self, plain};

/// Maximum number of terms of the sum in a file: ways to deal pieces of cards × ends of the hand.
/// The systems take some seconds for it.
const MAX_TERMS: usize = 200_000;

/// A computer algebra system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlgebraSystem {
    /// Maple.
    Maple,
    /// Sage, or Python alone.
    Sage,
    /// PARI/GP.
    Pari,
}

/// Reason why [`solution`] does not take the deck of a game, if there is one.
///
/// Errors: `TooLong` for decks that are not of ranks.
pub fn fits(game: &Game) -> Result<(), FormError> {
    match game.kernel(0) {
        None => Ok(()),
        Some(_) => Err(FormError::TooLong(format!(
            "{} has a deck of its own, expected one of cards 1 to n for a computer algebra system",
            game.label()
        ))),
    }
}

/// A solution as a file that the system runs.
///
/// Lists: `values`, one entry per player; `views`, each a player, what the player sees and the
/// actions; `strategies`, for each view its runs of cards `[first, last, [probability of each
/// action]]`; `ranges`, for each player runs `[first, last, weight]`; `leaves`, the ends of the
/// hand, each `[[[view, action], …], [paid by each player], [players still in]]`. Players, views
/// and actions are counted as the system counts: from 1, in Sage from 0.
///
/// Errors: `TooLong` above [`MAX_NUMBERS`] probabilities, and for decks that are not of ranks.
pub fn solution(
    solution: &Certified<Solution>,
    system: AlgebraSystem,
) -> Result<String, FormError> {
    let game = &solution.game;
    fits(game)?;
    let one_piece = Piecewise::constant(game.n(), Rational::ONE);
    let ranges: Vec<&Piecewise> =
        game.players().iter().map(|player| game.range(*player).unwrap_or(&one_piece)).collect();
    let strategies: Vec<Vec<_>> =
        (0..game.views().len()).map(|view| joined(solution.profile.at(view)).collect()).collect();
    let numbers: usize = strategies
        .iter()
        .zip(game.views())
        .map(|(runs, view)| runs.len().saturating_mul(view.actions.len()))
        .sum();
    if numbers as u128 > MAX_NUMBERS {
        return Err(FormError::TooLong(format!(
            "{numbers} probabilities, expected at most {MAX_NUMBERS} for a computer algebra \
             system; --format json names those \
             that are not 0"
        )));
    }
    let number = |number: &Rational| system.number(number);
    let index = |index: usize| system.index(index).to_string();
    let view = |view: &rational_bluff::game::View| {
        let actions = list(view.actions.iter().map(|action| quoted(action)));
        list([index(view.player.index()), quoted(&view.name), actions])
    };
    let strategy = |runs: &Vec<(u64, u64, Vec<Rational>)>| {
        list(runs.iter().map(|(first, last, row)| {
            list([first.to_string(), last.to_string(), list(row.iter().map(number))])
        }))
    };
    let range =
        |range: &&Piecewise| {
            list(joined([*range]).map(|(first, last, row)| {
                list([first.to_string(), last.to_string(), number(&row[0])])
            }))
        };
    let paths = paths(game);
    let leaf = |(leaf, path): (&rational_bluff::game::Leaf, &Vec<(usize, usize)>)| {
        list([
            list(path.iter().map(|(view, action)| list([index(*view), index(*action)]))),
            list(leaf.paid.iter().map(|paid| number(paid.amount()))),
            list(leaf.live.iter().map(|player| index(player.index()))),
        ])
    };
    let mut text = String::new();
    let about = [
        &format!("{}: what every card plays, by runs of cards, in fractions.", game.label()),
        system.notes(),
        &text::certificate_lines(&solution.certificate).join("\n"),
        &bibtex(solution),
    ];
    for line in about.iter().flat_map(|text| text.lines()) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {}", system.remark(), plain(line));
    }
    text.push('\n');
    text.push_str(system.preface());
    for (name, shown) in [
        ("label", quoted(&game.label())),
        ("values", list(solution.values.iter().map(number))),
        ("copies", game.copies().to_string()),
        ("views", lines(game.views().iter().map(view))),
        ("strategies", lines(strategies.iter().map(strategy))),
        ("ranges", lines(ranges.iter().map(range))),
        ("leaves", lines(game.leaves().iter().zip(&paths).map(leaf))),
    ] {
        text.push_str(&system.assigned(name, &shown));
    }
    let lasts: BTreeSet<u64> = strategies
        .iter()
        .flatten()
        .map(|run| run.1)
        .chain(ranges.iter().flat_map(|range| range.breaks()))
        .collect();
    let deals = lasts.len().checked_pow(game.players().len() as u32).unwrap_or(usize::MAX);
    text.push('\n');
    if deals.saturating_mul(game.leaves().len()) <= MAX_TERMS {
        text.push_str(system.check());
    } else {
        let _ = writeln!(
            text,
            "{} Too many cases to sum up here: bluff verify checks the document.",
            system.remark()
        );
    }
    Ok(text)
}

/// For each end of the hand, the actions that lead to it: view and action, from the root.
fn paths(game: &Game) -> Vec<Vec<(usize, usize)>> {
    let mut paths = vec![Vec::new(); game.leaves().len()];
    let mut open = vec![(0, Vec::new())];
    while let Some((node, path)) = open.pop() {
        match &game.nodes()[node] {
            Node::Deal { .. } => {}
            Node::Over(leaf) => paths[*leaf] = path,
            Node::Act { view, children } => {
                open.extend(children.iter().enumerate().map(|(action, child)| {
                    let mut further = path.clone();
                    further.push((*view, action));
                    (*child, further)
                }))
            }
        }
    }
    paths
}

/// A list on one line, as all three systems write it.
pub(crate) fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

/// A list with an item on each line.
fn lines(items: impl IntoIterator<Item = String>) -> String {
    format!("[\n  {}\n]", items.into_iter().collect::<Vec<_>>().join(",\n  "))
}

/// Text between double quotes, as all three systems read it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", plain(text).replace('\\', "\\\\").replace('"', "\\\""))
}

impl AlgebraSystem {
    /// The start of a line that is a remark.
    pub(crate) fn remark(self) -> &'static str {
        match self {
            Self::Maple | Self::Sage => "#",
            Self::Pari => "\\\\",
        }
    }

    fn notes(self) -> &'static str {
        match self {
            Self::Maple => {
                "To run it: read \"FILE.mpl\"; Players, views and actions are counted from 1."
            }
            Self::Sage => {
                "To run it: load(\"FILE.sage\"), or python3 FILE.sage. Players, views and actions \
                 are counted from 0."
            }
            Self::Pari => {
                "To run it: gp -q FILE.gp. Players, views and actions are counted from 1."
            }
        }
    }

    /// Lines before the first number.
    pub(crate) fn preface(self) -> &'static str {
        match self {
            Self::Maple | Self::Pari => "",
            Self::Sage => {
                "try:\n    QQ\nexcept NameError:\n    from fractions import Fraction as QQ\n\n"
            }
        }
    }

    fn index(self, index: usize) -> usize {
        match self {
            Self::Maple | Self::Pari => index + 1,
            Self::Sage => index,
        }
    }

    /// A number as the system reads it.
    pub(crate) fn number(self, number: &Rational) -> String {
        match self {
            // Python would divide in floating point.
            Self::Sage if !number.is_integer() => format!("QQ(\"{number}\")"),
            _ => number.to_string(),
        }
    }

    /// A line that gives a value a name.
    pub(crate) fn assigned(self, name: &str, value: &str) -> String {
        match self {
            Self::Maple => format!("{name} := {value}:\n"),
            Self::Sage => format!("{name} = {value}\n"),
            Self::Pari => format!("{{{name} = {value};}}\n"),
        }
    }

    /// Lines that sum up what the strategies pay, over all deals, and compare it with the values.
    ///
    /// Cards of a piece are played alike, so whoever is still in with the highest piece wins
    /// equally often: they share the pot.
    fn check(self) -> &'static str {
        match self {
            Self::Maple => include_str!("check.mpl"),
            Self::Sage => include_str!("check.sage"),
            Self::Pari => include_str!("check.gp"),
        }
    }
}
