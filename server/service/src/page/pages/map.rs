//! Values over (n, stakes) as a heat map: every cell leads to its solved game.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::grid::grid_plan;
use bluff_questions::over_http::SHORT;
use bluff_questions::plan::{CellTable, CellVariant, Plan, PlanLimits};
use bluff_report::picture::heat_map::{GAMES, HeatMap};
use bluff_report::picture::{minus, with_minus};
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{ARGUMENTS, Family, Game, Parameter, parse_label};
use rational_bluff::solve::Control;

use crate::api::query::Query;
use crate::api::together;
use crate::limits::{MAP_CELLS, SWEEP_DECK};
use crate::problem::Problem;
use crate::service::{Answers, Service, in_time};

use crate::page::parts::frame::{Refused, columns, family_crumbs, headed, saves};
use crate::page::parts::listing::{links, part};
use crate::page::parts::request::{PageLabel, drawn_once, whole};
use crate::page::parts::titles::parameters;

/// Number of values that the table lists at once.
const LISTED: usize = 60;

/// `GET /map/{game}?n=2..40&b=1..10`: the value of every game in these ranges, in the words of
/// batch plans.
pub(crate) async fn show(
    State(service): State<Service>,
    PageLabel(game): PageLabel,
    query: RawQuery,
) -> Result<Response, Refused> {
    let Some(family) = Family::named(&game) else {
        let words = format!("{}, expected a game: {}", printable(&game), Family::names());
        return Err(Problem::NotFound(words).into());
    };
    let keys = ARGUMENTS.map(|parameter| parameter.key);
    let query = Query::of(query, &[&keys[..], &["part"]].concat())?;
    let part = whole(&query, "part", 1..=MAP_CELLS as u64)?.unwrap_or(1) as usize;
    let given =
        keys.iter().filter_map(|key| Some(((*key).to_owned(), query.text(key)?.to_owned())));
    let mut asked: Vec<_> = given.collect();
    if asked.is_empty() {
        asked = family
            .map
            .iter()
            .map(|(parameter, text)| (parameter.key.to_owned(), (*text).to_owned()))
            .collect();
    }
    let title = format!("{}: values as a map", family.title);
    let question = MapQuestion { family, asked, part };
    let name = format!("map {question:?}");
    let (pool, answers) = (Arc::clone(&service.pool), Arc::clone(&service.answers));
    let main = async move {
        let drawn = async {
            let cells = pool.run_quoted(SHORT, move |_| question.cells()).await?;
            let draw = move |control: &Control| cells.answer(&answers, control);
            Ok(pool.run_quoted(SHORT, draw).await?)
        };
        in_time(&pool, drawn).await
    };
    drawn_once(&service, (&title, &name), main).await
}

/// The request: a game, its fields, and which part of the table.
#[derive(Debug)]
struct MapQuestion {
    family: &'static Family,
    asked: Vec<(String, String)>,
    part: usize,
}

/// The cells of a map, which are not empty, and the game of each.
struct MapCells {
    question: MapQuestion,
    plan: Plan,
    games: Vec<((u64, u32), Game)>,
}

/// The values that were found, by cell.
struct Map<'a> {
    question: &'a MapQuestion,
    table: &'a CellTable,
    /// The deck and the stakes of each cell, in words.
    games: BTreeMap<(u64, u32), String>,
    values: BTreeMap<(u64, u32), Rational>,
}

impl MapQuestion {
    fn get(&self, name: &str) -> &str {
        self.asked.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// The cells.
    ///
    /// Errors: those of plans and of the library; `Beyond` for too many cells, or too much work.
    fn cells(self) -> Result<MapCells, Error> {
        let plan = self.plan()?;
        let Some(table) = plan.tables.first().filter(|table| !table.cells.is_empty()) else {
            return Err(Error::Malformed(
                "the map is empty, expected at least one cell".to_owned(),
            ));
        };
        let game = |cell: &(u64, u32)| Ok((*cell, parse_label(&table.key(*cell).label)?));
        let games =
            table.cells.iter().map(game).collect::<Result<Vec<((u64, u32), Game)>, Error>>()?;
        together(games.iter().map(|(_, game)| game))?;
        Ok(MapCells { question: self, plan, games })
    }

    /// The fields as a batch plan.
    fn plan(&self) -> Result<Plan, Error> {
        let limits = PlanLimits { cells: MAP_CELLS, deck: SWEEP_DECK };
        grid_plan(self.family, &self.asked, &limits)
    }
}

impl MapCells {
    /// Solves every cell.
    ///
    /// Errors: those of the library.
    fn answer(&self, answers: &Answers, control: &Control) -> Result<Markup, Error> {
        let solved = |(cell, game): &((u64, u32), Game)| {
            control.check()?;
            let solution = answers.one_of_many(game, control)?;
            Ok((*cell, solution.values[0].clone()))
        };
        let values = self.games.iter().map(solved).collect::<Result<_, Error>>()?;
        let games = self.games.iter().map(|(cell, game)| (*cell, parameters(game))).collect();
        Map { question: &self.question, table: &self.plan.tables[0], games, values }.body()
    }
}

impl Map<'_> {
    fn body(&self) -> Result<Markup, Error> {
        let family = self.question.family;
        let (low, top) = (self.values.values().min(), self.values.values().max());
        let rules = html! {
            "The value to player I of " (self.values.len()) " games"
            @if let (Some(low), Some(top)) = (low, top) {
                ", from " span.exact { (minus(low)) } " to " span.exact { (minus(top)) }
            }
            ". The stronger the tone, the higher the value; each cell leads to its game."
        };
        let way = family_crumbs(family.name, "map");
        Ok(html! {
            (headed(&way, family.title, &html! { "values as a map" }, &rules))
            (self.form())
            p.refused data-error hidden role="alert" {}
            div data-part="stage" {
                figure.panel aria-label="Map; the table has the numbers" { (self.picture()) }
                (saves(&format!("map-{}", family.name), "figure.panel"))
                (self.numbers()?)
            }
            nav aria-label="Maps of other games" { ul.links {
                @for other in Family::ranked().filter(|other| other.name != family.name) {
                    li { a href=(format!("/map/{}", other.name)) { (other.title) } }
                }
            } }
        })
    }

