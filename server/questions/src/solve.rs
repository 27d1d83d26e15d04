//! Equilibria of a game, and its linear program: the form decides.

use std::time::Duration;

use bluff_report::equity::{later_weight, overridden};
use bluff_report::forms::FORMS;
use bluff_report::picture::own_tree;
use bluff_report::pio::PlaceRanges;
use bluff_report::{colour, documents, picture, text};
use rational_bluff::certificate::format::CheckedTree;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::solve::{
    Control, MAX_STARTS, Method, Saturated, Search, Starts, TextFormat, solve_all_from,
};
use rational_bluff::spot::Spot;

use crate::context::{AnswerContext, WorkNews};
use crate::cost::affordable_in_full;
use crate::error::Error;
use crate::face::FaceReport;
use crate::field::{FieldKind, QuestionField, whole};
use crate::game::{AskedGame, with_deck_or_tree};
use crate::given::{Given, not_allowed, unexpected};
use crate::interval::{self, BoundsReport};
use crate::lock;
use crate::nearest::{gain_within, nearest};
use crate::number::parse_starts;
use crate::question::{FormName, Question, Report, ReportForm};
use crate::tree::{self, SolvedGame};
use crate::written::{has_theorem, mix, program, theorem};

/// A question for equilibria of a game, or for its linear program.
#[derive(Clone, Debug)]
pub struct SolveQuestion {
    game: SolvedGame,
    method: Method,
    starts: Option<Starts>,
    scope: SolveScope,
    lock: Option<String>,
    within: Rational,
    /// The spot of hold'em that the game is.
    spot: Option<Box<Spot>>,
    /// The place of the spot whose ranges are wanted.
    path: Option<String>,
}

/// The number of equilibria that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SolveScope {
    /// One equilibrium.
    One,
    /// Every equilibrium found, of three or more players.
    All,
    /// All optimal strategies, of two players.
    Face,
}

/// The answer to a [`SolveQuestion`].
#[derive(Debug)]
pub enum SolveReport {
    /// An equilibrium, and the proof that larger bets change nothing.
    One(Box<Certified<Solution>>, Option<String>),
    /// Strategies of which somebody gains by deviating, and why they are no answer, unless the
    /// gains are as small as was asked for.
    Near(Box<Certified<Solution>>, Option<String>),
    /// Every equilibrium found.
    All(Search),
    /// All optimal strategies.
    Face(FaceReport),
    /// Bounds on the value of a spot.
    Bounds(Box<BoundsReport>),
    /// The equilibrium of a tree, and what a lock changes.
    Tree(Box<CheckedTree>, Option<String>),
    /// A text in the one form that was wanted.
    Written(String),
}

/// The field of the method by which an equilibrium is found.
pub(crate) fn method() -> QuestionField {
    let about = "auto, threshold, readable, lp, runs, normal-form or search [default: auto]";
    QuestionField::new(FieldKind::Optional, "method", "METHOD", about, "lp")
}

/// The method of that field.
///
/// Errors: `UnknownMethod`.
pub(crate) fn read_method(given: &Given) -> Result<Method, Error> {
    Ok(given.text("method").map_or(Ok(Method::Auto), str::parse)?)
}

