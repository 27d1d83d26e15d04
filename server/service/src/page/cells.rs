//! The cells of a map in tones of ink, as wide as the page. Pointing at a cell shows its row, its
//! column and its value, and a click opens its game. Floats are for drawing only.

use maud::{Markup, html};

use super::chart::{percent, pixels, short};

/// Pixels of a row, and the most of all rows.
const ROW: f64 = 28.0;
const MOST_HEIGHT: f64 = 640.0;
/// Tones from the least value to the greatest.
const TONES: usize = 24;
/// Height of the line above the cells, in which the value stands.
const TOP: f64 = 30.0;

/// A cell of a map, with its address and its words.
pub(super) struct ValueCell {
    /// The place of its column.
    pub(super) column: usize,
    /// The place of its row, the lowest first.
    pub(super) row: usize,
    /// The number that is drawn.
    pub(super) value: f64,
    /// The address of its game.
    pub(super) address: String,
    /// The game and its value in words.
    pub(super) words: String,
}

/// The map. A table beside it says the same to readers and keyboards, so it is not read out.
pub(super) fn map(columns: &[u64], rows: &[String], cells: &[ValueCell]) -> Markup {
    let height = (ROW * rows.len() as f64).min(MOST_HEIGHT);
    let (wide, high) = (100.0 / columns.len() as f64, height / rows.len() as f64);
    // Neighbours share an edge to the last digit, so no gap shows.
    let edge = |column: usize| (wide * column as f64 * 100.0).round() / 100.0;
    let values = cells.iter().map(|cell| cell.value);
    let ends = values.fold((f64::MAX, f64::MIN), |(low, top), one| (low.min(one), top.max(one)));
    let floor = TOP + height;
    let top = |row: usize| floor - high * (row as f64 + 1.0);
    let middle = |row: usize| pixels(top(row) + high / 2.0 + 4.0);
    let letters = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
    let names = (8 * letters + 16).min(200);
    html! {
        (legend(ends))
        div.map.pic aria-hidden="true" {
            svg width=(names) height=(floor + 44.0) {
                @for at in spread(rows.len(), 24) {
                    text.number.end x="100%" dx="-8" y=(middle(at)) { (rows[at]) }
                }
                text.number.end x="100%" dx="-8" y=(pixels(TOP - 10.0)) { "bets" }
            }
            svg width="100%" height=(floor + 44.0) {
                defs { line id="down" y1=(TOP) y2=(pixels(floor)) {} }
                @for row in 0..rows.len() {
                    @let (y, own) = (top(row), cells.iter().filter(|cell| cell.row == row));
                    g {
                        @for cell in own {
                            @let x = wide * cell.column as f64;
                            @let [left, right] = [cell.column, cell.column + 1].map(edge);
                            a href=(cell.address) tabindex="-1" {
                                rect x=(percent(left)) y=(pixels(y)) width=(percent(right - left))
                                    height=(pixels(high)) fill-opacity=(tone(cell.value, ends)) {}
                                use href="#down" x=(percent(x + wide / 2.0)) {}
                                text { (cell.words) }
                            }
                        }
                        line x2="100%" y1=(pixels(y + high / 2.0)) y2=(pixels(y + high / 2.0)) {}
                    }
                }
                @for at in spread(columns.len(), 10) {
                    text.number x=(percent(wide * (at as f64 + 0.5))) y=(floor + 18.0) {
                        (columns[at])
                    }
                }
                text.number.end x="100%" y=(floor + 38.0) { "cards n" }
            }
        }
    }
}

/// The tones from the least value to the greatest.
fn legend((low, top): (f64, f64)) -> Markup {
    html! {
        p.tones.note aria-hidden="true" {
            (short(low)) " "
            svg.pic.map width="120" height="12" { @for at in 0..TONES {
                rect x=(percent(at as f64 * 100.0 / TONES as f64))
                    width=(percent(100.0 / TONES as f64)) height="12"
                    fill-opacity=(tone(at as f64, (0.0, TONES as f64 - 1.0))) {}
            } }
            " " (short(top))
        }
    }
}

/// The share of ink for a number between two ends; the least has a little.
fn tone(number: f64, (low, top): (f64, f64)) -> String {
    let share = if top > low { (number - low) / (top - low) } else { 0.5 };
    let step = (share * (TONES - 1) as f64).round() / (TONES - 1) as f64;
    format!("{:.2}", 0.05 + 0.9 * step)
}

/// At most so many places, evenly spread, the first among them.
fn spread(all: usize, most: usize) -> impl Iterator<Item = usize> {
    (0..all).step_by(all.div_ceil(most).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tones_rise_with_the_value() {
        let tones = [0.0, 0.5, 1.0].map(|value| tone(value, (0.0, 1.0)));
        assert_eq!(tones[0], "0.05");
        assert_eq!(tones[2], "0.95");
        assert!(tones.is_sorted(), "{tones:?}");
    }
}
