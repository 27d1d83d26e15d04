//! Points over the number of cards, in ink, as wide as the page. Pointing at a deck shows a line
//! through it and its numbers, and a click opens its game. Floats are for drawing only.

use std::fmt::Write;

use maud::{Markup, html};

/// Heights: of the picture, and of the field of points within it.
const HEIGHT: f64 = 300.0;
const TOP: f64 = 26.0;
const FLOOR: f64 = 258.0;
/// Numbers at each axis, about.
const TICKS: f64 = 6.0;
/// Decks that can be pointed at; of more only the points are drawn.
const POINTED: usize = 120;
/// Points of one series above which they are small.
const MANY: usize = 150;
/// Share of the width that the name of a line takes on a telephone.
const NAMED: f64 = 50.0;
/// Share of the width that stays free at each end.
const FREE: f64 = 2.0;

/// A picture of series over decks.
pub(super) struct Chart {
    /// The quantity that is drawn.
    pub(super) name: String,
    /// Up to three series.
    pub(super) series: Vec<ChartSeries>,
    /// Decks, ascending.
    pub(super) decks: Vec<DeckPoint>,
    /// Numbers at the axes and places that matter; `None` for round numbers alone.
    pub(super) marks: Option<ChartMarks>,
}

/// Numbers at the axes in place of round ones, and places of a chart that matter.
pub(super) struct ChartMarks {
    /// Heights with a line across, each with its name; round numbers if there are none.
    pub(super) heights: Vec<(f64, String)>,
    /// Decks that are named below.
    pub(super) named: Vec<u64>,
    /// Centres of symmetry, on or between decks.
    pub(super) mirrors: Vec<f64>,
    /// Decks with a ring.
    pub(super) ringed: Vec<u64>,
}

/// A deck: what is shown where somebody points at it.
pub(super) struct DeckPoint {
    pub(super) n: u64,
    /// The address of its game; `None` where there is no page of it.
    pub(super) address: Option<String>,
    pub(super) words: String,
}

/// A number of each deck, and what it tends to.
pub(super) struct ChartSeries {
    /// The name at the line; empty for none.
    pub(super) name: String,
    /// Cards and number; true for a deck that equals the limit.
    pub(super) points: Vec<(u64, f64, bool)>,
    /// The height of the line.
    pub(super) line: Option<f64>,
}

impl Chart {
    /// The picture. A table beside it says the same, so it is not read out.
    pub(super) fn drawn(&self) -> Markup {
        let ys = self
            .series
            .iter()
            .flat_map(|series| series.points.iter().map(|(_, y, _)| *y).chain(series.line));
        let ys = span(ys);
        let down = |y: f64| FLOOR - (y - ys.0) / (ys.1 - ys.0) * (FLOOR - TOP);
        let heights: Vec<(f64, String)> = match &self.marks {
            Some(marks) if !marks.heights.is_empty() => marks.heights.clone(),
            _ => ticks(ys).into_iter().map(|y| (y, short(y))).collect(),
        };
        html! {
            @if !self.name.is_empty() { p.note { (self.name) } }
            div.chart.pic aria-hidden="true" {
                svg width="60" height=(HEIGHT) {
                    @for (y, name) in &heights {
                        text.number.end x="52" y=(pixels(down(*y) + 4.0)) { (name) }
                    }
                }
                svg.unit width="100%" height=(HEIGHT) {
                    @for (y, _) in &heights {
                        line.rule x2="100%" y1=(pixels(down(*y))) y2=(pixels(down(*y))) {}
                    }
                    @match &self.marks {
                        Some(marks) => (self.marked(marks)),
                        None => (self.across()),
                    }
                    @for (at, series) in self.series.iter().enumerate() {
                        (self.one(at, series, &down))
                    }
                    @if self.decks.len() <= POINTED { (self.pointed()) }
                }
            }
        }
    }

    /// The place of a deck across, in per cent.
    fn place(&self, n: u64) -> f64 {
        let (first, last) = self.ends();
        let share = if last > first { (n - first) as f64 / (last - first) as f64 } else { 0.5 };
        FREE + share * (100.0 - 2.0 * FREE)
    }

    /// The place of a centre of symmetry, in per cent.
    fn between(&self, n: f64) -> f64 {
        let (below, above) = (self.place(n.floor() as u64), self.place(n.ceil() as u64));
        f64::midpoint(below, above)
    }

    fn ends(&self) -> (u64, u64) {
        let n = |deck: Option<&DeckPoint>| deck.map_or(0, |deck| deck.n);
        (n(self.decks.first()), n(self.decks.last()))
    }

    /// Mirrors, and decks by name; those with a ring are bold. A narrow screen has room for these
    /// and the ends.
    fn marked(&self, marks: &ChartMarks) -> Markup {
        html! {
            @for mirror in &marks.mirrors {
                @let x = percent(self.between(*mirror));
                line.mirror x1=(x) x2=(x) y1=(TOP - 4.0) y2=(FLOOR) {}
                text.number x=(x) y=(TOP - 10.0) { "mirror" }
            }
            @for n in &marks.named {
                @let ringed = marks.ringed.contains(n);
                @let end = [marks.named.first(), marks.named.last()].contains(&Some(n));
                text.number.here[ringed].between[!ringed && !end] x=(percent(self.place(*n)))
                    y=(FLOOR + 26.0) { (n) }
            }
            text.number.end x="100%" y=(HEIGHT - 2.0) { "cards n" }
        }
    }

