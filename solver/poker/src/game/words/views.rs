//! Names of views: actions that were taken, and cards that are open.

use super::path::{LineStep, Taken, line, steps};
use super::word::{NamedChips, Verb, Word, lie};
use crate::game::{Cards, Deck, Game, GameError, Node};

/// Errors: `Words`.
pub(super) fn check(game: &Game) -> Result<(), GameError> {
    let steps = steps(game);
    for (number, node) in game.nodes().iter().enumerate() {
        let Node::Act { view, .. } = node else { continue };
        let view = game.views()[*view].name.as_str();
        let board = &game.boards()[game.board_at(number)];
        let own = view.strip_prefix(board.name.as_str());
        let own = own.and_then(|own| own.strip_prefix(": ")).unwrap_or(view);
        if let Deck::Cards(cards) = game.deck() {
            let open: Vec<usize> = cards.open().iter().chain(&board.cards).copied().collect();
            if let Some(card) = hidden_card(own, cards, &open) {
                return Err(lie("view", view, format!("card {card} is not open")));
            }
        }
        if let Some(reason) = false_action(own, &steps, number) {
            return Err(lie("view", view, reason));
        }
    }
    Ok(())
}

/// A card that a view names and that is not open. Names of cards are a list if there are two or
/// more, or if a colon follows.
fn hidden_card(view: &str, cards: &Cards, open: &[usize]) -> Option<String> {
    let kind = |word: &str| {
        let token = word.trim_matches([',', ';', ':', '(', ')', '[', ']']);
        cards.kinds().iter().position(|kind| kind.name == token)
    };
    let words: Vec<&str> = view.split(' ').collect();
    let lists = words.chunk_by(|one, next| kind(one).is_some() && kind(next).is_some());
    let lists = lists.filter(|list| list.len() > 1 || list[0].ends_with(':'));
    let mut listed = lists.flatten().filter_map(|word| kind(word));
    let hidden = listed.find(|kind| !open.contains(kind))?;
    Some(cards.kinds()[hidden].name.clone())
}

/// Why a view tells of an action that was not taken; `None` if it does not.
fn false_action(view: &str, steps: &[LineStep<'_>], node: usize) -> Option<String> {
    let (all, street) = (line(steps, node, false), line(steps, node, true));
    let last_part = view.rsplit("; ").next().unwrap_or(view);
    if let Some(first) = street.first().filter(|_| last_part.starts_with("first to act")) {
        return Some(format!("“{}” comes before", first.action));
    }
    // An action of another name may be any.
    if all.iter().any(|taken| taken.word().is_none()) {
        return None;
    }
    for part in view.split("; ") {
        let facing = part.strip_prefix("facing ");
        let segments =
            facing.unwrap_or(part).split(" after ").enumerate().flat_map(|(at, text)| {
                text.split(", ").enumerate().map(move |(place, text)| (at, place, text))
            });
        for (after, place, text) in segments {
            let is_faced = facing.is_some() && after == 0 && place == 0;
            let told = after > 0 || facing.is_some();
            let Some(named) = named_action(text, told) else { continue };
            let fits = |taken: &&Taken<'_>| taken.word().is_some_and(|word| agrees(&named, &word));
            let last = all.last();
            let last_bet =
                all.iter().rev().find(|taken| taken.word().is_some_and(|word| word.is_bet()));
            let found = match is_faced {
                true => last.iter().copied().chain(last_bet).any(|taken| fits(&taken)),
                false => all.iter().any(|taken| fits(&taken)),
            };
            if !found {
                let line: Vec<&str> = all.iter().map(|taken| taken.action).collect();
                let line = if line.is_empty() { "nothing".to_owned() } else { line.join(", ") };
                return Some(format!("“{text}” was not so: “{line}” comes before"));
            }
        }
    }
    None
}

/// The action that a piece of a view names. After “facing” and “after” one word of poker is enough;
/// elsewhere the piece must be an action and no more.
fn named_action(text: &str, told: bool) -> Option<Word> {
    let text = text.strip_prefix("after ").unwrap_or(text);
    let article = ["a ", "an ", "the "].iter().find_map(|article| text.strip_prefix(article));
    let bare = article.unwrap_or(text);
    let word = Word::read(bare)?;
    let several = bare.split(' ').filter(|word| Word::read(word).is_some()).count() > 1;
    let told = told && !several;
    (told || !bare.contains(' ') || word.chips != NamedChips::Free).then_some(word)
}

/// True if an action may be called by these words.
fn agrees(named: &Word, taken: &Word) -> bool {
    let kinds = named.verb == taken.verb
        || [named.verb, taken.verb].contains(&Verb::AllIn) && named.is_bet() && taken.is_bet();
    let chips = match (&named.chips, &taken.chips) {
        (NamedChips::Free, _) | (_, NamedChips::Free) => true,
        (named, taken) => named == taken,
    };
    kinds && chips
}
