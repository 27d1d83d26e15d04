//! Pictures as SVG text: points over an axis, and a line for what they tend to. Floats are for drawing only.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// Where the picture ends and the numbers at the axes begin.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 52.0;
/// About so many numbers at each axis.
const TICKS: f64 = 6.0;

/// Light and dark, as the reader's screen is.
const STYLE: &str = "\
svg{background:#fff;color:#222;font:13px sans-serif}.grid{stroke:#ddd}.dot{fill:#1f6fb2}.line{stroke:#b2451f}\
@media(prefers-color-scheme:dark){svg{background:#14181c;color:#e6e6e6}.grid{stroke:#333}.dot{fill:#6fb3ec}\
.line{stroke:#f0916a}}text{fill:currentColor}.axis{stroke:currentColor}";

/// What is drawn.
pub(super) struct Plot<'a> {
    pub(super) title: &'a str,
    pub(super) x: &'a str,
    pub(super) y: &'a str,
    pub(super) points: Vec<(f64, f64)>,
    /// The height of the line.
    pub(super) line: f64,
    pub(super) line_name: &'a str,
}

/// The picture.
pub(super) fn plot(plot: &Plot) -> String {
    let xs = span(plot.points.iter().map(|(x, _)| *x));
    let ys = span(plot.points.iter().map(|(_, y)| *y).chain([plot.line]));
    let across = |x: f64| LEFT + (x - xs.0) / (xs.1 - xs.0) * (WIDTH - LEFT - RIGHT);
    let down = |y: f64| HEIGHT - BOTTOM - (y - ys.0) / (ys.1 - ys.0) * (HEIGHT - TOP - BOTTOM);
    let (title, x, y, line_name) = (escaped(plot.title), escaped(plot.x), escaped(plot.y), escaped(plot.line_name));
    let (floor, end, middle) = (HEIGHT - BOTTOM, WIDTH - RIGHT, (WIDTH + LEFT - RIGHT) / 2.0);
    let described = format!("{} points: {y} over {x}. A line at the {line_name}", plot.points.len());
    let mut svg = head((WIDTH, HEIGHT), &title, &described, (LEFT, 20.0));
    let _ = writeln!(svg, "<text class=\"name\" x=\"{LEFT}\" y=\"38\">{line_name}</text>");
    // Writing to a string cannot fail.
    for at in ticks(xs) {
        let place = across(at);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{place:.1} {TOP}V{floor}\"/>");
        let _ = writeln!(svg, "<text x=\"{place:.1}\" y=\"{}\" text-anchor=\"middle\">{at}</text>", floor + 18.0);
    }
    for at in ticks(ys) {
        let (place, shown) = (down(at), number(at));
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {place:.1}H{end}\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{shown}</text>", LEFT - 8.0, place + 4.0);
    }
    let _ = writeln!(svg, "<path class=\"axis\" fill=\"none\" d=\"M{LEFT} {TOP}V{floor}H{end}\"/>");
    let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{x}</text>", HEIGHT - 12.0);
    let half = f64::midpoint(TOP, floor);
    let _ = writeln!(svg, "<text transform=\"translate(16 {half}) rotate(-90)\" text-anchor=\"middle\">{y}</text>");
    let _ = writeln!(svg, "<path class=\"line\" stroke-width=\"1.5\" d=\"M{LEFT} {:.2}H{end}\"/>", down(plot.line));
    for (x, y) in &plot.points {
        let _ = writeln!(svg, "<circle class=\"dot\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"2.5\"/>", across(*x), down(*y));
    }
    svg + "</svg>\n"
}

/// How every picture begins: its size, its title for eyes and for readers, what it shows in words. All text is escaped.
pub(super) fn head((width, height): (f64, f64), title: &str, described: &str, (x, y): (f64, f64)) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-labelledby=\"title desc\">\n<title id=\"title\">{title}</title>\n<desc id=\"desc\">{described}</desc>\n\
         <style>{STYLE}</style>\n<text x=\"{x}\" y=\"{y}\" font-weight=\"bold\">{title}</text>\n"
    )
}

/// The least and the greatest, a little apart if they are the same.
fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers.fold((f64::MAX, f64::MIN), |(low, high), number| (low.min(number), high.max(number)));
    let apart = 0.5_f64.max(low.abs() * 1e-6);
    if high > low { (low, high) } else { (low - apart, low + apart) }
}

/// Round numbers inside: multiples of 1, 2 or 5 times a power of ten; never many.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / TICKS;
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|step| *step >= rough).unwrap_or(rough);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).take(2 * TICKS as usize).map(|count| count as f64 * step).collect()
}

/// A number at an axis, without the tail of binary fractions.
pub(super) fn number(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_with_a_name_and_a_description() {
        let points = (2..=30).map(|n| (f64::from(n), 0.1 - 0.1 / f64::from(n))).collect();
        let svg = plot(&Plot { title: "a < b", x: "cards n", y: "value", points, line: 0.1, line_name: "limit: 0.1" });
        assert!(svg.contains("<title id=\"title\">a &lt; b</title>") && svg.contains("29 points: value over cards n"));
        assert_eq!(svg.matches("<circle").count(), 29);
        assert!(svg.contains("prefers-color-scheme:dark") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn numbers_at_the_axes_are_round() {
        assert_eq!(ticks((2.0, 30.0)), [5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(ticks((0.0, 0.11)).into_iter().map(number).collect::<Vec<_>>()[1], "0.02");
        assert_eq!(span([3.0].into_iter()), (2.5, 3.5));
        assert!(ticks(span([1e18].into_iter())).len() < 10 && ticks((1e18, 1e18 + 128.0)).len() < 10);
    }
}
