//! Values over (n, stakes) as a heat map: every cell leads to its solved game.

use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::grid::GridQuestion;
use bluff_questions::not_allowed;
use bluff_report::citation::bibtex_of_page;
use bluff_report::grid::{GridCell, GridReport};
use bluff_report::number;
use maud::{Markup, html};
use rational_bluff::game::{ARGUMENTS, Family, Parameter, parse_label};

use crate::api::query::Query;
use crate::api::question::drawn;
use crate::limits::MAP_CELLS;
use crate::problem::Problem;

use crate::page::parts::form::{line, refusal};
use crate::page::parts::frame::{PageResult, cited, family_crumbs, headed, saves, table};
use crate::page::parts::listing::{links, part};
use crate::page::parts::number::brief;
use crate::page::parts::request::{LabelPage, drawn_once, whole};
use crate::page::parts::titles::parameters;

/// Number of values that the table lists at once.
const LISTED: usize = 60;

/// `GET /map/{game}?n=2..40&b=1..10`: the value of every game in these ranges, in the words of
/// batch plans.
pub(crate) async fn show(LabelPage { service, label: game, query, .. }: LabelPage) -> PageResult {
    let Some(family) = Family::named(&game) else {
        let words = format!("{}, expected a game: {}", printable(&game), Family::names());
        return Err(Problem::NotFound(words).into());
    };
    let keys = ARGUMENTS.map(|parameter| parameter.key);
    let query = Query::of(query, &[&keys[..], &["part"]].concat())?;
    let part = whole(&query, "part", 1..=MAP_CELLS as u64)?.unwrap_or(1) as usize;
    let given = keys.iter().filter_map(|key| Some((*key, query.text(key)?.to_owned())));
    let mut ranges: Vec<_> = given.collect();
    if ranges.is_empty() {
        let map = family.map.iter();
        ranges.extend(map.map(|(parameter, text)| (parameter.key, (*text).to_owned())));
    }
    let title = format!("{}: values as a map", family.title);
    let page_of = MapPage { family, ranges, part };
    let name = format!("map {page_of:?}");
    let own = service.clone();
    let main = async move {
        let fields = page_of.fields();
        let draw = move |grid: GridReport| page_of.body(&grid);
        drawn::<GridQuestion, _>(&own, fields, draw).await
    };
    drawn_once(&service, (&title, &name), main).await
}

/// The request: a game, its ranges by key, and which part of the table.
#[derive(Debug)]
struct MapPage {
    family: &'static Family,
    ranges: Vec<(&'static str, String)>,
    part: usize,
}

impl MapPage {
    fn get(&self, name: &str) -> &str {
        self.ranges.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
    }

    /// The fields of the question.
    fn fields(&self) -> Vec<(String, String)> {
        let ranges = self.ranges.iter().map(|(key, text)| ((*key).to_owned(), text.clone()));
        [("game".to_owned(), self.family.name.to_owned())].into_iter().chain(ranges).collect()
    }

    /// Errors: `Refused` for a map without cells, and for a part of the table that there is not.
    fn body(&self, grid: &GridReport) -> Result<Markup, Error> {
        let family = self.family;
        let numbers = || grid.cells.iter().map(|cell| &cell.number);
        let (Some(low), Some(top)) = (numbers().min(), numbers().max()) else {
            return Err(not_allowed("the map is empty", "at least one cell"));
        };
        let rules = html! {
            "The value to player I of " (grid.cells.len()) " games, from "
            (brief(low)) " to " (brief(top))
            ". The stronger the tone, the higher the value; each cell leads to its game."
        };
        let way = family_crumbs(family.name, "map");
        let title = format!("{}, values as a map", family.title);
        // The script adds the ranges of the address.
        let address = format!("/map/{}?…", family.name);
        Ok(html! {
            (headed(&way, family.title, &html! { "values as a map" }, &rules))
            (self.form())
            (refusal(None))
            div data-part="stage" {
                figure.panel aria-label="Map; the table has the numbers" {
                    (grid.heat_map("").fluid(&|cell| linked(&grid.cells[cell])))
                }
                (saves(&format!("map-{}", family.name), "figure.panel"))
                (self.numbers(grid)?)
            }
            (cited(&bibtex_of_page(&title, &address), ""))
            nav aria-label="Maps of other games" { ul.links {
                @for other in Family::ranked().filter(|other| other.name != family.name) {
                    li { a href=(format!("/map/{}", other.name)) { (other.title) } }
                }
            } }
        })
    }

    fn form(&self) -> Markup {
        let family = self.family;
        let (used, unused): (Vec<_>, Vec<_>) =
            ARGUMENTS.into_iter().partition(|parameter| !self.get(parameter.key).is_empty());
        let input = |Parameter { key, title, ranges, .. }: &Parameter| {
            line((key, title), format!("for instance {ranges}"), self.get(key))
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

    /// The values as a table, some decks at a time.
    ///
    /// Errors: `Refused` for a part that there is not.
    fn numbers(&self, grid: &GridReport) -> Result<Markup, Error> {
        let all: Vec<&[GridCell]> = grid.cells.chunk_by(|one, next| one.n == next.n).collect();
        let decks = (LISTED / grid.stakes.len()).max(1);
        let shown = part(&all, decks, self.part)?;
        let caption = format!("Values to player I, in {}", self.family.unit.per_hand());
        let rows = shown.iter().map(|cells| {
            let values = html! { ul.cells { @for cell in *cells { li {
                span.hint { (grid.stakes[cell.stakes]) }
                a href=(format!("/{}", cell.label)) { (number::brief(&cell.number)) }
            } } } };
            [html! { (cells[0].n) }, values]
        });
        Ok(html! {
            section.rest aria-labelledby="numbers" {
                h2 id="numbers" { "The numbers" }
                div.wide tabindex="0" role="region" aria-labelledby="numbers" {
                    (table("full", &caption, ["Cards", "Bets and values"], rows))
                }
                (links(all.len().div_ceil(decks), self.part, |part| self.part(part)))
            }
        })
    }

    /// The address of the same map with another part of the table.
    fn part(&self, part: usize) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(&self.ranges).append_pair("part", &part.to_string());
        format!("/map/{}?{}#numbers", self.family.name, query.finish())
    }
}

/// The address of a cell, and the cell in words.
fn linked(cell: &GridCell) -> (String, String) {
    let game =
        parse_label(&cell.label).map_or_else(|_| cell.label.clone(), |game| parameters(&game));
    (format!("/{}", cell.label), format!("{game}: {}", number::brief(&cell.number)))
}
