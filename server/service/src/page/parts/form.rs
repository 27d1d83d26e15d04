//! Fields of forms: a label, what is typed or chosen, and a hint under it.

use std::fmt::Display;

use bluff_questions::{FieldKind, QuestionField};
use maud::{Markup, html};

/// A field to type in, with its value.
pub(in crate::page) fn typed(title: &str, field: &QuestionField, value: Option<&str>) -> Markup {
    let (key, needed, example) = (field.key, field.is_needed(), field.example);
    let hint = (!field.about.is_empty()).then(|| format!("{key}-hint"));
    let rows = if needed { 6 } else { 2 };
    html! {
        div.field.whole[field.is_long()] {
            label for=(key) { (title) }
            @match field.kind {
                FieldKind::Text | FieldKind::File => textarea id=(key) name=(key) rows=(rows)
                    spellcheck="false" required[needed] placeholder=(example)
                    aria-describedby=[&hint] { (value.unwrap_or_default()) },
                FieldKind::Flag => input id=(key) name=(key) type="checkbox" value="true"
                    checked[value.is_some_and(|value| !["false", "0"].contains(&value))]
                    aria-describedby=[&hint];,
                _ => input id=(key) name=(key) type="text" value=[value] autocomplete="off"
                    spellcheck="false" required[needed] placeholder=(example)
                    aria-describedby=[&hint];,
            }
            @if let Some(hint) = &hint { span.hint id=(hint) { (field.about) } }
        }
    }
}

/// A field to choose in: each value with its words, and the one that is chosen.
pub(in crate::page) fn choice<V: Display + PartialEq, W: Display>(
    (key, title): (&str, &str),
    choices: impl IntoIterator<Item = (V, W)>,
    chosen: Option<&V>,
) -> Markup {
    html! {
        div.field {
            label for=(key) { (title) }
            select id=(key) name=(key) {
                @for (value, words) in choices {
                    option value=(value) selected[chosen == Some(&value)] { (words) }
                }
            }
        }
    }
}
