//! A solved game as a page: title, value, the numbers to move, both players' strips, advice, tree.

mod decks;
pub(crate) mod families;
mod files;
pub(super) mod footer;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use bluff_questions::error::Error;
use bluff_questions::not_allowed;
use bluff_questions::over_http::{INSTANT, SHORT};
use bluff_report::has_classes;
use bluff_report::picture::strip::{self, Stage};
use bluff_report::picture::{advice, evaluated, matrix, strategies, tree};
use maud::{Markup, html};
use rational_bluff::certificate::{Certified, Solution as Equilibrium};
use rational_bluff::exact::Rational;
use rational_bluff::game::{FAMILIES, Family, Game, parse_label};
use rational_bluff::solve::{Control, Face, Method, SolveError, face, settled};
use rational_bluff::sweep::pure_game;

use crate::api::affordable_by;
use crate::api::query::{Query, unexpected};
use crate::api::solutions::{
    GameSource, SolutionQuery, SolveOptions, answered, may_improve, of_solved,
};
use crate::limits::PURE_DECK;
use crate::problem::{Problem, ReplyResult};
use crate::service::{Service, in_time};
use crate::values::ImmutableText;
use crate::values::form::wanted;
use crate::values::solution_form::{GamePicture, SolutionForm, elsewhere, endings};
use bluff_questions::cost::cost;

use crate::page::pages::{evaluate, home, play, proof};
use crate::page::parts::frame::{Refused, negotiated, page, refusal};
use crate::page::parts::head::framed;
use crate::page::parts::request::{Fields, LabelPage, hand, whole};
use crate::page::parts::strategies::{self, Window};
use crate::page::parts::street::StreetViews;
use crate::page::parts::tabs::GameTab;
use crate::page::parts::titles::title;
use crate::page::parts::tree::{betting, is_tall};
use crate::page::parts::{card, neighbours, picture};

/// Most grids of hands on a page.
const GRIDS: usize = 2;

/// Which of the optimal strategies the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OptimalChoice {
    Default,
    Method(Method),
    Face,
}

impl OptimalChoice {
    /// The tab that shows it.
    fn tab(self) -> GameTab {
        if self == Self::Face { GameTab::Optimal } else { GameTab::Answer }
    }

    /// The fields of its address beside the tab.
    fn fields(self) -> String {
        match self {
            Self::Method(method) => format!("method={method}"),
            _ => String::new(),
        }
    }
}

/// The addresses of games without parameters, `/leduc` for one, in every form.
pub(crate) fn routes() -> Router<Service> {
    let games = FAMILIES.into_iter().filter(|family| family.parameters.is_empty());
    let addresses = games.flat_map(|family| {
        let forms = endings().map(|form| format!("{}.{form}", family.name));
        forms.chain([family.name.to_owned()])
    });
    addresses.fold(Router::new(), |routes, address| {
        let path = format!("/{address}");
        let shown = move |State(service): State<Service>, query: RawQuery, headers: HeaderMap| {
            show(LabelPage { service, label: address, query, headers })
        };
        routes.route(&path, get(shown))
    })
}

/// `GET /{label}`: a solved game as a page, or in another of its forms.
pub(crate) async fn show(
    LabelPage { service, label: address, query, headers }: LabelPage,
) -> Response {
    let (label, form, by_header) = match wanted::<SolutionForm>(&address, &headers) {
        Ok(wanted) => wanted,
        Err(_) if let Some(found) = elsewhere(&address) => return found.into_response(),
        Err(error) => return refusal(error, &headers),
    };
    let label = label.to_owned();
    let text = match form {
        SolutionForm::Page => {
            let answer = match tab(&service, label.clone(), query).await {
                // A game without its deck is compared over all of them.
                Err(error) if error.status().is_client_error() && has_no_deck(&label) => {
                    Redirect::to(&format!("/compare/{label}")).into_response()
                }
                shown => shown.unwrap_or_else(|error| Refused::from(error).into_response()),
            };
            return if by_header.is_some() { negotiated(answer) } else { answer };
        }
        SolutionForm::Written(form) => {
            let source = GameSource::Label(label);
            let text = answered(&service, source, SolutionQuery::default(), form).await;
            text.map(|(text, _)| (text, form.name.media))
        }
        SolutionForm::GamePicture(picture) => {
            drawn(&service, label, query, picture).await.map(|text| (text, picture.media()))
        }
    };
    let answer = match text {
        Ok((text, media)) => text.reply(media, by_header, &headers),
        Err(problem) => problem.into_response(),
    };
    if by_header.is_some() { negotiated(answer) } else { answer }
}

