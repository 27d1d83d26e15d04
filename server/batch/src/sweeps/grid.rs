//! Numbers over ranges of decks and stakes, without a plan file and without a catalogue.

use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use bluff_report::grid::{GridCell, GridNumber, GridReport};
use rational_bluff::exact::Rational;
use rational_bluff::game::{
    Family, GameArguments, Parameter, ParameterKind, Spelling, parse_label,
};
use rational_bluff::solve::{Control, Method, solve};
use rational_bluff::sweep::{first_pure, sweep};
use serde_json::{Map, Value, json};

use bluff_questions::error::Error;

use super::{CellTable, CellVariant, Plan, PlanLimits};

/// Maximum number of cells of a grid.
pub const MAX_GRID: u128 = 100_000;

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
        let deck = family.only_deck().ok_or_else(|| {
            Error::Malformed("n is missing, expected cards such as 2..40".to_owned())
        })?;
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
}

impl GridQuestion {
    /// Reads a question.
    ///
    /// Errors: `UnknownGame`, those of [`grid_plan`].
    pub fn read(
        game: &str,
        ranges: &[(String, String)],
        number: GridNumber,
    ) -> Result<Self, Error> {
        let family = Family::known(game)?;
        let limits = PlanLimits { cells: MAX_GRID, ..PlanLimits::COMMAND };
        let plan = grid_plan(family, ranges, &limits)?;
        Ok(Self { game: family, table: plan.tables.into_iter().next(), number })
    }

    /// Answers it on every processor.
    ///
    /// Errors: the first of the cells in order; `Stopped`.
    pub fn answer(&self, control: &Control) -> Result<GridReport, Error> {
        let (game, number) = (self.game.name.to_owned(), self.number);
        let Some(table) = &self.table else {
            return Ok(GridReport { game, number, stakes: Vec::new(), cells: Vec::new() });
        };
        let results: Mutex<Vec<Option<Result<GridCell, Error>>>> =
            Mutex::new(table.cells.iter().map(|_| None).collect());
        let threads = available_parallelism().map_or(1, usize::from);
        sweep(
            &table.cells,
            |cell| table.cost(*cell),
            threads,
            control,
            |cell| self.cell(table, *cell, control),
            |place, found| {
                results.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(found);
            },
        )?;
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let cells = results.into_iter().flatten().collect::<Result<_, Error>>()?;
        let stakes = table.variants.iter().map(CellVariant::words).collect();
        Ok(GridReport { game, number, stakes, cells })
    }

    fn cell(
        &self,
        table: &CellTable,
        cell: (u64, u32),
        control: &Control,
    ) -> Result<GridCell, Error> {
        let label = table.key(cell).label;
        let game = parse_label(&label)?;
        let number: Rational = match self.number {
            GridNumber::Value => solve(&game, Method::Auto, control)?.solution.values[0].clone(),
            GridNumber::PureCount => first_pure(&game, false, 0, control)?.0,
        };
        Ok(GridCell { n: cell.0, stakes: cell.1 as usize, label, number })
    }
}
