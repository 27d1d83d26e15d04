//! One strip: blocks, fractions, labels, and cuts.

use maud::{Markup, html};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Deck, Game, View};
use rational_bluff::solve::FaceView;

use super::block::{Block, Part, has_sizes, of_face, of_strategy};
use super::cuts::Cut;
use super::layer::STRIP_WIDTH;
use super::marks::{Mark, divided, of_block, padlock, ring};
use crate::number;
use crate::picture::action::{Bluffs, Kind, tint};
use crate::picture::place::{Width, below, middle, percent, pixels, share, width as text_width};
use crate::picture::stage::pattern;
use crate::runs::hands;

/// Lowest part of a column that holds its fraction, in pixels.
const HOLDS: f64 = 20.0;
/// Most cards that have ticks.
const TICKS: u64 = 400;
/// Room of a padlock before a word, in pixels.
const LOCK: f64 = 16.0;
/// Pixels of a label's letters.
const LETTERS: f64 = 13.5;
const SMALL: f64 = 12.5;

/// A strip and its surroundings.
pub(super) struct Lane<'a> {
    pub(super) game: &'a Game,
    pub(super) at: usize,
    pub(super) shown: &'a [Piecewise],
    pub(super) face: Option<&'a FaceView>,
    pub(super) cuts: &'a [Cut],
    pub(super) bluffs: &'a Bluffs,
    /// The marks of a lock, with their first and last cards.
    pub(super) marks: &'a [(u64, u64, Mark)],
    pub(super) height: f64,
    pub(super) width: Width,
    /// True if the game has two views, so that bets may say their purpose.
    pub(super) purposes: bool,
    /// True if cuts have their numbers beside them.
    pub(super) numbers: bool,
    /// True if the axis is below.
    pub(super) above: bool,
    pub(super) id: &'a str,
}

