//! The fields of a spot, and the game file that they stand for.

use bluff_questions::error::Error;
use bluff_questions::interval::{no_lock, read_within};
use bluff_questions::{FieldKind, QuestionField, unexpected};
use bluff_report::equity::{later_weight, overridden};
use maud::{Markup, html};
use rational_bluff::cards::{HandRange, OpenCards};
use rational_bluff::exact::{Rational, counted};
use rational_bluff::game::{Game, MAX_RAISES};
use rational_bluff::spot::SpotLock;
use serde_json::{Value, json};

use crate::page::parts::form::{refusal, typed};
use crate::page::parts::frame::with_query;
use crate::page::parts::lock;
use crate::page::parts::request::{Fields, among, linked_card};

use super::layout::STREETS;
use super::range::{brushes, deck, range};

/// Sizes, as a form takes them.
const SIZES: &str = "such as 33% 75% a, or chips; I | II; later streets after a semicolon";
/// The word for a list without sizes, where an empty one has another meaning.
pub(super) const NO_SIZE: &str = "none";
/// A board to begin with.
pub(super) const RIVER: &str = "Ks9d6h3c2s";

/// The titles and the fields of the form, without ranges. The example of each is its value at
/// first.
const FIELDS: [(&str, QuestionField); 10] = [
    ("Board", short("board", "three to five cards, such as Ks9d6h3c", "")),
    ("Pot", short("pot", "chips, half paid by each", "20")),
    ("Stacks", short("stacks", "behind, of each; 40, 60: of I and of II", "40")),
    ("Bets", short("bets", SIZES, "pot")),
    ("Raises", short("raises", "such as 3x, a", "all-in")),
    (
        "Bets and raises",
        short("most", "on a street, at most: 1 to 20; later streets after a semicolon", "2"),
    ),
    (
        "Donk bets",
        short("donk", "of I into the last to bet, or none; from the second street on", ""),
    ),
    ("All-in above", short("all_in_above", "this part of the stack, such as 67%", "")),
    ("Round", short("round", "bets to a multiple of these chips", "")),
    ("Stop within", short("within", "of the pot; a river without it is solved exactly", "")),
];
/// Players, their names at a table, and their first ranges: of flops narrower ones, which fit into
/// the memory of an answer.
const RANGES: [(&str, &str, [&str; 2]); 2] = [
    (
        "I",
        "acts first",
        [
            "22+,A2s+,K9s+,Q9s+,J8s+,T8s+,97s+,86s+,75s+,65s,54s,A9o+,KTo+,QTo+,JTo",
            "22+,A2s+,KTs+,QTs+,JTs,T9s,98s,87s,76s,AJo+,KQo",
        ],
    ),
    (
        "II",
        "acts last",
        [
            "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s+,86s+,76s,65s,54s,A8o+,KTo+,QTo+,JTo",
            "22+,A8s+,KTs+,QTs+,J9s+,T9s,98s,87s,ATo+,KJo+,QJo",
        ],
    ),
];
/// The part of the pot that bounds of turns and flops leave at most, unless another is typed.
const WITHIN: &str = "1/1000";

const fn short(key: &'static str, about: &'static str, first: &'static str) -> QuestionField {
    QuestionField::new(FieldKind::Optional, key, "TEXT", about, first)
}

/// Fields beside those of the form: a place of the betting, a hand, and a filter.
const BESIDE: [&str; 3] = ["view", "card", "filter"];

/// The names of the fields of questions.
pub(super) fn names() -> Vec<&'static str> {
    let keys = FIELDS.into_iter().map(|(_, field)| field.key);
    keys.chain(RANGES.map(|(player, ..)| player)).chain(BESIDE).chain(lock::FIELDS).collect()
}

/// The fields of an address, as they were typed.
#[derive(Clone, Debug)]
pub(super) struct RoomForm(pub(super) Fields);

impl RoomForm {
    /// The text of a field.
    pub(super) fn text(&self, key: &str) -> &str {
        let first = FIELDS.into_iter().find(|(_, field)| field.key == key);
        let range = || {
            let (.., ranges) = RANGES.iter().find(|(player, ..)| *player == key)?;
            Some(ranges[usize::from(self.cards() == Some(3))])
        };
        let first = first.map(|(_, field)| field.example).or_else(range);
        self.0.text(key).unwrap_or(first.unwrap_or_default())
    }

    /// Number of cards of the board, where its text has some.
    pub(super) fn cards(&self) -> Option<usize> {
        Some(self.text("board").parse::<OpenCards>().ok()?.dealt().len())
    }

    /// The part of the pot that proved bounds may leave; `None` of a river that is solved exactly.
    ///
    /// Errors: those of numbers.
    pub(super) fn within(&self) -> Result<Option<Rational>, Error> {
        let text = match self.text("within") {
            "" if matches!(self.cards(), Some(3 | 4)) => WITHIN,
            "" => return Ok(None),
            text => text,
        };
        Ok(Some(read_within(text)?))
    }

