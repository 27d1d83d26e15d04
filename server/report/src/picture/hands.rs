//! The grid of starting hands that players know: 13 rows and 13 columns from the ace down, pairs on
//! the diagonal, suited hands above it. A cell is filled as high as the part of its hands that the
//! player holds, and each action is as wide as its probability.

use maud::{Markup, html};
use rational_bluff::cards::{CLASSES, HandClass, HandRange, RANKS};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Deck, Game, Player};
use rational_bluff::strategy::Profile;

use crate::runs::class_of;
use crate::text::in_percent;

use super::action::Kind;
use super::alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};
use super::hand_name::name_class;
use super::place::pixels;
use super::played_part::{colours, fill};
use super::stage::{Stage, card_link, defs};
use super::strip::{LockMarks, legend, padlock};

pub use super::played_part::{PlayedPart, bar, whole};

/// Number of rows and columns.
const SIDE: usize = RANKS.len();
/// Pixels of a cell in a file.
const WIDTH: f64 = (ALONE_WIDTH - 2.0 * ALONE_MARGIN) / SIDE as f64;
const HEIGHT: f64 = 48.0;

/// The hands of a game by their classes, in the order of the grid.
pub struct HandGrid {
    hands: Vec<Vec<u64>>,
}

/// The hands of a class at a place, as a cell shows them.
#[derive(Debug)]
pub struct HandSquare {
    /// The number that the link of the cell has.
    pub card: u64,
    /// The part of the class that comes here.
    pub held: f64,
    /// The actions that are taken, and how often.
    pub shares: Vec<(usize, Rational)>,
    /// Classes of the colours from the left, each with its part of the width.
    pub colours: Vec<(String, f64)>,
    /// The actions, in words.
    pub words: String,
    /// A number in the corner.
    pub note: String,
    /// True of a class that a filter leaves out.
    pub is_faded: bool,
    /// The mark of a lock.
    mark: Option<SquareMark>,
}

/// A lock on a cell: what the equilibrium does, in colours, and a ring.
#[derive(Debug)]
struct SquareMark {
    /// True of locked hands, false of hands that now play otherwise.
    is_locked: bool,
    before: Vec<(String, f64)>,
}

impl HandSquare {
    /// A class of which every hand is dealt, with the actions that are taken and how often. Its
    /// link has the place of the class in the grid, from 1.
    pub fn of_class(class: HandClass, actions: &[String], played: &[(usize, Rational)]) -> Self {
        let part = |(action, share): &(usize, Rational)| PlayedPart {
            action: *action,
            bluff: false,
            share: share.clone(),
        };
        let parts: Vec<PlayedPart> = played.iter().map(part).collect();
        Self::of_parts(class, (class.index() as u64 + 1, 1.0), actions, &parts)
    }

    /// A class in the colours of these parts, with the number of its link and the part of it that
    /// comes here.
    pub fn of_parts(
        class: HandClass,
        (card, held): (u64, f64),
        actions: &[String],
        parts: &[PlayedPart],
    ) -> Self {
        let mut shares = vec![Rational::ZERO; actions.len()];
        parts.iter().for_each(|part| shares[part.action] = &shares[part.action] + &part.share);
        let shares: Vec<_> =
            shares.into_iter().enumerate().filter(|(_, share)| !share.is_zero()).collect();
        let words = format!("{class}: {}", in_percent(actions, &shares));
        let colours = colours(actions, parts);
        let (note, is_faded) = (String::new(), false);
        Self { card, held, shares, colours, words, note, is_faded, mark: None }
    }

    /// Marks the class as locked.
    pub fn lock(&mut self) {
        self.mark = Some(SquareMark { is_locked: true, before: Vec::new() });
    }

    /// The actions in words, with the mark of a lock.
    fn label(&self) -> String {
        let mark = match self.mark.as_ref().map(|mark| mark.is_locked) {
            Some(true) => ", locked",
            Some(false) => ", played otherwise now",
            None => "",
        };
        format!("{}{mark}", self.words)
    }

    /// The class of the name on it.
    fn name_class(&self) -> &'static str {
        name_class(self.held, &self.colours)
    }
}

impl HandGrid {
    /// The grid of a game; `None` unless its hands [have classes](crate::has_classes).
    pub fn of(game: &Game) -> Option<Self> {
        let mut hands = vec![Vec::new(); CLASSES];
        for hand in 1..=game.n() {
            hands[class_of(game, hand)?.index()].push(hand);
        }
        Some(Self { hands })
    }

    /// The hands of a game that a range has; of a class, if it has all of its hands.
    pub fn hands_of(&self, game: &Game, range: &HandRange) -> Vec<u64> {
        let has = |class, hand| match game.hole_cards(hand) {
            Some(cards) => range.weight(cards).is_positive(),
            None => range.class_weight(class).is_some_and(Rational::is_positive),
        };
        let classes = HandClass::all().zip(&self.hands);
        classes
            .flat_map(|(class, hands)| hands.iter().filter(move |hand| has(class, **hand)))
            .copied()
            .collect()
    }