/// The tab that the query asks for.
async fn tab(service: &Service, label: String, query: RawQuery) -> ReplyResult {
    if let Some(opened) = home::opened(service, &label, &query).await {
        return opened.map_err(Refused::problem);
    }
    let fields = || Fields::read(&query);
    if fields().text("show") == Some("face") {
        return Ok(Redirect::permanent(&GameTab::Optimal.address(&label, "")).into_response());
    }
    Ok(match GameTab::read(&query)? {
        GameTab::Answer | GameTab::Optimal => return shown(service, label, query).await,
        GameTab::Why => proof::show(service, label, query).await?,
        GameTab::Play => play::show(service, label, fields()).await?,
        GameTab::Lock => evaluate::show(service, label, fields()).await?,
        GameTab::Decks => decks::show(service, label, query).await?,
        GameTab::Files => files::show(service, label, query).await?,
    })
}

/// True for the name of a game of cards 1 to n with its bets alone: `kuhn/b1`.
fn has_no_deck(label: &str) -> bool {
    let family = label.split_once('/').and_then(|(name, _)| Family::named(name));
    family.is_some_and(|family| family.example.contains("/n"))
        && parse_label(label).is_err()
        && neighbours::decks(label).is_some()
}

/// Parts of a solved game that an address asks for.
#[derive(Clone, Debug)]
struct PageQuery {
    choice: OptimalChoice,
    card: Option<u64>,
    window: Window,
    /// The first action of the betting tree in numbers, counted from 0.
    tree: usize,
    /// Shares of the ranges of all parameters, I's first.
    at: Vec<Rational>,
}

impl PageQuery {
    /// Errors: `Refused` for numbers that are not of this game, and views that it does not have.
    fn read(query: &Query, game: &Game) -> Result<Self, Error> {
        let numbered = |key, most: u64| whole(query, key, 1..=most);
        let view = numbered("view", game.views().len() as u64)?;
        let window = Window {
            view: view.map(|view| usize::try_from(view - 1).unwrap_or_default()),
            from: numbered("from", game.n())?,
        };
        if window.from.is_some() && window.view.is_none() {
            return Err(not_allowed("from without view", "both"));
        }
        let choice = match (query.text("method"), query.text("tab")) {
            (None, None) => OptimalChoice::Default,
            (Some(method), None) => OptimalChoice::Method(method.parse()?),
            (None, Some("optimal")) => OptimalChoice::Face,
            (_, Some(other)) => return Err(unexpected("tab", other, "optimal, without method")),
        };
        let first_actions = game.views().first().map_or(1, |view| view.actions.len());
        let tree = numbered("tree", first_actions as u64)?.unwrap_or(1);
        let tree = usize::try_from(tree - 1).unwrap_or_default();
        let at = families::shares(query.text("at"))?;
        Ok(Self { choice, card: hand(query, game)?, window, tree, at })
    }

    /// The address of the page without a card: its tab and its first view.
    fn address(&self, label: &str) -> String {
        let view = self.window.view.map(|view| format!("view={}", view + 1));
        let fields = [self.choice.fields()].into_iter().filter(|field| !field.is_empty());
        let fields: Vec<String> = fields.chain(view).collect();
        self.choice.tab().address(label, &fields.join("&"))
    }
}

/// The keys of a query.
const KEYS: [&str; 7] = ["method", "tab", "card", "view", "from", "tree", "at"];

/// The equilibrium that a query asks for, drawn on the pool, both within one time limit.
async fn from_solution<T, Draw>(
    service: &Service,
    label: String,
    query: RawQuery,
    draw: Draw,
) -> Result<T, Problem>
where
    T: Send + 'static,
    Draw: Fn(&Certified<Equilibrium>, PageQuery, &Control) -> Result<T, Error>,
    Draw: Send + Sync + 'static,
{
    let query = Query::of(query, &KEYS)?;
    let options = SolveOptions::from(query.method()?);
    // All optimal strategies take further solves.
    let further = query.text("tab").is_some();
    let cost = move |game: &Game| match further {
        true => cost(game, Method::Lp).unwrap_or(SHORT),
        false => INSTANT,
    };
    let draw = move |solution: &Certified<Equilibrium>, control: &Control| {
        draw(solution, PageQuery::read(&query, &solution.game)?, control)
    };
    let drawn = of_solved(service, GameSource::Label(label), options, cost, draw);
    in_time(&service.pool, drawn).await
}

/// The page.
async fn shown(service: &Service, label: String, query: RawQuery) -> ReplyResult {
    let drawn = from_solution(service, label, query, |solution, asked, control| {
        let (face, all) = match asked.choice {
            OptimalChoice::Face => {
                let face = optimal(&solution.game, control)?;
                (face, families::found(&solution.game, control)?)
            }
            _ => (None, None),
        };
        let families = all.map(|all| families::of_game(&all, &solution.game, &asked.at));
        Ok((title(&solution.game), body(solution, &asked, face.as_ref(), families)))
    });
    let (title, main) = drawn.await?;
    Ok(page(&title, &main))
}

