//! Deals that somebody has, tested against the model: each card of each seat as a bar.

use bluff_dealing::fairness::{CardCount, GivenDeals, GivenSeat, StatisticLaw, Test, TestVerdict};
use bluff_questions::{FieldKind, QuestionField};
use bluff_report::picture::advice::capital;
use maud::{Markup, html};

use crate::page::frame::crumbs;
use crate::page::parts::assets;
use crate::page::parts::form::typed;

/// Height of a picture on each side of what is expected, and width of a bar.
const SIDE: f64 = 60.0;
const BAR: usize = 12;

/// The form for deals of one's own.
pub(super) fn form(cards: &str) -> Markup {
    let hint = "Paste or drop a file: a line a deal; seats apart by ; and - for what nobody saw. \
        Cards are numbers, or As to Kc of 52. Longer files: bluff fairness --hands FILE.";
    let hands = QuestionField::new(FieldKind::Lines, "hands", "", hint, "As Kd;Qh Qs\n2c 2d;-");
    // Other forms of the page have fields of these names.
    let fields = [
        ("own-cards", "cards", "Cards", cards),
        ("own-game", "game", "Instead of cards, a game whose value they should pay", ""),
    ];
    html! {
        section aria-labelledby="own" {
            h2 id="own" { "Are your deals fair?" }
            form.ask action="/fairness" method="post" {
                (typed("Deals", &hands, None))
                @for (id, name, title, value) in fields {
                    div.field {
                        label for=(id) { (title) }
                        input id=(id) name=(name) type="text" value=(value) autocomplete="off"
                            spellcheck="false";
                    }
                }
                button type="submit" { "Test" }
            }
            script src=(assets::DROP.address) defer {}
        }
    }
}

/// The answer about deals.
pub(super) fn tested(found: &GivenDeals, words: &Markup) -> Markup {
    let held: Vec<String> = found.seats.iter().map(|seat| seat.cards.to_string()).collect();
    html! {
        (crumbs(&[("/deals", "Deals")], "Your deals"))
        h1 { "Are these deals fair? " span {
            (found.deals) " deals of " (found.cards) " cards, " (held.join(" and ")) " at the seats"
        } }
        p.lead { strong { (verdict(found)) } }
        @for (at, seat) in found.seats.iter().enumerate().filter(|(_, seat)| seat.seen > 0) {
            (bars(found, at, seat))
        }
        section aria-labelledby="power" {
            h2 id="power" { "The tests, and what so many deals can find" }
            (words)
        }
        p.soft { "“No sign against” means no more than this." }
        (form(&found.cards.to_string()))
    }
}

fn verdict(found: &GivenDeals) -> String {
    let rejected = found.tests.iter().filter(|test| test.verdict == TestVerdict::Rejected);
    let rejected: Vec<&Test> = rejected.collect();
    let of_card = |test: &&Test| matches!(test.law, StatisticLaw::Farthest { .. });
    match &found.farthest {
        _ if rejected.is_empty() => "No sign against.".to_owned(),
        Some(CardCount { seat, card, count, expected }) if rejected.iter().any(of_card) => {
            let often = if *count as f64 > *expected { "often" } else { "rarely" };
            let seat = capital(seat);
            format!(
                "No. {seat} gets card {card} too {often}: {count} times where {expected:.0} are \
                 expected."
            )
        }
        _ => {
            let names: Vec<&str> = rejected.iter().map(|test| test.name.as_str()).collect();
            format!("No. Fair deals hardly ever come to this: {}.", names.join(", "))
        }
    }
}

/// The counts of a seat around the expected one: ink beyond the line of all tests together.
fn bars(found: &GivenDeals, at: usize, seat: &GivenSeat) -> Markup {
    let table = &found.table;
    let off = |row: usize| table.counts[row][at] as f64 - table.expected[row][at];
    let rows = 0..table.cards.len();
    let line = seat.line.map(|line| line as f64 - table.expected[0][at]);
    let most = rows.clone().map(|row| off(row).abs()).chain(line).fold(1.0, f64::max);
    let bar = |row: usize| {
        let high = off(row).abs() / most * SIDE;
        let top = if off(row) > 0.0 { SIDE - high } else { SIDE };
        let is_beyond = line.is_some_and(|line| off(row).abs() >= line);
        let (first, last) = table.cards[row];
        let cards = if first == last { first.to_string() } else { format!("{first} to {last}") };
        let words = format!("{cards}: {} times", table.counts[row][at]);
        html! {
            rect x=(row * BAR) y=(format!("{top:.1}")) width=(BAR - 2) height=(format!("{high:.1}"))
                fill="currentColor" opacity=(if is_beyond { "1" } else { "0.3" }) {
                title { (words) }
            }
        }
    };
    let (wide, high) = (table.cards.len() * BAR, 2.0 * SIDE);
    let name = format!("{}: each card against {:.1} expected", seat.name, table.expected[0][at]);
    html! {
        figure.wide {
            figcaption { (capital(&name)) }
            svg viewBox=(format!("0 0 {wide} {high}")) role="img" aria-label=(name) {
                line x1="0" x2=(wide) y1=(SIDE) y2=(SIDE) stroke="currentColor" {}
                @if let Some(line) = line {
                    @let y = format!("{:.1}", SIDE - line / most * SIDE);
                    line x1="0" x2=(wide) y1=(y) y2=(y) stroke="currentColor"
                        stroke-dasharray="3 3" { title { "beyond this line: not chance" } }
                }
                @for row in rows { (bar(row)) }
            }
        }
    }
}
