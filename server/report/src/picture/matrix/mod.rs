//! The matrix: a menu of bets by card. Above the axis what player I bets, below it what player II
//! does against each bet.

mod fraction;
mod rows;

use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Node};

use super::action::{Bluffs, Kind};
use super::alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};
use super::place::{Width, below, percent, pixels, share};
use super::stage::{Stage, defs, pattern};
use super::strip::{axis_of, legend};
use crate::number::{brief, is_short};
use crate::runs::hands;
use rows::{CELLS, Cell, Law, MatrixRow, call, cells, faced_row, made_limits};

/// Most bets that have a row each; of a longer menu the smallest that are made have.
const ROWS: usize = 10;
/// Most bets of a menu that has a row for each with many cards: rows are high enough for fractions
/// on two lines then.
const DENSE_ROWS: usize = 5;
/// Cards above which cells are narrow: a telephone scrolls, and a page gives a matrix of many rows
/// all its width.
const DENSE: u64 = 20;
/// Height of all rows together, so that both players are on one screen, and of one row.
const ALL_ROWS: f64 = 462.0;
const HIGHEST: f64 = 38.0;
/// Columns of a picture that stands alone, in pixels.
const NAMES: f64 = 84.0;
const LAWS: f64 = 176.0;
const CELLS_WIDTH: f64 = ALONE_WIDTH - 2.0 * ALONE_MARGIN - NAMES - LAWS - 24.0;

/// True if a game has the shape of a matrix: player I checks or bets one of several sizes, and
/// player II folds or calls.
pub fn fits(game: &Game) -> bool {
    let Some(Node::Act { view: 0, children }) = game.nodes().first() else { return false };
    let first = &game.views()[0].actions;
    let bets = first.iter().filter(|action| Kind::of(action) == Kind::Bet).count();
    let answered =
        |(action, child): (&String, &usize)| match (Kind::of(action), &game.nodes()[*child]) {
            (Kind::Check, Node::Over(_)) => true,
            (Kind::Bet, Node::Act { view, .. }) => call(game, *view).is_some(),
            _ => false,
        };
    game.players().len() == 2 && bets > 1 && first.iter().zip(children).all(answered)
}

/// The matrix within a page that has the style; the game must [`fits`].
pub fn matrix(stage: &Stage<'_>) -> Markup {
    let table = Table::new(stage, Width::Fluid);
    let dense = dense(stage.game);
    let many = dense && table.height < HIGHEST;
    html! {
        div.pic.matrix.dense[dense].many[many] id=(stage.id) data-n=(stage.game.n()) {
            (defs(stage.id, false))
            div.row.head {
                p.who { b { "Player I" } " bet made" }
                span {}
                @if table.laws() { p.law { span { "bluffs to value bets" } span { "s/(s + 2)" } } }
            }
            @for row in &table.made { (table.fluid(row)) }
            div.row { span.name { "card" } div.cells { (axis_of(stage, Width::Fluid)) } }
            @for row in &table.faced { (table.fluid(row)) }
            div.row.head {
                p.who { b { "Player II" } " bet faced" }
                span {}
                @if table.laws() {
                    p.law {
                        span { "cards that call" }
                        span { @if let Some(law) = table.calls_law() { (law) } }
                    }
                }
            }
            @if table.left_out > 0 {
                p.who { (table.left_out) " other bets are in the table." }
            }
        }
    }
}

fn dense(game: &Game) -> bool {
    (DENSE + 1..=CELLS).contains(&game.n())
}

/// The matrix as a file that stands alone, 944 pixels wide.
pub fn alone(stage: &Stage<'_>) -> String {
    let table = Table::new(stage, Width::Fixed(CELLS_WIDTH));
    let mut picture = Alone::new(&stage.game.label());
    picture.add(legend(stage, &picture));
    picture.heading("Player I", "bet made");
    picture.add(table.law_heads(
        picture.height,
        "bluffs to value bets",
        Some("s/(s + 2)".to_owned()),
    ));
    for row in &table.made {
        table.add(row, &mut picture);
    }
    picture.height += 3.0;
    let axis = axis_of(stage, Width::Fixed(CELLS_WIDTH));
    picture.add(html! {
        svg x=(ALONE_MARGIN + NAMES) y=(pixels(picture.height)) width=(CELLS_WIDTH) height="24" {
            (axis)
        }
    });
    picture.height += 30.0;
    for row in &table.faced {
        table.add(row, &mut picture);
    }
    picture.heading("Player II", "bet faced");
    picture.add(table.law_heads(picture.height, "cards that call", table.calls_law()));
    picture.finish(&defs(stage.id, false))
}

/// The rows of both players.
struct Table<'a> {
    stage: &'a Stage<'a>,
    width: Width,
    /// From the top, the check last.
    made: Vec<MatrixRow>,
    faced: Vec<MatrixRow>,
    left_out: usize,
    height: f64,
}