impl Lane<'_> {
    pub(super) fn drawn(&self) -> Markup {
        let blocks = match self.face {
            Some(face) => of_face(self.game, self.at, face, self.bluffs),
            None => of_strategy(self.game, self.at, self.shown, self.bluffs),
        };
        let blocks = divided(blocks, self.marks);
        html! {
            @for block in &blocks { (self.block(block)) }
            @if self.face.is_some() { (self.shown_lines()) }
            @for block in &blocks { (self.ticks(block)) }
            @for block in &blocks {
                @let mark = of_block(self.marks, block);
                @if let Some(mark) = mark { (ring(mark, block, self.game.n())) }
                (self.label(block, mark))
            }
            (super::cuts::drawn(self.cuts, self.above, self.numbers.then_some(self.width)))
        }
    }

    fn view(&self) -> &View {
        &self.game.views()[self.at]
    }

    fn class(&self, part: &Part) -> String {
        let actions = &self.view().actions;
        let kind = Kind::of(&actions[part.action]);
        let faint = if part.greatest.is_some() { " faint" } else { "" };
        format!("{}{}{faint}", kind.class(part.bluff), tint(actions, part.action))
    }

    /// The colours of a run.
    fn block(&self, block: &Block) -> Markup {
        let n = self.game.n();
        let Block { first, last, parts } = block;
        let (left, wide) = (below(*first, n), share(*first, *last, n));
        let corners = self.width.corners(wide);
        html! {
            g class=(format!("run {corners}")) data-first=(first) data-last=(last) {
                @for part in parts {
                    @let action = &self.view().actions[part.action];
                    @let class = self.class(part);
                    @let fill = pattern(Kind::of(action).class(part.bluff), self.id);
                    @let (y, height) = (percent(1.0 - part.to), percent(part.to - part.from));
                    @if self.narrow(wide) {
                        svg x=(percent(left + wide / 2.0)) {
                            rect class=(class) fill=[fill] x="-1.5" width="3" y=(y) height=(height)
                                data-action=(action) {}
                        }
                    } @else {
                        rect class=(class) fill=[fill] x=(percent(left)) width=(percent(wide)) y=(y)
                            height=(height) data-action=(action) {}
                    }
                }
            }
            @if parts.is_empty() {
                svg x=(percent(left)) width=(percent(wide)) { rect.box.frame rx="5" {} }
            }
        }
    }

    /// True if a run would be thinner than 3 pixels.
    fn narrow(&self, wide: f64) -> bool {
        wide * STRIP_WIDTH < 3.0
    }

    /// The marks between the cards of a run, at its top and its bottom.
    fn ticks(&self, block: &Block) -> Markup {
        let n = self.game.n();
        let Block { first, last, parts } = block;
        // Classes of hands have no one order, so nobody counts along them.
        if first == last || n > TICKS || matches!(self.game.deck(), Deck::Table(_)) {
            return html! {};
        }
        let (x, wide) = (percent(below(*first, n)), percent(share(*first, *last, n)));
        let cards = last - first + 1;
        let path: String = (1..cards).map(|card| format!("M{card} 0V9")).collect();
        let kind = |part: Option<&Part>| {
            part.map_or("quiet", |part| match part.greatest {
                Some(_) => "quiet",
                None => Kind::of(&self.view().actions[part.action]).text_class(),
            })
        };
        let Some(dense) = self.width.marks(share(1, 1, n)) else { return html! {} };
        html! {
            @for (bottom, kind) in [(false, kind(parts.last())), (true, kind(parts.first()))] {
                svg y=[bottom.then_some("100%")] {
                    svg class=(format!("ticks {kind} {dense}")) x=(x) width=(wide)
                        y=[bottom.then_some("-9")] height="9" viewBox=(format!("0 0 {cards} 9"))
                        preserveAspectRatio="none" {
                        path d=(path) vector-effect="non-scaling-stroke" {}
                    }
                }
            }
        }
    }

    /// A strategy in miniature: its blocks alone.
    pub(super) fn ghost(&self) -> Markup {
        let blocks = of_strategy(self.game, self.at, self.shown, self.bluffs);
        html! { @for block in &blocks { (self.block(block)) } }
    }

    /// The words of a run, or the fractions of a column.
    fn label(&self, block: &Block, mark: Option<&Mark>) -> Markup {
        let n = self.game.n();
        let (centre, wide) =
            (percent(middle(block.first, block.last, n)), share(block.first, block.last, n));
        match block.pure() {
            _ if block.parts.is_empty() => self.never(wide, &centre),
            Some(part) => {
                let action = &self.view().actions[part.action];
                let kind = Kind::of(action);
                let tinted = !tint(&self.view().actions, part.action).is_empty();
                let text = if tinted { "dark" } else { kind.text_class() };
                self.words(block, (self.names(part), mark), text, kind == Kind::Fold)
            }
            None => html! {
                @if matches!(mark, Some(Mark::Locked)) {
                    svg class=(format!("label {}", self.width.label(0.0, wide).unwrap_or_default()))
                        x=(centre) y="18" { (padlock(-5.5)) }
                }
                @for part in &block.parts { (self.fraction(part, block, &centre, wide)) }
            },
        }
    }

    fn never(&self, wide: f64, centre: &str) -> Markup {
        let words = "never dealt";
        let from = self.width.label(text_width(words, LETTERS), wide);
        html! {
            @if let Some(from) = from {
                svg class=(format!("label never {from}")) x=(centre) y="50%" {
                    text y="4.5" { (words) }
                }
            }
        }
    }

    /// The long and the short name of an action.
    fn names<'a>(&'a self, part: &Part) -> [&'a str; 2] {
        let view = self.view();
        let action = view.actions[part.action].as_str();
        match Kind::of(action) {
            Kind::Bet if has_sizes(view) || !action.starts_with("bet") => [action; 2],
            Kind::Bet if part.bluff => ["bluff"; 2],
            Kind::Bet if self.purposes => ["bet for value", "bet"],
            Kind::Bet => ["bet"; 2],
            Kind::Raise if part.bluff => ["bluff raise", "raise"],
            Kind::Raise => ["raise"; 2],
            Kind::Call => ["call"; 2],
            Kind::Check => ["check"; 2],
            Kind::Fold => ["fold"; 2],
        }
    }

    /// Two lines, the action and the cards; where there is no room for both, the action alone.
    fn words(
        &self,
        block: &Block,
        ([long, short], mark): ([&str; 2], Option<&Mark>),
        class: &str,
        plate: bool,
    ) -> Markup {
        let n = self.game.n();
        let wide = share(block.first, block.last, n);
        let centre = percent(middle(block.first, block.last, n));
        let run = hands(self.game, block.first, block.last);
        let changed = match mark {
            Some(Mark::Was(was)) => Some(format!("{short}, {was}")),
            _ => None,
        };
        let lock = if matches!(mark, Some(Mark::Locked)) { LOCK } else { 0.0 };
        let mut forms = vec![(long, true), (short, true), (short, false)];
        match (&changed, mark) {
            (Some(changed), _) => forms[0] = (changed, true),
            // A padlock has room where no word has.
            (None, Some(_)) => forms.push(("", false)),
            _ => {}
        }
        forms.dedup();
        // The widest form that has been placed: narrower ones stand in for it.
        let mut placed: Option<f64> = None;
        html! {
            @for (name, with_cards) in forms {
                @let cards = if with_cards { text_width(&run, SMALL) } else { 0.0 };
                @let word = text_width(name, LETTERS) + lock;
                @let room = word.max(cards);
                @let until = placed.map(|room| self.width.instead(room, wide));
                @let narrower = placed.is_none_or(|wider| room < wider) && until != Some(None);
                @let until = until.flatten();
                @let from = self.width.label(room, wide);
                @let differs = |from: &String| {
                    until.as_ref().is_none_or(|until| from.get(1..) != until.get(1..))
                };
                @let shown = |from: &String| narrower && differs(from);
                @let hidden = until.as_deref().unwrap_or_default();
                @if let Some(from) = from.filter(shown) {
                    @let half = room / 2.0 + 6.0;
                    svg class=(format!("label {class} {from} {hidden}")) x=(centre) y="50%" {
                        @if plate {
                            rect.plate x=(pixels(-half)) y="-21" width=(pixels(2.0 * half))
                                height="42" rx="4" {}
                        }
                        @let y = if with_cards { -4.0 } else { 4.5 };
                        @if lock > 0.0 { g transform=(format!("translate(0 {y})")) {
                            (padlock(-word / 2.0)) } }
                        text {
                            tspan.word x=(pixels(lock / 2.0)) y=(y) { (name) }
                            @if with_cards { tspan.cards x="0" y="14" { (run) } }
                        }
                    }
                    @let () = placed = Some(room);
                }
            }
        }
    }

    /// The probability of a part, in it or above it; what is left for check or fold says itself.
    fn fraction(&self, part: &Part, block: &Block, centre: &str, wide: f64) -> Markup {
        let actions = &self.view().actions;
        let kind = Kind::of(&actions[part.action]);
        let face = self.face.is_some();
        if part.to >= 1.0 && kind >= Kind::Check && (face || block.parts.len() == 2) {
            return html! {};
        }
        let text = match &part.greatest {
            Some(greatest) => {
                format!("{}–{}", number::share(&part.probability), number::share(greatest))
            }
            None => number::share(&part.probability),
        };
        let Some(from) = self.width.label(text_width(&text, LETTERS) - 8.0, wide) else {
            return html! {};
        };
        let tall = (part.to - part.from) * self.height;
        // The fraction of a low part stands in what is left for check or fold.
        let over = match block.parts.as_slice() {
            [_, over] if part.from <= 0.0 => Some(Kind::of(&actions[over.action])),
            _ => None,
        };
        let (y, shift, class) = if tall >= HOLDS {
            let tinted = part.greatest.is_some() || !tint(actions, part.action).is_empty();
            let class = if tinted { "dark" } else { kind.text_class() };
            (1.0 - f64::midpoint(part.from, part.to), 5.0, class)
        } else if let Some(over) = over.filter(|over| *over >= Kind::Check) {
            (1.0 - part.to, -6.0, if over == Kind::Fold { "quiet plated" } else { "quiet" })
        } else {
            return html! {};
        };
        html! {
            svg class=(format!("label fraction {class} {from}")) x=(centre) y=(percent(y)) {
                text.word y=(shift) { (text) }
            }
        }
    }

    /// A line where the shown strategy lies in the extent of all optimal ones: above its bets,
    /// calls and raises.
    fn shown_lines(&self) -> Markup {
        let n = self.game.n();
        let blocks = of_strategy(self.game, self.at, self.shown, self.bluffs);
        let actions = &self.view().actions;
        let bets = |part: &&Part| Kind::of(&actions[part.action]) < Kind::Check;
        let line = |first: u64, last: u64, height: f64| {
            let y = percent(1.0 - height);
            html! {
                line.shown x1=(percent(below(first, n)))
                    x2=(percent(below(first, n) + share(first, last, n))) y1=(y) y2=(y) {}
            }
        };
        html! {
            @for block in &blocks {
                @let active: Rational =
                    block.parts.iter().filter(bets).map(|part| part.probability.clone()).sum();
                @if !block.parts.is_empty() && !active.is_zero() && !active.is_one() {
                    (line(block.first, block.last, active.to_f64()))
                }
            }
        }
    }
}
