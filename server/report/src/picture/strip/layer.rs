//! The drawings of a stage, one above the other, and the marks that their headings explain.

use maud::{Markup, html};
use rational_bluff::game::Unit;

use crate::picture::alone::{ALONE_MARGIN, ALONE_WIDTH};
use crate::picture::place::{pixels, width};

/// Width of the strips of a picture that stands alone.
pub(super) const STRIP_WIDTH: f64 = ALONE_WIDTH - 2.0 * ALONE_MARGIN;

/// Meaning of a mark in the strips.
#[derive(Clone, Copy)]
pub(super) enum Note {
    Value(Unit),
    Cut,
}

/// A drawing over the whole axis.
pub(super) struct Layer {
    pub(super) class: String,
    pub(super) height: f64,
    /// The view that it belongs to, with title and description if it is a picture to readers.
    pub(super) view: Option<(usize, Option<(String, String)>)>,
    pub(super) content: Markup,
}

impl Note {
    pub(super) fn words(self) -> String {
        match self {
            Self::Value(unit) => format!("value of each card, in {unit}"),
            Self::Cut => "cut of the continuous game".to_owned(),
        }
    }

    pub(super) fn mark(self) -> Markup {
        html! {
            svg.mark width="18" height="12" aria-hidden="true" {
                @match self {
                    Self::Value(_) => path.line d="M0 6H18" {},
                    Self::Cut => path.dash d="M14 0V13" {},
                }
            }
        }
    }

    /// In a file, at the right of a line of text.
    pub(super) fn alone(self, base: f64) -> Markup {
        let right = ALONE_WIDTH - ALONE_MARGIN;
        let left = right - width(&self.words(), 12.5);
        html! {
            text.note.end x=(right) y=(pixels(base)) { (self.words()) }
            svg x=(pixels(left - 26.0)) y=(pixels(base - 10.0)) { (self.mark()) }
        }
    }
}

impl Layer {
    pub(super) fn fluid(&self, id: &str) -> Markup {
        let Self { class, height, view, content } = self;
        let (at, words) =
            view.as_ref().map_or((None, None), |(at, words)| (Some(*at), words.as_ref()));
        let name = at.filter(|_| words.is_some()).map(|at| format!("{id}-{at}"));
        let part = |of: &str| name.as_ref().map(|name| format!("{name}-{of}"));
        let role = if words.is_some() { Some("img") } else { at.is_none().then_some("group") };
        let hidden = at.is_some() && words.is_none();
        html! {
            svg class=(class) width="100%" height=(height) role=[role] data-view=[at]
                aria-labelledby=[part("title")] aria-describedby=[part("desc")]
                aria-hidden=[hidden.then_some("true")]
                aria-label=[at.is_none().then_some("Cards")] {
                @if let Some((title, described)) = words {
                    title id=[part("title")] { (title) }
                    desc id=[part("desc")] { (described) }
                }
                (content)
            }
        }
    }
}