impl<'a> Table<'a> {
    fn new(stage: &'a Stage<'a>, width: Width) -> Self {
        let game = stage.game;
        let (mut made, mut faced, mut checks) = (Vec::new(), Vec::new(), Vec::new());
        let mut left_out = 0;
        if let Some(Node::Act { children, .. }) = game.nodes().first() {
            let rows = if dense(game) { DENSE_ROWS } else { ROWS };
            let many = children.len() > rows + 1;
            for (action, child) in children.iter().enumerate() {
                let name = game.views()[0].actions[action].clone();
                let kind = Kind::of(&name);
                let row = || cells(stage, 0, action, stage.bluffs.highest(0, action));
                let never = stage.profile.at(0)[action].is_zero()
                    && (stage.face.is_none() || row().iter().all(|cell| cell.most.is_zero()));
                if many && kind == Kind::Bet && (never || made.len() == ROWS) {
                    left_out += 1;
                    continue;
                }
                let row = MatrixRow {
                    cells: row(),
                    limits: if kind == Kind::Bet { made_limits(stage, action) } else { Vec::new() },
                    law: None,
                    view: 0,
                    action,
                    kind,
                    name,
                };
                match &game.nodes()[*child] {
                    Node::Act { view, .. } if kind == Kind::Bet => {
                        faced.push(faced_row(stage, *view, &row.name));
                        made.push(row);
                    }
                    _ => checks.push(row),
                }
            }
        }
        let rows = made.len() + faced.len() + checks.len();
        let height = (ALL_ROWS / rows as f64).floor().min(HIGHEST);
        let mut table = Self { stage, width, made, faced, left_out, height };
        table.add_laws(&stage.bluffs);
        table.made.reverse();
        table.made.append(&mut checks);
        table
    }

    /// Laws hold for uniform cards.
    fn laws(&self) -> bool {
        !self.stage.game.has_ranges() && self.stage.game.copies() == 1 && self.stage.face.is_none()
    }

    /// The size s of a row's bet.
    fn size(row: &MatrixRow) -> Option<Rational> {
        row.name.rsplit(' ').next()?.parse().ok()
    }

    fn add_laws(&mut self, bluffs: &Bluffs) {
        if !self.laws() {
            return;
        }
        let (profile, n) = (self.stage.profile, self.stage.game.n());
        for row in &mut self.made {
            let Some(size) = Self::size(row) else { continue };
            let played = &profile.at(0)[row.action];
            let highest = bluffs.highest(0, row.action);
            let between = |first: u64, last: u64| {
                if first > last { Rational::ZERO } else { played.total_between(first, last) }
            };
            let (low, high) = (between(1, highest), between(highest + 1, n));
            row.law = Some(if low.is_zero() && high.is_zero() {
                Law { deck: "not in this deck".to_owned(), formula: String::new() }
            } else {
                let ratio = &size / &(&size + &Rational::from(2));
                Law { deck: format!("{low} to {high}"), formula: ratio.to_string() }
            });
        }
        let law = self.calls_factor();
        for row in &mut self.faced {
            let Some(size) = Self::size(row) else { continue };
            let calls = profile.at(row.view)[row.action].total();
            let formula =
                law.as_ref().map_or_else(String::new, |law| format!("{law}/({size} + 2)"));
            row.law = Some(Law { deck: mixed(&calls), formula });
        }
    }

    /// The number of cards that call times s + 2, where it is the same for every bet.
    fn calls_factor(&self) -> Option<Rational> {
        let of = |row: &MatrixRow| {
            let calls = self.stage.profile.at(row.view)[row.action].total();
            Some(calls * (Self::size(row)? + Rational::from(2)))
        };
        let factors: Option<Vec<Rational>> = self.faced.iter().map(of).collect();
        let factors = factors?;
        let first = factors.first()?.clone();
        factors.iter().all(|factor| *factor == first).then_some(first)
    }

    fn calls_law(&self) -> Option<String> {
        Some(format!("{}/(s + 2)", self.calls_factor()?))
    }

    fn fluid(&self, row: &MatrixRow) -> Markup {
        let name = format!("{}-{}-{}", self.stage.id, row.view, row.action);
        html! {
            div.row data-view=(row.view) data-action=(row.action) {
                span.name { (row.name) }
                div.cells {
                    svg class=(format!("cells-row r{}", self.height)) width="100%"
                        height=(self.height) role="img" aria-labelledby=(format!("{name}-title"))
                        aria-describedby=(format!("{name}-desc")) {
                        title id=(format!("{name}-title")) { (self.title(row)) }
                        desc id=(format!("{name}-desc")) { (self.described(row)) }
                        (self.cells(row))
                    }
                }
                @if let Some(law) = &row.law {
                    span.law { span class=(law.class()) { (law.deck) } span { (law.formula) } }
                }
            }
        }
    }