    /// The hand beside the form, by its number or name; `None` if it is left out.
    ///
    /// Errors: those of [`linked_card`].
    pub(super) fn hand(&self, game: &Game) -> Result<Option<u64>, Error> {
        self.0.text("card").map(|text| linked_card(game, text)).transpose()
    }

    /// The text of the lock.
    pub(super) fn lock(&self) -> Option<&str> {
        lock::text(&self.0)
    }

    /// The lock of a spot that gets bounds.
    ///
    /// Errors: `Malformed` for a text that is none.
    pub(super) fn spot_lock(&self) -> Result<Option<SpotLock>, Error> {
        self.lock().map(SpotLock::read).transpose().map_err(no_lock)
    }

    /// The fields of a place of the betting, without a card, with this filter and this lock.
    pub(super) fn kept(&self, view: usize, filter: &str, lock: &str) -> Vec<(String, String)> {
        let own = |key: &str| !BESIDE.contains(&key) && !lock::FIELDS.contains(&key);
        let own = self.0.0.iter().filter(|(key, _)| own(key)).cloned();
        let view = if view == 0 { String::new() } else { (view + 1).to_string() };
        let beside = [("view", view), ("filter", filter.to_owned()), ("lock", lock.to_owned())];
        let given = beside.into_iter().filter(|(_, text)| !text.is_empty());
        own.chain(given.map(|(key, text)| (key.to_owned(), text))).collect()
    }

    /// The address of a place of the betting, without a card.
    pub(super) fn address(&self, view: usize) -> String {
        let filter = self.0.text("filter").unwrap_or_default();
        self.address_with(view, filter, self.lock().unwrap_or_default())
    }

    /// The address of a place of the betting, with this filter and this lock.
    pub(super) fn address_with(&self, view: usize, filter: &str, lock: &str) -> String {
        with_query("/holdem", self.kept(view, filter, lock))
    }

    /// The address of the ranges at a place of a river, as other solvers read them.
    ///
    /// Errors: those of [`game_file`](Self::game_file).
    pub(super) fn ranges_address(&self, path: &str) -> Result<String, Error> {
        let game = self.game_file()?;
        let lock = self.lock().map(|lock| ("lock", lock));
        let path = Some(("path", path)).filter(|(_, path)| !path.is_empty());
        let fields = [("game", game.as_str())].into_iter().chain(lock).chain(path);
        Ok(with_query("/api/v1/solve.pio", fields))
    }

    /// The stacks as a game file has them: one number for both players, or one for each.
    ///
    /// Errors: `Malformed` for more, and for `1,000`, which may be one stack or two.
    fn stacks(&self) -> Result<Value, Error> {
        let stacks: Vec<&str> = self.text("stacks").split(',').collect();
        let is_thousands = |text: &str| text.len() == 3 && text.parse::<u16>().is_ok();
        match stacks[..] {
            [both] => Ok(json!(both.trim())),
            [of_first, of_second] if !is_thousands(of_second) => {
                Ok(json!({ "I": of_first.trim(), "II": of_second.trim() }))
            }
            _ => {
                let allowed = "chips such as 40 or 5/2, or 40, 60 for I and for II";
                Err(unexpected("stacks", self.text("stacks"), allowed))
            }
        }
    }

    /// The lists of a field for so many streets: the last one counts for those after it.
    ///
    /// Errors: `Malformed` for more lists than streets.
    fn of_streets(&self, key: &'static str, streets: usize) -> Result<Vec<&str>, Error> {
        let lists: Vec<&str> = self.text(key).split(';').map(str::trim).collect();
        if lists.len() > streets {
            let allowed = match (key, streets) {
                ("donk", 0) => "nothing: a river has no street before it".to_owned(),
                ("donk", 1) => "one list: of the river".to_owned(),
                (_, streets) => format!("{} at most", counted(streets, "list", "lists")),
            };
            return Err(unexpected(key, self.text(key), &allowed));
        }
        Ok((0..streets).map(|at| lists[at.min(lists.len() - 1)]).collect())
    }

