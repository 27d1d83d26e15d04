//! The fields of a river, and the game file that they stand for.

use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::{FieldKind, QuestionField};
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, MAX_RAISES};
use serde_json::{Value, json};

use crate::page::parts::form::typed;
use crate::page::parts::request::{Fields, among, linked_card};

/// Sizes, as a form takes them.
const SIZES: &str = "parts of the pot, chips or all-in, with commas: 1/2 pot, pot";
/// Hands, as a form takes them.
const RANGE: &str =
    "all, or hands with commas: 22+, 99-66, A2s+, KTo+, JTs-76s, AhKd; 76s:1/2 has weight 1/2";

/// The titles and the fields of the form. The example of each is its value at first.
const FIELDS: [(&str, QuestionField); 8] = [
    (
        "Board",
        short(
            "board",
            "five cards: ranks 2 to 9, T, J, Q, K, A and suits s, h, d, c",
            "Ks9d6h3c2s",
        ),
    ),
    ("Pot", short("pot", "chips, half paid by each", "20")),
    ("Stacks", short("stacks", "chips behind, of each; 40, 60 are those of I and of II", "40")),
    ("Bets", short("bets", SIZES, "pot")),
    ("Raises", short("raises", SIZES, "all-in")),
    ("Bets and raises", short("most", "at most so many, 1 to 20", "2")),
    (
        "Range of player I, who acts first",
        range("I", "22+,A2s+,K9s+,Q9s+,J8s+,T8s+,97s+,86s+,75s+,65s,54s,A9o+,KTo+,QTo+,JTo"),
    ),
    (
        "Range of player II",
        range("II", "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s+,86s+,76s,65s,54s,A8o+,KTo+,QTo+,JTo"),
    ),
];

const fn short(key: &'static str, about: &'static str, first: &'static str) -> QuestionField {
    QuestionField::new(FieldKind::Optional, key, "TEXT", about, first)
}

const fn range(key: &'static str, first: &'static str) -> QuestionField {
    QuestionField::new(FieldKind::File, key, "RANGE", RANGE, first)
}

/// Fields beside those of the form: a place of the betting and a hand.
const BESIDE: [&str; 2] = ["view", "card"];

/// The names of all fields.
pub(super) fn names() -> Vec<&'static str> {
    FIELDS.iter().map(|(_, field)| field.key).chain(BESIDE).collect()
}

/// The fields of an address, as they were typed.
#[derive(Clone, Debug)]
pub(super) struct RiverForm(pub(super) Fields);

impl RiverForm {
    /// The text of a field.
    pub(super) fn text(&self, key: &str) -> &str {
        let first = FIELDS
            .iter()
            .find(|(_, field)| field.key == key)
            .map_or("", |(_, field)| field.example);
        self.0.text(key).unwrap_or(first)
    }

    /// The number of a field beside the form, from 1; `None` if it is left out.
    ///
    /// Errors: `Malformed` unless it is one of these.
    pub(super) fn number(&self, key: &str, most: u64) -> Result<Option<u64>, Error> {
        self.0.text(key).map(|text| among(key, text, 1..=most)).transpose()
    }

    /// The hand beside the form, by its number or name; `None` if it is left out.
    ///
    /// Errors: those of [`linked_card`].
    pub(super) fn hand(&self, game: &Game) -> Result<Option<u64>, Error> {
        self.0.text("card").map(|text| linked_card(game, text)).transpose()
    }

    /// The address of a place of the betting, without a card.
    pub(super) fn address(&self, view: usize) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(self.0.0.iter().filter(|(key, _)| !BESIDE.contains(&key.as_str())));
        if view > 0 {
            query.append_pair("view", &(view + 1).to_string());
        }
        match query.finish() {
            none if none.is_empty() => "/river".to_owned(),
            query => format!("/river?{query}"),
        }
    }

    /// The stacks as a game file has them: one number for both players, or one for each.
    ///
    /// Errors: `Malformed` for more, and for `40/60`, which may be a part of a chip or two stacks:
    /// a fraction is in lowest terms, with one digit below.
    fn stacks(&self) -> Result<Value, Error> {
        let stacks: Vec<&str> = self.text("stacks").split(',').map(str::trim).collect();
        let is_clear = |stack: &&str| match stack.split_once('/') {
            Some((_, under)) => under.len() == 1 && Rational::from_canonical(stack).is_ok(),
            None => true,
        };
        match (&stacks[..], stacks.iter().all(is_clear)) {
            ([both], true) => Ok(json!(both)),
            ([of_first, of_second], true) => Ok(json!({ "I": of_first, "II": of_second })),
            _ => Err(Error::Malformed(format!(
                "stacks = {}, expected chips such as 40 or 5/2, or 40, 60 for I and for II",
                printable(self.text("stacks"))
            ))),
        }
    }

    /// The game file.
    ///
    /// Errors: `Malformed` for a number of bets and raises that is none, and for unclear stacks.
    pub(super) fn game_file(&self) -> Result<String, Error> {
        let most = among("most", self.text("most"), 1..=MAX_RAISES)?;
        let sizes = |key: &str| -> Vec<&str> {
            self.text(key).split(',').map(str::trim).filter(|size| !size.is_empty()).collect()
        };
        let file = json!({
            "format": 2, "name": "river", "players": 2, "deck": "hold'em",
            "board": self.text("board"),
            "ranges": { "I": self.text("I"), "II": self.text("II") },
            "betting": {
                "pot": self.text("pot"), "stacks": self.stacks()?,
                "river": { "bets": sizes("bets"), "raises": sizes("raises"), "most": most },
            },
        });
        Ok(bluff_report::json(&file))
    }

    /// The form, with the words of a refusal.
    pub(super) fn fields(&self, refused: Option<&str>) -> Markup {
        html! {
            details.river open[refused.is_some()] {
                summary { "Board, ranges and sizes" }
                form.ask action="/river" method="get" data-live {
                    @for (title, field) in &FIELDS {
                        (typed(title, field, Some(self.text(field.key))))
                    }
                    button.first type="submit" { "Solve" }
                }
            }
            p.refused data-error role="alert" hidden[refused.is_none()] {
                (refused.unwrap_or_default())
            }
        }
    }

    /// The game file, for other doors.
    pub(super) fn file(&self) -> Markup {
        html! {
            section aria-labelledby="file" {
                h2 id="file" { "The same by other doors" }
                p {
                    "This is the river as a " a href="/book/game-files" { "game file" }
                    ". Solve it by " code { "bluff solve river.json" } ", by "
                    code { "POST /api/v1/solutions" }
                    ", or in Python by " code { "rational_bluff.solve" } ". The "
                    a href=(self.address(0).replacen("/river", "/river.json", 1)) download {
                        "solution document"
                    }
                    " has every hand."
                }
                pre tabindex="0" { (self.game_file().unwrap_or_default()) }
            }
        }
    }
}
