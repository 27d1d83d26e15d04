//! Lists of pure equilibria of von Neumann's game, every one of them certified.

use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::pure::{PureEquilibrium, profile_sets};
use rational_bluff::solve::Control;
use rational_bluff::sweep::{first_pure, pure_game};
use serde::Serialize;

use crate::error::Error;

use super::text::Paint;

/// What is asked about the pure equilibria of a game.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Only those in cuts: I checks the cards from A to B, II calls from C up.
    pub cuts: bool,
    /// Only how many there are.
    pub count: bool,
    /// List at most so many; they are counted all the same.
    pub limit: usize,
}

/// The pure equilibria found.
#[derive(Debug, Serialize)]
pub struct List {
    game: String,
    n: String,
    b: Rational,
    cuts: bool,
    /// How many there are, listed or not.
    count: String,
    /// Whether all of them are listed, or only the count was asked.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    equilibria: Option<Vec<Entry>>,
}

#[derive(Debug, Serialize)]
struct Entry {
    bets: Vec<String>,
    calls: Vec<String>,
    value: Rational,
    #[serde(skip)]
    sets: PureEquilibrium,
}

/// The pure equilibria of von Neumann's game: how many there are, and the first of them, each certified before it is
/// listed. The count is covered by no certificate; see [`first_pure`] for what it rests on.
///
/// Errors: those of the library for any other game, and for decks that are too large.
pub fn find(game: &Game, question: Question, control: &Control) -> Result<List, Error> {
    let (n, b) = &pure_game(game)?;
    let Question { cuts, count, limit } = question;
    let (total, found) = first_pure(game, cuts, if count { 0 } else { limit }, control)?;
    let complete = count || Rational::from(found.len()) == total;
    let entry = |(sets, value): (PureEquilibrium, Rational)| {
        let text = |cards: &[u64]| cards.iter().map(u64::to_string).collect();
        Entry { bets: text(&sets.bets), calls: text(&sets.calls), value, sets }
    };
    Ok(List {
        game: game.name().to_owned(),
        n: n.to_string(),
        b: b.clone(),
        cuts,
        count: total.to_string(),
        complete,
        equilibria: (!count).then(|| found.into_iter().map(entry).collect()),
    })
}

impl List {
    /// What was looked for and is not there, in words; `None` if anything was found.
    pub fn none(&self) -> Option<String> {
        let kind = if self.cuts { "equilibrium in cuts" } else { "pure equilibrium" };
        (self.count == "0").then(|| format!("{} with n = {}, b = {} has no {kind}", self.game, self.n, self.b))
    }

    /// How many of them are listed, in words; `None` if all are.
    pub fn partial(&self) -> Option<String> {
        let listed = self.equilibria.as_ref().map_or(0, Vec::len);
        (!self.complete).then(|| format!("the first {listed} of {}; --limit K lists more or fewer", self.count))
    }

    /// The list as JSON.
    pub fn json(&self) -> String {
        super::json(self)
    }

    /// The paper's set, or the number alone if only that was asked.
    pub fn lprint(&self) -> String {
        match &self.equilibria {
            Some(entries) => super::lprint::pure(entries.iter().map(|entry| (&entry.sets, &entry.value))),
            None => format!("{}\n", self.count),
        }
    }

    /// The list in words.
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
        for Entry { sets, value, .. } in self.equilibria.iter().flatten() {
            lines.push(line(sets, value));
        }
        lines.join("\n") + "\n"
    }
}

/// Certified pure equilibria as the paper's set, with an end of line.
pub fn set(solutions: &[Certified<Solution>]) -> String {
    let entries: Vec<(PureEquilibrium, Rational)> = entries(solutions);
    super::lprint::pure(entries.iter().map(|(sets, value)| (sets, value)))
}

/// Certified pure equilibria of a game in words, a line each.
pub fn advice(label: &str, cuts: bool, solutions: &[Certified<Solution>]) -> String {
    let lines = entries(solutions).into_iter().map(|(sets, value)| line(&sets, &value));
    let head = format!("{label}\n\nEquilibria ({})  {}", kind(cuts), solutions.len());
    std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n") + "\n"
}

fn entries(solutions: &[Certified<Solution>]) -> Vec<(PureEquilibrium, Rational)> {
    let entry = |solution: &Certified<Solution>| (profile_sets(&solution.profile), solution.values[0].clone());
    solutions.iter().map(entry).collect()
}

fn kind(cuts: bool) -> &'static str {
    if cuts { "in cuts" } else { "pure" }
}

fn line(sets: &PureEquilibrium, value: &Rational) -> String {
    let (bets, calls) = (super::lprint::set(&sets.bets), super::lprint::set(&sets.calls));
    format!("  player I bets {bets}, player II calls {calls}: value {value}")
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;

    use super::*;

    fn list(label: &str, question: Question) -> List {
        find(&parse_label(label).unwrap(), question, &Control::new()).unwrap()
    }

    #[test]
    fn the_three_of_seven_cards() {
        let all = list("von-neumann/n7-b2", Question { cuts: false, count: false, limit: 100 });
        assert_eq!(all.lprint(), "{[{1,6,7},{3,6,7},2/21], [{1,6,7},{4,6,7},2/21], [{1,6,7},{5,6,7},2/21]}\n");
        let json: serde_json::Value = serde_json::from_str(&all.json()).unwrap();
        assert_eq!((&json["count"], &json["complete"]), (&"3".into(), &true.into()));
        assert_eq!(
            json["equilibria"][0],
            serde_json::json!({"bets": ["1","6","7"], "calls": ["3","6","7"], "value": "2/21"})
        );
    }

    #[test]
    fn a_limit_says_how_many_there_are() {
        let some = list("von-neumann/n7-b2", Question { cuts: false, count: false, limit: 2 });
        assert!(some.text(Paint::Plain).contains("Equilibria (pure)  3, the first 2\n"));
        let three = list("von-neumann/n7-b2", Question { cuts: false, count: true, limit: 2 });
        assert_eq!((three.lprint().as_str(), three.complete), ("3\n", true));
        assert_eq!((three.partial(), some.partial().is_some()), (None, true));
    }

    #[test]
    fn none_is_an_answer_and_other_games_are_not() {
        let none = list("von-neumann/n7-b2", Question { cuts: true, count: false, limit: 2 });
        assert_eq!(none.lprint() == "{}\n", none.none().is_some());
        let kuhn = parse_label("kuhn/n3-b1").unwrap();
        let error = find(&kuhn, Question { cuts: true, count: false, limit: 2 }, &Control::new()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "pure equilibria are listed for von-neumann with one copy of each card, not kuhn/n3-b1"
        );
    }
}
