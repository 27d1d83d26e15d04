//! Tables: aligned for people, and player I's payoffs for every pair of pure strategies.

use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::solve::PayTable;

use crate::csv::field;
use crate::text::Paint;

/// Lines with the cells of each column below each other, indented by two.
pub(super) fn aligned(table: impl IntoIterator<Item = Vec<String>>) -> Vec<String> {
    columns(table).into_iter().map(|line| format!("  {line}")).collect()
}

/// Lines with the cells of each column below each other.
pub(super) fn columns(table: impl IntoIterator<Item = Vec<String>>) -> Vec<String> {
    let table: Vec<Vec<String>> = table.into_iter().collect();
    let columns = table.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        table.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
    let line = |cells: &Vec<String>| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        padded.join("  ").trim_end().to_owned()
    };
    table.iter().map(line).collect()
}

/// The pay table with names at its sides.
fn cells(table: &PayTable) -> Vec<Vec<String>> {
    let header = std::iter::once(String::new()).chain(table.columns.iter().cloned()).collect();
    let line = |(name, row): (&String, &Vec<_>)| {
        std::iter::once(name.clone()).chain(row.iter().map(ToString::to_string)).collect()
    };
    std::iter::once(header).chain(table.rows.iter().zip(&table.cells).map(line)).collect()
}

/// The pay table as text.
pub fn text(game: &Game, table: &PayTable, paint: Paint) -> String {
    let mut lines = vec![
        paint.heading(&game.label()),
        String::new(),
        format!(
            "Player I's payoff, in {}. Rows: player I's pure strategies; columns: player II's;",
            game.unit().per_hand()
        ),
        "a strategy is, for each view, the cards that take each action but the first.".to_owned(),
        String::new(),
    ];
    lines.extend(aligned(cells(table)));
    lines.join("\n") + "\n"
}

/// The pay table as comma-separated values.
pub fn csv(table: &PayTable) -> String {
    let names = |line: Vec<String>| {
        line.into_iter().map(|cell| quoted(&cell)).collect::<Vec<_>>().join(",") + "\n"
    };
    cells(table).into_iter().map(names).collect()
}

/// Payoffs may start with a minus and are no formulas.
fn quoted(cell: &str) -> String {
    if cell.parse::<Rational>().is_ok() { cell.to_owned() } else { field(cell) }
}

/// The pay table as JSON.
pub fn json(game: &Game, table: &PayTable) -> String {
    let PayTable { rows, columns, cells } = table;
    crate::document::json(&object! { label: game.label(), rows, columns, cells })
}
