//! Points over an axis, and a line for what they tend to: in a page as wide as its container, in a
//! file 944 pixels wide.

use std::fmt::Write;

use maud::{Markup, html};

use super::alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};
use super::place::{percent, pixels, with_minus};

/// Heights: of the picture, and of the field of points within it.
const HEIGHT: f64 = 300.0;
const TOP: f64 = 26.0;
const FLOOR: f64 = 258.0;
/// Width of the numbers at the left.
const NUMBERS: f64 = 60.0;
/// Numbers at each axis, about.
const TICKS: f64 = 6.0;
/// Places that can be pointed at; of more only the points are drawn.
const POINTED: usize = 120;
/// Points of one series above which they are small.
const MANY: usize = 150;
/// Share of the width that the name of a line takes on a telephone.
const NAMED: f64 = 0.5;
/// Share of the width that stays free at each end.
const FREE: f64 = 0.02;

/// A picture of series.
#[derive(Default)]
pub struct Plot {
    /// The quantity across, with its unit.
    pub x: String,
    /// The quantity that is drawn, with its unit; empty where the page says it.
    pub y: String,
    /// Up to three series.
    pub series: Vec<Series>,
    /// Places that can be pointed at, ascending.
    pub places: Vec<PlotPlace>,
    /// Numbers at the axes and places that matter; `None` for round numbers alone.
    pub marks: Option<PlotMarks>,
}

/// Numbers at the axes in place of round ones, and places that matter.
pub struct PlotMarks {
    /// Heights with a line across, each with its name; round numbers if there are none.
    pub heights: Vec<(f64, String)>,
    /// Decks that are named below.
    pub named: Vec<u64>,
    /// Centres of symmetry, on or between decks.
    pub mirrors: Vec<f64>,
    /// Decks with a ring.
    pub ringed: Vec<u64>,
}

/// A deck: what is shown where somebody points at it.
pub struct PlotPlace {
    /// Number of cards.
    pub n: u64,
    /// The address of its game; `None` where there is no page of it.
    pub address: Option<String>,
    /// Its number in words.
    pub words: String,
}

/// Points, and the height of the line that they tend to.
pub struct Series {
    /// The name, which stands at the line; empty for none.
    pub name: String,
    /// Across and up, in units of the axes; true for a point that equals the limit.
    pub points: Vec<(f64, f64, bool)>,
    /// The height of a line across, if there is one.
    pub line: Option<f64>,
}

impl Plot {
    /// Series over numbers of cards.
    pub fn over_decks(y: String, series: Vec<Series>) -> Self {
        Self { x: "cards n".to_owned(), y, series, places: Vec::new(), marks: None }
    }

    /// The picture within a page. A table beside it says the same, so it is not read out.
    pub fn fluid(&self) -> Markup {
        html! {
            @if !self.y.is_empty() { p.note { (self.y) } }
            div.chart.pic aria-hidden="true" {
                svg width=(NUMBERS) height=(HEIGHT) { (self.numbers()) }
                svg.unit width="100%" height=(HEIGHT) { (self.field(true)) }
            }
        }
    }

    /// The picture as a file that stands alone.
    pub fn alone(&self, title: &str) -> String {
        let mut picture = Alone::described(title, &self.described());
        let unlined = self.series.iter().filter(|series| series.line.is_none());
        let names = unlined.map(|series| series.name.as_str()).filter(|name| !name.is_empty());
        let words: Vec<&str> = std::iter::once(self.y.as_str()).chain(names).collect();
        picture.note(&words.join("; "));
        let (top, left) = (pixels(picture.height), ALONE_MARGIN + NUMBERS);
        picture.add(html! {
            svg x=(ALONE_MARGIN) y=(top) width=(NUMBERS) height=(HEIGHT) { (self.numbers()) }
            svg x=(left) y=(top) width=(ALONE_WIDTH - ALONE_MARGIN - left) height=(HEIGHT) {
                (self.field(false))
            }
        });
        picture.height += HEIGHT;
        picture.finish(&html! {})
    }

    fn described(&self) -> String {
        let one = |series: &Series| match series.name.as_str() {
            "" => format!("{} points", series.points.len()),
            name => format!("{} points: {name}", series.points.len()),
        };
        let series: Vec<String> = self.series.iter().map(one).collect();
        format!("{} over {}. {}", self.y, self.x, series.join("; "))
    }

    fn points(&self) -> impl Iterator<Item = &(f64, f64, bool)> {
        self.series.iter().flat_map(|series| &series.points)
    }

    fn scale(&self) -> PlotScale {
        let places = self.places.iter().map(|place| place.n as f64);
        let lines = self.series.iter().filter_map(|series| series.line);
        PlotScale {
            across: ends(self.points().map(|(x, ..)| *x).chain(places)),
            up: span(self.points().map(|(_, y, _)| *y).chain(lines)),
        }
    }

