//! Fields of forms: a label, what is typed or chosen, and a hint under it.

use std::borrow::Cow;
use std::fmt::Display;

use bluff_questions::{FieldKind, QuestionField, whole};
use maud::{Markup, html};

/// A field to type in, with its value.
pub(crate) fn typed(title: &str, field: &QuestionField, value: Option<&str>) -> Markup {
    let (key, needed, example) = (field.key, field.is_needed(), field.example);
    let hint = (!field.about.is_empty()).then(|| format!("{key}-hint"));
    let rows = if needed { 8 } else { 2 };
    let is_number = matches!(field.kind, FieldKind::Whole { .. });
    html! {
        div.field.whole[field.is_long()] {
            label for=(key) { (title) }
            @match field.kind {
                FieldKind::Game { needed: true } => {
                    textarea id=(key) name=(key) rows="3" spellcheck="false" placeholder=(example)
                        aria-describedby=[&hint] { (value.unwrap_or_default()) }
                    input type="file" name=(key) aria-label="A file, which wins over the text";
                }
                FieldKind::Text | FieldKind::File | FieldKind::Lines => textarea id=(key)
                    name=(key) rows=(rows) spellcheck="false" required[needed] placeholder=(example)
                    aria-describedby=[&hint] { (value.unwrap_or_default()) },
                FieldKind::Flag => input id=(key) name=(key) type="checkbox" value="true"
                    checked[value.is_some_and(|value| !["false", "0"].contains(&value))]
                    aria-describedby=[&hint];,
                _ => input id=(key) name=(key) type="text" value=[value] autocomplete="off"
                    spellcheck="false" required[needed] placeholder=(example)
                    inputmode=[is_number.then_some("numeric")] size=[is_number.then_some(8)]
                    aria-describedby=[&hint];,
            }
            @if let Some(hint) = &hint { span.hint id=(hint) { (field.about) } }
        }
    }
}

/// The place of the words of a refusal, where scripts put theirs.
pub(crate) fn refusal(words: Option<&str>) -> Markup {
    html! {
        p.refused data-error hidden[words.is_none()] role="alert" { (words.unwrap_or_default()) }
    }
}

/// A field that only a page has, with its value and the hint under it.
pub(crate) fn line(
    (key, title): (&'static str, &str),
    hint: impl Into<Cow<'static, str>>,
    value: impl Display,
) -> Markup {
    let field = QuestionField::new(FieldKind::Optional, key, "", "", "");
    typed(title, &QuestionField { about: hint.into(), ..field }, Some(&value.to_string()))
}

/// A [`line()`] for a whole number.
pub(crate) fn whole_number(
    (key, title): (&'static str, &str),
    hint: &'static str,
    value: impl Display,
) -> Markup {
    let field = QuestionField::new(whole(0, u64::MAX), key, "", hint, "");
    typed(title, &field, Some(&value.to_string()))
}

/// A field to choose in: each value with its words, and the one that is chosen.
pub(crate) fn choice<V: Display + PartialEq, W: Display>(
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
