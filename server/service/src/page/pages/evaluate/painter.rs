//! Strips on which a strategy is painted.

use bluff_questions::lock::LockByHand;
use bluff_report::has_classes;
use bluff_report::picture::colour;
use bluff_report::picture::strip::LockMarks;
use maud::{Markup, html};
use rational_bluff::game::Game;
use rational_bluff::strategy::Profile;

use super::notation::numbered;
use crate::page::parts::picture;

/// Maximum number of views that are painted at once; of a game with more, a few from a chosen one.
const VIEWS: usize = 8;
const FEW: usize = 2;

/// A strip for each view from one on, with the actions to paint; hands of hold'em have no order to
/// paint along. What was changed in the equilibrium is drawn as a lock, with the answer to it.
pub(super) fn painter(
    (game, typed): (&Game, &Profile),
    equilibrium: &Profile,
    lock: Option<&LockByHand>,
    from: usize,
) -> Markup {
    let profile = lock.map_or(typed, |lock| &lock.solution.profile);
    let marks = lock.map(|lock| {
        let (locked, changes) = (&*lock.changed, &*lock.effect.changes);
        LockMarks { equilibrium, locked, changes }
    });
    let strip = |at: usize| {
        picture::drawn(game, typed, at, (profile.at(at), marks), &format!("paint-{at}"))
    };
    let answers = |at: usize| match lock {
        Some(lock) if lock.changed[at].is_zero() => ", solved again",
        Some(_) => ", locked where it is ringed",
        None => "",
    };
    let all = game.views().len();
    let (from, shown) = if all > VIEWS { (from, FEW) } else { (0, all) };
    let views = game.views().iter().enumerate().skip(from).take(shown);
    if has_classes(game) {
        return html! {
            @for (at, view) in views {
                p.who { b { "Player " (view.player) } " " (view.name) (answers(at)) }
                (strip(at))
            }
        };
    }
    let texts = numbered(game, typed);
    let names = game
        .kernel(0)
        .map(|_| (1..=game.n()).map(|hand| game.hand_name(hand)).collect::<Vec<_>>().join(" "));
    html! {
        p.note.scripted {
            "Choose an action and draw over cards. Keys on a strip: arrows move, Space paints, \
                with Shift an arrow paints on, digits choose an action."
        }
        div.field.scripted.share {
            label for="share" { "With probability" }
            input id="share" value="1" size="6" autocomplete="off" spellcheck="false"
                aria-describedby="share-hint";
            span.hint id="share-hint" { "such as 1/3 or 50%; the rest is a check or a fold" }
        }
        @if all > shown { div.field.share {
            label for="strip" { "Paint" }
            select id="strip" name="strip" form="strategies" {
                @for (at, view) in game.views().iter().enumerate() {
                    option value=(at + 1) selected[at == from] {
                        "player " (view.player) ", " (view.name)
                    }
                }
            }
        } }
        @for (at, view) in views {
            div.paint data-view=(at) data-n=(game.n()) data-names=[names.as_deref()] {
                fieldset.brushes.scripted {
                    legend { b { "Player " (view.player) } " " (view.name)
                        span data-part=(format!("answers-{at}")) { (answers(at)) } }
                    @for (action, name) in view.actions.iter().enumerate() {
                        label.brush {
                            input type="radio" name=(format!("brush{at}")) value=(name)
                                data-colour=(colour(name)) checked[action + 1 ==
                                    view.actions.len()];
                            span class={ "dot " (colour(name)) } {}
                            (name)
                        }
                    }
                }
                p.who.unscripted { b { "Player " (view.player) } " " (view.name) }
                div.canvas { div data-part=(format!("strip-{at}")) data-runs=(texts[at]) {
                    (strip(at))
                } }
            }
        }
        p.note { "A ring outside: locked; inside: played otherwise now. The thin bar above a strip \
            is the equilibrium." }
    }
}