impl Question for SolveQuestion {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Finds a Nash equilibrium, with a certificate that proves it";
    const MORE: &'static str = "";
    const EXAMPLES: &'static [&'static str] = &[
        "von-neumann/n28-b4",
        "von-neumann -n 28 -b 4 --json -o answer.json",
        "newman -n 14 -b max --format lprint",
        "one-street -n 28 -s 1,5/2,7",
        "kuhn -n 3 -b 1 --face",
        "three-player -n 4 -b 1 --all --method search --starts 500 --seed 1",
        "my-game.json",
        "turn.json --within 1/1000 --seconds 60",
    ];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("game", "von-neumann/n3-b1")];
    type Report = SolveReport;

    fn fields() -> Vec<QuestionField> {
        use FieldKind::Flag;
        let face = "All optimal strategies: least and greatest probability of each action";
        let all = "Every equilibrium found, for three or more players";
        let starts = "Number of starts of a search [default: 64]";
        let seed = "The seed of the starts of a search [default: 0]";
        let within = "The gain of a player, in antes, that a search may leave [default: 0]; the \
                      part of the pot, of a spot";
        let more = [
            method(),
            QuestionField::new(Flag, "face", "", face, "true"),
            QuestionField::new(Flag, "all", "", all, "true"),
            QuestionField::new(whole(1, MAX_STARTS), "starts", "K", starts, "500"),
            QuestionField::new(whole(0, u64::MAX), "seed", "S", seed, "1"),
            lock::field(),
            QuestionField::new(FieldKind::Optional, "within", "E", within, "1/1000"),
        ];
        with_deck_or_tree().chain(more).chain(interval::fields()).collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let method = read_method(given)?;
        let starts = parse_starts(given.text("starts"), given.text("seed"))?;
        let scope = match (given.flag("all"), given.flag("face")) {
            (false, false) => SolveScope::One,
            (true, false) => SolveScope::All,
            (false, true) if starts.is_none() => SolveScope::Face,
            (_, true) => {
                return Err(not_allowed("face beside all, starts or seed", "it without them"));
            }
        };
        let game = SolvedGame::read(given, method)?;
        let within = match game {
            // A spot reads its own.
            SolvedGame::Bounded(_) => Rational::ZERO,
            _ => gain_within(given)?,
        };
        let lock = given.text("lock").map(str::to_owned);
        if lock.is_some() && scope != SolveScope::One {
            return Err(not_allowed("a lock beside all or face", "one of them"));
        }
        let text = given.needed("game");
        let spot = Spot::board_of(text).and_then(|_| Spot::read(text).ok()).map(Box::new);
        let path = given.text("path").map(str::to_owned);
        if let (Some(path), None) = (&path, &spot) {
            return Err(unexpected("path", path, "none but for a spot of hold'em"));
        }
        Ok(Self { game, method, starts, scope, lock, within, spot, path })
    }

    fn title(&self) -> String {
        self.game.title()
    }

    fn drawn_at(&self) -> Option<String> {
        let game = self.game.poker().filter(|_| self.lock.is_none());
        Some(format!("/{}", game?.label()?))
    }

    fn solves(&self) -> Option<(Game, Method)> {
        let game = self.game.poker().filter(|_| self.lock.is_none());
        Some((game?.known()?.clone(), self.method))
    }

    fn has_form(&self, form: &str) -> bool {
        if form == "pio" || self.path.is_some() {
            return form == "pio" && self.scope == SolveScope::One && self.spot.is_some();
        }
        let is_free = self.lock.is_none() || !["mix", "coq"].contains(&form);
        let has_more = match self.game {
            SolvedGame::Poker(_) => self.scope == SolveScope::One && is_free,
            SolvedGame::Tree(_) => form == "svg",
            SolvedGame::Bounded(_) => false,
        };
        has_more || ["text", "json"].contains(&form)
    }

    fn cost(&self) -> Result<Duration, Error> {
        if self.scope == SolveScope::Face {
            self.game.poker().and_then(AskedGame::known).map_or(Ok(()), affordable_in_full)?;
        }
        let method = match (&self.lock, self.game.poker()) {
            (Some(_), Some(game)) => lock::method_of_cost(game.known(), self.method),
            _ if self.scope == SolveScope::Face => Method::Lp,
            _ => self.method,
        };
        match self.starts {
            // A search, also of a game that needs none.
            Some(_) => self.game.cost(method).map(|_| Duration::MAX),
            None => self.game.cost(method),
        }
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<SolveReport, Error> {
        let Self { game, method, starts, scope, lock, within, spot, path } = self;
        let path = path.unwrap_or_default();
        let game = match game {
            SolvedGame::Poker(game) => game,
            SolvedGame::Bounded(spot) => {
                let bounds = spot.answer(work)?;
                return Ok(match work.form {
                    "pio" => SolveReport::Written(bounds.ranges_at(&path)?),
                    _ => SolveReport::Bounds(Box::new(bounds)),
                });
            }
            SolvedGame::Tree(file) => {
                let (tree, change) = lock::answer_of_tree(*file, lock.as_deref(), work.control)?;
                return Ok(SolveReport::Tree(Box::new(tree), change));
            }
        };
        if let Some(hands) = spot.as_ref().and_then(|spot| overridden(spot.ranges.each_ref())) {
            (work.say)(WorkNews::Line(&later_weight(&hands)));
        }
        let (mut game, saturated) = game.found(work.control)?;
        if let Some(lock) = lock {
            let free = game.clone();
            game = lock::locked_by(game, &lock)?;
            if !["lp", "mps"].contains(&work.form) {
                let form = work.form;
                let (solution, change) = lock::answer(&free, &game, (method, starts), work)?;
                if let ("pio", Some(spot)) = (form, &spot) {
                    let ranges = PlaceRanges::of_river(spot, &solution, &path)?;
                    return Ok(SolveReport::Written(ranges.text()));
                }
                return Ok(SolveReport::One(Box::new(solution), Some(change)));
            }
        }
        Ok(match (scope, work.form) {
            (SolveScope::Face, _) => SolveReport::Face(FaceReport::of(game, work.control)?),
            (SolveScope::All, _) => {
                SolveReport::All(solve_all_from(&game, method, starts, work.control)?)
            }
            (_, "lp") => SolveReport::Written(program(&game, method, starts, TextFormat::CplexLp)?),
            (_, "mps") => SolveReport::Written(program(&game, method, starts, TextFormat::Mps)?),
            (_, "mix") => SolveReport::Written(mix(&game, method, work.control)?),
            (_, form) => {
                if form == "coq" {
                    has_theorem(&game)?;
                }
                let proof = saturated.as_ref().map(|found| found.proof.to_string());
                let solution = match saturated {
                    // Solved and checked with the proof.
                    Some(Saturated { solution, .. })
                        if starts.is_none()
                            && matches!(method, Method::Auto | Method::Threshold) =>
                    {
                        solution
                    }
                    _ => match work.solver.solve(&game, method, starts, work.control) {
                        Ok(solution) => solution,
                        Err(error) => return near(&game, error, &within, work.control),
                    },
                };
                match spot.filter(|_| form == "pio") {
                    Some(spot) => {
                        let ranges = PlaceRanges::of_river(&spot, &solution, &path)?;
                        SolveReport::Written(ranges.text())
                    }
                    None => SolveReport::One(Box::new(solution), proof),
                }
            }
        })
    }
}

