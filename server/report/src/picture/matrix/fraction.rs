//! The fractions in the cells of a matrix.

use maud::{Markup, html};

use crate::number;
use crate::picture::action::Kind;
use crate::picture::place::{Width, middle, percent, pixels, share, width as text_width};

use super::Table;
use super::rows::{Cell, MatrixRow};

/// Lowest cell that holds a fraction on two lines, in pixels.
const STACKED: f64 = 27.0;
/// Lowest fill that holds its fraction, in pixels.
const HOLDS: f64 = 20.0;

impl Table<'_> {
    /// The probability of a mixed cell, in its fill or above it; on two lines where one is too
    /// long.
    pub(super) fn fraction(&self, row: &MatrixRow, cell: &Cell) -> Markup {
        let n = self.stage.game.n();
        let sure = cell.least == cell.most;
        let [least, most] = [&cell.least, &cell.most].map(number::share);
        let text = if sure { least } else { format!("{least}–{most}") };
        let wide = share(cell.first, cell.last, n);
        // A line keeps some distance from the edges of its cell.
        let long = text_width(&text, 12.5) - 8.0;
        let from = self.width.label(long, wide);
        let fill = cell.most.to_f64();
        let inside = fill * self.height >= HOLDS;
        let (y, shift, class) = match (inside, sure) {
            (true, true) => (1.0 - fill / 2.0, 4.5, row.kind.text_class()),
            _ if self.height > 30.0 => (0.0, 16.0, "dark halo"),
            _ => (0.5, 4.5, "dark halo"),
        };
        let x = percent(middle(cell.first, cell.last, n));
        html! {
            @if let Some(from) = &from {
                svg class=(format!("label fraction small {class} {from}")) x=(x) y=(percent(y)) {
                    text y=(shift) { (text) }
                }
            }
            @if let Some((top, bottom)) = text.split_once('/').filter(|_| sure) {
                @let until = self.width.instead(long, wide).unwrap_or_default();
                (self.stacked(cell, row.kind, (top, bottom), &until))
            }
        }
    }

    /// A fraction on two lines, in the middle of a fill or of its cell, up to the width from which
    /// on it has one line.
    fn stacked(&self, cell: &Cell, kind: Kind, (top, bottom): (&str, &str), until: &str) -> Markup {
        let n = self.stage.game.n();
        let wide = share(cell.first, cell.last, n);
        let longest = text_width(top, 12.5).max(text_width(bottom, 12.5));
        let room = self.width == Width::Fluid && self.height >= STACKED;
        let Some(from) = self.width.label(longest - 11.0, wide).filter(|_| room) else {
            return html! {};
        };
        let fill = cell.most.to_f64();
        let (y, class) = match fill * self.height >= STACKED {
            true => (1.0 - fill / 2.0, kind.text_class()),
            false => (0.5, "dark halo"),
        };
        let half = pixels(longest / 2.0);
        html! {
            svg class=(format!("label fraction small {class} {from} {until}"))
                x=(percent(middle(cell.first, cell.last, n))) y=(percent(y)) {
                text y="-2.5" { (top) }
                line x1=(format!("-{half}")) x2=(half) y1="1" y2="1" {}
                text y="13.5" { (bottom) }
            }
        }
    }
}
