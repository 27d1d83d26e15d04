//! Pictures as SVG text. Floats are for drawing only.

pub mod heat_map;
pub mod plot;

/// Light and dark, as the reader's screen is.
const STYLE: &str = "\
svg{background:#fff;color:#222;font:13px sans-serif}\
.grid{stroke:#ddd}.dot{fill:#1f6fb2}.line{stroke:#b2451f}\
@media(prefers-color-scheme:dark){svg{background:#14181c;color:#e6e6e6}\
.grid{stroke:#333}.dot{fill:#6fb3ec}.line{stroke:#f0916a}}\
text{fill:currentColor}.axis{stroke:currentColor}";

/// The head of every picture: its size, its title, a description in words, and its style. Within a
/// page, which has the style, `id` tells it from other pictures there. All text is escaped.
fn head(
    (width, height): (f64, f64),
    title: &str,
    described: &str,
    (x, y): (f64, f64),
    id: Option<&str>,
) -> String {
    let (class, id, style) = match id {
        Some(id) => ("class=\"plot\" ", format!("{id}-"), String::new()),
        None => ("", String::new(), format!("<style>{STYLE}</style>\n")),
    };
    format!(
        "<svg {class}xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-labelledby=\"{id}title {id}desc\">\n\
         <title id=\"{id}title\">{title}</title>\n<desc id=\"{id}desc\">{described}</desc>\n\
         {style}<text x=\"{x}\" y=\"{y}\" font-weight=\"bold\">{title}</text>\n"
    )
}

/// A line of text at a place; `anchor` says which part of it stands there.
fn text_at(x: &str, y: &str, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>\n")
}

/// A coordinate to a tenth of a pixel.
fn tenth(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

/// A number at an axis, without the tail of binary fractions.
pub fn number(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
