//! Strips on which a strategy is painted.

use maud::{Markup, html};
use rational_bluff::game::Game;
use rational_bluff::strategy::Profile;

use super::super::picture;
use super::super::play::colour;
use super::written;

/// The most views that can be painted; the text has them all. Of a game with more, the first few.
const VIEWS: usize = 8;
const FEW: usize = 2;

/// A strip for each view, with the actions to paint.
pub(super) fn painter(game: &Game, profile: &Profile) -> Markup {
    let texts = written(game, profile);
    let all = game.views().len();
    let shown = if all > VIEWS { FEW } else { all };
    let views = game.views().iter().enumerate().take(shown);
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
        @for (at, view) in views {
            @let id = format!("paint-{at}");
            div.paint data-view=(at) data-n=(game.n()) {
                fieldset.brushes.scripted {
                    legend { b { "Player " (view.player) } " " (view.name) }
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
                    (picture::drawn(game, profile, at, profile.at(at), &id))
                } }
            }
        }
        @if all > shown {
            p.note { (all - shown) " more views are below, as text." }
        }
    }
}
