//! The form as a game file fills it, or a spot as other solvers have it.

use bluff_batch::file::printable;
use rational_bluff::spot::{Spot, pasted_parts};
use serde_json::Value;

use crate::page::parts::request::Fields;

use super::form::{NO_SIZE, RoomForm};
use super::layout::STREETS;

impl RoomForm {
    /// The form of a game file.
    pub(super) fn of_file(game: &Value) -> Self {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let given = |value: &Value| if value.is_null() { String::new() } else { text(value) };
        let list = |value: &Value| {
            let sizes: Vec<String> = value.as_array().into_iter().flatten().map(text).collect();
            if sizes.is_empty() { NO_SIZE.to_owned() } else { sizes.join(", ") }
        };
        let of_one = |value: &Value, player| {
            value
                .as_object()
                .map_or_else(|| list(value), |each| list(each.get(player).unwrap_or(&Value::Null)))
        };
        let betting = &game["betting"];
        let streets: Vec<&Value> =
            STREETS.into_iter().filter_map(|name| betting.get(name)).collect();
        let sizes = |key: &str| {
            by_street(streets.iter().map(|street| match &street[key] {
                each @ Value::Object(_) => {
                    format!("{} | {}", of_one(each, "I"), of_one(each, "II"))
                }
                both => list(both),
            }))
        };
        // Where a file has none, I bets into the last to bet as into others.
        let donks = streets.iter().any(|street| street.get("donk").is_some());
        let donk = |street: &&Value| of_one(street.get("donk").unwrap_or(&street["bets"]), "I");
        let later = streets.iter().skip(1).filter(|_| donks);
        let stacks = match &betting["stacks"] {
            Value::Object(stacks) => stacks.values().map(text).collect::<Vec<_>>().join(", "),
            stacks => given(stacks),
        };
        let fields = [
            ("board", given(&game["board"])),
            ("pot", given(&betting["pot"])),
            ("stacks", stacks),
            ("bets", sizes("bets")),
            ("raises", sizes("raises")),
            ("most", by_street(streets.iter().map(|street| given(&street["most"])))),
            ("donk", by_street(later.map(donk))),
            ("all_in_above", given(&betting["all_in_above"])),
            ("round", given(&betting["round"])),
            ("I", given(&game["ranges"]["I"])),
            ("II", given(&game["ranges"]["II"])),
        ];
        let fields = fields.into_iter().filter(|(_, text)| !text.is_empty());
        Self(Fields(fields.map(|(key, text)| (key.to_owned(), text)).collect()))
    }

    /// The form of a spot as other solvers or game files have it, and the sentences on what it
    /// leaves out.
    pub(super) fn of_pasted(text: &str) -> (Self, Vec<String>) {
        let of_file = || match Spot::read(text) {
            _ if !text.starts_with('{') => {
                let allowed = "expected a text of PioViewer or TexasSolver, or a game file";
                (Value::Null, vec![format!("“{}”, {allowed}", printable(text))])
            }
            Ok(spot) => (serde_json::from_str(&spot.to_json()).unwrap_or_default(), Vec::new()),
            Err(error) => (Value::Null, vec![error.to_string()]),
        };
        let of_others = pasted_parts(text).map(|(file, errors)| {
            (file, errors.iter().map(ToString::to_string).collect::<Vec<_>>())
        });
        let (file, unread) = of_others.unwrap_or_else(of_file);
        (Self::of_file(&file), unread)
    }
}

/// The texts of streets, with semicolons between them; one alone where all are alike.
fn by_street(of_streets: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = of_streets.collect();
    if all.iter().all(|one| *one == all[0]) {
        all.truncate(1);
    }
    all.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every setting of a spot has a field: the form of a file says the same game.
    #[test]
    fn the_form_of_a_file_is_the_same_spot() {
        for (board, betting) in [
            ("Ks9d6h3c2s", r#""round": "1", "river": {}"#),
            ("Ks9d6h3c2s", r#""all_in_above": "2/3", "river": { "bets": { "II": ["a"] } }"#),
            (
                "Ks9d6h3c",
                r#""turn": { "bets": ["33%", "1/2 pot"], "raises": { "I": ["3x"], "II": [] } },
                   "river": { "bets": ["pot"], "most": 5, "donk": [] }"#,
            ),
            (
                "Ks9d6h",
                r#""flop": { "bets": [2], "raises": ["a"] },
                   "turn": { "bets": { "I": ["50%"], "II": ["pot"] }, "donk": ["20%", "a"] },
                   "river": { "bets": { "I": ["a", 5], "II": [] }, "raises": ["50%"], "most": 1 }"#,
            ),
        ] {
            let text = format!(
                r#"{{ "format": 2, "name": "test", "players": 2, "deck": "hold'em",
                     "board": "{board}", "ranges": {{ "I": "AA,AKs:1/2", "II": "QQ" }},
                     "betting": {{ "pot": "10", "stacks": {{ "I": "40", "II": "30" }}, {betting} }}
                   }}"#
            );
            let spot = Spot::read(&text).expect("a spot");
            let (form, unread) = RoomForm::of_pasted(&text);
            assert_eq!(unread, Vec::<String>::new());
            let again = Spot::read(&form.game_file().expect("a file")).expect("a spot");
            let [mut before, mut after] = [&spot, &again].map(|spot| spot.betting.clone());
            // The form spells out that donk bets are as all bets, on streets beside others.
            for betting in [&mut before, &mut after] {
                let donks = betting.streets.iter().any(|street| street.donk.is_some());
                for street in betting.streets.iter_mut().skip(1).filter(|_| donks) {
                    street.donk.get_or_insert_with(|| street.bets[0].clone());
                }
            }
            assert_eq!(before, after, "{text}");
            assert_eq!((&spot.board, &spot.ranges), (&again.board, &again.ranges));
        }
    }
}