    fn heights(&self, scale: &PlotScale) -> Vec<(f64, String)> {
        match &self.marks {
            Some(marks) if !marks.heights.is_empty() => marks.heights.clone(),
            _ => ticks(scale.up).into_iter().map(|y| (y, short(y))).collect(),
        }
    }

    /// The numbers at the left.
    fn numbers(&self) -> Markup {
        let scale = self.scale();
        html! { @for (y, name) in self.heights(&scale) {
            text.number.end x=(NUMBERS - 8.0) y=(pixels(scale.down(y) + 4.0)) { (name) }
        } }
    }

    /// Points and lines, and the numbers below; in a page, its places answer to the pointer.
    fn field(&self, in_page: bool) -> Markup {
        let scale = &self.scale();
        html! {
            @for y in self.heights(scale).iter().map(|(y, _)| pixels(scale.down(*y))) {
                line.rule x2="100%" y1=(y) y2=(y) {}
            }
            @match &self.marks {
                Some(marks) => (marks.drawn(scale)),
                None => (self.across(scale)),
            }
            text.number.end x="100%" y=(HEIGHT - 3.0) { (self.x) }
            @for (at, series) in self.series.iter().enumerate() { (self.one(at, series, scale)) }
            @if in_page && self.places.len() <= POINTED { (self.pointed(scale)) }
        }
    }

    /// Round numbers below; between decks there are none.
    fn across(&self, scale: &PlotScale) -> Markup {
        let (first, last) = scale.across;
        let whole = self.points().all(|(x, ..)| x.fract() == 0.0);
        let within = |x: &f64| (!whole || x.fract() == 0.0) && (first..=last).contains(x);
        html! { @for x in ticks((first, last)).into_iter().filter(within) {
            text.number x=(percent(scale.place(x))) y=(FLOOR + 20.0) { (short(x)) }
        } }
    }

    fn one(&self, at: usize, series: &Series, scale: &PlotScale) -> Markup {
        // Many points are one path, of strokes without length, and need no guide.
        let many = series.points.len() > MANY;
        let mut path = String::new();
        for (x, y, _) in &series.points {
            let (x, y) = (100.0 * scale.place(*x), scale.down(*y));
            // Writing to a string cannot fail.
            let _ = match (many, path.is_empty()) {
                (true, _) => write!(path, "M{x:.2} {y:.0}h0"),
                (false, true) => write!(path, "M{x:.2} {y:.1}"),
                (false, false) => write!(path, "L{x:.2} {y:.1}"),
            };
        }
        let class = if many { format!("points s{at}") } else { "guide".to_owned() };
        html! {
            svg width="100%" height=(HEIGHT) viewBox=(format!("0 0 100 {HEIGHT}"))
                preserveAspectRatio="none" {
                path class=(class) d=(path) vector-effect="non-scaling-stroke" {}
            }
            @if let Some(line) = series.line.map(|y| scale.down(y)) {
                line.dash x2="100%" y1=(pixels(line)) y2=(pixels(line)) {}
                @if !series.name.is_empty() {
                    @let (x, end) = if self.free_left(line, scale) { ("0", "start") } else {
                        ("100%", "end") };
                    text class=(format!("number named {end}")) x=(x) y=(pixels(line - 16.0)) {
                        (series.name)
                    }
                }
            }
            @if !many { g class=(format!("dots s{at}")) { @for (x, y, same) in &series.points {
                circle.same[*same] cx=(percent(scale.place(*x))) cy=(pixels(scale.down(*y)))
                    r="4" {}
            } } }
            @for (x, y, _) in series.points.iter().filter(|(x, ..)| self.is_ringed(*x)) {
                circle.ring cx=(percent(scale.place(*x))) cy=(pixels(scale.down(*y))) r="12" {}
            }
        }
    }

    /// True if the name of a line hides fewer points at its left end than at its right one.
    fn free_left(&self, line: f64, scale: &PlotScale) -> bool {
        let near =
            self.points().filter(|(_, y, _)| (-32.0..-4.0).contains(&(scale.down(*y) - line)));
        let places: Vec<f64> = near.map(|(x, ..)| scale.place(*x)).collect();
        let hidden =
            |from: f64, to: f64| places.iter().filter(|place| (from..=to).contains(*place)).count();
        hidden(0.0, NAMED) < hidden(1.0 - NAMED, 1.0)
    }

    fn is_ringed(&self, x: f64) -> bool {
        self.marks.as_ref().is_some_and(|marks| marks.ringed.contains(&(x as u64)))
    }

