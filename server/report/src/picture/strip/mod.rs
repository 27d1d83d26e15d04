//! The strip: what each card plays, all views of a game on one axis of cards.
//!
//! Player I's views stand above the axis, the others' below it, nearest the axis what is played
//! first. Widths are shares of the axis, so the picture fits any container without a script;
//! heights are pixels. The style sheet [`STYLE`](super::STYLE) has the colours, and hides labels
//! that have no room.

mod axis;
mod block;
mod cuts;
mod lane;
mod layer;
mod marks;
mod values;
mod words;

use maud::{Markup, html};
use rational_bluff::exact::Piecewise;
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::Profile;

pub use super::stage::Stage;
pub(super) use block::cut;
pub use cuts::{Cut, cuts};
pub use marks::{LockMarks, padlock};

use super::action::{Bluffs, Kind};
use super::alike::is_drawn;
use super::alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};
use super::place::{Width, below, percent, pixels, share};
use super::stage::{defs, swatch, view_link};
use lane::Lane;
use layer::{Layer, Note, STRIP_WIDTH};
use values::Values;
use words::Shown;

/// Height of the first and the last line, which the band of a card leaves out.
const HEADING: f64 = 30.0;

/// A row of the stage.
enum StageRow {
    Heading { players: String, view: String, note: Option<Note> },
    Layer(Layer),
}

/// The stage within a page that has the style. Players who are drawn as one have one strip.
pub fn strip(stage: &Stage<'_>) -> Markup {
    of_views(stage, (0..stage.game.views().len()).collect(), None, "")
}

/// The stage with these views alone, without those that are drawn as another player's. Of more than
/// two, the unfolded one has the line of its values; the others have a link to theirs, on the page
/// with this address.
pub fn of_views(
    stage: &Stage<'_>,
    views: Vec<usize>,
    unfolded: Option<usize>,
    page: &str,
) -> Markup {
    let all = Drawn::new(stage, Width::Fluid);
    let views = views.into_iter().filter(|view| all.views.contains(view)).collect();
    let drawn = Drawn { views, unfolded, page, ..all };
    let n = stage.game.n();
    html! {
        div.pic.stage id=(stage.id) data-n=(n) {
            (defs(stage.id, has_raise(stage.game)))
            div.views.above { @for rows in drawn.above() { (drawn.fluid(&rows)) } }
            (drawn.axis(&drawn.all()).fluid(stage.id))
            div.views.below { @for rows in drawn.below() { (drawn.fluid(&rows)) } }
            svg.band width="100%" height="100%" aria-hidden="true" { (drawn.band()) }
        }
    }
}

/// One view alone with its axis, within a page that has the style: any strategy, with the profile
/// that says who calls its bets.
pub fn one_view(stage: &Stage<'_>, view: usize, shown: &[Piecewise]) -> Markup {
    let drawn = Drawn::new(stage, Width::Fluid);
    html! {
        div.pic.stage id=(stage.id) data-n=(stage.game.n()) {
            (defs(stage.id, has_raise(stage.game)))
            div.views.above { div.view data-view=(view) {
                @for row in drawn.rows(view, shown, true) {
                    @if let StageRow::Layer(layer) = row { (layer.fluid(stage.id)) }
                }
            } }
            (drawn.axis(&[(view, shown)]).fluid(stage.id))
        }
    }
}

/// The stage as a file that stands alone, 944 pixels wide.
pub fn alone(stage: &Stage<'_>) -> String {
    alone_views(stage, &drawn_views(stage))
}

/// Some views of the stage as a file that stands alone.
pub fn alone_views(stage: &Stage<'_>, views: &[usize]) -> String {
    let all = Drawn::new(stage, Width::Fixed(STRIP_WIDTH));
    let unfolded = if let [view] = views { Some(*view) } else { None };
    let drawn = Drawn { views: views.to_vec(), unfolded, ..all };
    let chosen = |of: Vec<(usize, Vec<StageRow>)>| of.into_iter().flat_map(|(_, rows)| rows);
    let rows = chosen(drawn.above())
        .chain([StageRow::Layer(drawn.axis(&drawn.all()))])
        .chain(chosen(drawn.below()));
    let mut picture = Alone::new(&stage.game.label());
    picture.add(legend(stage, &picture));
    let top = picture.height + HEADING;
    for row in rows {
        match row {
            StageRow::Heading { players, view, note } => {
                picture.heading(&players, &view);
                if let Some(note) = note {
                    picture.add(note.alone(picture.height - 10.0));
                }
            }
            StageRow::Layer(layer) => picture.layer(&layer.class, layer.height, &layer.content),
        }
    }
    let band = html! {
        svg.band x=(ALONE_MARGIN) y=(pixels(top)) width=(STRIP_WIDTH)
            height=(pixels(picture.height - HEADING - top)) {
            (drawn.band())
        }
    };
    picture.add(band);
    picture.finish(&defs(stage.id, has_raise(stage.game)))
}

