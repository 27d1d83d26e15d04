use bluff_dealing::Party;
use maud::{Markup, html};

use super::Played;

/// Between two lives, and between two messages, in units of the view box.
const COLUMN: f64 = 130.0;
const ROW: f64 = 26.0;
const TOP: f64 = 36.0;
/// The most messages that are drawn.
const DRAWN: usize = 60;

/// A line for the life of each party, and an arrow for each message.
pub(super) fn drawn(played: &Played) -> Markup {
    let parties = played.protocol.parties();
    let messages = played.messages().take(DRAWN).count();
    let (width, height) = (COLUMN * parties as f64, TOP + ROW * (messages as f64 + 1.0));
    let x = |party: Party| COLUMN * (party.place() as f64 + 0.5);
    html! {
        svg.plot xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}"))
            role="img" aria-labelledby="deal-title" {
            title id="deal-title" {
                "Messages between "
                (parties)
                " parties; the table below has the same in words"
            }
            @for party in Party::all(parties) {
                text x=(x(party)) y="18" text-anchor="middle" font-weight="bold" {
                    (played.protocol.name(party))
                }
                path.axis fill="none" d=(format!("M{} {TOP}V{height}", x(party))) {}
            }
            @for (at, message) in played.messages().enumerate().take(DRAWN) {
                @let y = TOP + ROW * (at as f64 + 0.8);
                @let class = if played.sees(message) { "arrow seen" } else { "arrow" };
                circle class=(class) cx=(x(message.from)) cy=(y) r="3" {}
                @for to in message.to.iter() {
                    path class=(class) d=(arrow(x(message.from), x(to), y)) {}
                }
                @let first = message.to.iter().next().unwrap_or(message.from);
                text x=(f64::midpoint(x(message.from), x(first))) y=(y - 5.0) text-anchor="middle"
                    font-size="10" {
                    (at)
                }
            }
        }
    }
}

/// A line with a head at its end.
fn arrow(from: f64, to: f64, y: f64) -> String {
    let back = if to > from { -7.0 } else { 7.0 };
    format!("M{from} {y}H{to}M{to} {y}l{back} -4v8z")
}
