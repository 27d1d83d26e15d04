//! Parts of family documents: classes, single decks, numbers.

use serde::{Deserialize, Serialize};

use bluff_exact::germ::Germ;
use bluff_exact::json::{Object, present};
use bluff_exact::{Rational, counted, excerpt};

use super::super::lines::MAX_LINE;
use super::super::{ClassRun, FamilyClass, FamilyError, WholeLine};
use super::rows::{Coefficients, GermBlock, RowBlock};
use super::{candidate, malformed};
use crate::certificate::format::{DocumentError, SpelledNumber};
use crate::certificate::{Candidate, Solution};
use crate::game::{Game, MAX_CARDS, Player, View};
use crate::strategy::{Profile, ProfileError, Run, ViewStrategy};

/// The most runs of a class, of all views together.
const MAX_RUNS: usize = 4_000;

/// Strategies by view, in the order of the document; each has the runs of cards that are played
/// alike.
type Strategies<R> = Vec<Vec<Object<R>>>;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassBlock {
    residue: String,
    from: String,
    strategies: Strategies<ClassRunBlock>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeckBlock {
    pub(super) n: String,
    strategies: Strategies<DeckRunBlock>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassRunBlock {
    to: [String; 2],
    actions: RowBlock<GermBlock>,
    /// Denominator of the probabilities, which are numerators then.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    over: Option<Coefficients>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckRunBlock {
    to: String,
    actions: RowBlock<SpelledNumber>,
}

impl ClassBlock {
    pub(super) fn of(game: &Game, residue: u64, class: &FamilyClass) -> Self {
        let run = |view: &View, run: &ClassRun| {
            let (row, over) = GermBlock::row(&run.actions);
            let named = view.actions.iter().cloned().zip(row);
            let taken = named.zip(&run.actions).filter(|(_, germ)| !germ.is_zero());
            let actions = RowBlock::of(taken.map(|(entry, _)| entry).collect());
            Object(ClassRunBlock { to: line_text(run.to), actions, over })
        };
        let views = game.views().iter().zip(&class.strategies);
        let views = views.map(|(view, runs)| runs.iter().map(|one| run(view, one)).collect());
        let [residue, from] = [residue, class.from].map(|number| number.to_string());
        Self { residue, from, strategies: views.collect() }
    }

    pub(super) fn runs(&self) -> usize {
        self.strategies.iter().map(Vec::len).sum()
    }

    /// The class; `places` has the view of the game for each strategy.
    pub(super) fn read(
        self,
        game: &Game,
        places: &[usize],
        residue: u64,
    ) -> Result<FamilyClass, FamilyError> {
        if self.residue != residue.to_string() {
            return Err(malformed("expected the residues in order, from 0"));
        }
        if self.runs() > MAX_RUNS {
            return Err(malformed(format!("expected at most {MAX_RUNS} runs")));
        }
        if self.strategies.len() != places.len() {
            return Err(malformed(format!("expected {} strategies", places.len())));
        }
        let mut strategies = vec![Vec::new(); places.len()];
        for (place, runs) in places.iter().zip(self.strategies) {
            let view = &game.views()[*place];
            let run = |Object(block): Object<ClassRunBlock>| {
                let mut actions = vec![Germ::from(Rational::ZERO); view.actions.len()];
                for (action, probability) in block.actions.entries() {
                    let probability = probability.read(block.over.as_ref())?;
                    actions[action_index(view, &action)?] = probability;
                }
                Ok(ClassRun { to: line(&block.to)?, actions })
            };
            strategies[*place] = runs.into_iter().map(run).collect::<Result<_, FamilyError>>()?;
        }
        Ok(FamilyClass { from: whole(&self.from)?, strategies })
    }
}

/// The place of each of these views in the game, whose views they are, each once.
pub(super) fn places(
    game: &Game,
    views: impl Iterator<Item = (String, String)>,
) -> Result<Vec<usize>, FamilyError> {
    let mut places = Vec::with_capacity(game.views().len());
    for (player, view) in views {
        let player: Player = player.parse().map_err(super::no_game)?;
        let Some((place, _)) = game.views_of(player).find(|(_, known)| known.name == view) else {
            return Err(refused(ProfileError::unknown_view(game, player, &excerpt(&view))));
        };
        if places.contains(&place) {
            return Err(refused(ProfileError::view_twice(player, &view)));
        }
        places.push(place);
    }
    match (0..game.views().len()).find(|place| !places.contains(place)) {
        None => Ok(places),
        Some(place) => Err(refused(ProfileError::missing_view(&game.views()[place]))),
    }
}

impl DeckBlock {
    pub(super) fn of(solution: &Solution) -> Self {
        let run = |Run { last, actions, .. }: Run| {
            let taken = actions.into_iter().filter(|(_, probability)| !probability.is_zero());
            let actions = taken.map(|(action, probability)| (action, SpelledNumber(probability)));
            let actions = RowBlock::of(actions.collect());
            Object(DeckRunBlock { to: last.to_string(), actions })
        };
        let strategies = solution.profile.to_runs(&solution.game).into_iter();
        let strategies = strategies.map(|strategy| strategy.runs.into_iter().map(run).collect());
        Self { n: solution.game.n().to_string(), strategies: strategies.collect() }
    }

    /// The number of cards and the equilibrium; `places` has the view of the game for each
    /// strategy.
    pub(super) fn read(
        self,
        game: &Game,
        places: &[usize],
    ) -> Result<(u64, Candidate), FamilyError> {
        let n = deck_size(&self.n)?;
        if self.strategies.len() != places.len() {
            return Err(malformed(format!("expected {} strategies", places.len())));
        }
        let game = game.clone().with_deck(n, 1).map_err(super::no_game)?;
        let strategy = |(place, runs): (&usize, Vec<Object<DeckRunBlock>>)| {
            let View { player, name, .. } = &game.views()[*place];
            let mut before = 0;
            let run = |Object(DeckRunBlock { to, actions }): Object<DeckRunBlock>| {
                let (first, last) = (before + 1, whole(&to)?);
                before = last;
                let actions = actions.entries().into_iter();
                let actions = actions.map(|(action, SpelledNumber(number))| (action, number));
                Ok(Run { first, last, actions: actions.collect() })
            };
            let runs = runs.into_iter().map(run).collect::<Result<_, FamilyError>>()?;
            Ok(ViewStrategy { player: *player, view: name.clone(), runs })
        };
        let strategies = places.iter().zip(self.strategies).map(strategy);
        let strategies = strategies.collect::<Result<Vec<_>, FamilyError>>()?;
        let profile = Profile::from_runs(&game, &strategies).map_err(DocumentError::from)?;
        Ok((n, candidate(profile)))
    }
}

fn action_index(view: &View, action: &str) -> Result<usize, FamilyError> {
    let found = view.actions.iter().position(|known| known == action);
    found.ok_or_else(|| refused(ProfileError::unknown_action(view, &excerpt(action))))
}

fn refused(error: ProfileError) -> FamilyError {
    FamilyError::Document(error.into())
}

fn line_text(line: WholeLine) -> [String; 2] {
    [line.slope.to_string(), line.constant.to_string()]
}

fn line([slope, constant]: &[String; 2]) -> Result<WholeLine, FamilyError> {
    let number = |text: &String| {
        let number = Rational::from_canonical(text).ok().filter(Rational::is_integer);
        let number = number.and_then(|number| i64::try_from(number.to_i128()?).ok());
        number.filter(|number| number.abs() <= MAX_LINE).ok_or_else(|| {
            malformed(format!("“{}”, expected a whole number up to {MAX_LINE}", excerpt(text)))
        })
    };
    Ok(WholeLine { slope: number(slope)?, constant: number(constant)? })
}

/// A whole number of at least 0 without leading zeros.
fn whole(text: &str) -> Result<u64, FamilyError> {
    let number = text.parse().ok().filter(|number: &u64| *number <= MAX_CARDS);
    number.filter(|number| number.to_string() == text).ok_or_else(|| {
        malformed(format!("“{}”, expected a whole number up to {MAX_CARDS}", excerpt(text)))
    })
}

/// The number of cards of a deck.
pub(super) fn deck_size(text: &str) -> Result<u64, FamilyError> {
    whole(text).and_then(|n| match n {
        0 | 1 => Err(malformed(counted(n, "card", "cards") + ", expected at least 2")),
        n => Ok(n),
    })
}
