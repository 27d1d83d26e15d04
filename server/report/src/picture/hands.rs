//! The grid of starting hands that players know: 13 rows and 13 columns from the ace down, pairs on
//! the diagonal, suited hands above it. A cell is filled as high as the part of its hands that the
//! player holds, and each action is as wide as its probability.

use std::cmp::Reverse;
use std::collections::HashMap;

use maud::{Markup, html};
use rational_bluff::cards::{CLASSES, HandClass, RANKS};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Deck, Game, Player};

use super::action::{Kind, tint};
use super::place::{percent, pixels};
use super::strip::{Stage, legend};
use super::{ALONE_MARGIN, ALONE_WIDTH, Alone, defs, pattern};

/// Number of rows and columns.
const SIDE: usize = RANKS.len();
/// Pixels of a cell in a file.
const WIDTH: f64 = (ALONE_WIDTH - 2.0 * ALONE_MARGIN) / SIDE as f64;
const HEIGHT: f64 = 48.0;

/// The hands of a game by their classes, in the order of the grid.
pub struct HandGrid {
    hands: Vec<Vec<u64>>,
}

/// Strategy with the hands of a class.
struct HandSquare {
    /// The first hand of the class that comes here.
    hand: u64,
    /// The part of the class that comes here.
    held: f64,
    /// The actions that are taken with their probabilities, the passive ones first.
    played: Vec<(usize, Rational)>,
}

/// True if the hands of a game are those of hold'em: two cards each, or classes of them.
pub fn fits(game: &Game) -> bool {
    match game.deck() {
        Deck::Ranks { .. } => false,
        Deck::Cards(_) => game.hole_cards(1).is_some(),
        Deck::Table(_) => HandClass::all().any(|class| class.to_string() == game.hand_name(1)),
    }
}

impl HandGrid {
    /// The grid of a game; `None` unless it [`fits`].
    pub fn of(game: &Game) -> Option<Self> {
        let classes: HashMap<String, HandClass> = match game.deck() {
            Deck::Ranks { .. } => return None,
            Deck::Cards(_) => HashMap::new(),
            Deck::Table(_) => HandClass::all().map(|class| (class.to_string(), class)).collect(),
        };
        let mut hands = vec![Vec::new(); CLASSES];
        for hand in 1..=game.n() {
            let class = match game.hole_cards(hand) {
                Some(cards) => cards.class(),
                None => *classes.get(&game.hand_name(hand))?,
            };
            hands[class.index()].push(hand);
        }
        Some(Self { hands })
    }

    /// The grids of some views within a page that has the style, each cell a link to its hand.
    pub fn stage(&self, stage: &Stage<'_>, views: &[usize]) -> Markup {
        let game = stage.game;
        html! {
            div.pic.hands id=(stage.id) data-n=(game.n()) data-base=(stage.base) {
                (defs(stage.id, views.iter().any(|at| raises(game, *at))))
                @for at in views {
                    @let view = &game.views()[*at];
                    @let most = self.heaviest(game, view.player);
                    div.view {
                        p.who { b { "Player " (view.player) } " " (view.name) }
                        div.squares data-view=(at) {
                            @for class in HandClass::all() {
                                (self.square(stage, (*at, most), class))
                            }
                        }
                    }
                }
            }
        }
    }

    /// The grids of some views as a file that stands alone, 944 pixels wide.
    pub fn alone(&self, stage: &Stage<'_>, views: &[usize]) -> String {
        let game = stage.game;
        let mut picture = Alone::new(&game.label());
        picture.add(legend(stage, &picture));
        for at in views {
            let view = &game.views()[*at];
            picture.heading(&format!("Player {}", view.player), &view.name);
            let (top, most) = (picture.height, self.heaviest(game, view.player));
            for class in HandClass::all() {
                let [row, column] = class.place();
                let x = ALONE_MARGIN + column as f64 * WIDTH;
                let y = top + row as f64 * HEIGHT;
                picture.add(html! {
                    svg x=(pixels(x + 1.0)) y=(pixels(y + 1.0)) width=(pixels(WIDTH - 2.0))
                        height=(HEIGHT - 2.0) {
                        rect.frame width="100%" height="100%" rx="4" {}
                        @if let Some(cell) = self.cell(stage, (*at, most), class) {
                            (fill(stage, *at, &cell))
                        }
                        text.note x="4" y="14" { (class) }
                    }
                });
            }
            picture.height += SIDE as f64 * HEIGHT + 12.0;
        }
        picture.finish(&defs(stage.id, views.iter().any(|at| raises(game, *at))))
    }

