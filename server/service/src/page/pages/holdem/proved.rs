//! The answer of a spot between bounds: the sentence, the way through its betting and cards, and
//! the grid of the hands of the player who acts.

use std::sync::Arc;

use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::over_http::INSTANT;
use bluff_report::citation::bibtex_of_page;
use bluff_report::number::outwards;
use bluff_report::picture::hands::{HandSquare, frame, squares};
use maud::{Markup, html};
use rational_bluff::cards::{CLASSES, HandClass};
use rational_bluff::exact::Rational;
use rational_bluff::spot::Spot;

use crate::api::query::unexpected;
use crate::api::spots::place;
use crate::problem::Problem;
use crate::proved_spots::KeptSpot;
use crate::service::Service;

use crate::page::parts::frame::{PageResult, cited, saves};
use crate::page::parts::number::bounds;
use crate::page::parts::request::Fields;

use super::filter::HandFilter;
use super::form::RoomForm;
use super::hand_list::{decimal, mean, mixed};
use super::layout::{cards, exported, finely, framed, head};
use super::locked;
use super::place::{HandsByClass, STAGE, SpotPage, address, certified, closer, readable};

/// The fields of the page: a spot, the way to a place, a class of hands, the numbers shown, and the
/// hands that do not fade; of a solve from here, hands with what they play, and an accuracy.
pub(super) const FIELDS: [&str; 8] =
    ["spot", "path", "card", "show", "filter", "hands", "part", "within"];
/// The numbers of the grid, and their names.
const SHOWN: [(&str, &str); 3] = [("", "Strategy"), ("ev", "EV"), ("equity", "Equity")];
/// Shades of ink of the grid of numbers.
const SHADES: f64 = 8.0;

/// The closest bounds of a spot.
///
/// Errors: `NotFound`, and those of the pool.
pub(super) async fn kept(service: &Service, id: &str) -> Result<Arc<KeptSpot>, Problem> {
    let label = format!("spot/{}", id.trim_start_matches("spot/"));
    let unknown = || {
        Problem::NotFound(format!(
            "{}: a spot that this service has not solved, or no longer keeps",
            printable(&label)
        ))
    };
    service.spot_of(&label).await?.ok_or_else(unknown)
}

/// `GET /holdem?spot=`.
pub(super) async fn show(service: &Service, id: &str, query: &Fields) -> PageResult {
    let kept = kept(service, id).await?;
    let label = kept.label.clone();
    let shown = query.text("show").unwrap_or_default();
    let known = SHOWN.into_iter().find(|(key, _)| *key == shown);
    let (shown, _) = known.ok_or_else(|| unexpected("show", shown, "one of: ev, equity"))?;
    let card = query.number("card", CLASSES as u64)?;
    let class = card.and_then(|card| HandClass::all().nth(card as usize - 1));
    let path = query.text("path").unwrap_or_default().to_owned();
    let place = place(service, &kept, &path).await?;
    if query.text("hands").or(query.text("within")).is_some() {
        return Ok(locked::again(service, &kept, &place, query).await?);
    }
    let free = match &place.free {
        Some(label) => service.spot_of(label).await?,
        None => None,
    };
    let actions = place.node.actions.iter().map(|action| readable(action)).collect();
    let filter = HandFilter::read(query.text("filter").unwrap_or_default())?;
    let page = SpotPage { label, path, shown, class, filter, place, free, actions };
    let drawn = service.pool.run_quoted(INSTANT, move |_| page.drawn());
    Ok(framed("A spot of hold’em", &drawn.await?))
}

