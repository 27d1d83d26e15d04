//! A heat map: a number for each (n, stakes), in tones of ink, since a colour is an action. Floats
//! are for drawing only.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use maud::{Markup, html};

use super::alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};
use super::place::{percent, pixels};
use super::plot::{ends, short};

/// Rows are as high as this, or lower where there are many.
const ROW: f64 = 28.0;
const MOST_HEIGHT: f64 = 640.0;
/// Height of the line above the cells, in which the number of a cell stands.
const TOP: f64 = 30.0;
/// Height of the numbers below.
const BOTTOM: f64 = 44.0;
/// Maximum number of columns and rows; where there are more, the first of those that share a place
/// is drawn.
const MOST_COLUMNS: usize = 840;
const MOST_ROWS: usize = 360;
/// Tones from the least number to the greatest; each is one path.
const TONES: usize = 24;
/// Width of the tones in the legend.
const LEGEND: f64 = 120.0;

/// A picture of numbers in cells.
pub struct HeatMap<'a> {
    /// The heading.
    pub title: &'a str,
    /// The name of a row's stakes, in order, the lowest row first.
    pub rows: Vec<String>,
    /// Column (for games n), row and number.
    pub cells: Vec<(u64, usize, f64)>,
    /// The meaning of the columns and rows.
    pub axes: Axes<'a>,
}

/// The meaning of the columns and rows of a map.
pub struct Axes<'a> {
    /// The text below.
    pub across: &'a str,
    /// The text above the names of rows.
    pub up: &'a str,
    /// The names of columns, where they are not the numbers themselves.
    pub names: Option<&'a [String]>,
    /// The meaning of the tones; empty where the title says it.
    pub tone: &'a str,
    /// The quantities that values depend on, for readers who do not see the picture.
    pub by: &'a str,
}

/// Decks and bets.
pub const GAMES: Axes<'static> = Axes {
    across: "cards n",
    up: "bets",
    names: None,
    tone: "",
    by: "by number of cards n and by bet",
};

/// The page behind a cell, by its place among the cells: its address, and the cell in words.
pub type CellLink<'a> = &'a dyn Fn(usize) -> (String, String);

/// The picture as a file.
pub fn heat_map(map: &HeatMap) -> String {
    let grid = MapGrid::of(map);
    let (low, top) = grid.ends;
    let (range, legend) = match map.cells.is_empty() {
        true => ("no values".to_owned(), html! {}),
        false => (format!("from {} to {}", short(low), short(top)), grid.legend_alone()),
    };
    let values = map.cells.len();
    let described = format!("A tone for each of {values} values, {range}, {}.", map.axes.by);
    let mut picture = Alone::described(map.title, &described);
    picture.add(legend);
    if !map.axes.tone.is_empty() {
        picture.note(map.axes.tone);
    }
    let (y, names, height) = (pixels(picture.height), grid.names(), TOP + grid.height + BOTTOM);
    let left = ALONE_MARGIN + names;
    picture.add(html! {
        svg x=(ALONE_MARGIN) y=(y) width=(names) height=(height) { (grid.row_names()) }
        svg x=(left) y=(y) width=(ALONE_WIDTH - ALONE_MARGIN - left) height=(height) {
            (grid.field(None))
        }
    });
    picture.height += height;
    picture.finish(&html! {})
}

impl HeatMap<'_> {
    /// The picture within a page, a link on each cell. A table beside it says the same to readers
    /// and keyboards, so it is not read out.
    pub fn fluid(&self, link: CellLink<'_>) -> Markup {
        let grid = MapGrid::of(self);
        let (low, top) = grid.ends;
        let height = TOP + grid.height + BOTTOM;
        html! {
            p.tones.note aria-hidden="true" {
                (short(low)) " " svg.pic width=(LEGEND) height="12" { (tones()) } " " (short(top))
            }
            div.map.pic aria-hidden="true" {
                svg width=(grid.names()) height=(height) { (grid.row_names()) }
                svg width="100%" height=(height) { (grid.field(Some(link))) }
            }
        }
    }
}

/// A map with the places of its cells.
struct MapGrid<'a> {
    map: &'a HeatMap<'a>,
    columns: Vec<u64>,
    /// The least and the greatest number.
    ends: (f64, f64),
    /// Columns and rows that are drawn.
    drawn: (usize, usize),
    /// Pixels of all rows.
    height: f64,
}

