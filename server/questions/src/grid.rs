//! Numbers over ranges of decks and stakes, without a plan file and without a catalogue.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bluff_report::grid::{GridCell, GridNumber, GridPlay, GridReport};
use rational_bluff::continuous;
use rational_bluff::game::{
    ARGUMENTS, CARDS, Family, Game, GameArguments, Parameter, ParameterKind, Spelling, Stakes,
    parse_label, read_label,
};
use rational_bluff::sweep::{first_pure, sweep};
use serde_json::{Map, Value, json};

use crate::context::AnswerContext;
use crate::cost::together;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::game::{contradiction, parameter};
use crate::given::{Given, in_words, unexpected};
use crate::limits::{MAP_CELLS, PURE_DECK};
use crate::over_http::{SHORT, limited, limited_field};
use crate::plan::{CellTable, CellVariant, Plan, PlanLimits};
use crate::question::{FormName, Question, Report, ReportForm};

/// Maximum number of cells of a grid.
const MAX_GRID: u128 = 100_000;

/// The plan of ranges by key: `2..40`, `2,3,5..9`; sets of sizes are separated by blanks or
/// semicolons. Keys without a text are left out.
///
/// Errors: those of arguments and plans.
pub fn grid_plan(
    family: &Family,
    ranges: &[(String, String)],
    limits: &PlanLimits,
) -> Result<Plan, Error> {
    // A grid takes the arguments of games only, without the other keys of a plan.
    let arguments = ranges.iter().map(|(key, text)| (key.as_str(), text.clone()));
    GameArguments::new(family.name, arguments, Spelling::Fields)?;
    let mut cells = Map::from_iter([("game".to_owned(), Value::from(family.name))]);
    for (key, text) in ranges {
        // Sets are lists of their own.
        let items: Vec<&str> = match Parameter::of_stakes(key).map(|parameter| parameter.kind) {
            Some(ParameterKind::Numbers) => text.split([' ', ';']).collect(),
            _ => text.split(',').collect(),
        };
        let items: Vec<&str> =
            items.into_iter().map(str::trim).filter(|item| !item.is_empty()).collect();
        cells.insert(key.clone(), Value::from(items));
    }
    if !cells.contains_key("n") {
        // A game of one deck needs no number of cards.
        let deck = family
            .only_deck()
            .ok_or_else(|| in_words("n", "", "n is missing", "cards such as 2..40"))?;
        cells.insert("n".to_owned(), json!([deck.to_string()]));
    }
    Plan::read_json(&json!({ "cells": [cells] }).to_string(), limits)
}

/// A question about every game of a grid.
#[derive(Debug)]
pub struct GridQuestion {
    game: &'static Family,
    table: Option<CellTable>,
    number: GridNumber,
    with_play: bool,
}

impl GridQuestion {
    fn cell(
        &self,
        table: &CellTable,
        cell: (u64, u32),
        work: AnswerContext<'_>,
    ) -> Result<GridCell, Error> {
        let label = table.key(cell).label;
        let game = parse_label(&label)?;
        let (number, play) = match self.number {
            GridNumber::Value => {
                let solution = work.solver.one_of_many(&game, work.control)?;
                let play = self.with_play.then(|| GridPlay::of(&solution));
                (solution.values[0].clone(), play.unwrap_or_default())
            }
            GridNumber::PureCount => {
                (first_pure(&game, false, 0, work.control)?.0, GridPlay::default())
            }
        };
        Ok(GridCell { n: cell.0, stakes: cell.1 as usize, label, number, play })
    }
}

