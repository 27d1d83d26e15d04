//! Lists of pure equilibria of von Neumann's game, every one of them certified.

use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::control::check_cancelled;
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::pure::{PureEquilibrium, profile_sets};
use serde::{Serialize, Serializer};

use crate::text::Paint;

/// The pure equilibria of a game.
#[derive(Debug, Serialize)]
pub struct PureReport {
    game: String,
    n: String,
    b: Rational,
    cuts: bool,
    /// Their number, listed or not.
    count: String,
    /// True if all of them are listed, or only their number is wanted.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_texts")]
    equilibria: Option<Vec<(PureEquilibrium, Rational)>>,
}

/// Equilibria in a document, where cards are texts. Only one of them at a time has texts: a long
/// list would take many times its memory.
fn in_texts<S: Serializer>(
    listed: &Option<Vec<(PureEquilibrium, Rational)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let texts = |cards: &[u64]| cards.iter().map(u64::to_string).collect::<Vec<_>>();
    serializer.collect_seq(listed.iter().flatten().map(|(sets, value)| {
        check_cancelled();
        object! { bets: texts(&sets.bets), calls: texts(&sets.calls), value }
    }))
}

impl PureReport {
    /// The list of a game with bet `b`; `listed` has its equilibria, unless only their number is
    /// wanted.
    pub fn new(
        game: &Game,
        b: &Rational,
        cuts: bool,
        count: &Rational,
        listed: Option<Vec<(PureEquilibrium, Rational)>>,
    ) -> Self {
        Self {
            game: game.name().to_owned(),
            n: game.n().to_string(),
            b: b.clone(),
            cuts,
            count: count.to_string(),
            complete: listed.as_ref().is_none_or(|listed| Rational::from(listed.len()) == *count),
            equilibria: listed,
        }
    }

    /// The message of an empty list; `None` if there are any.
    pub fn none(&self) -> Option<String> {
        let kind = if self.cuts { "equilibrium in cuts" } else { "pure equilibrium" };
        (self.count == "0")
            .then(|| format!("{} with n = {}, b = {} has no {kind}", self.game, self.n, self.b))
    }

    /// The message of an incomplete list; `None` if all are listed.
    pub fn partial(&self) -> Option<String> {
        let listed = self.equilibria.as_ref().map_or(0, Vec::len);
        (!self.complete)
            .then(|| format!("the first {listed} of {}; --limit K lists more or fewer", self.count))
    }

    /// The paper's set, or the number alone if only that is wanted.
    pub fn lprint(&self) -> String {
        match &self.equilibria {
            Some(entries) => crate::lprint::pure(entries),
            None => format!("{}\n", self.count),
        }
    }

    /// The list as text.
    pub fn text(&self, paint: Paint) -> String {
        let Self { game, n, b, count, .. } = self;
        let kind = kind(self.cuts);
        let listed = self.equilibria.as_ref().map_or(0, Vec::len);
        let more = if self.complete { String::new() } else { format!(", the first {listed}") };
        let mut lines = vec![
            paint.heading(&format!("{game} with n = {n}, b = {b}")),
            String::new(),
            format!("Equilibria ({kind})  {count}{more}"),
        ];
        for (sets, value) in self.equilibria.iter().flatten() {
            check_cancelled();
            lines.push(line(sets, value));
        }
        lines.join("\n") + "\n"
    }
}

/// Certified pure equilibria as the paper's set, with an end of line.
pub fn set(solutions: &[Certified<Solution>]) -> String {
    crate::lprint::pure(&entries(solutions))
}

/// Certified pure equilibria of a game as text, a line each.
pub fn advice(label: &str, cuts: bool, solutions: &[Certified<Solution>]) -> String {
    let lines = entries(solutions).into_iter().map(|(sets, value)| line(&sets, &value));
    let head = format!("{label}\n\nEquilibria ({})  {}", kind(cuts), solutions.len());
    std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n") + "\n"
}

fn entries(solutions: &[Certified<Solution>]) -> Vec<(PureEquilibrium, Rational)> {
    let entry = |solution: &Certified<Solution>| {
        (profile_sets(&solution.profile), solution.values[0].clone())
    };
    solutions.iter().map(entry).collect()
}

fn kind(cuts: bool) -> &'static str {
    if cuts { "in cuts" } else { "pure" }
}

fn line(sets: &PureEquilibrium, value: &Rational) -> String {
    let (bets, calls) = (crate::lprint::set(&sets.bets), crate::lprint::set(&sets.calls));
    format!("  player I bets {bets}, player II calls {calls}: value {value}")
}
