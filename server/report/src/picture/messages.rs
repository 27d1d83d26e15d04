//! A run of a protocol: a line for the life of each party, and an arrow for each message.

use maud::{Markup, html};

/// Between two lives, and between two messages, in units of the view box.
const COLUMN: f64 = 130.0;
const ROW: f64 = 26.0;
const TOP: f64 = 36.0;

/// A message, with the places of its parties.
pub struct Arrow {
    /// The sender.
    pub from: usize,
    /// The receivers.
    pub to: Vec<usize>,
    /// True if the reader may see its words.
    pub seen: bool,
}

/// The picture within a page, which has the colours.
pub fn messages(parties: &[String], arrows: &[Arrow]) -> Markup {
    let (width, height) = (COLUMN * parties.len() as f64, TOP + ROW * (arrows.len() as f64 + 1.0));
    let x = |party: usize| COLUMN * (party as f64 + 0.5);
    html! {
        svg.plot xmlns="http://www.w3.org/2000/svg" width=(width)
            viewBox=(format!("0 0 {width} {height}"))
            role="img" aria-labelledby="deal-title" {
            title id="deal-title" { "Messages between " (parties.len()) " parties; the table below \
                has the same in words" }
            @for (at, name) in parties.iter().enumerate() {
                text x=(x(at)) y="18" text-anchor="middle" font-weight="bold" { (name) }
                path.axis fill="none" d=(format!("M{} {TOP}V{height}", x(at))) {}
            }
            @for (at, arrow) in arrows.iter().enumerate() {
                @let y = TOP + ROW * (at as f64 + 0.8);
                @let class = if arrow.seen { "arrow seen" } else { "arrow" };
                circle class=(class) cx=(x(arrow.from)) cy=(y) r="3" {}
                @for to in &arrow.to { path class=(class) d=(line(x(arrow.from), x(*to), y)) {} }
                @let first = arrow.to.first().copied().unwrap_or(arrow.from);
                text x=(f64::midpoint(x(arrow.from), x(first))) y=(y - 5.0) text-anchor="middle"
                    font-size="11" {
                    (at)
                }
            }
        }
    }
}

/// A line with a head at its end.
fn line(from: f64, to: f64, y: f64) -> String {
    let back = if to > from { -7.0 } else { 7.0 };
    format!("M{from} {y}H{to}M{to} {y}l{back} -4v8z")
}
