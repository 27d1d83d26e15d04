//! A heat map as SVG text: a number for each (n, stakes), by colour. Floats are for drawing only.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{escaped, head, number, tenth, text_at};

const WIDTH: f64 = 960.0;
const LEFT: f64 = 96.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 48.0;
/// Rows are as high as this, or lower where there are many.
const ROW: f64 = 26.0;
const MOST_HEIGHT: f64 = 720.0;
/// Maximum number of columns and rows; where there are more, the first of those that share a place
/// is drawn.
const MOST_COLUMNS: usize = 840;
const MOST_ROWS: usize = 360;
/// Shades from the least value to the greatest; each is one path.
const SHADES: usize = 32;
/// From dark blue over green to yellow: ordered for every kind of colour sight, and in grey.
const COLOURS: [(f64, f64, f64); 5] = [
    (68.0, 1.0, 84.0),
    (59.0, 82.0, 139.0),
    (33.0, 145.0, 140.0),
    (94.0, 201.0, 98.0),
    (253.0, 231.0, 37.0),
];

/// A picture of numbers in cells.
pub struct HeatMap<'a> {
    /// The heading.
    pub title: &'a str,
    /// The name of a row's stakes, in order, the lowest row first.
    pub rows: Vec<String>,
    /// Column (for games n), row and number.
    pub cells: Vec<(u64, usize, f64)>,
    /// The meaning of the columns.
    pub axes: Axes<'a>,
}

/// The meaning of the columns of a map.
pub struct Axes<'a> {
    /// The text below.
    pub across: &'a str,
    /// The names of columns, where they are not the numbers themselves.
    pub names: Option<&'a [String]>,
    /// The quantities that values depend on, for readers who do not see the picture.
    pub by: &'a str,
}

/// Decks and bets.
pub const GAMES: Axes<'static> =
    Axes { across: "cards n", names: None, by: "by number of cards n and by bet" };

/// The picture.
pub fn heat_map(map: &HeatMap) -> String {
    let columns: BTreeSet<u64> = map.cells.iter().map(|(n, _, _)| *n).collect();
    let columns: Vec<u64> = columns.into_iter().collect();
    let (across, down) = (columns.len().clamp(1, MOST_COLUMNS), map.rows.len().clamp(1, MOST_ROWS));
    let height = (ROW * down as f64).min(MOST_HEIGHT);
    let (wide, high) = ((WIDTH - LEFT - RIGHT) / across as f64, height / down as f64);
    let (low, top) = ends(map.cells.iter().map(|cell| cell.2));
    let shade = |value: f64| shade(value, (low, top));
    // Where several cells share a place, the first stays.
    let place =
        |at: usize, all: usize, drawn: usize| if all > drawn { at * drawn / all } else { at };
    let mut shaded: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (n, row, value) in &map.cells {
        let column = columns.binary_search(n).unwrap_or_default();
        let at = (place(*row, map.rows.len(), down), place(column, columns.len(), across));
        shaded.entry(at).or_insert_with(|| shade(*value));
    }
    // Neighbours of one shade become one bar, and the bars of a shade one path.
    let mut paths = vec![String::new(); SHADES];
    let mut bars: Vec<(usize, usize, usize, usize)> = Vec::new();
    for ((row, column), shade) in shaded {
        match bars.last_mut() {
            Some((last_row, _, end, same)) if (*last_row, *end, *same) == (row, column, shade) => {
                *end += 1
            }
            _ => bars.push((row, column, column + 1, shade)),
        }
    }
    for (row, from, to, shade) in bars {
        let (x, y) = (LEFT + wide * from as f64, TOP + height - high * (row + 1) as f64);
        // Writing to a string cannot fail.
        let _ = write!(
            paths[shade],
            "M{x:.1} {y:.1}h{:.1}v{high:.1}H{x:.1}z",
            wide * (to - from) as f64
        );
    }
    let title = escaped(map.title);
    let range = match map.cells.is_empty() {
        true => "no values".to_owned(),
        false => format!("from {} to {}", number(low), number(top)),
    };
    let total = TOP + height + BOTTOM;
    let values = map.cells.len();
    let described = format!("A colour for each of {values} values, {range}, {}.", map.axes.by);
    let mut svg = head((WIDTH, total), &title, &described, (LEFT, 24.0));
    let step = 240.0 / SHADES as f64;
    for (shade, path) in paths.iter().enumerate() {
        let colour = colour(shade);
        let x = LEFT + step * shade as f64;
        let _ =
            writeln!(svg, "<path fill=\"{colour}\" d=\"M{x:.1} 36h{step:.1}v14H{x:.1}z{path}\"/>");
    }
    if !map.cells.is_empty() {
        for (x, anchor, value) in [(LEFT, "start", low), (LEFT + 240.0, "end", top)] {
            svg += &text_at(&x.to_string(), "66", anchor, &number(value));
        }
    }
    let floor = TOP + height;
    let name = |at: usize| match map.axes.names {
        Some(names) => names.get(columns[at] as usize).cloned().unwrap_or_default(),
        None => columns[at].to_string(),
    };
    for at in spread(columns.len(), 12) {
        let x = LEFT + wide * (place(at, columns.len(), across) as f64 + 0.5);
        svg += &text_at(&tenth(x), &tenth(floor + 18.0), "middle", &name(at));
    }
    for at in spread(map.rows.len(), 24) {
        let y = floor - high * (place(at, map.rows.len(), down) as f64 + 0.5) + 4.0;
        svg += &text_at(&(LEFT - 8.0).to_string(), &tenth(y), "end", &escaped(&map.rows[at]));
    }
    svg += &text_at(&(WIDTH / 2.0).to_string(), &tenth(floor + 38.0), "middle", map.axes.across);
    svg + "</svg>\n"
}

