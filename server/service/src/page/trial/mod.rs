//! A visitor's own strategies: what they are worth, and what they lose.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use bluff_report::payoff::Worth;
use bluff_report::text::{Paint, play};
use maud::{Markup, html};
use rational_bluff::certificate::format::read_profile;
use rational_bluff::exact::{Rational, sweep};
use rational_bluff::game::{Game, Player, View};
use rational_bluff::strategy::Profile;
use serde_json::{Map, Value, json};

use crate::api::cost::checkable;
use crate::api::label::Label;
use crate::problem::Problem;
use crate::problem::question_status;
use crate::service::Service;

use super::frame::{Refused, page, with_status};
use super::{Fields, exploit, fields, from_equilibrium};

/// `GET /try/{label}`: a form with a field for each view, filled with the equilibrium; with
/// `view0=` and so on, what the strategies typed in are worth and the best replies to them; `lock=`
/// names a player who does not reply.
pub(crate) async fn show(
    State(service): State<Service>,
    label: Result<Label, Problem>,
    query: Fields,
) -> Result<Response, Refused> {
    let Label(label) = label?;
    let given = fields(query)?;
    let title = format!("{label}: try a strategy");
    let answer = from_equilibrium(&service, label, move |solution, _| {
        let game = &solution.game;
        let lock = lock(game, &given)?;
        let mut texts = written(game, &solution.profile);
        let untouched = given.iter().all(|(key, _)| key == "lock");
        for (key, text) in given.into_iter().filter(|(key, _)| key != "lock") {
            let view =
                key.strip_prefix("view").and_then(|at| texts.get_mut(at.parse::<usize>().ok()?));
            let last = game.views().len() - 1;
            let unknown = || {
                Error::Malformed(format!(
                    "{}, expected view0 to view{last} or lock",
                    printable(&key)
                ))
            };
            *view.ok_or_else(unknown)? = text;
        }
        // The equilibrium itself is not read from its own text.
        let typed = if untouched { Ok(solution.profile.clone()) } else { typed(game, &texts) };
        let found = typed.as_ref().map(|typed| {
            html! {
                section aria-labelledby="worth" {
                    h2 id="worth" { "What it is worth" }
                    pre tabindex="0" { (Worth::of(game, typed).text(Paint::Plain)) }
                }
                (exploit::replies(&solution, typed, &texts, lock))
            }
        });
        let main = form(game, &texts, lock, found);
        Ok((main, typed.err().map(|error| question_status(&error))))
    });
    let (main, refused) = answer.await?;
    Ok(match refused {
        Some(status) => with_status(status, &title, &main).into_response(),
        None => page(&title, &main),
    })
}

/// The player whose strategy is locked; none unless the address says so.
///
/// Errors: `Malformed` for a text that names no player.
fn lock(game: &Game, given: &[(String, String)]) -> Result<Option<Player>, Error> {
    let Some((_, text)) = given.iter().find(|(key, text)| key == "lock" && !text.is_empty()) else {
        return Ok(None);
    };
    let named = game.players().iter().find(|player| player.to_string() == *text);
    let names = || game.players().iter().map(Player::to_string).collect::<Vec<_>>().join(", ");
    let unknown =
        || Error::Malformed(format!("lock = {}, expected one of: {}", printable(text), names()));
    Ok(Some(*named.ok_or_else(unknown)?))
}

/// A profile as the fields of the form: for each view, a line for each run of cards.
pub(super) fn written(game: &Game, profile: &Profile) -> Vec<String> {
    let line = |view: &View, (first, last, played): (u64, u64, Vec<(usize, Rational)>)| {
        format!("{}: {}", bluff_report::cards(first, last), play(&view.actions, &played))
    };
    let field = |(at, view): (usize, &View)| {
        let runs = sweep(profile.at(at));
        runs.map(|run| line(view, run)).collect::<Vec<_>>().join("\n")
    };
    game.views().iter().enumerate().map(field).collect()
}

/// The strategies typed in, read as the API reads a profile.
///
/// Errors: those of the library, naming view and card; `Malformed` for a line that is none.
fn typed(game: &Game, texts: &[String]) -> Result<Profile, Error> {
    let strategy = |(view, text): (&View, &String)| {
        let runs = text.lines().filter(|line| !line.trim().is_empty()).map(|line| run(view, line));
        let runs = runs.collect::<Result<Vec<_>, Error>>()?;
        Ok(json!({ "player": view.player.to_string(), "view": view.name, "runs": runs }))
    };
    let strategies =
        game.views().iter().zip(texts).map(strategy).collect::<Result<Vec<_>, Error>>()?;
    let document = json!({ "strategies": strategies }).to_string();
    checkable(&document)?;
    Ok(read_profile(game, &document)?)
}

/// A line, `25 to 28: bet 4` or `3: bet 4 with probability 2/3, check with probability 1/3`, as
/// documents write a run.
fn run(view: &View, line: &str) -> Result<Value, Error> {
    let bad = || {
        Error::Malformed(format!(
            "player {}, “{}”: the line “{}”, expected cards and what they play, such as 3 to 7: {}",
            view.player,
            view.name,
            printable(line),
            view.actions[0]
        ))
    };
    let (cards, played) = line.split_once(':').ok_or_else(bad)?;
    let (first, last) =
        cards.split_once(" to ").or_else(|| cards.split_once('-')).unwrap_or((cards, cards));
    let mut actions = Map::new();
    for part in played.split(',').map(str::trim) {
        let (action, probability) = match part.split_once(" with probability ") {
            Some((action, probability)) => (action.trim(), probability.trim()),
            None => (part, "1"),
        };
        if actions.insert(action.to_owned(), Value::from(probability)).is_some() {
            return Err(bad());
        }
    }
    Ok(json!({ "cards": [first.trim(), last.trim()], "actions": actions }))
}

fn form(
    game: &Game,
    texts: &[String],
    lock: Option<Player>,
    found: Result<Markup, &Error>,
) -> Markup {
    let label = game.label();
    html! {
        h1 { (label) ": try a strategy" }
        p { "Below is an " a href=(format!("/{label}")) { "equilibrium" } ". Change the strategies \
            of any player, and see each player's best reply to the others and its gain. Lock a \
            player to see how the others exploit that strategy." }
        @if let Err(error) = &found { p.refused role="alert" { (error.public_message()) } }
        form action=(format!("/try/{label}#worth")) method="get" {
            @for (at, (view, text)) in game.views().iter().zip(texts).enumerate() {
                div.field {
                    label for=(format!("view{at}")) { "Player " (view.player) ", " (view.name) }
                    span.hint id=(format!("hint{at}")) {
                        "A line for each run of cards; actions: "
                        (view.actions.join(", "))
                    }
                    textarea id=(format!("view{at}")) name=(format!("view{at}")) rows="6"
                        spellcheck="false" aria-describedby=(format!("hint{at}")) {
                        (text)
                    }
                }
            }
            div.field {
                label for="lock" { "Lock" }
                select id="lock" name="lock" {
                    option value="" { "nobody: every player's best reply" }
                    @for player in game.players() {
                        option value=(player) selected[lock == Some(*player)] { "player " (player) }
                    }
                }
            }
            p { button type="submit" { "What is it worth?" } }
        }
        @if let Ok(found) = found { (found) }
    }
}