    /// Columns that answer to the pointer.
    fn pointed(&self, scale: &PlotScale) -> Markup {
        let wide = (1.0 - 2.0 * FREE) / self.places.len().max(2) as f64;
        let column = |deck: &PlotPlace| {
            let place = scale.place(deck.n as f64);
            html! {
                rect x=(percent(place - wide / 2.0)) width=(percent(wide)) height=(FLOOR) {}
                line x1=(percent(place)) x2=(percent(place)) y1=(TOP - 6.0) y2=(FLOOR) {}
                text.number.end x="100%" y="12" { (deck.words) }
            }
        };
        html! {
            @if !self.places.is_empty() { g.pointed { @for deck in &self.places {
                @match &deck.address {
                    Some(address) => a href=(address) tabindex="-1" { (column(deck)) },
                    None => g { (column(deck)) },
                }
            } } }
        }
    }
}

impl PlotMarks {
    /// Mirrors, and decks by name; those with a ring are bold. A narrow screen has room for these
    /// and the ends.
    fn drawn(&self, scale: &PlotScale) -> Markup {
        html! {
            @for mirror in &self.mirrors {
                @let x = percent(scale.place(*mirror));
                line.mirror x1=(x) x2=(x) y1=(TOP - 4.0) y2=(FLOOR) {}
                text.number x=(x) y=(TOP - 10.0) { "mirror" }
            }
            @for n in &self.named {
                @let ringed = self.ringed.contains(n);
                @let end = [self.named.first(), self.named.last()].contains(&Some(n));
                text.number.here[ringed].between[!ringed && !end]
                    x=(percent(scale.place(*n as f64))) y=(FLOOR + 26.0) { (n) }
            }
        }
    }
}

/// The ends of both axes.
struct PlotScale {
    across: (f64, f64),
    up: (f64, f64),
}

impl PlotScale {
    /// The place of a number across, as a share of the width.
    fn place(&self, x: f64) -> f64 {
        let (first, last) = self.across;
        let share = if last > first { (x - first) / (last - first) } else { 0.5 };
        FREE + share * (1.0 - 2.0 * FREE)
    }

    /// The place of a height, in pixels from the top.
    fn down(&self, y: f64) -> f64 {
        let (low, high) = self.up;
        FLOOR - (y - low) / (high - low) * (FLOOR - TOP)
    }
}

/// A number at an axis, without needless digits.
pub fn short(number: f64) -> String {
    with_minus(&super::place::number(number))
}

/// The least and the greatest number.
pub(super) fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::MAX, f64::MIN), |(low, top), number| (low.min(number), top.max(number)))
}

/// The least and the greatest, a little apart if they are the same.
fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = ends(numbers);
    let apart = 0.5_f64.max(low.abs() * 1e-6);
    if high > low { (low, high) } else { (low - apart, low + apart) }
}

/// Round numbers inside: multiples of 1, 2 or 5 times a power of ten; never many.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    if high <= low {
        return vec![low];
    }
    let rough = (high - low) / TICKS;
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).take(2 * TICKS as usize).map(|count| count as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decks() -> Plot {
        let points = (2..=30).map(|n| (f64::from(n), 0.1 - 0.1 / f64::from(n), n == 9)).collect();
        let name = "decks & a line at 0.1".to_owned();
        let series = vec![Series { name, points, line: Some(0.1) }];
        Plot { x: "cards n".to_owned(), y: "value".to_owned(), series, ..Plot::default() }
    }

    #[test]
    fn a_file_has_a_name_and_a_description() {
        let svg = decks().alone("a < b");
        assert!(svg.contains("<title id=\"title\">a &lt; b</title>"), "{svg}");
        assert!(svg.contains("value over cards n. 29 points: decks &amp; a line at 0.1"), "{svg}");
        let lines = svg.matches("<line class=\"dash\"").count();
        assert_eq!((svg.matches("<circle").count(), lines), (29, 1));
        assert!(svg.contains("prefers-color-scheme:dark") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn decks_can_be_pointed_at_and_opened() {
        let place = |n| PlotPlace {
            n,
            address: Some(format!("/kuhn/n{n}-b1")),
            words: format!("{n} cards"),
        };
        let page = Plot { places: (2..=30).map(place).collect(), ..decks() }.fluid().into_string();
        assert_eq!(page.matches("tabindex=\"-1\"").count(), 29);
        assert_eq!(page.matches("<circle class=\"same\"").count(), 1);
    }

    #[test]
    fn numbers_at_the_axes_are_round() {
        assert_eq!(ticks((2.0, 30.0)), [5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(ticks((0.0, 0.11)).into_iter().map(short).collect::<Vec<_>>()[1], "0.02");
        assert_eq!(span([3.0].into_iter()), (2.5, 3.5));
        assert!(
            ticks(span([1e18].into_iter())).len() < 10 && ticks((1e18, 1e18 + 128.0)).len() < 10
        );
    }
}