/// [`nearest`], and whether that is near enough.
///
/// Errors: those of [`nearest`].
fn near(
    game: &Game,
    error: Error,
    within: &Rational,
    control: &Control,
) -> Result<SolveReport, Error> {
    let vain = error.to_string();
    let judged = nearest(game, error, control)?;
    let is_within = judged.certificate.gains().iter().all(|gain| gain <= within);
    let reason = (!is_within).then_some(vain);
    Ok(SolveReport::Near(Box::new(judged), reason))
}

impl SolveReport {
    /// The equilibrium in a form that equilibria alone have; any text that was written.
    fn one(
        &self,
        write: impl FnOnce(&Certified<Solution>) -> Result<String, Error>,
    ) -> Result<String, Error> {
        match self {
            Self::One(solution, _) | Self::Near(solution, _) => write(solution),
            Self::Written(text) => Ok(text.clone()),
            // Refused before the work.
            Self::All(_) | Self::Face(_) | Self::Bounds(_) | Self::Tree(..) => {
                Err(Error::Internal("no such form".to_owned()))
            }
        }
    }
}

impl Report for SolveReport {
    const SCHEMA: &'static str = "Answer";

    fn forms() -> Vec<ReportForm<Self>> {
        let text = |report: &Self, paint| match report {
            Self::One(solution, Some(change)) if solution.game.is_locked() => {
                format!("{change}\n\n{}", colour::solution(solution, paint))
            }
            Self::One(solution, _) | Self::Near(solution, _) => colour::solution(solution, paint),
            Self::All(found) => text::solutions(found, paint),
            Self::Face(face) => face.text(paint),
            Self::Bounds(bounds) => bounds.text(paint),
            Self::Tree(tree, change) => {
                let change = change.as_ref().map(|change| format!("{change}\n\n"));
                change.unwrap_or_default() + &tree::solution(tree, paint)
            }
            Self::Written(text) => text.clone(),
        };
        let forms = FORMS.iter().map(|form| {
            let FormName { name, suffix, .. } = form.name;
            let suffix = if suffix == "txt" { name } else { suffix };
            let name = FormName { suffix, ..form.name };
            ReportForm::new(name, move |report: &Self, _| match report {
                Self::All(found) => Ok(documents(&found.solutions)),
                Self::Face(face) => Ok(face.json()),
                Self::Bounds(bounds) => Ok(bounds.json()),
                Self::Tree(tree, _) => {
                    tree.to_json().map_err(|error| Error::Internal(error.to_string()))
                }
                report => report.one(|solution| Ok((form.write)(solution)?)),
            })
        });
        let svg = |report: &Self| match report {
            Self::Tree(tree, _) => Ok(own_tree::alone(tree)),
            report => report.one(|solution| Ok(picture::solution(solution))),
        };
        // Only a theorem is written from an equilibrium; the others are without one.
        let written = |names, about| {
            ReportForm::new(FormName::new(names, about), |report: &Self, _| report.one(theorem))
        };
        let lp = "The linear program itself, as CPLEX LP text";
        let mps = "The linear program itself, as free MPS text";
        let mix = "The paper's mixture over pure strategies; with method normal-form";
        let coq = "A theorem that coqc checks; one-street games";
        let pio = "Both ranges at a place of a spot, for PioViewer";
        let others = [
            ReportForm::svg("The strategies as a picture", svg),
            written(["lp", "lp", "text/x-cplex-lp"], lp),
            written(["mps", "mps", "text/x-mps"], mps),
            written(["mix", "mix", "text/x-mixture"], mix),
            written(["coq", "v", "text/x-coq"], coq),
            written(["pio", "pio", "text/x-pio"], pio),
        ];
        let text = ReportForm::text("Advice in words", text);
        [text].into_iter().chain(forms).chain(others).collect()
    }

    fn note(&self) -> Option<String> {
        match self {
            Self::One(solution, proof) if !solution.game.is_locked() => proof.clone(),
            _ => None,
        }
    }

    fn no(&self) -> Option<String> {
        if let Self::Near(_, reason) = self { reason.clone() } else { None }
    }
}