/// At most so many places, evenly spread, the first among them.
fn spread(all: usize, most: usize) -> impl Iterator<Item = usize> {
    (0..all).step_by(all.div_ceil(most).max(1))
}

/// The least and the greatest number.
pub(super) fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::MAX, f64::MIN), |(low, top), number| (low.min(number), top.max(number)))
}

/// The shade of a number between two ends, counted from 0.
fn shade(number: f64, (low, top): (f64, f64)) -> usize {
    let share = if top > low { (number - low) / (top - low) } else { 0.0 };
    ((share * SHADES as f64) as usize).min(SHADES - 1)
}

/// The colour of a shade.
fn colour(shade: usize) -> String {
    let at = shade as f64 / (SHADES - 1) as f64 * (COLOURS.len() - 1) as f64;
    let first = (at as usize).min(COLOURS.len() - 2);
    let part = at - first as f64;
    let ((r, g, b), (to_r, to_g, to_b)) = (COLOURS[first], COLOURS[first + 1]);
    let mixed = |from: f64, to: f64| (from + (to - from) * part).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mixed(r, to_r), mixed(g, to_g), mixed(b, to_b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_shade_are_one_bar() {
        let cells = vec![(2, 0, 0.0), (3, 0, 0.0), (4, 0, 1.0), (2, 1, 1.0)];
        let svg = heat_map(&HeatMap {
            title: "a & b",
            rows: vec!["1".to_owned(), "2".to_owned()],
            cells,
            axes: GAMES,
        });
        assert!(
            svg.contains("<title id=\"title\">a &amp; b</title>")
                && svg.contains("4 values, from 0 to 1")
        );
        // The legend has a bar for each shade; the cells have three.
        assert_eq!(svg.matches('z').count(), SHADES + 3 + svg.matches("#z").count());
        assert!(svg.ends_with("</svg>\n"));
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
    fn the_shades_run_from_dark_to_bright() {
        assert_eq!((colour(0).as_str(), colour(SHADES - 1).as_str()), ("#440154", "#fde725"));
    }
}
