//! Pictures that stand alone: files of 944 pixels with the style inside.

use maud::{Markup, PreEscaped, html};

use super::place::pixels;

/// The style of strips, matrices and trees: the colours of the whole site, light and dark, and
/// rules that hide labels where they have no room. A page has it as a file; pictures that stand
/// alone have it inside.
pub const STYLE: &str = include_str!("picture.css");

/// The style of plots and maps, after that of all pictures.
pub const PLOT_STYLE: &str = include_str!("plot.css");

/// Width of a picture that stands alone.
pub(crate) const ALONE_WIDTH: f64 = 944.0;
/// Pixels around it.
pub(crate) const ALONE_MARGIN: f64 = 24.0;

/// A picture that grows downwards.
pub(crate) struct Alone {
    title: String,
    /// The numbers of a plot or a map in words, for readers who do not see it.
    description: Option<String>,
    content: Vec<Markup>,
    pub(crate) height: f64,
}

impl Alone {
    /// A picture with its title at the top.
    pub(crate) fn new(title: &str) -> Self {
        Self { title: title.to_owned(), description: None, content: Vec::new(), height: 54.0 }
    }

    /// A plot or a map.
    pub(crate) fn described(title: &str, description: &str) -> Self {
        Self { description: Some(description.to_owned()), ..Self::new(title) }
    }

    /// The base line of the title.
    pub(crate) fn title_line(&self) -> f64 {
        36.0
    }

    /// Markup that has its place already.
    pub(crate) fn add(&mut self, markup: Markup) {
        self.content.push(markup);
    }

    /// A line of text: who, and what is seen.
    pub(crate) fn heading(&mut self, who: &str, view: &str) {
        let y = self.height + 20.0;
        self.content.push(html! {
            text.who x=(ALONE_MARGIN) y=(pixels(y)) {
                tspan.player { (who) } tspan.quiet dx="8" { (view) }
            }
        });
        self.height += 30.0;
    }

    /// A line of small text.
    pub(crate) fn note(&mut self, words: &str) {
        let y = pixels(self.height + 4.0);
        self.content.push(html! { text.note x=(ALONE_MARGIN) y=(y) { (words) } });
        self.height += 20.0;
    }

    /// A drawing between the margins.
    pub(crate) fn layer(&mut self, class: &str, height: f64, content: &Markup) {
        let above = if class == "axis" { 1.0 } else { 0.0 };
        self.content.push(html! {
            svg class=(class) x=(ALONE_MARGIN) y=(pixels(self.height + above))
                width=(ALONE_WIDTH - 2.0 * ALONE_MARGIN) height=(height) {
                (content)
            }
        });
        self.height += height + 5.0 + above;
    }

    /// The file.
    pub(crate) fn finish(self, defs: &Markup) -> String {
        let height = pixels(self.height + ALONE_MARGIN - 5.0);
        let described = self.description.as_ref();
        let picture = html! {
            svg.pic.alone xmlns="http://www.w3.org/2000/svg" width=(ALONE_WIDTH) height=(height)
                viewBox=(format!("0 0 {ALONE_WIDTH} {height}")) role="img" aria-labelledby="title"
                aria-describedby=[described.map(|_| "desc")] {
                title id="title" { (self.title) }
                @if let Some(description) = described { desc id="desc" { (description) } }
                style { (PreEscaped(STYLE)) @if described.is_some() { (PreEscaped(PLOT_STYLE)) } }
                (defs)
                rect.ground width="100%" height="100%" {}
                text.title x=(ALONE_MARGIN) y=(pixels(self.title_line())) { (self.title) }
                @for part in &self.content { (part) }
            }
        };
        picture.into_string() + "\n"
    }
}
