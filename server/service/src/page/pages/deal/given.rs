//! Deals that somebody has, tested against the model: each card of each seat as a bar.

use axum::response::Response;
use bluff_dealing::fairness::{CardCount, GivenDeals, GivenSeat, StatisticLaw, Test, TestVerdict};
use bluff_questions::{FieldKind, QuestionField};
use bluff_report::picture::advice::capital;
use maud::{Markup, html};

use crate::api::fields::Fields;
use crate::page::parts::assets;
use crate::page::parts::form::typed;
use crate::page::parts::frame::{Refused, crumbs, wrong};

/// Height of a picture on each side of what is expected, above it, and of all.
const SIDE: f64 = 60.0;
const TOP: f64 = 24.0;
const HEIGHT: f64 = TOP + 2.0 * SIDE + 24.0;
/// The most cards that are named below.
const NAMED: usize = 13;

/// The form for deals of one's own, with what was typed into it.
pub(super) fn form(hands: Option<&str>, cards: &str, game: &str) -> Markup {
    let hint = "Paste or drop a file: a line a deal; seats apart by ; and - for what nobody saw. \
        Cards are numbers, or As to Kc of 52. Longer files: bluff fairness --hands FILE.";
    let field = QuestionField::new(FieldKind::Lines, "hands", "", hint, "As Kd;Qh Qs\n2c 2d;-");
    // Other forms of the page have fields of these names.
    let fields = [
        ("own-cards", "cards", "Cards", cards),
        ("own-game", "game", "Instead of cards, a game whose value they should pay", game),
    ];
    html! {
        section aria-labelledby="own" {
            h2 id="own" { "Are your deals fair?" }
            form.ask action="/fairness" method="post" {
                (typed("Deals", &field, hands))
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
        (form(None, &found.cards.to_string(), ""))
    }
}

/// The page of deals that are refused, with the form as it was sent.
pub(super) fn refused(refused: Refused, given: &Fields) -> Response {
    let problem = refused.problem();
    let text = |key: &str| given.iter().find(|(known, _)| known == key).map(|(_, text)| &**text);
    let main = html! {
        (crumbs(&[("/deals", "Deals")], "Your deals"))
        h1 { "Are these deals fair?" }
        p.refused role="alert" { (problem.message()) }
        (form(text("hands"), text("cards").unwrap_or("52"), text("game").unwrap_or_default()))
    };
    wrong(problem, "Are these deals fair?", &main)
}

fn verdict(found: &GivenDeals) -> String {
    let rejected = found.tests.iter().filter(|test| test.verdict == TestVerdict::Rejected);
    let rejected: Vec<&Test> = rejected.collect();
    let of_card = |test: &&Test| matches!(test.law, StatisticLaw::Farthest { cards: 2.., .. });
    match &found.farthest {
        _ if rejected.is_empty() => "No sign against.".to_owned(),
        Some(CardCount { seat, card, count, expected }) if rejected.iter().any(of_card) => {
            let often = if *count as f64 > *expected { "often" } else { "rarely" };
            let expected = format!("{expected:.1}");
            let expected = expected.trim_end_matches(".0");
            let seat = capital(seat);
            format!(
                "No. {seat} gets card {card} too {often}: {count} times where {expected} are \
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
    let (table, names) = (&found.table, &found.names);
    let (rows, due) = (0..names.len(), table.expected[0][at]);
    let off = |row: usize| table.counts[row][at] as f64 - table.expected[row][at];
    // The line is that of one card.
    let line = seat.line.filter(|_| names.len() as u64 == found.cards);
    let far = line.map(|line| line as f64 - due);
    let most = rows.clone().map(|row| off(row).abs()).chain(far).fold(1.0, f64::max);
    let y = |off: f64| format!("{:.1}", TOP + SIDE * (1.0 - off / most));
    let x = |row: f64| format!("{:.2}%", 100.0 * row / names.len() as f64);
    let bar = |row: usize| {
        let (off, words) = (off(row), format!("{}: {} times", names[row], table.counts[row][at]));
        let is_beyond = far.is_some_and(|far| off.abs() >= far);
        let high = format!("{:.1}", off.abs() / most * SIDE);
        html! {
            rect x=(x(row as f64)) y=(y(off.max(0.0))) width=(x(0.84)) height=(high)
                fill="currentColor" opacity=(if is_beyond { "1" } else { "0.3" }) {
                title { (words) }
            }
        }
    };
    let of_bar = if names.len() as u64 == found.cards { "a card" } else { "several cards" };
    let marks = [(0.0, format!("{due:.1}"))].into_iter();
    let marks: Vec<(f64, String)> = marks.chain(far.zip(line.map(|it| it.to_string()))).collect();
    html! {
        figure {
            figcaption {
                (capital(&seat.name)) ": each bar is " (of_bar) ", from the " (marks[0].1)
                " times that are expected in " (seat.seen) " deals to the times that it came."
                @if line.is_some() { " From the dashed line on, or as far below, a count is not \
                    chance." }
            }
            div.chart.pic {
                svg width="60" height=(HEIGHT) aria-hidden="true" {
                    text.number.end x="52" y="12" { "times" }
                    @for (off, count) in &marks {
                        text.number.end x="52" y=(y(*off)) dy="4" { (count) }
                    }
                }
                svg width="100%" height=(HEIGHT) role="img" aria-label=(capital(&seat.name)) {
                    @for (at, (off, _)) in marks.iter().enumerate() {
                        line x2="100%" y1=(y(*off)) y2=(y(*off)) stroke="currentColor"
                            stroke-dasharray=[(at == 1).then_some("3 3")] {}
                    }
                    @for row in rows.clone() { (bar(row)) }
                    @for row in rows.step_by(names.len().div_ceil(NAMED)) {
                        text.number x=(x(row as f64 + 0.42)) y=(HEIGHT - 4.0) { (names[row]) }
                    }
                }
            }
        }
    }
}