    /// The numbers of cards below.
    fn across(&self) -> Markup {
        let (first, last) = self.ends();
        let whole = |x: &f64| x.fract() == 0.0 && *x >= first as f64 && *x <= last as f64;
        html! {
            @for n in ticks((first as f64, last as f64)).into_iter().filter(whole) {
                text.number x=(percent(self.place(n as u64))) y=(FLOOR + 20.0) { (n) }
            }
            text.number.end x="100%" y=(HEIGHT - 4.0) { "cards n" }
        }
    }

    fn one(&self, at: usize, series: &ChartSeries, down: &impl Fn(f64) -> f64) -> Markup {
        // Many points are one path, of strokes without length, and need no guide.
        let many = series.points.len() > MANY;
        let mut path = String::new();
        for (n, y, _) in &series.points {
            let (x, y) = (self.place(*n), down(*y));
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
            @if let Some(line) = series.line.map(down) {
                line.dash x2="100%" y1=(pixels(line)) y2=(pixels(line)) {}
                @if !series.name.is_empty() {
                    @let (x, end) = if self.free_left(line, down) { ("0", "start") } else {
                        ("100%", "end") };
                    text class=(format!("number named {end}")) x=(x) y=(pixels(line - 16.0)) {
                        (series.name)
                    }
                }
            }
            @if !many { g class=(format!("dots s{at}")) { @for (n, y, same) in &series.points {
                circle.same[*same] cx=(percent(self.place(*n))) cy=(pixels(down(*y))) r="4" {}
            } } }
            @for (n, y, _) in self.ringed(series) {
                circle.ring cx=(percent(self.place(*n))) cy=(pixels(down(*y))) r="12" {}
            }
        }
    }

    /// True if the name of a line hides fewer points at its left end than at its right one.
    fn free_left(&self, line: f64, down: &impl Fn(f64) -> f64) -> bool {
        let points = self.series.iter().flat_map(|series| &series.points);
        let near = points.filter(|(_, y, _)| (-32.0..-4.0).contains(&(down(*y) - line)));
        let places: Vec<f64> = near.map(|(n, ..)| self.place(*n)).collect();
        let hidden =
            |from: f64, to: f64| places.iter().filter(|place| (from..=to).contains(*place)).count();
        hidden(0.0, NAMED) < hidden(100.0 - NAMED, 100.0)
    }

    fn ringed<'a>(&'a self, series: &'a ChartSeries) -> impl Iterator<Item = &'a (u64, f64, bool)> {
        let marks = self.marks.as_ref();
        let ringed = move |n| marks.is_some_and(|marks| marks.ringed.contains(n));
        series.points.iter().filter(move |(n, ..)| ringed(n))
    }

    /// Columns that answer to the pointer.
    fn pointed(&self) -> Markup {
        let wide = (100.0 - 2.0 * FREE) / self.decks.len().max(2) as f64;
        let column = |deck: &DeckPoint| {
            let place = self.place(deck.n);
            html! {
                rect x=(percent(place - wide / 2.0)) width=(percent(wide)) height=(FLOOR) {}
                line x1=(percent(place)) x2=(percent(place)) y1=(TOP - 6.0) y2=(FLOOR) {}
                text.number.end x="100%" y="12" { (deck.words) }
            }
        };
        html! {
            g.pointed { @for deck in &self.decks {
                @match &deck.address {
                    Some(address) => a href=(address) tabindex="-1" { (column(deck)) },
                    None => g { (column(deck)) },
                }
            } }
        }
    }
}

/// A share of the width, in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{share:.2}%")
}

/// A length, to a tenth of a pixel.
pub(super) fn pixels(length: f64) -> String {
    format!("{length:.1}")
}

/// A number at an axis, without needless digits.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

/// The least and the greatest number, a little apart if they are the same.
fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        numbers.fold((f64::MAX, f64::MIN), |(low, high), one| (low.min(one), high.max(one)));
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

    #[test]
    fn decks_can_be_pointed_at_and_opened() {
        let decks = (2..=30).map(|n| DeckPoint {
            n,
            address: Some(format!("/kuhn/n{n}-b1")),
            words: format!("{n} cards"),
        });
        let points = (2..=30).map(|n| (n, 0.1 - 0.1 / n as f64, n == 9)).collect();
        let series = vec![ChartSeries { name: "limit".to_owned(), points, line: Some(0.1) }];
        let chart = Chart { name: "value".to_owned(), series, decks: decks.collect(), marks: None };
        let page = chart.drawn().into_string();
        assert_eq!(page.matches("tabindex=\"-1\"").count(), 29);
        assert_eq!(page.matches("<circle class=\"same\"").count(), 1);
    }

    #[test]
    fn numbers_at_the_axes_are_round() {
        assert_eq!(ticks((2.0, 30.0)), [5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(ticks((0.0, 0.11)).into_iter().map(short).collect::<Vec<_>>()[1], "0.02");
        assert_eq!(span([3.0].into_iter()), (2.5, 3.5));
        assert!(ticks(span([1e18].into_iter())).len() < 10);
    }
}
