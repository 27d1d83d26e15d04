//! Pictures as SVG text. Floats are for drawing only.

pub mod heat_map;
pub mod messages;
pub mod plot;

/// Light and dark, as the reader's screen is.
const STYLE: &str = "\
svg{background:#fff;color:#222;font:13px sans-serif}.grid{stroke:#ddd}.dot{fill:#1f6fb2}.line{stroke:#b2451f}\
@media(prefers-color-scheme:dark){svg{background:#14181c;color:#e6e6e6}.grid{stroke:#333}.dot{fill:#6fb3ec}\
.line{stroke:#f0916a}}text{fill:currentColor}.axis{stroke:currentColor}";

/// The head of every picture: its size, its title for eyes and for readers, what it shows in words.
/// All text is escaped.
fn head((width, height): (f64, f64), title: &str, described: &str, (x, y): (f64, f64)) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-labelledby=\"title desc\">\n<title id=\"title\">{title}</title>\n<desc \
             id=\"desc\">{described}</desc>\n\
         <style>{STYLE}</style>\n<text x=\"{x}\" y=\"{y}\" font-weight=\"bold\">{title}</text>\n"
    )
}

/// A number at an axis, without the tail of binary fractions.
fn number(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