    /// The game file.
    ///
    /// Errors: `Malformed` for a number of bets and raises that is none, and for unclear stacks and
    /// sizes.
    pub(super) fn game_file(&self) -> Result<String, Error> {
        let first = self.cards().map_or(2, |cards| cards.clamp(3, 5) - 3);
        let names = &STREETS[first..];
        let sizes = |key: &'static str, text: &str| -> Result<Value, Error> {
            match &text.split('|').map(split_sizes).collect::<Vec<_>>()[..] {
                [both] => Ok(json!(both)),
                [of_first, of_second] if key != "donk" => {
                    Ok(json!({ "I": of_first, "II": of_second }))
                }
                _ => {
                    let allowed = match key {
                        "donk" => "one list a street, of I",
                        _ => "one list a street, or that of I | that of II",
                    };
                    Err(unexpected(key, self.text(key), allowed))
                }
            }
        };
        let mut betting = json!({ "pot": self.text("pot"), "stacks": self.stacks()? });
        for key in ["all_in_above", "round"].into_iter().filter(|key| !self.text(key).is_empty()) {
            betting[key] = json!(self.text(key));
        }
        for (key, most) in names.iter().zip(self.of_streets("most", names.len())?) {
            betting[key]["most"] = json!(among("most", most, 1..=MAX_RAISES)?);
        }
        for key in ["bets", "raises"] {
            for (name, text) in names.iter().zip(self.of_streets(key, names.len())?) {
                betting[name][key] = sizes(key, text)?;
            }
        }
        if !self.text("donk").is_empty() {
            let lists = self.of_streets("donk", names.len() - 1)?;
            for (name, text) in names[1..].iter().zip(lists) {
                betting[name]["donk"] = sizes("donk", text)?;
            }
        }
        let name = STREETS[first];
        let file = json!({
            "format": 2, "name": name, "players": 2, "deck": "hold'em",
            "board": self.text("board"),
            "ranges": { "I": self.text("I"), "II": self.text("II") },
            "betting": betting,
        });
        Ok(bluff_report::json(&file))
    }

    /// The form, closed where an answer is shown, with the words of a refusal.
    pub(super) fn fields(&self, is_open: bool, refused: Option<&str>) -> Markup {
        let form = html! {
            form.room.two action="/holdem" method="get" {
                div {
                    section.panel aria-label="Board" { (self.field(0)) (deck()) }
                    (brushes())
                    div.ranges { @for (player, acts, _) in RANGES {
                        @let heading = format!("Player {player}");
                        (range(player, [&heading, acts], self.text(player), |_| None))
                    } }
                }
                div.stack {
                    section.panel { (self.field(1)) (self.field(2)) }
                    section.panel { @for at in 3..=8 { (self.field(at)) } }
                    section.panel {
                        (self.field(9))
                        (refusal(refused))
                        button.first type="submit" { "Solve" }
                        p.note { "A river is solved exactly. A turn or a flop gets two bounds \
                            around its value, checked by a judge in whole numbers." }
                    }
                }
            }
        };
        let known = RANGES.map(|(player, ..)| HandRange::known(self.text(player)).0);
        let overridden = overridden(known.each_ref()).filter(|_| !is_open);
        html! {
            @if let Some(hands) = overridden { p.note { (later_weight(&hands)) "." } }
            @if is_open { (form) } @else {
                details.river { summary { "Board, ranges and sizes" } (form) }
            }
        }
    }

    fn field(&self, at: usize) -> Markup {
        let (title, field) = &FIELDS[at];
        typed(title, field, Some(self.text(field.key)))
    }

    /// The game file, for other doors.
    pub(super) fn file(&self) -> Markup {
        let file = self.game_file().unwrap_or_default();
        let within = self.within().ok().flatten();
        html! {
            section aria-labelledby="file" {
                h2 id="file" { "The same by other doors" }
                p {
                    "This is the spot as a " a href="/book/game-files" { "game file" }
                    ". Solve it by " code { "bluff solve spot.json"
                        @if self.lock().is_some() { " --lock lock.csv" }
                        @if let Some(within) = &within { " --within " (within) } }
                    ", by " code { "POST /api/v1/" @if within.is_some() { "spots" } @else {
                        "solutions" } }
                    ", or in Python by " code { "rational_bluff.solve" } ". "
                    @if within.is_none() {
                        "The "
                        a href=(self.address(0).replacen("/holdem", "/holdem.json", 1)) download {
                            "solution document"
                        }
                        " has every hand."
                    }
                }
                pre tabindex="0" { (file) }
                @if let Some(lock) = self.lock() {
                    p { "The lock, as " code { "lock.csv" } ":" }
                    pre tabindex="0" { (lock) }
                }
            }
        }
    }
}

/// Sizes of one street: with commas between them, or blanks, where `1/2 pot`, `50 %` and `all in`
/// are one size.
fn split_sizes(text: &str) -> Vec<String> {
    let mut sizes: Vec<String> = Vec::new();
    let text = text.trim().trim_end_matches(',');
    let parts = text.split(',').map(str::trim).filter(|part| !["", NO_SIZE].contains(part));
    let has_commas = text.contains(',');
    for part in parts.flat_map(|part| {
        part.split(if has_commas { '\0' } else { ' ' }).filter(|word| !word.is_empty())
    }) {
        let belongs = |last: &String| match part.to_ascii_lowercase().as_str() {
            "pot" | "%" => last.parse::<Rational>().is_ok(),
            "in" => last.eq_ignore_ascii_case("all"),
            _ => false,
        };
        match sizes.last_mut().filter(|last| !has_commas && belongs(last)) {
            Some(last) => *last += &format!(" {part}"),
            None => sizes.push(part.to_owned()),
        }
    }
    sizes
}