/// The meaning of the colours that a profile has, or that any strategy of the game may have, within
/// a page; `id` is a name that no picture there has.
pub fn key(game: &Game, shown: Option<&Profile>, id: &str) -> Markup {
    html! {
        div.pic {
            (defs(id, has_raise(game)))
            ul.colours {
                @for (class, word) in words::key(game, shown) { li { (swatch(class, id)) (word) } }
            }
        }
    }
}

/// The colours of a profile in a picture that stands alone, at the right of its title.
pub(super) fn legend(stage: &Stage<'_>, picture: &Alone) -> Markup {
    let mut right = ALONE_WIDTH - ALONE_MARGIN;
    let y = picture.title_line();
    html! {
        @for (class, word) in words::key(stage.game, Some(stage.profile)).into_iter().rev() {
            @let () = right -= super::place::width(word, 13.0);
            text.note x=(pixels(right)) y=(pixels(y)) { (word) }
            @let () = right -= 18.0;
            svg x=(pixels(right)) y=(pixels(y - 10.0)) width="12" height="12" {
                (swatch(class, stage.id))
            }
            @let () = right -= 14.0;
        }
    }
}

/// The axis of a stage for pictures of other kinds.
pub(super) fn axis_of(stage: &Stage<'_>, width: Width) -> Markup {
    let drawn = Drawn::new(stage, width);
    let layer = drawn.axis(&drawn.all());
    match width {
        Width::Fluid => layer.fluid(stage.id),
        Width::Fixed(_) => layer.content,
    }
}

fn has_raise(game: &Game) -> bool {
    let raises = |action: &String| Kind::of(action) == Kind::Raise;
    game.views().iter().any(|view| view.actions.iter().any(raises))
}

/// The views of the game that are drawn.
fn drawn_views(stage: &Stage<'_>) -> Vec<usize> {
    let Stage { game, profile, .. } = *stage;
    (0..game.views().len()).filter(|view| is_drawn(game, profile, *view)).collect()
}

/// A stage with what its rows share.
struct Drawn<'a> {
    stage: &'a Stage<'a>,
    width: Width,
    values: Option<Values<'a>>,
    /// The views that are drawn.
    views: Vec<usize>,
    /// True of a game of which two views are drawn.
    two_views: bool,
    /// The view that has the line of its values, where not all have.
    unfolded: Option<usize>,
    /// The page where another one may have it; empty for none.
    page: &'a str,
}

impl<'a> Drawn<'a> {
    fn new(stage: &'a Stage<'a>, width: Width) -> Self {
        let values = stage.values.map(|(evaluation, passage)| {
            Values::new(stage.game, stage.profile, evaluation, passage)
        });
        let views = drawn_views(stage);
        let two_views = views.len() == 2;
        Self { stage, width, values, views, two_views, unfolded: None, page: "" }
    }

    /// The rows of each view above the axis, from the top.
    fn above(&self) -> Vec<(usize, Vec<StageRow>)> {
        let mut views: Vec<_> = self.of(|player| player == Player::I).collect();
        views.reverse();
        views
    }

    /// The rows of each view below the axis, from the top.
    fn below(&self) -> Vec<(usize, Vec<StageRow>)> {
        self.of(|player| player != Player::I).collect()
    }

    fn of(&self, side: impl Fn(Player) -> bool) -> impl Iterator<Item = (usize, Vec<StageRow>)> {
        let views = self.views.iter().map(|at| (*at, &self.stage.game.views()[*at]));
        views.filter(move |(_, view)| side(view.player)).map(|(at, view)| {
            let mut rows = self.rows(at, self.stage.profile.at(at), false);
            if view.player != Player::I {
                rows.reverse();
            }
            (at, rows)
        })
    }

    fn strip_height(&self) -> f64 {
        match self.views.len() {
            ..=2 => 118.0,
            3..=4 => 84.0,
            _ => 56.0,
        }
    }