impl Question for GridQuestion {
    const NAME: &'static str = "grid";
    const ABOUT: &'static str =
        "Gives values, or counts of pure equilibria, over ranges of decks and bets";
    const MORE: &'static str = "\
A range is 2..40, a list 2,3,5..9. Sets of bet sizes are separated by semicolons. Without ranges the
table has those of the game's map.";
    const EXAMPLES: &'static [&'static str] = &[
        "von-neumann -n 2..40 -b 1..10",
        "von-neumann/b2 -n 2..40 --format csv",
        "kuhn -n 3..8 -b 1 --strategies --format csv",
        "newman -n 2..14 -b 1..max --format svg > newman.svg",
        "one-street -n 5..9 -s '1;1,2'",
        "von-neumann -n 2..20 -b 2 --format bfile",
        "von-neumann -n 2..20 -b 2 --pure --format bfile",
    ];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] =
        &[("game", "von-neumann"), ("n", "2..4"), ("b", "2")];
    const OLD_NAME: Option<&'static str> = Some("table");
    type Report = GridReport;

    fn fields() -> Vec<QuestionField> {
        let game = Family::names() + ", or a label such as von-neumann/b2";
        let game = QuestionField::game(FieldKind::Place, game, "von-neumann/b2");
        let pure = "Count the pure equilibria of von-neumann instead";
        let pure = QuestionField::new(FieldKind::Flag, "pure", "", pure, "true");
        let play =
            "Beside each value, the strategies: where runs of cards begin, and probabilities";
        let play = QuestionField::new(FieldKind::Flag, "strategies", "", play, "true");
        let arguments = ARGUMENTS.into_iter().map(parameter);
        [game].into_iter().chain(arguments).chain([pure, play]).collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let (name, mut ranges) = named(given.needed("game"), given.arguments())?;
        let family = Family::known(&name)?;
        if ranges.is_empty() {
            let map = family.map.iter();
            ranges.extend(map.map(|(key, text)| (key.key.to_owned(), (*text).to_owned())));
        }
        let limits = PlanLimits { cells: MAX_GRID, ..PlanLimits::COMMAND };
        let plan = grid_plan(family, &ranges, &limits)?;
        let number = if given.flag("pure") { GridNumber::PureCount } else { GridNumber::Value };
        let with_play = given.flag("strategies");
        if with_play && number == GridNumber::PureCount {
            return Err(unexpected("strategies", "true", "none beside pure"));
        }
        Ok(Self { game: family, table: plan.tables.into_iter().next(), number, with_play })
    }

    fn title(&self) -> String {
        self.game.name.to_owned()
    }

    fn drawn_at(&self) -> Option<String> {
        (self.number == GridNumber::Value).then(|| format!("/map/{}", self.game.name))
    }

    fn offers_form(&self, form: &str) -> bool {
        let is_sequence = self.table.as_ref().is_some_and(|table| table.variants.len() == 1);
        is_sequence || !form.starts_with("bfile")
    }

    fn cost(&self) -> Result<Duration, Error> {
        let Some(table) = &self.table else { return Ok(SHORT) };
        let cells = table.cells.len();
        limited(cells as u128, MAP_CELLS, || format!("{cells} cells"))?;
        if self.number == GridNumber::PureCount {
            table.cells.iter().try_for_each(|(n, _)| limited_field("n", *n, PURE_DECK))?;
        }
        let game = |cell: &(u64, u32)| Ok(parse_label(&table.key(*cell).label)?);
        let games = table.cells.iter().map(game).collect::<Result<Vec<Game>, Error>>()?;
        together(games.iter())?;
        Ok(SHORT)
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<GridReport, Error> {
        let (game, number) = (self.game.name.to_owned(), self.number);
        let Some(table) = &self.table else {
            return Ok(GridReport { game, number, stakes: Vec::new(), cells: Vec::new() });
        };
        let results = Mutex::new(BTreeMap::new());
        sweep(
            &table.cells,
            |cell| table.cost(*cell),
            work.solver.threads(),
            work.control,
            |cell| self.cell(table, *cell, work),
            |place, found| {
                results.lock().unwrap_or_else(PoisonError::into_inner).insert(place, found);
            },
        )?;
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let cells = results.into_values().collect::<Result<_, Error>>()?;
        let stakes = table.variants.iter().map(CellVariant::words).collect();
        Ok(GridReport { game, number, stakes, cells })
    }
}

/// The name and the ranges: a label gives some of them.
///
/// Errors: those of labels; `Contradiction` for a field that the label has.
fn named(
    game: &str,
    given: Vec<(&'static str, String)>,
) -> Result<(String, Vec<(String, String)>), Error> {
    let mut ranges: Vec<(String, String)> =
        given.into_iter().map(|(key, text)| (key.to_owned(), text)).collect();
    let Some((name, rest)) = game.split_once('/') else { return Ok((game.to_owned(), ranges)) };
    let (n, stakes) = if rest.starts_with(CARDS.prefix) {
        let game = read_label(game)?;
        (Some(game.n()), game.stakes().clone())
    } else {
        let bets = continuous::read_label(game)?.1;
        (None, bets.stakes().cloned().unwrap_or_else(Stakes::default))
    };
    let stakes = stakes.iter().map(|(parameter, value)| (parameter, value.to_string()));
    for (parameter, value) in n.map(|n| (&CARDS, n.to_string())).into_iter().chain(stakes) {
        if let Some((_, given)) = ranges.iter().find(|(key, _)| key == parameter.key) {
            return Err(contradiction(game, Spelling::Fields.argument(parameter, given)));
        }
        ranges.push((parameter.key.to_owned(), value));
    }
    Ok((name.to_owned(), ranges))
}

impl Report for GridReport {
    const SCHEMA: &'static str = "Grid";

    fn forms() -> Vec<ReportForm<Self>> {
        let numbers = "A b-file of the OEIS over n: counts, or numerators of values";
        let b_file = |name, about, denominators| {
            let name = FormName::new([name, name, "text/x-b-file"], about);
            ReportForm::new(name, move |grid: &Self, _| Ok(grid.b_file(denominators)?))
        };
        let table = |names, about, write: fn(&Self) -> String| {
            ReportForm::new(FormName::new(names, about), move |grid: &Self, _| Ok(write(grid)))
        };
        vec![
            ReportForm::text("A row per deck, a column per bet", Self::text),
            ReportForm::csv("A line per game", Self::csv),
            ReportForm::json("For programs", Self::json),
            table(["latex", "tex", "text/x-tex"], "A table of LaTeX", Self::latex),
            table(["markdown", "md", "text/markdown"], "A table of Markdown", Self::markdown),
            ReportForm::svg("A heat map", |grid: &Self| Ok(grid.svg())),
            b_file("bfile", numbers, false),
            b_file("bfile-denominators", "The same of denominators", true),
        ]
    }
}