    fn form(&self) -> Markup {
        let family = self.question.family;
        let (used, unused): (Vec<_>, Vec<_>) = ARGUMENTS
            .into_iter()
            .partition(|parameter| !self.question.get(parameter.key).is_empty());
        let input = |parameter: &Parameter| {
            let name = parameter.key;
            html! {
                div.field {
                    label for=(name) { (parameter.title) }
                    input id=(name) name=(name) type="text" autocomplete="off"
                        value=(self.question.get(name)) aria-describedby=(format!("{name}-hint"));
                    span.hint id=(format!("{name}-hint")) { "for instance " (parameter.ranges) }
                }
            }
        };
        html! {
            form.ask data-live action=(format!("/map/{}", family.name)) method="get"
                aria-label="Ranges" {
                @for parameter in used { (input(parameter)) }
                button type="submit" { "Draw" }
                details.more {
                    summary { "Other ranges, for games that have them" }
                    div { @for parameter in unused { (input(parameter)) } }
                }
            }
            p.soft.rest {
                "Ranges step by 1 and are lists: 2..10,20. "
                @if family.whole_bets {
                    "max is the size from which on larger bets change nothing: the map ends there. "
                }
                "At most "
                (MAP_CELLS)
                " cells."
            }
        }
    }

    fn columns(&self) -> Vec<u64> {
        let mut columns: Vec<u64> = self.table.cells.iter().map(|(n, _)| *n).collect();
        columns.dedup();
        columns
    }

    fn address(&self, cell: (u64, u32)) -> String {
        format!("/{}", self.table.key(cell).label)
    }

    /// The cells by tone.
    fn picture(&self) -> Markup {
        let cells = self.values.iter();
        let cells = cells.map(|((n, row), value)| (*n, *row as usize, value.to_f64())).collect();
        let rows = self.table.variants.iter().map(CellVariant::words).collect();
        HeatMap { title: "", rows, cells, axes: GAMES }.fluid(&|n, row| {
            let cell = (n, row as u32);
            (
                self.address(cell),
                format!("{}: {}", self.games[&cell], with_minus(&in_words(&self.values[&cell]))),
            )
        })
    }

    /// The values as a table, some decks at a time.
    ///
    /// Errors: `Malformed` for a part that there is not.
    fn numbers(&self) -> Result<Markup, Error> {
        let (all, rows) = (self.columns(), &self.table.variants);
        let decks = (LISTED / rows.len()).max(1);
        let number = self.question.part;
        let shown = part(&all, decks, number)?;
        Ok(html! {
            section.rest aria-labelledby="numbers" {
                h2 id="numbers" { "The numbers" }
                div.wide tabindex="0" role="region" aria-labelledby="numbers" { table.full {
                    caption { "Values to player I, in " (self.question.family.unit.per_hand()) }
                    (columns(["Cards", "Bets and values"]))
                    tbody { @for n in shown { tr {
                        th scope="row" { (n) }
                        td { ul.cells { @for (choice, at) in rows.iter().zip(0..) {
                            @if let Some(value) = self.values.get(&(*n, at)) {
                                li {
                                    span.hint { (choice.words()) }
                                    a href=(self.address((*n, at))) { (minus(value)) }
                                }
                            }
                        } } }
                    } } }
                } }
                (links(all.len().div_ceil(decks), number, |part| self.part(part)))
            }
        })
    }

    /// The address of the same map with another part of the table.
    fn part(&self, part: usize) -> String {
        let MapQuestion { family, asked, .. } = self.question;
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(asked).append_pair("part", &part.to_string());
        format!("/map/{}?{}#numbers", family.name, query.finish())
    }
}

/// A value as short as a line of words takes it.
fn in_words(value: &Rational) -> String {
    let exact = value.to_string();
    match value.is_integer() || exact.len() > 30 {
        true if value.is_integer() => exact,
        true => value.decimal(12),
        false => format!("{exact} = {}", value.decimal(4)),
    }
}
