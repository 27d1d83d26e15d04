//! The boards of one spot as a map: what is played first, both ends of the value, and how far each
//! plan is from an equilibrium; sorted, and filtered by texture.

use std::cmp::Reverse;

use axum::extract::{Request, State};
use bluff_batch::sweeps::{BoardRow, BoardTable};
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::{FieldKind, QuestionField, not_allowed};
use bluff_report::number::{outwards, percent};
use bluff_report::picture::hands::{PlayedPart, bar, frame, whole};
use maud::{Markup, html};
use rational_bluff::exact::{Rational, counted};

use crate::api::query::unexpected;
use crate::page::pages::play::{rank, suit};
use crate::page::parts::assets;
use crate::page::parts::form::{choice, typed};
use crate::page::parts::frame::{PageResult, wrong};
use crate::page::parts::request::Fields;
use crate::service::Service;

use super::layout::{dressed, framed, title};
use super::place::{STAGE, readable};

/// The fields of the form.
const FIELDS: [&str; 4] = ["table", "sort", "suits", "pairs"];
/// Orders beside those by action.
const ORDERS: [(&str, &str); 4] = [
    ("", "as in the table"),
    ("lower", "value, lower end"),
    ("upper", "value, upper end"),
    ("exploitability", "exploitability"),
];
/// Textures by suits: the most cards of one suit.
const SUITS: [(&str, &str); 4] =
    [("", "any"), ("1", "rainbow"), ("2", "two-tone"), ("3", "monotone, or three of a suit")];
/// Textures by ranks.
const PAIRS: [(&str, &str); 3] = [("", "any"), ("yes", "paired"), ("no", "unpaired")];
/// Pixels of a cell, across.
const WIDTH: f64 = 100.0;

/// `GET /holdem/boards`: the form.
pub(crate) async fn form(query: Fields) -> PageResult {
    query.all_known(&[])?;
    Ok(framed("Boards of a spot", &body(&query, None, None)))
}

/// `POST /holdem/boards`: the table of the form as a map.
pub(crate) async fn show(State(service): State<Service>, request: Request) -> PageResult {
    let given = Fields::posted(request).await?;
    given.all_known(&FIELDS)?;
    let own = given.clone();
    let drawn = service.pool.run_quoted(SHORT, move |_| BoardMap::of(&own)?.drawn(&own)).await;
    Ok(match drawn {
        Ok(main) => framed("Boards of a spot", &main),
        Err(error) => {
            let words = error.message();
            wrong(error.into(), "Boards of a spot", &dressed(&body(&given, None, Some(&words))))
        }
    })
}

/// A table, and the boards of it that are shown, in order.
struct BoardMap {
    table: BoardTable,
    shown: Vec<BoardRow>,
}

impl BoardMap {
    /// Errors: those of tables; `Refused` of an order or a texture that there is not.
    fn of(given: &Fields) -> Result<Self, Error> {
        let table = BoardTable::read(given.text("table").unwrap_or_default())?;
        let [sort, suits, pairs] =
            ["sort", "suits", "pairs"].map(|key| given.text(key).unwrap_or(""));
        let known = |key: &str, text: &str, all: &[(&str, &str)]| {
            let names = all.iter().map(|(name, _)| *name).filter(|name| !name.is_empty());
            let names = names.collect::<Vec<_>>().join(", ");
            let is_known = all.iter().any(|(name, _)| *name == text);
            is_known.then_some(()).ok_or_else(|| unexpected(key, text, &names))
        };
        known("suits", suits, &SUITS)?;
        known("pairs", pairs, &PAIRS)?;
        let action = table.actions.iter().position(|action| action == sort);
        if action.is_none() {
            known("sort", sort, &ORDERS)?;
        }
        let fits = |row: &&BoardRow| {
            (suits.is_empty() || row.suited().min(3).to_string() == suits)
                && (pairs.is_empty() || row.is_paired() == (pairs == "yes"))
        };
        let mut shown: Vec<BoardRow> = table.rows.iter().filter(fits).cloned().collect();
        let key = |row: &BoardRow| match (action, sort) {
            (Some(at), _) => row.shares[at].clone(),
            (None, "lower") => row.ends[0].clone(),
            (None, "upper") => row.ends[1].clone(),
            (None, "exploitability") => row.of_pot.clone(),
            _ => Rational::ZERO,
        };
        shown.sort_by_cached_key(|row| Reverse(key(row)));
        Ok(Self { table, shown })
    }

    fn parts(&self, shares: &[Rational]) -> Vec<PlayedPart> {
        let parts = shares.iter().enumerate().filter(|(_, share)| share.is_positive());
        let part = |(action, share): (usize, &Rational)| PlayedPart {
            action,
            bluff: false,
            share: share.clone(),
        };
        parts.map(part).collect()
    }

