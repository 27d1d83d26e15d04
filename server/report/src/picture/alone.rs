//! Pictures that stand alone: files of 944 pixels with the style inside.

use maud::{Markup, PreEscaped, html};

use super::STYLE;
use super::place::pixels;

/// Width of a picture that stands alone.
pub(super) const ALONE_WIDTH: f64 = 944.0;
/// Pixels around it.
pub(super) const ALONE_MARGIN: f64 = 24.0;

/// A picture that grows downwards.
pub(super) struct Alone {
    title: String,
    content: Vec<Markup>,
    pub(super) height: f64,
}

impl Alone {
    /// A picture with its title at the top.
    pub(super) fn new(title: &str) -> Self {
        Self { title: title.to_owned(), content: Vec::new(), height: 54.0 }
    }

    /// The base line of the title.
    pub(super) fn title_line(&self) -> f64 {
        36.0
    }

    /// Markup that has its place already.
    pub(super) fn add(&mut self, markup: Markup) {
        self.content.push(markup);
    }

    /// A line of text: who, and what is seen.
    pub(super) fn heading(&mut self, who: &str, view: &str) {
        let y = self.height + 20.0;
        self.content.push(html! {
            text.who x=(ALONE_MARGIN) y=(pixels(y)) {
                tspan.player { (who) } tspan.quiet dx="8" { (view) }
            }
        });
        self.height += 30.0;
    }

    /// A drawing between the margins.
    pub(super) fn layer(&mut self, class: &str, height: f64, content: &Markup) {
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
    pub(super) fn finish(self, defs: &Markup) -> String {
        let height = pixels(self.height + ALONE_MARGIN - 5.0);
        let picture = html! {
            svg.pic.alone xmlns="http://www.w3.org/2000/svg" width=(ALONE_WIDTH) height=(height)
                viewBox=(format!("0 0 {ALONE_WIDTH} {height}")) role="img" aria-labelledby="title" {
                title id="title" { (self.title) }
                style { (PreEscaped(STYLE)) }
                (defs)
                rect.ground width="100%" height="100%" {}
                text.title x=(ALONE_MARGIN) y=(pixels(self.title_line())) { (self.title) }
                @for part in &self.content { (part) }
            }
        };
        picture.into_string() + "\n"
    }
}