    /// The grids of some views within a page that has the style, each cell a link to its hand.
    pub fn stage(&self, stage: &Stage<'_>, views: &[usize]) -> Markup {
        let game = stage.game;
        let raises = views.iter().any(|at| raises(game, *at));
        let view = |at: &usize| {
            let view = &game.views()[*at];
            let most = self.heaviest(game, view.player);
            let who = html! { b { "Player " (view.player) } " " (view.name) };
            let square = |class| self.square(stage, (*at, most), class);
            squares(
                stage.base,
                (*at, &who),
                |class| {
                    let hands = &self.hands[class.index()];
                    (square(class), hands.iter().any(|hand| Some(*hand) == stage.card))
                },
                stage.id,
            )
        };
        frame(stage.id, game.n(), raises, &views.iter().map(view).collect::<Vec<_>>())
    }

    /// The grids of some views as a file that stands alone, 944 pixels wide.
    pub fn alone(&self, stage: &Stage<'_>, views: &[usize]) -> String {
        let game = stage.game;
        let mut picture = Alone::new(&game.label());
        picture.add(legend(stage, &picture));
        for at in views {
            let view = &game.views()[*at];
            picture.heading(&format!("Player {}", view.player), &view.name);
            let top = picture.height;
            for (class, square) in self.squares(stage, *at) {
                let [row, column] = class.place();
                let x = ALONE_MARGIN + column as f64 * WIDTH;
                let y = top + row as f64 * HEIGHT;
                picture.add(html! {
                    svg x=(pixels(x + 1.0)) y=(pixels(y + 1.0)) width=(pixels(WIDTH - 2.0))
                        height=(HEIGHT - 2.0) {
                        rect.frame width="100%" height="100%" rx="4" {}
                        @if let Some(HandSquare { held, colours, .. }) = &square {
                            (fill(*held, colours, stage.id))
                        }
                        @let name = square.as_ref().map_or("note", HandSquare::name_class);
                        text class=(format!("hand-name {name}")) x="5" y="16" { (class) }
                    }
                });
            }
            picture.height += SIDE as f64 * HEIGHT + 12.0;
        }
        picture.finish(&defs(stage.id, views.iter().any(|at| raises(game, *at))))
    }

    /// The strategy of a view over all hands that come there: a bar, and a line for each action.
    pub fn whole(&self, stage: &Stage<'_>, at: usize) -> Markup {
        let parts = parts(stage, stage.profile, at, &self.dealt(stage, at));
        whole(&stage.game.views()[at].actions, &parts, stage.id)
    }

    /// The hands that come to a view, with the weights of their deals.
    pub fn dealt(&self, stage: &Stage<'_>, at: usize) -> Vec<(u64, Rational)> {
        by_deals(stage, at, &weighed(stage, at, self.hands.iter().flatten().copied()))
    }

    /// The class of a hand, and all hands of it that come to a view.
    pub fn class(&self, stage: &Stage<'_>, at: usize, hand: u64) -> Option<(HandClass, Vec<u64>)> {
        let class = HandClass::all().find(|class| self.hands[class.index()].contains(&hand))?;
        let hands = weighed(stage, at, self.hands[class.index()].iter().copied());
        Some((class, hands.into_iter().map(|(hand, _)| hand).collect()))
    }

    /// Every class at a view, in the order of the grid; no square where no hand of it comes.
    pub fn squares(
        &self,
        stage: &Stage<'_>,
        at: usize,
    ) -> impl Iterator<Item = (HandClass, Option<HandSquare>)> {
        let most = self.heaviest(stage.game, stage.game.views()[at].player);
        HandClass::all().map(move |class| (class, self.square(stage, (at, most), class)))
    }

    /// A class at a view, whose player's heaviest hand has this weight; `None` if no hand of it
    /// comes there.
    fn square(
        &self,
        stage: &Stage<'_>,
        (at, most): (usize, f64),
        class: HandClass,
    ) -> Option<HandSquare> {
        let game = stage.game;
        let hands = weighed(stage, at, self.hands[class.index()].iter().copied());
        // The link leads to a hand that mixes, if there is one.
        let actions_of = |hand: u64| {
            stage.profile.at(at).iter().filter(|taken| !taken.at(hand).is_zero()).count()
        };
        let card =
            hands.iter().map(|(hand, _)| *hand).rev().max_by_key(|hand| actions_of(*hand))?;
        let dealt = by_deals(stage, at, &hands);
        let played = parts(stage, stage.profile, at, &dealt);
        let actions = &game.views()[at].actions;
        let held = match game.deck() {
            Deck::Table(_) => 1.0,
            _ => {
                let weight: Rational = hands.iter().map(|(_, weight)| weight.clone()).sum();
                weight.to_f64() / (most * class.hands().count() as f64)
            }
        };
        let mut square = HandSquare::of_parts(class, (card, held), actions, &played);
        let keeps = |keeps: &dyn Fn(u64) -> bool| hands.iter().any(|(hand, _)| keeps(*hand));
        square.is_faded = stage.keeps.is_some_and(|filter| !keeps(filter));
        let mark = |lock: &LockMarks<'_>| {
            let is_locked = lock.of_hands(at, hands.iter().map(|(hand, _)| *hand))?;
            let before = colours(actions, &parts(stage, lock.equilibrium, at, &dealt));
            Some(SquareMark { is_locked, before })
        };
        square.mark = stage.lock.as_ref().and_then(mark);
        Some(square)
    }

    /// The greatest weight of a player's hands.
    fn heaviest(&self, game: &Game, player: Player) -> f64 {
        let Some(range) = game.range(player) else { return 1.0 };
        self.hands.iter().flatten().map(|hand| range.at(*hand).to_f64()).fold(0.0, f64::max)
    }
}