    /// Errors: `Refused` if no board is left.
    fn drawn(&self, given: &Fields) -> Result<Markup, Error> {
        let all: Rational = self.shown.iter().map(|row| row.deals.clone()).sum();
        if !all.is_positive() {
            return Err(not_allowed("no board of the table has this texture and bounds", "one"));
        }
        let mean = |number: &dyn Fn(&BoardRow) -> Rational| -> Rational {
            self.shown.iter().map(|row| number(row) * &row.deals).sum::<Rational>() / &all
        };
        let [least, most] =
            outwards(&mean(&|row| row.ends[0].clone()), &mean(&|row| row.ends[1].clone()));
        let shares = (0..self.table.actions.len()).map(|at| mean(&|row| row.shares[at].clone()));
        let shares: Vec<Rational> = shares.collect();
        let actions: Vec<String> = self.table.actions.iter().map(|it| readable(it)).collect();
        let worst = self.shown.iter().map(|row| &row.of_pot).max().cloned().unwrap_or_default();
        let scale = MapScale::of(&self.shown);
        let cells = html! { div.boards { @for row in &self.shown {
            (self.cell(row, &actions, &scale))
        } } };
        let map = html! {
            section.panel aria-label="Mean" {
                h3 { (counted(self.shown.len(), "board", "boards"))
                    @if self.table.failed > 0 {
                        ", without " (self.table.failed) " that have no bounds"
                    }
                }
                p.bounds { b { "Player I’s value is between " (least) " and " (most) " chips" }
                    " on average over all deals, beyond half of the pot." }
                (whole(&actions, &self.parts(&shares), STAGE))
            }
            section.panel aria-label="Map" {
                (frame(STAGE, 0, actions.iter().any(|it| it.starts_with("raise")), &[cells]))
                p.note {
                    "Each board: what player I does first; the value of player I between two \
                        proved ends, from " (scale.words()) " chips; and the exploitability as a \
                        bar, as wide as the cell at " (percent(&worst)) " of the pot. Suits that \
                        are alike count as one board. Frequencies carry no certificate."
                }
            }
        };
        Ok(body(given, Some((&self.table, &map)), None))
    }

    /// A board: its cards, its bar, its two ends, and how exploitable its plans are.
    fn cell(&self, row: &BoardRow, actions: &[String], scale: &MapScale) -> Markup {
        let [lower, upper] = &row.ends;
        let [least, most] = outwards(lower, upper);
        let shares = actions.iter().zip(&row.shares);
        let shares: String =
            shares.map(|(action, share)| format!("{action} {}, ", percent(share))).collect();
        let board = &row.board;
        let words = format!(
            "{board}: {shares}value of player I from {least} to {most} chips, exploitability {} of \
             the pot",
            percent(&row.of_pot)
        );
        let [from, to] = [lower, upper].map(|end| scale.place(end));
        html! {
            div.cell tabindex="0" role="img" aria-label=(words) title=(words) {
                span.faces { @for card in board.dealt() {
                    @let (class, sign) = suit(*card);
                    span class=(class) { (rank(*card)) (sign) }
                } }
                (bar(actions, &self.parts(&row.shares), STAGE))
                svg.ends viewBox=(format!("0 0 {WIDTH} 12")) aria-hidden="true" {
                    @if let Some(zero) = scale.zero() {
                        path.rule d=(format!("M{zero:.1} 0V8")) {}
                    }
                    rect x=(format!("{from:.1}")) y="2" height="4"
                        width=(format!("{:.1}", (to - from).max(1.5))) {}
                    rect.far y="9" height="2" x="0"
                        width=(format!("{:.1}", scale.far(&row.of_pot))) {}
                }
            }
        }
    }
}

/// The scale of all cells, in doubles for drawing.
struct MapScale {
    least: f64,
    most: f64,
    worst: f64,
}

impl MapScale {
    fn of(rows: &[BoardRow]) -> Self {
        let all = |end: usize| rows.iter().map(move |row| row.ends[end].to_f64());
        Self {
            least: all(0).fold(f64::MAX, f64::min),
            most: all(1).fold(f64::MIN, f64::max),
            worst: rows.iter().map(|row| row.of_pot.to_f64()).fold(0.0, f64::max),
        }
    }

    fn at(&self, number: f64) -> f64 {
        (number - self.least) / (self.most - self.least).max(1e-9) * WIDTH
    }

    fn place(&self, number: &Rational) -> f64 {
        self.at(number.to_f64())
    }

    fn zero(&self) -> Option<f64> {
        (self.least..=self.most).contains(&0.0).then(|| self.at(0.0))
    }

    fn far(&self, of_pot: &Rational) -> f64 {
        of_pot.to_f64() / self.worst.max(1e-12) * WIDTH
    }

    fn words(&self) -> String {
        let [least, most] = [(self.least * 100.0).floor(), (self.most * 100.0).ceil()];
        format!("{:.2} to {:.2}", least / 100.0, most / 100.0).replace('-', "−")
    }
}

/// The page: the map, if there is one, and the form with what was typed.
fn body(given: &Fields, map: Option<(&BoardTable, &Markup)>, refused: Option<&str>) -> Markup {
    let hint = "boards.csv, which bluff boards writes; paste it, or drop the file here";
    let table =
        QuestionField::new(FieldKind::Text, "table", "", hint, "board,boards,deals,lower,…");
    let actions = map.map_or(&[][..], |(table, _)| &table.actions[..]);
    let orders = ORDERS.map(|(key, name)| (key, name.to_owned())).into_iter();
    let orders = orders.chain(actions.iter().map(|it| (it.as_str(), readable(it))));
    let chosen = |key: &str| given.text(key).unwrap_or_default();
    html! {
        (title("boards", "Boards of a spot"))
        form.ask action="/holdem/boards" method="post" aria-label="Table" {
            (typed("Table", &table, given.text("table")))
            (choice(("sort", "Greatest first by"), orders, Some(&chosen("sort"))))
            (choice(("suits", "Suits"), SUITS, Some(&chosen("suits"))))
            (choice(("pairs", "Ranks"), PAIRS, Some(&chosen("pairs"))))
            button type="submit" { "Draw" }
            p.refused role="alert" hidden[refused.is_none()] { (refused.unwrap_or_default()) }
        }
        @match map {
            Some((_, map)) => (map),
            None => p.rules {
                "The command " code { "bluff boards spot.json --within 1% --out DIR" } " solves a \
                    spot on all flops, or on a list of boards, and writes the table. "
                a href="/book/holdem#many-boards" { "How" }
            },
        }
        script src=(assets::DROP.address) defer {}
    }
}