impl<'a> MapGrid<'a> {
    fn of(map: &'a HeatMap<'a>) -> Self {
        let columns: BTreeSet<u64> = map.cells.iter().map(|(n, ..)| *n).collect();
        let columns: Vec<u64> = columns.into_iter().collect();
        let drawn = (columns.len().clamp(1, MOST_COLUMNS), map.rows.len().clamp(1, MOST_ROWS));
        let height = (ROW * drawn.1 as f64).min(MOST_HEIGHT);
        Self { map, columns, ends: ends(map.cells.iter().map(|cell| cell.2)), drawn, height }
    }

    /// Columns from the left and rows from below, of those that are drawn.
    fn place(&self, n: u64, row: usize) -> (usize, usize) {
        let column = self.columns.binary_search(&n).unwrap_or_default();
        let (across, up) = self.drawn;
        (shared(column, self.columns.len(), across), shared(row, self.map.rows.len(), up))
    }

    /// The left edge of a column, as a share of the width. Neighbours share it to the last digit,
    /// so that no gap shows.
    fn left(&self, column: usize) -> f64 {
        (column as f64 / self.drawn.0 as f64 * 1e4).round() / 1e4
    }

    fn row_height(&self) -> f64 {
        self.height / self.drawn.1 as f64
    }

    /// The upper edge of a row, in pixels.
    fn top(&self, row: usize) -> f64 {
        TOP + self.height - self.row_height() * (row as f64 + 1.0)
    }

    /// Pixels of the names of rows.
    fn names(&self) -> f64 {
        let letters = self.map.rows.iter().map(|row| row.chars().count()).max();
        (8 * letters.unwrap_or_default() + 16).clamp(48, 200) as f64
    }

    fn row_names(&self) -> Markup {
        let rows = &self.map.rows;
        html! {
            @for at in spread(rows.len(), 24) {
                @let row = shared(at, rows.len(), self.drawn.1);
                text.number.end x="100%" dx="-8"
                    y=(pixels(self.top(row) + self.row_height() / 2.0 + 4.0)) { (rows[at]) }
            }
            text.number.end x="100%" dx="-8" y=(TOP - 10.0) { (self.map.axes.up) }
        }
    }

    /// The cells, and the names of columns below.
    fn field(&self, link: Option<CellLink<'_>>) -> Markup {
        let (columns, axes) = (&self.columns, &self.map.axes);
        let floor = TOP + self.height;
        let name = |at: usize| match axes.names {
            Some(names) => names.get(columns[at] as usize).cloned().unwrap_or_default(),
            None => columns[at].to_string(),
        };
        html! {
            svg width="100%" height=(pixels(floor)) viewBox=(format!("0 0 100 {floor}"))
                preserveAspectRatio="none" shape-rendering="crispEdges" {
                @for (tone, path) in self.paths().iter().enumerate() { @if !path.is_empty() {
                    path.tone fill-opacity=(opacity(tone)) d=(path) {}
                } }
            }
            @if let Some(link) = link { (self.links(link)) }
            @for at in spread(columns.len(), 12) {
                @let column = shared(at, columns.len(), self.drawn.0) as f64 + 0.5;
                text.number x=(percent(column / self.drawn.0 as f64)) y=(pixels(floor + 18.0)) {
                    (name(at))
                }
            }
            text.number.end x="100%" y=(pixels(floor + 38.0)) { (axes.across) }
        }
    }

    /// The path of each tone. Neighbours of one tone are one bar.
    fn paths(&self) -> [String; TONES] {
        // Where several cells share a place, the first stays.
        let mut tones: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (n, row, number) in &self.map.cells {
            let (column, row) = self.place(*n, *row);
            tones.entry((row, column)).or_insert_with(|| tone(*number, self.ends));
        }
        let mut bars: Vec<(usize, usize, usize, usize)> = Vec::new();
        for ((row, column), tone) in tones {
            match bars.last_mut() {
                Some((last, _, end, same)) if (*last, *end, *same) == (row, column, tone) => {
                    *end += 1;
                }
                _ => bars.push((row, column, column + 1, tone)),
            }
        }
        let mut paths = [const { String::new() }; TONES];
        for (row, from, to, tone) in bars {
            let [left, right] = [from, to].map(|column| 100.0 * self.left(column));
            let (y, high) = (self.top(row), self.row_height());
            // Writing to a string cannot fail.
            let _ = write!(paths[tone], "M{left:.2} {y:.1}H{right:.2}v{high:.1}H{left:.2}z");
        }
        paths
    }