    fn add(&self, row: &MatrixRow, picture: &mut Alone) {
        let (y, base) = (picture.height, picture.height + self.height / 2.0 + 4.5);
        let laws = ALONE_MARGIN + NAMES + CELLS_WIDTH + 24.0;
        picture.add(html! {
            text.note x=(ALONE_MARGIN) y=(pixels(base)) { (row.name) }
            svg x=(ALONE_MARGIN + NAMES) y=(pixels(y)) width=(CELLS_WIDTH) height=(self.height) {
                (self.cells(row))
            }
            @if let Some(law) = &row.law {
                text class=(law.class()) x=(laws) y=(pixels(base)) { (law.deck) }
                text.note.end x=(ALONE_WIDTH - ALONE_MARGIN) y=(pixels(base)) { (law.formula) }
            }
        });
        picture.height += self.height;
    }

    /// The head of the laws in a file, beside a line of text that ends at `bottom`.
    fn law_heads(&self, bottom: f64, what: &str, law: Option<String>) -> Markup {
        let y = pixels(bottom - 10.0);
        html! {
            @if self.laws() {
                text.note x=(ALONE_MARGIN + NAMES + CELLS_WIDTH + 24.0) y=(y) { (what) }
                @if let Some(law) = law {
                    text.note.end x=(ALONE_WIDTH - ALONE_MARGIN) y=(y) { (law) }
                }
            }
        }
    }

    fn title(&self, row: &MatrixRow) -> String {
        let view = &self.stage.game.views()[row.view];
        let action = &view.actions[row.action];
        format!("Player {}, {}: how likely each card plays {action}", view.player, view.name)
    }

    fn described(&self, row: &MatrixRow) -> String {
        let played = row.cells.iter().filter(|cell| cell.held && !cell.most.is_zero());
        let part = |cell: &Cell| {
            let cards = hands(self.stage.game, cell.first, cell.last);
            if cell.least == cell.most {
                format!("{cards}: {}", cell.least)
            } else {
                format!("{cards}: {} to {}", cell.least, cell.most)
            }
        };
        let parts: Vec<String> = played.map(part).collect();
        if parts.is_empty() { "Never.".to_owned() } else { parts.join("; ") + "." }
    }

    fn cells(&self, row: &MatrixRow) -> Markup {
        let large = self.stage.game.n() > CELLS;
        html! {
            // Runs of a large deck that never take the action are the ground of the row.
            @if large { rect.empty width="100%" height="100%" {} }
            @for cell in &row.cells {
                @if !large || cell.held && (row.kind == Kind::Call || !cell.most.is_zero()) {
                    (self.cell(row, cell))
                }
            }
            @for limit in &row.limits {
                line.limit x1=(percent(*limit)) x2=(percent(*limit)) y1="0" y2="100%" {}
            }
        }
    }

    fn cell(&self, row: &MatrixRow, cell: &Cell) -> Markup {
        let n = self.stage.game.n();
        let (x, wide) = (below(cell.first, n), share(cell.first, cell.last, n));
        let (least, most) = (cell.least.to_f64(), cell.most.to_f64());
        let class = row.kind.class(cell.bluff);
        let answers = row.kind == Kind::Call;
        let round = self.width.corners(wide);
        html! {
            @if !(answers && cell.held) && n <= CELLS {
                svg x=(percent(x)) width=(percent(wide)) { rect.box.frame rx="4" {} }
            }
            g class=(format!("cell {round}")) data-first=(cell.first) data-last=(cell.last) {
                @if answers && cell.held {
                    rect fill=[pattern("fold", self.stage.id)] x=(percent(x)) width=(percent(wide))
                        height="100%" {}
                }
                @else if n <= CELLS {
                    rect fill="none" x=(percent(x)) width=(percent(wide)) height="100%" {}
                }
                @if cell.held && most > 0.0 {
                    @if most > least {
                        rect class=(format!("{class} faint")) x=(percent(x)) width=(percent(wide))
                            y=(percent(1.0 - most)) height=(percent(most - least)) {}
                    }
                    @if least > 0.0 {
                        rect class=(class) x=(percent(x)) width=(percent(wide))
                            y=(percent(1.0 - least)) height=(percent(least)) {}
                    }
                }
            }
            @if cell.held && !cell.most.is_zero() && !cell.least.is_one() {
                (self.fraction(row, cell))
            }
        }
    }
}

/// A number with its whole part apart: `4 4/5`.
fn mixed(number: &Rational) -> String {
    let whole = number.floor();
    let rest = number - &whole;
    if rest.is_zero() || whole.is_zero() || !is_short(&rest) {
        brief(number)
    } else {
        format!("{whole} {rest}")
    }
}
