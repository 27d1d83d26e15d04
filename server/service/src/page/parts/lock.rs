//! A lock on a page of hands: what it changes, first, and the form that locks more hands.

use bluff_questions::cards::named_hands;
use bluff_questions::error::Error;
use bluff_questions::interval::part_of_pot;
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
pub(in crate::page) const FIELDS: [&str; 3] = ["lock", "hands", "part"];

/// The sentence on a lock, and the numbers below it.
pub(in crate::page) fn effect(effect: &LockEffect) -> Markup {
    html! {
        p.say { (with_minus(&effect.sentence)) }
        p.note {
            @if let Some(unnoticed) = &effect.unnoticed { (with_minus(unnoticed)) " " }
            span.ok { (icon::TICK) b { "Certified" } ", with " (effect.fixed) " fixed" }
        }
    }
}

/// The form that locks hands at a view, one of which plays so now: `kept` are the fields of the
/// page, `free` the addresses that take the lock of these hands, and all of it, away.
pub(in crate::page) fn form(
    (action, kept): (&str, &[(String, String)]),
    (game, at): (&Game, usize),
    (hands, one, played): (&str, u64, &[Rational]),
    free: Option<[String; 2]>,
) -> Markup {
    let view = &game.views()[at];
    let row = game.locked_row(at, one);
    let title = format!("Lock player {}, {}", view.player, view.name);
    html! {
        form.ask action=(action) method="get" data-live aria-label=(title) {
            @for (key, value) in kept { input type="hidden" name=(key) value=(value); }
            input type="hidden" name="view" value=(at + 1);
            div.field {
                label for=(format!("hands-{at}")) { "Lock" }
                input id=(format!("hands-{at}")) name="hands" value=(hands) size="8"
                    spellcheck="false" autocomplete="off";
            }
            @for (action, name) in view.actions.iter().enumerate() {
                @let id = format!("part-{at}-{action}");
                div.field {
                    label for=(id) { (name) }
                    input id=(id) name="part" size="6" spellcheck="false" autocomplete="off"
                        placeholder=(percent(&played[action]))
                        value=[row.as_ref().map(|row| row[action].to_string())];
                }
            }
            button type="submit" { "Lock, solve the rest" }
            p.note {
                "A hand or a range: AhKh, AKs, 99+, random. One empty action takes what is left. "
                @if let Some([these, all]) = free {
                    a href=(these) data-live { "Free " (hands) } ", "
                    a href=(all) data-live { "free all" }
                }
            }
        }
    }
}

/// The text of the lock with the hands that a query adds at a view; hands without probabilities are
/// free again.
///
/// Errors: `Game` for what names no hand, `Malformed` for probabilities that are none, or of
/// another number of actions.
pub(in crate::page) fn relocked(game: &Game, query: &Fields, at: usize) -> Result<String, Error> {
    let text = query.text("hands").unwrap_or_default();
    let named = text.split([',', ' ']).filter(|name| !name.is_empty());
    let hands = named.map(|name| named_hands(game, name)).collect::<Result<Vec<_>, _>>()?.concat();
    let parts: Vec<&str> = query.texts("part").collect();
    let actions = game.views()[at].actions.len();
    let row = match parts.iter().all(|part| part.is_empty()) {
        true => None,
        false if parts.len() == actions => Some(row(&parts)?),
        false => {
            let given = parts.len();
            return Err(Error::Malformed(format!(
                "{given} fields part, expected one for each of the {actions} actions"
            )));
        }
    };
    let lock = query.text("lock").filter(|lock| !lock.is_empty());
    lock_with_hands(game, lock, (at, &hands), row.as_deref())
}

/// Probabilities as typed: one that is empty is what the others leave, several are 0.
///
/// Errors: those of numbers; `Malformed` for another sum than 1.
fn row(parts: &[&str]) -> Result<Vec<Rational>, Error> {
    let number = |part: &&str| match part.is_empty() {
        true => Ok(Rational::ZERO),
        false => part_of_pot(part),
    };
    let mut row = parts.iter().map(number).collect::<Result<Vec<_>, Error>>()?;
    let mut empty = parts.iter().enumerate().filter(|(_, part)| part.is_empty());
    if let (Some((at, _)), None) = (empty.next(), empty.next()) {
        let left = Rational::ONE - row.iter().cloned().sum::<Rational>();
        if left.is_positive() {
            row[at] = left;
        }
    }
    let sum: Rational = row.iter().cloned().sum();
    match sum.is_one() {
        true => Ok(row),
        false => Err(Error::Malformed(format!("probabilities sum to {sum}, expected 1"))),
    }
}
