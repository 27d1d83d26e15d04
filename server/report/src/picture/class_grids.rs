//! Two grids of the classes of hands, as a picture that stands alone: one for each player or range.

use maud::html;
use rational_bluff::cards::{HandClass, RANKS};

use super::alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};
use super::place::pixels;

/// Hands of a row.
const SIDE: usize = RANKS.len();
/// Width of a grid: there are two, with a margin between them.
const GRID: f64 = (ALONE_WIDTH - 3.0 * ALONE_MARGIN) / 2.0;
/// Width and height of a cell, in pixels.
const CELL: (f64, f64) = (GRID / SIDE as f64, 34.0);

/// A cell: the words on it, those that a reader who points at it sees, and the opacity of its
/// colour.
pub(crate) struct ClassCell {
    pub(crate) number: String,
    pub(crate) words: String,
    pub(crate) opacity: f64,
}

/// Two grids with their headings and the class of their colours.
pub(crate) fn class_grids(
    (title, described): (&str, &str),
    grids: [(String, &str); 2],
    cell: impl Fn(usize, HandClass) -> ClassCell,
) -> String {
    let mut picture = Alone::described(title, described);
    let top = picture.height + 24.0;
    for (at, (heading, colour)) in grids.into_iter().enumerate() {
        let left = ALONE_MARGIN + (GRID + ALONE_MARGIN) * at as f64;
        picture.add(html! { text.note x=(left) y=(top - 8.0) { (heading) } });
        for class in HandClass::all() {
            let [row, column] = class.place();
            let (x, y) = (left + CELL.0 * column as f64, top + CELL.1 * row as f64);
            let ClassCell { number, words, opacity } = cell(at, class);
            picture.add(html! {
                svg x=(pixels(x)) y=(pixels(y)) width=(pixels(CELL.0)) height=(CELL.1) {
                    title { (class) ": " (words) }
                    rect.(colour) width="100%" height="100%" stroke="#8888"
                        fill-opacity=(format!("{opacity:.2}")) {}
                    text.number x="50%" y="14" { (class) }
                    text.number x="50%" y="29" { (number) }
                }
            });
        }
    }
    picture.height = top + CELL.1 * SIDE as f64;
    picture.finish(&html! {})
}