/// The face; `None` where it is too large to be listed.
fn optimal(game: &Game, control: &Control) -> Result<Option<Face>, Error> {
    match face(game, control) {
        Ok(face) => Ok(Some(face)),
        Err(SolveError::FaceTooLarge { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A picture as a file.
async fn drawn(
    service: &Service,
    label: String,
    query: RawQuery,
    picture: GamePicture,
) -> Result<ImmutableText, Problem> {
    let drawn = from_solution(service, label, query, move |solution, asked, control| {
        let (game, profile) = (&solution.game, &solution.profile);
        let face = match (picture, asked.choice) {
            (GamePicture::Strategies, OptimalChoice::Face) => optimal(game, control)?,
            _ => None,
        };
        let values = evaluated(game, profile);
        let stage = Stage {
            face: face.as_ref(),
            cuts: neighbours::cuts(game),
            card: asked.card,
            ..Stage::of(game, profile, Some(&values))
        };
        let text = ImmutableText::new(match picture {
            GamePicture::Tree => tree::alone(game, &values.1),
            GamePicture::TreeForTex => tree::tikz(game, &values.1),
            GamePicture::Strategies => match asked.window.view {
                Some(view) => strip::alone_views(&stage, &[view]),
                None => strategies(&stage),
            },
        });
        Ok(text.unless(may_improve(solution, control)))
    });
    drawn.await
}

fn body(
    solution: &Certified<Equilibrium>,
    asked: &PageQuery,
    face: Option<&Face>,
    families: Option<Markup>,
) -> Markup {
    let game = &solution.game;
    let label = game.label();
    let values = evaluated(game, &solution.profile);
    let passage = &values.1;
    let (choice, base) = (asked.choice, asked.address(&label));
    let stage = Stage {
        face,
        cuts: neighbours::cuts(game),
        card: asked.card,
        base: &base,
        ..Stage::of(game, &solution.profile, Some(&values))
    };
    let menu = matrix::fits(game);
    let street = StreetViews::of(game, asked.window.view.unwrap_or_default());
    // Grids have room for few views; the one asked for comes first.
    let from = street.views.iter().position(|at| Some(*at) == asked.window.view);
    let grids = &street.views[from.unwrap_or_default()..];
    let grids = &grids[..grids.len().min(GRIDS)];
    // Of a game with streets a view stands for its street.
    let whole = street.is_whole(game);
    let page = choice.tab().address(&label, &choice.fields());
    let page = if whole { page } else { String::new() };
    let unfolded = asked.window.view.filter(|_| whole);
    let strips = || strip::of_views(&stage, street.views.clone(), unfolded, &page);
    let explained = card::explained(&stage);
    let tag = face.map(|face| if face.unique { "unique" } else { "not unique" });
    let main = html! {
        div.two.menu-wide[menu || has_classes(game)] {
            section.panel.board aria-label="Strategies" {
                (switch(solution, choice))
                (street.others(game))
                div data-part="families" {
                    @if let Some(families) = families { (families) }
                }
                div data-part="stage" data-stage {
                    (picture::board(&stage, grids, strips))
                    @if choice == OptimalChoice::Face && face.is_none() {
                        p.note { "The face of this game is too large to be listed." }
                    }
                }
                (explained.tip)
            }
            div.stack data-part="aside" {
                section.panel aria-labelledby="advice" {
                    h3 id="advice" { "How to play" }
                    (advice::advice(solution))
                }
                @if tree::fits(game) && !is_tall(game) {
                    section.panel aria-labelledby="betting" {
                        h3 id="betting" { "The betting" }
                        (tree::tree(game, passage, "tree"))
                    }
                }
            }
            div.under {
                @let is_face = choice == OptimalChoice::Face;
                @if is_face && pure_game(game).is_ok() && game.n() <= PURE_DECK {
                    p.note { a href=(format!("/pure/{label}")) { "Pure equilibria" } }
                }
                (explained.why)
            }
        }
        div.rest data-part="rest" {
            (strategies::section(solution, &base, asked.window, &street, face))
            (betting(game, passage, asked.tree))
            (footer::certificate(solution))
        }
    };
    framed(choice.tab(), solution, (&choice.fields(), &[]), (tag, &main))
}

/// The switch between two optimal strategies, and the meaning of the colours.
fn switch(solution: &Equilibrium, choice: OptimalChoice) -> Markup {
    let game = &solution.game;
    let label = game.label();
    let two = game.players().len() == 2 && affordable_by(game, Method::Lp).is_ok();
    let first = match settled(game, Method::Auto) {
        Method::Readable | Method::Threshold => "Readable",
        _ => "Equilibrium",
    };
    let current = |this: bool| this.then_some("true");
    html! {
        div.tabs data-part="tabs" {
            @if choice == OptimalChoice::Face { h3 { "Every optimal strategy" } }
            @else {
                @let is_default = choice == OptimalChoice::Default;
                a href=(format!("/{label}")) aria-current=[current(is_default)] {
                    (first)
                }
            }
            @if two && choice != OptimalChoice::Face {
                a href=(format!("/{label}?method=lp")) aria-current=[current(choice ==
                    OptimalChoice::Method(Method::Lp))] { "LP vertex" }
            }
            (strip::key(game, Some(&solution.profile), "key"))
        }
    }
}
