//! Points over an axis, and a line for what they tend to.

use std::fmt::Write;

use super::heat_map::ends;
use super::{escaped, head, number, tenth, text_at};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// Margins, for the title and the numbers at the axes.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 52.0;
/// About so many numbers at each axis.
const TICKS: f64 = 6.0;

/// The style of series: ink, since a colour is an action. The third has smaller dots.
const SERIES_STYLE: &str = "<style>.s0,.s2{stroke:#1b1d21}.s1{stroke:#8a877d}\
@media(prefers-color-scheme:dark){.s0,.s2{stroke:#edece7}.s1{stroke:#a6aab1}}\
.dots{stroke-width:5;stroke-linecap:round;fill:none}.dots.s2{stroke-width:2.5}\
.line{stroke-width:1.5;fill:none}</style>\n";

/// A picture of series.
pub struct Plot<'a> {
    /// The heading.
    pub title: &'a str,
    /// The quantity on the horizontal axis, with its unit.
    pub x: &'a str,
    /// The quantity on the vertical axis, with its unit.
    pub y: &'a str,
    /// Up to three series.
    pub series: Vec<Series>,
}

/// Points, and the height of the line that they tend to.
pub struct Series {
    /// The name in the description.
    pub name: String,
    /// Across and up, in units of the axes.
    pub points: Vec<(f64, f64)>,
    /// The height of a line across, if there is one.
    pub line: Option<f64>,
}

/// The picture as a file of its own.
pub(crate) fn plot(plot: &Plot) -> String {
    titled(plot) + SERIES_STYLE + &drawn(plot)
}

fn titled(plot: &Plot) -> String {
    let (title, described) = (escaped(plot.title), escaped(&described(plot)));
    head((WIDTH, HEIGHT), &title, &described, (LEFT, 20.0))
}

fn described(plot: &Plot) -> String {
    let one = |series: &Series| format!("{} points: {}", series.points.len(), series.name);
    format!(
        "{} over {}. {}",
        plot.y,
        plot.x,
        plot.series.iter().map(one).collect::<Vec<_>>().join("; ")
    )
}

/// Axes, points and lines, to the end of the picture.
fn drawn(plot: &Plot) -> String {
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let xs = span(points().map(|(x, _)| *x));
    let ys =
        span(points().map(|(_, y)| *y).chain(plot.series.iter().filter_map(|series| series.line)));
    let across = |x: f64| LEFT + (x - xs.0) / (xs.1 - xs.0) * (WIDTH - LEFT - RIGHT);
    let down = |y: f64| HEIGHT - BOTTOM - (y - ys.0) / (ys.1 - ys.0) * (HEIGHT - TOP - BOTTOM);
    let (x, y) = (escaped(plot.x), escaped(plot.y));
    let (floor, end, middle) = (HEIGHT - BOTTOM, WIDTH - RIGHT, (WIDTH + LEFT - RIGHT) / 2.0);
    let mut svg = String::new();
    // Writing to a string cannot fail.
    for at in ticks(xs) {
        let place = across(at);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{place:.1} {TOP}V{floor}\"></path>");
        let y = (floor + 18.0).to_string();
        svg += &text_at(&tenth(place), &y, "middle", &at.to_string());
    }
    for at in ticks(ys) {
        let place = down(at);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {place:.1}H{end}\"></path>");
        svg += &text_at(&(LEFT - 8.0).to_string(), &tenth(place + 4.0), "end", &number(at));
    }
    let _ = writeln!(
        svg,
        "<path class=\"axis\" fill=\"none\" d=\"M{LEFT} {TOP}V{floor}H{end}\"></path>"
    );
    svg += &text_at(&middle.to_string(), &(HEIGHT - 12.0).to_string(), "middle", &x);
    let half = f64::midpoint(TOP, floor);
    let _ = writeln!(
        svg,
        "<text transform=\"translate(16 {half}) rotate(-90)\" text-anchor=\"middle\">{y}</text>"
    );
    let wide = (end - LEFT) / plot.series.len().max(1) as f64;
    for (at, series) in plot.series.iter().enumerate() {
        let left = LEFT + wide * at as f64;
        let _ = writeln!(
            svg,
            "<text class=\"name\" x=\"{:.1}\" y=\"38\">{}</text>",
            left + 12.0,
            escaped(&series.name)
        );
        // A dot is a stroke of no length with round ends.
        let mut dots = format!("M{:.1} 34h0", left + 4.0);
        // Where there are many, half a pixel is not seen.
        let digits = usize::from(series.points.len() < 200);
        for (x, y) in &series.points {
            let _ = write!(dots, "M{:.digits$} {:.digits$}h0", across(*x), down(*y));
        }
        if let Some(line) = series.line {
            let _ = writeln!(
                svg,
                "<path class=\"line s{at}\" d=\"M{LEFT} {:.2}H{end}\"></path>",
                down(line)
            );
        }
        let _ = writeln!(svg, "<path class=\"dots s{at}\" d=\"{dots}\"></path>");
    }
    svg + "</svg>\n"
}

/// The least and the greatest, a little apart if they are the same.
fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = ends(numbers);
    let apart = 0.5_f64.max(low.abs() * 1e-6);
    if high > low { (low, high) } else { (low - apart, low + apart) }
}

/// Round numbers inside: multiples of 1, 2 or 5 times a power of ten; never many.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / TICKS;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|step| *step >= rough)
        .unwrap_or(rough);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).take(2 * TICKS as usize).map(|count| count as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_with_a_name_and_a_description() {
        let points = (2..=30).map(|n| (f64::from(n), 0.1 - 0.1 / f64::from(n))).collect();
        let series =
            vec![Series { name: "decks & a line at 0.1".to_owned(), points, line: Some(0.1) }];
        let drawing = Plot { title: "a < b", x: "cards n", y: "value", series };
        let svg = plot(&drawing);
        assert!(svg.contains("<title id=\"title\">a &lt; b</title>"), "{svg}");
        assert!(svg.contains("value over cards n. 29 points: decks &amp; a line at 0.1"), "{svg}");
        // A dot for each point, and one for the name.
        assert_eq!((svg.matches("h0").count(), svg.matches("class=\"line").count()), (30, 1));
        assert!(svg.contains("prefers-color-scheme:dark") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn numbers_at_the_axes_are_round() {
        assert_eq!(ticks((2.0, 30.0)), [5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(ticks((0.0, 0.11)).into_iter().map(number).collect::<Vec<_>>()[1], "0.02");
        assert_eq!(span([3.0].into_iter()), (2.5, 3.5));
        assert!(
            ticks(span([1e18].into_iter())).len() < 10 && ticks((1e18, 1e18 + 128.0)).len() < 10
        );
    }
}
