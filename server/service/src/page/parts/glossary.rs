//! Terms explained in place, by the glossary of the book.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use maud::{Markup, html};

use crate::page::parts::markdown::{anchors, slug};

/// The meaning of each term, by its anchor in the glossary.
static MEANINGS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let items =
        include_str!("../../../../../docs/GLOSSARY.md").split("\n- **").filter_map(|item| {
            let (terms, meaning) = item.split_once("**: ")?;
            let words: Vec<&str> = meaning.split("\n\n").next()?.split_whitespace().collect();
            Some((terms, words.join(" ").replace('`', "")))
        });
    let each = items.flat_map(|(terms, meaning)| {
        anchors(terms).map(move |anchor| (anchor, meaning.clone())).collect::<Vec<_>>()
    });
    each.collect()
});

/// A term in a sentence, as a link to the glossary with its meaning beside it. It is explained
/// once on a page.
pub(crate) fn term(term: &str) -> Markup {
    shown_as(term, term)
}

/// A term under another form of the word: `cuts` for `cut`.
pub(crate) fn shown_as(term: &str, shown: &str) -> Markup {
    let anchor = slug(term);
    let meaning = MEANINGS.get(&anchor);
    debug_assert!(meaning.is_some(), "{term} is not in the glossary");
    let id = format!("term-{anchor}");
    html! {
        span.explained {
            a.term href=(format!("/book/glossary#{anchor}")) aria-describedby=(id) { (shown) }
            @if let Some(meaning) = meaning { span.meaning id=(id) role="tooltip" { (meaning) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_has_its_meaning_and_leads_to_the_glossary() {
        let page = shown_as("optimal face", "all of them").into_string();
        assert!(page.contains("href=\"/book/glossary#optimal-face\""), "{page}");
        assert!(page.contains("the set of all optimal strategies"), "{page}");
    }
}