/// Grids within a page: an identifier that no other picture there has, and the numbers of hands
/// that links may have.
pub fn frame(id: &str, n: u64, raises: bool, grids: &[Markup]) -> Markup {
    html! {
        div.pic.hands id=(id) data-n=(n) {
            (defs(id, raises))
            @for grid in grids { (grid) }
        }
    }
}

/// One grid of a frame: its number and heading, and each class, true if it is chosen.
pub fn squares(
    base: &str,
    (at, who): (usize, &Markup),
    square: impl Fn(HandClass) -> (Option<HandSquare>, bool),
    id: &str,
) -> Markup {
    html! {
        div.view {
            p.who { (who) }
            div.squares data-view=(at) { @for class in HandClass::all() {
                @match square(class) {
                    (None, _) => { span { (class) } }
                    (Some(square), chosen) => {
                        @let mark = square.mark.as_ref();
                        @let locked = mark.is_some_and(|mark| mark.is_locked);
                        a.chosen[chosen].faded[square.is_faded].locked[locked]
                            .changed[mark.is_some() && !locked]
                            href={ (card_link(base, square.card)) "#card" }
                            data-card=(square.card)
                            aria-label=[Some(square.label()).filter(|_| square.note.is_empty())] {
                            svg { (fill(square.held, &square.colours, id)) }
                            @let before = mark.map(|mark| &mark.before);
                            @if let Some(before) = before.filter(|before| !before.is_empty()) {
                                svg.ghost { (fill(1.0, before, id)) }
                            }
                            @if locked { svg.lock viewBox="0 -12 11 13" { (padlock(0.0)) } }
                            b class=(square.name_class()) { (class) }
                            @if !square.note.is_empty() { " " i { (square.note) } }
                        }
                    }
                }
            } }
        }
    }
}

/// The play of hands with these weights at a view, as a bar.
pub fn bar_of(stage: &Stage<'_>, at: usize, hands: &[(u64, Rational)]) -> Markup {
    bar(&stage.game.views()[at].actions, &parts(stage, stage.profile, at, hands), stage.id)
}

/// The same hands with the weights of their deals there, where payoffs are known and any of them
/// meets another hand.
fn by_deals(stage: &Stage<'_>, at: usize, hands: &[(u64, Rational)]) -> Vec<(u64, Rational)> {
    let Some((_, passage)) = stage.values else { return hands.to_vec() };
    let met = &passage.views[at];
    let dealt = hands.iter().map(|(hand, weight)| (*hand, weight * &met.at(*hand)));
    let dealt: Vec<_> = dealt.collect();
    if dealt.iter().all(|(_, weight)| weight.is_zero()) { hands.to_vec() } else { dealt }
}

/// The hands among these that come to a view with the player's strategy, and their weights.
fn weighed(stage: &Stage<'_>, at: usize, hands: impl Iterator<Item = u64>) -> Vec<(u64, Rational)> {
    let view = &stage.game.views()[at];
    let reach = stage.values.map(|(values, _)| values.own_reach(view.player, view.parent));
    let reach = reach.or(stage.game.range(view.player));
    let weight = |hand| reach.map_or(Rational::ONE, |reach| reach.at(hand));
    hands.map(|hand| (hand, weight(hand))).filter(|(_, weight)| !weight.is_zero()).collect()
}

fn parts(
    stage: &Stage<'_>,
    profile: &Profile,
    at: usize,
    hands: &[(u64, Rational)],
) -> Vec<PlayedPart> {
    let taken = profile.at(at);
    PlayedPart::of_hands(&stage.game.views()[at].actions, hands, |hand, action| {
        (taken[action].at(*hand), stage.bluffs.has(at, action, *hand))
    })
}

fn raises(game: &Game, at: usize) -> bool {
    game.views()[at].actions.iter().any(|action| Kind::of(action) == Kind::Raise)
}