    /// The rows of a view above the axis, from the top; one below it has them in reverse. A view
    /// alone stands above.
    fn rows(&self, at: usize, shown: &[Piecewise], alone: bool) -> Vec<StageRow> {
        let Stage { game, id, .. } = *self.stage;
        let view = &game.views()[at];
        let cuts = self.stage.cuts.get(at).map_or(&[][..], Vec::as_slice);
        let lock = self.stage.lock;
        let marks = lock.map(|lock| lock.at(game, at)).unwrap_or_default();
        let lane = Lane {
            game,
            at,
            shown,
            face: self.stage.face.and_then(|face| face.views.get(at)),
            cuts,
            bluffs: &self.stage.bluffs,
            marks: &marks,
            height: self.strip_height(),
            width: self.width,
            above: alone || view.player == Player::I,
            purposes: self.two_views,
            numbers: alone || self.two_views,
            id,
        };
        let silent = |class: &str, height, content| {
            StageRow::Layer(Layer {
                class: class.to_owned(),
                height,
                view: Some((at, None)),
                content,
            })
        };
        let lined = self.two_views || self.unfolded == Some(at);
        let values = self.values.as_ref().filter(|_| lined && !alone);
        let below = |at: &&usize| game.views()[**at].player != Player::I;
        let lowest = self.views.iter().rfind(below).copied().unwrap_or(0);
        let note = match values {
            Some(_) if view.player == Player::I || !self.two_views => {
                Some(Note::Value(game.unit()))
            }
            _ if at == lowest && self.stage.cuts.iter().any(|cuts| !cuts.is_empty()) => {
                Some(Note::Cut)
            }
            _ => None,
        };
        let one = alone || self.views.len() == 1;
        let players = words::players(self.stage, view.player, one);
        let title = words::title(&players, view);
        let mut rows = vec![StageRow::Heading { players, view: view.name.clone(), note }];
        match values {
            Some(values) => {
                rows.push(silent("worth", values::HEIGHT, values.line(at)));
            }
            // Four strips fit a screen without the numbers of their cuts.
            None if !cuts.is_empty() && (alone || self.two_views) => {
                rows.push(silent("room", 24.0, html! {}));
            }
            None => {}
        }
        // The equilibrium stands here, or what a script drew last.
        let ghost = lock.map(|LockMarks { equilibrium, .. }| {
            let bluffs = Bluffs::of(game, equilibrium);
            Lane { shown: equilibrium.at(at), bluffs: &bluffs, ..lane }.ghost()
        });
        let empty = || (!alone).then(|| html! { g {} });
        rows.extend(ghost.or_else(empty).map(|content| silent("ghost", 4.0, content)));
        // A table stands beside a view alone.
        let described =
            if alone { words::in_the_table(game) } else { words::described(game, at, shown) };
        let described = described + &marks::words(game, &marks);
        let height = lane.height;
        rows.push(StageRow::Layer(Layer {
            class: format!("strip h{height}"),
            height,
            view: Some((at, Some((title, described)))),
            content: lane.drawn(),
        }));
        rows
    }

    /// Every view with its strategy.
    fn all(&self) -> Vec<Shown<'a>> {
        self.views.iter().map(|view| (*view, self.stage.profile.at(*view))).collect()
    }

    fn axis(&self, shown: &[Shown<'_>]) -> Layer {
        axis::layer(self.stage, shown, self.values.as_ref(), self.width)
    }

    fn band(&self) -> Markup {
        let n = self.stage.game.n();
        html! {
            @if let Some(card) = self.stage.card {
                rect data-card=(card) x=(percent(below(card, n)))
                    width=(percent(share(card, card, n))) height="100%" rx="6" {}
            }
        }
    }

    fn fluid(&self, (at, rows): &(usize, Vec<StageRow>)) -> Markup {
        html! {
            div.view data-view=(at) data-player=(self.stage.game.views()[*at].player) {
                @for row in rows {
                    @match row {
                        StageRow::Heading { players, view, note } => p.who {
                            b { (players) } " " (view)
                            @if !self.page.is_empty() && !self.two_views
                                && self.unfolded != Some(*at) {
                                a.unfold href=(view_link(self.page, *at)) data-live
                                    aria-label=(format!("Values, {players}, {view}")) {
                                    "values"
                                }
                            }
                            @if let Some(note) = note { span.note { (note.mark()) (note.words()) } }
                        },
                        StageRow::Layer(layer) => (layer.fluid(self.stage.id)),
                    }
                }
            }
        }
    }
}