    fn square(&self, stage: &Stage<'_>, (at, most): (usize, f64), class: HandClass) -> Markup {
        let cell = self.cell(stage, (at, most), class);
        let chosen = |hand: &u64| Some(*hand) == stage.card;
        let current = self.hands[class.index()].iter().any(chosen);
        html! {
            @match cell {
                None => { span { (class) } }
                Some(cell) => {
                    a.chosen[current] href=(format!("{}?card={}#card", stage.base, cell.hand))
                        data-card=(cell.hand) aria-label=(words(stage.game, at, class, &cell)) {
                        svg width="100%" height="100%" aria-hidden="true" {
                            (fill(stage, at, &cell))
                        }
                        b { (class) }
                    }
                }
            }
        }
    }

    /// A class at a view, whose player's heaviest hand has this weight; `None` if no hand of it
    /// comes there.
    fn cell(
        &self,
        stage: &Stage<'_>,
        (at, most): (usize, f64),
        class: HandClass,
    ) -> Option<HandSquare> {
        let Stage { game, profile, .. } = *stage;
        let view = &game.views()[at];
        let reach = stage.values.map(|(values, _)| values.own_reach(view.player, view.parent));
        let reach = reach.or(game.range(view.player));
        let weight = |hand: &u64| reach.map_or(Rational::ONE, |reach| reach.at(*hand));
        let weights: Vec<(u64, Rational)> =
            self.hands[class.index()].iter().map(|hand| (*hand, weight(hand))).collect();
        let total: Rational = weights.iter().map(|(_, weight)| weight.clone()).sum();
        let share = total.recip()?;
        let probability = |taken: &Piecewise| {
            let part = |(hand, weight): &(u64, Rational)| &taken.at(*hand) * weight;
            weights.iter().map(part).sum::<Rational>() * &share
        };
        let mut played: Vec<(usize, Rational)> =
            profile.at(at).iter().map(probability).enumerate().collect();
        played.retain(|(_, probability)| !probability.is_zero());
        played.sort_by_key(|(action, _)| Reverse(Kind::of(&view.actions[*action])));
        let held = match game.deck() {
            Deck::Table(_) => 1.0,
            _ => total.to_f64() / (most * class.hands().count() as f64),
        };
        let hand = weights.iter().find(|(_, weight)| !weight.is_zero())?.0;
        Some(HandSquare { hand, held, played })
    }

    /// The greatest weight of a player's hands.
    fn heaviest(&self, game: &Game, player: Player) -> f64 {
        let Some(range) = game.range(player) else { return 1.0 };
        self.hands.iter().flatten().map(|hand| range.at(*hand).to_f64()).fold(0.0, f64::max)
    }
}

/// The colours of a cell, from its bottom up to what is held.
fn fill(stage: &Stage<'_>, at: usize, cell: &HandSquare) -> Markup {
    let actions = &stage.game.views()[at].actions;
    let mut from = 0.0;
    html! {
        @for (action, probability) in &cell.played {
            @let (left, width) = (from, probability.to_f64());
            @let () = from += width;
            @let class = Kind::of(&actions[*action]).class(false);
            rect class={ (class) (tint(actions, *action)) } fill=[pattern(class, stage.id)]
                x=[(left > 0.0).then(|| percent(left))] y=[(cell.held < 1.0).then(|| percent(1.0 -
                    cell.held))] width=(percent(width)) height=(percent(cell.held)) {}
        }
    }
}

/// "AKs: push", with the probabilities of a mixture.
fn words(game: &Game, at: usize, class: HandClass, cell: &HandSquare) -> String {
    format!("{class}: {}", crate::text::play(&game.views()[at].actions, &cell.played))
}

fn raises(game: &Game, at: usize) -> bool {
    game.views()[at].actions.iter().any(|action| Kind::of(action) == Kind::Raise)
}