impl SpotPage {
    fn drawn(&self) -> Result<Markup, Error> {
        let (document, node) = (&self.place.document, self.node());
        let [lower, upper, of_pot] = certified(document)?;
        let form = RoomForm::of_file(&document["game"]);
        let spot = Spot::read(&document["game"].to_string())?;
        let steps = node.way.iter().map(|step| step.taken.as_str());
        let pot = spot.betting.pot.clone();
        let classes = self.classes();
        let mut kept = classes.clone();
        kept.retain(|_, hands| hands.iter().any(|(hand, _)| self.keeps(hand)));
        let class = self.class.or_else(|| mixed(&kept));
        let files = format!("/api/v1/{}", self.label.replacen("spot", "spots", 1));
        let path: String = form_urlencoded::byte_serialize(self.path.as_bytes()).collect();
        let player = ["I", "II"][self.player()];
        Ok(html! {
            (head(&self.label, (&spot, &node.board, node.player), steps))
            (self.locked_sentence([&lower, &upper])?)
            @if self.place.free.is_none() { (form.fields(false, None)) }
            (self.way())
            div.two.spot {
                div.stack data-part="facts" {
                    section aria-label="Board" { (cards(&node.board)) }
                    section.panel aria-label="Bounds" {
                        @let [least, most] = outwards(&lower, &upper);
                        p.bounds {
                            b { "Player I’s value is between " (least) " and " (most) " chips." }
                            " Proved."
                        }
                        p.note {
                            @let [least, most] = bounds([&lower, &upper]);
                            "Beyond half of the pot: " (least) " to " (most) "; exploitability "
                            (finely(&of_pot)) " of the pot. "
                            a href=(files) { "Document" } ", "
                            a href=(format!("{files}/plan")) download { "plan file" } ". "
                        }
                        a.button href=(address(&self.label, "").replacen("?", "/drill?", 1)) {
                            "Drill"
                        }
                        @if let Some(within) = closer(&of_pot) {
                            " " a href=(format!("{}&within={within}", address(&self.label, ""))) {
                                "Go on"
                            }
                            ", to " (finely(&within)) " of the pot."
                        }
                    }
                }
                section.panel.board aria-label="Strategies" {
                    (self.tabs())
                    div data-part="stage" data-stage { (self.grid(&classes, class, &pot)) }
                    (saves(&self.label, "[data-part=stage]"))
                    p.note data-part="legend" {
                        "EV in chips: half of the pot, and what the hand wins beyond it from the \
                            start of the spot on; of an action, with best responses after it. A \
                            bet is for value if the hand wins half of the pot from the hands that \
                            stay in, else a bluff. \
                            Frequencies and EV carry no certificate; the two bounds do."
                    }
                }
                section.panel data-part="hands" aria-label="Hands" {
                    (self.filters())
                    (self.class_panel(&classes, class))
                }
                section.panel data-part="range" aria-labelledby="whole" {
                    h3 id="whole" { "Player " (player) ", the whole range" }
                    (self.range(&classes, &pot))
                    (exported(&format!("{files}/ranges?path={path}")))
                }
            }
            @let title = format!("Bounds of the spot of hold’em {}", self.label);
            div.rest { (cited(&bibtex_of_page(&title, &address(&self.label, "")), "")) }
        })
    }

    fn tabs(&self) -> Markup {
        html! {
            nav.tabs aria-label="Numbers" data-part="tabs" {
                @for (key, name) in SHOWN {
                    @let address = self.address(&self.path, key, &self.filter.text);
                    a href=(address) aria-current=[(key == self.shown).then_some("true")] { (name) }
                }
            }
        }
    }

    fn grid(
        &self,
        classes: &HandsByClass<'_>,
        chosen: Option<HandClass>,
        pot: &Rational,
    ) -> Markup {
        let node = self.node();
        let base = self.to(&self.path);
        let who = html! {
            b { "Player " (["I", "II"][self.player()]) } " "
            (node.view)
            @if node.player.is_none() { ", before the card" }
        };
        let square = |class: HandClass| {
            let square = classes.get(&class).map(|hands| {
                let parts = self.parts(hands);
                let weight: f64 = hands.iter().map(|(_, weight)| weight.to_f64()).sum();
                let held = weight / class.hands().count() as f64;
                let card = class.index() as u64 + 1;
                let mut square = HandSquare::of_parts(class, (card, held), &self.actions, &parts);
                if hands.iter().any(|(hand, _)| hand.is_locked) {
                    square.lock();
                }
                square.is_faded = !hands.iter().any(|(hand, _)| self.keeps(hand));
                if node.player.is_none() || !self.shown.is_empty() {
                    let is_equity = self.shown != "ev";
                    let value = mean(hands, |it| if is_equity { it.equity } else { it.ev });
                    let most = if is_equity { 1.0 } else { pot.to_f64() * 1.5 };
                    let shade = value.map_or(0.0, |value| (value / most * SHADES).round());
                    let shade = shade.clamp(0.0, SHADES);
                    square.colours = vec![(format!("ink{shade}"), 1.0)];
                    square.note = value.map_or_else(String::new, |value| match is_equity {
                        true => format!("{:.0}\u{a0}%", value * 100.0),
                        false => decimal(value, 1),
                    });
                }
                square
            });
            (square, chosen == Some(class))
        };
        let grid = squares(&base, (0, &who), square, STAGE);
        frame(STAGE, CLASSES as u64, true, &[grid])
    }
}
