//! A visitor's own strategies, painted or typed: what they are worth, and what they lose.

mod notation;
mod painter;
mod presets;
mod worth;

use bluff_questions::error::Error;
use bluff_questions::lock::{LockByHand, change_by_hand};
use bluff_report::number::brief;
use maud::{Markup, html};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::Profile;

use crate::api::solutions::GameSource;
use crate::problem::ReplyResult;
use crate::service::Service;

use crate::page::pages::exploit;
use crate::page::parts::form::{choice, refusal};
use crate::page::parts::frame::{page, wrong};
use crate::page::parts::head::framed;
use crate::page::parts::request::{Fields, among, from_equilibrium, player};
use crate::page::parts::tabs::GameTab;
use crate::page::parts::{assets, lock, titles};
use notation::typed;
pub(crate) use notation::written;

/// `GET /{label}?tab=lock`: a form with a field for each view, filled with the equilibrium; with
/// `view0=` and so on, what the strategies typed in are worth and the best replies to them; `lock=`
/// names a player who does not reply, and `strip=` the first view to paint.
pub(crate) async fn show(service: &Service, label: String, query: Fields) -> ReplyResult {
    let answer = from_equilibrium(service, GameSource::Label(label), move |solution, control| {
        let game = &solution.game;
        let views: Vec<String> = (0..game.views().len()).map(|at| format!("view{at}")).collect();
        let known = views.iter().map(String::as_str).chain(["tab", "lock", "strip"]);
        query.all_known(&known.collect::<Vec<_>>())?;
        let given = query.0.iter().filter(|(key, _)| key != "tab");
        let (own, given): (Vec<_>, Vec<_>) = given.partition(|(key, _)| key == "strip");
        let strip = own
            .last()
            .map_or(Ok(1), |(key, text)| among(key, text, 1..=game.views().len() as u64))?;
        let strip = usize::try_from(strip - 1).unwrap_or_default();
        let lock = given.iter().find(|(key, text)| key == "lock" && !text.is_empty());
        let lock = lock.map(|(key, text)| player(game, key, text)).transpose()?;
        let mut texts = written(game, &solution.profile);
        let untouched = given.iter().all(|(key, _)| key == "lock");
        for (key, text) in given.into_iter().filter(|(key, _)| key != "lock") {
            if let Some(view) = views.iter().position(|view| view == key) {
                texts[view].clone_from(text);
            }
        }
        // The equilibrium itself is not read from its own text.
        let typed = if untouched { Ok(solution.profile.clone()) } else { typed(game, &texts) };
        let by_hand = match &typed {
            Ok(typed) => change_by_hand(solution, typed, control)?,
            Err(_) => None,
        };
        let main = form(solution, &texts, (lock, strip), (&typed, by_hand.as_ref()));
        let title = format!("Try a strategy: {}", titles::title(game));
        Ok((title, main, typed.err()))
    });
    let (title, main, refused) = answer.await?;
    Ok(match refused {
        Some(error) => wrong(error.into(), &title, &main),
        None => page(&title, &main),
    })
}

fn form(
    solution: &Certified<Solution>,
    texts: &[String],
    (lock, strip): (Option<Player>, usize),
    (typed, by_hand): (&Result<Profile, Error>, Option<&LockByHand>),
) -> Markup {
    let game = &solution.game;
    let main = html! {
        (sentence(solution, typed.as_ref().ok(), by_hand))
        div.two.trial {
            section.panel.board aria-label="Strategies" {
                nav.tabs aria-label="Presets" {
                    @for (name, address) in presets::presets(game, &solution.profile, lock) {
                        a data-preset href=(address) { (name) }
                    }
                }
                (refusal(typed.as_ref().err().map(Error::public_message).as_deref()))
                @let equilibrium = &solution.profile;
                @let drawn = (game, typed.as_ref().unwrap_or(equilibrium));
                (painter::painter(drawn, equilibrium, by_hand, strip))
            }
            div.stack data-part="worth" {
                @if let Ok(typed) = typed { (worth::worth(game, typed)) }
            }
        }
        (text_form(game, texts, lock))
        div data-part="replies" {
            @if let Ok(typed) = typed { (exploit::replies(solution, typed, texts, lock)) }
        }
        script src=(assets::PAINT.address) defer {}
    };
    framed(GameTab::Lock, solution, ("", &[]), (None, &main))
}

/// The sentence on a lock, first below the tabs; its place is kept while nothing is locked.
fn sentence(solution: &Solution, typed: Option<&Profile>, by_hand: Option<&LockByHand>) -> Markup {
    let is_free = typed == Some(&solution.profile) && solution.game.players().len() == 2;
    html! {
        div data-part="change" role="status" {
            @if let Some(by_hand) = by_hand { (lock::effect(&by_hand.effect)) }
            @else {
                p.say { @if is_free {
                    "Nothing is locked; player I gets " (brief(&solution.values[0])) "."
                } }
                p.note { "\u{a0}" }
            }
        }
    }
}

/// The strategies as text, which takes every notation.
fn text_form(game: &Game, texts: &[String], lock: Option<Player>) -> Markup {
    let nobody = [(String::new(), "nobody: every player's best reply".to_owned())];
    let players = game.players().iter().map(|one| (one.to_string(), format!("player {one}")));
    let locked = lock.map(|player| player.to_string());
    html! {
        form.strategies id="strategies" action=(format!("/{}", game.label())) method="get"
            data-part="text" {
            (GameTab::Lock.hidden())
            h2 { "As text" }
            p.soft {
                @if !game.deck().is_ranks() {
                    "A line for each hand, or hands with commas: “"
                    (notation::example(game, &game.views()[0])) "”."
                } @else {
                    "A line for each run of cards: “3 to 7: fold” or “1..3, 9: bet 1/2, check \
                        50%”."
                } }
            div.texts { @for (at, (view, text)) in game.views().iter().zip(texts).enumerate() {
                div.field {
                    label for=(format!("view{at}")) { "Player " (view.player) ", " (view.name) }
                    span.hint id=(format!("hint{at}")) { "Actions: " (view.actions.join(", ")) }
                    textarea id=(format!("view{at}")) name=(format!("view{at}")) rows="5"
                        spellcheck="false" aria-describedby=(format!("hint{at}")) {
                        (text)
                    }
                }
            } }
            div.ask {
                (choice(("lock", "Lock"), nobody.into_iter().chain(players), locked.as_ref()))
                button.first type="submit" { "What is it worth?" }
            }
        }
    }
}
