//! A lock on a page of hands: what it changes, first, and the form that locks more hands.

use bluff_questions::cards::named_hands;
use bluff_questions::error::Error;
use bluff_questions::in_words;
use bluff_questions::lock::lock_with_hands;
use bluff_report::lock::LockEffect;
use bluff_report::number::{percent, with_minus};
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;

use super::icon;
use super::request::Fields;

/// The fields of a lock: its text, and the hands of a view that are added to it with the
/// probabilities of their actions.
pub(crate) const FIELDS: [&str; 3] = ["lock", "hands", "part"];

/// The text of the lock of a query; `None` without one.
pub(crate) fn text(query: &Fields) -> Option<&str> {
    query.text("lock").filter(|lock| !lock.is_empty())
}

/// True of a query that adds hands to the lock.
pub(crate) fn adds_hands(query: &Fields) -> bool {
    query.text("hands").is_some_and(|hands| !hands.is_empty())
}

/// The sentence on a lock, and the numbers below it.
pub(crate) fn effect(effect: &LockEffect) -> Markup {
    html! {
        p.say { (with_minus(&effect.sentence)) }
        p.note {
            @if let Some(unnoticed) = &effect.unnoticed { (with_minus(unnoticed)) " " }
            span.ok { (icon::TICK) b { "Certified" } ", with " (effect.fixed) " fixed" }
        }
    }
}

/// The form that locks hands at a view of a game, one of which plays so now: `kept` are the fields
/// of the page, `free` the addresses that take the lock of these hands, and all of it, away.
pub(crate) fn form(
    (action, kept): (&str, &[(String, String)]),
    (game, at): (&Game, usize),
    (hands, one, played): (&str, u64, &[Rational]),
    free: Option<[String; 2]>,
) -> Markup {
    let view = &game.views()[at];
    let mut kept = kept.to_vec();
    kept.push(("view".to_owned(), (at + 1).to_string()));
    let row = game.locked_row(at, one);
    let title = format!("Lock player {}, {}", view.player, view.name);
    let played = (view.actions.as_slice(), played, row.as_deref());
    form_of((action, &kept), &title, hands, played, free)
}

/// The form that locks hands, with their actions, how often they take them now, and the
/// probabilities that are locked. It asks when it is whole, not while it is typed.
pub(crate) fn form_of(
    (action, kept): (&str, &[(String, String)]),
    title: &str,
    hands: &str,
    (actions, played, locked): (&[String], &[Rational], Option<&[Rational]>),
    free: Option<[String; 2]>,
) -> Markup {
    let id = title.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    html! {
        form.ask action=(action) method="get" aria-label=(title) data-lock {
            @for (key, value) in kept { input type="hidden" name=(key) value=(value); }
            div.field {
                label for=(format!("{id}-hands")) { "Lock" }
                input id=(format!("{id}-hands")) name="hands" value=(hands) size="8"
                    spellcheck="false" autocomplete="off";
            }
            @for (action, name) in actions.iter().enumerate() {
                @let id = format!("{id}-{action}");
                div.field {
                    label for=(id) { (name) }
                    input id=(id) name="part" size="6" spellcheck="false" autocomplete="off"
                        placeholder=(percent(&played[action]))
                        value=[locked.map(|row| row[action].to_string())];
                }
            }
            button type="submit" { "Lock, solve the rest" }
            p.refused role="alert" hidden {}
            p.note {
                "A hand or a range: AhKh, AKs, 99+, random. One empty action takes what is left. "
                @if let Some([these, all]) = free {
                    a href=(these) { "Free " (hands) } ", "
                    a href=(all) { "free all" }
                }
            }
        }
    }
}

/// The text of the lock with the hands that a query adds at a view; hands without probabilities are
/// free again.
///
/// Errors: `Game` for what names no hand, `Refused` for probabilities that are none, or of
/// another number of actions.
pub(crate) fn relocked(game: &Game, query: &Fields, at: usize) -> Result<String, Error> {
    let named = query.text("hands").unwrap_or_default();
    let named = named.split([',', ' ']).filter(|name| !name.is_empty());
    let hands = named.map(|name| named_hands(game, name)).collect::<Result<Vec<_>, _>>()?.concat();
    let row = given_row(query, game.views()[at].actions.len())?;
    lock_with_hands(game, text(query), (at, &hands), row.as_deref())
}

/// The probabilities that a query gives to hands; `None` if it frees them.
///
/// Errors: those of numbers; `Refused` for another number of actions, and another sum than 1.
pub(crate) fn given_row(query: &Fields, actions: usize) -> Result<Option<Vec<Rational>>, Error> {
    let parts: Vec<&str> = query.texts("part").collect();
    if parts.iter().all(|part| part.is_empty()) {
        return Ok(None);
    }
    if parts.len() == actions {
        return row(&parts).map(Some);
    }
    let allowed = format!("one for each of the {actions} actions");
    Err(in_words("part", parts.join(", "), format!("{} fields part", parts.len()), allowed))
}

/// Probabilities as typed, with or without the sign of per cent: one that is empty is what the
/// others leave, several are 0.
///
/// Errors: those of numbers; `Refused` for one below 0 and for another sum than 1.
fn row(parts: &[&str]) -> Result<Vec<Rational>, Error> {
    let number = |part: &&str| match part.is_empty() {
        true => Ok(Rational::ZERO),
        // The field shows per cent: 50 is half.
        false => match Rational::part(part)? {
            percent if percent > Rational::ONE && !part.contains(['/', '%']) => {
                Ok(percent / Rational::from(100))
            }
            part => Ok(part),
        },
    };
    let mut row = parts.iter().map(number).collect::<Result<Vec<_>, Error>>()?;
    let mut empty = parts.iter().enumerate().filter(|(_, part)| part.is_empty());
    if let (Some((at, _)), None) = (empty.next(), empty.next()) {
        let left = Rational::ONE - row.iter().cloned().sum::<Rational>();
        if left.is_positive() {
            row[at] = left;
        }
    }
    if let Some(part) = row.iter().find(|part| part.is_negative()) {
        return Err(in_words("part", part, format!("probability {part}"), "0 to 1"));
    }
    let sum: Rational = row.iter().cloned().sum();
    match sum.is_one() {
        true => Ok(row),
        false => Err(in_words("part", &sum, format!("probabilities sum to {sum}"), 1)),
    }
}