    /// A link on each cell, and lines across and down through it.
    fn links(&self, link: CellLink<'_>) -> Markup {
        let mut rows: BTreeMap<usize, Vec<(u64, usize)>> = BTreeMap::new();
        for (cell, (n, row, _)) in self.map.cells.iter().enumerate() {
            rows.entry(*row).or_default().push((*n, cell));
        }
        let high = self.row_height();
        let middle = |row| pixels(self.top(row) + high / 2.0);
        html! {
            defs { line id="down" y1=(TOP) y2=(pixels(TOP + self.height)) {} }
            @for (row, own) in rows { g {
                @for (n, cell) in own {
                    @let ((column, at), (address, words)) = (self.place(n, row), link(cell));
                    @let [left, right] = [column, column + 1].map(|column| self.left(column));
                    a href=(address) tabindex="-1" {
                        rect x=(percent(left)) y=(pixels(self.top(at))) height=(pixels(high))
                            width=(percent(right - left)) {}
                        use href="#down" x=(percent(f64::midpoint(left, right))) {}
                        text { (words) }
                    }
                }
                line x2="100%" y1=(middle(row)) y2=(middle(row)) {}
            } }
        }
    }

    /// The tones at the right of the title.
    fn legend_alone(&self) -> Markup {
        let (low, top) = self.ends;
        let (greatest, right) = (short(top), ALONE_WIDTH - ALONE_MARGIN);
        let left = right - super::place::width(&greatest, 12.5) - 8.0 - LEGEND;
        html! {
            text.number.end x=(right) y="62" { (greatest) }
            svg x=(pixels(left)) y="52" width=(LEGEND) height="12" { (tones()) }
            text.number.end x=(pixels(left - 8.0)) y="62" { (short(low)) }
        }
    }
}

/// All tones, from the least number to the greatest.
fn tones() -> Markup {
    let wide = 1.0 / TONES as f64;
    html! { g shape-rendering="crispEdges" { @for tone in 0..TONES {
        rect.tone x=(percent(tone as f64 * wide)) width=(percent(wide)) height="12"
            fill-opacity=(opacity(tone)) {}
    } } }
}

/// The place among those that are drawn.
fn shared(at: usize, all: usize, drawn: usize) -> usize {
    if all > drawn { at * drawn / all } else { at }
}

/// At most this many places, evenly spread, the first among them.
fn spread(all: usize, most: usize) -> impl Iterator<Item = usize> {
    (0..all).step_by(all.div_ceil(most).max(1))
}

/// The tone of a number between two ends, counted from 0.
fn tone(number: f64, (low, top): (f64, f64)) -> usize {
    let share = if top > low { (number - low) / (top - low) } else { 0.5 };
    (share * (TONES - 1) as f64).round() as usize
}

/// The share of ink of a tone; the least has a little.
fn opacity(tone: usize) -> String {
    format!("{:.2}", 0.05 + 0.9 * tone as f64 / (TONES - 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> HeatMap<'static> {
        let cells = vec![(2, 0, 0.0), (3, 0, 0.0), (4, 0, 1.0), (2, 1, 1.0)];
        let rows = vec!["1".to_owned(), "2".to_owned()];
        HeatMap { title: "a & b", rows, cells, axes: GAMES }
    }

    #[test]
    fn neighbours_of_one_tone_are_one_bar() {
        let svg = heat_map(&small());
        assert!(
            svg.contains("<title id=\"title\">a &amp; b</title>")
                && svg.contains("4 values, from 0 to 1")
        );
        // Three bars in two tones.
        assert_eq!(
            (svg.matches("<path class=\"tone\"").count(), svg.matches("v28.0H").count()),
            (2, 3)
        );
        assert!(svg.ends_with("</svg>\n"));
    }

    #[test]
    fn every_cell_of_a_page_is_a_link() {
        let page = small().fluid(&|cell| (format!("/{cell}"), String::new())).into_string();
        assert_eq!(page.matches("<a href=").count(), 4);
        assert!(page.contains("<a href=\"/3\""), "{page}");
    }

    #[test]
    fn huge_maps_stay_small_and_empty_ones_are_drawn() {
        let cells = (0..200_000)
            .map(|at| (at % 20_000, (at / 20_000) as usize, (at % 977) as f64))
            .collect();
        let rows = (0..10).map(|row| row.to_string()).collect();
        assert!(heat_map(&HeatMap { title: "many", rows, cells, axes: GAMES }).len() < 600_000);
        assert!(
            heat_map(&HeatMap { title: "none", rows: Vec::new(), cells: Vec::new(), axes: GAMES })
                .contains("no values")
        );
    }

    #[test]
    fn the_tones_rise_with_the_number() {
        let tones = [0.0, 0.5, 1.0].map(|number| opacity(tone(number, (0.0, 1.0))));
        assert_eq!((tones[0].as_str(), tones[2].as_str()), ("0.05", "0.95"));
        assert!(tones.is_sorted(), "{tones:?}");
    }
}
