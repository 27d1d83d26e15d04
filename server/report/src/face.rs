//! The optimal face: the probabilities that optimal strategies can have.

use rational_bluff::exact::Rational;
use rational_bluff::exact::json::Entries;
use rational_bluff::game::Game;
use rational_bluff::solve::{Face, FaceView};

use crate::runs::{CardRun, by_hand, hands, head, joined_rows};
use crate::text::{Paint, exact_and_decimal};

/// The least and the greatest probability of an action.
type ProbabilityRange = (Rational, Rational);

/// The runs of a view that its player may hold, each hand by itself where hands have no order.
fn rows(
    game: &Game,
    at: usize,
    view: &FaceView,
) -> impl Iterator<Item = CardRun<ProbabilityRange>> {
    let held = |(row, hand): (&Vec<_>, u64)| {
        if game.holds_at(at, hand) { row.clone() } else { Vec::new() }
    };
    let rows: Vec<Vec<ProbabilityRange>> = view.rows.iter().zip(1..).map(held).collect();
    by_hand(game, joined_rows(&rows).into_iter()).filter(|(_, _, row)| !row.is_empty())
}

/// The face as JSON, by runs of cards with equal ranges; hands that are never held are left out.
pub fn json(game: &Game, face: &Face) -> String {
    let view = |(at, view): (usize, &FaceView)| {
        let run = |(first, last, row): CardRun<ProbabilityRange>| {
            object! {
                cards: [first, last].map(|card| card.to_string()),
                actions: Entries(view.actions.iter().cloned().zip(row).collect()),
            }
        };
        let runs = rows(game, at, view).map(run).collect::<Vec<_>>();
        object! { player: view.player.to_string(), view: view.view.clone(), runs }
    };
    crate::document::json(&object! {
        label: game.label(),
        value: &face.value,
        unique: face.unique,
        face: face.views.iter().enumerate().map(view).collect::<Vec<_>>(),
    })
}

/// The face as a table for each view: a line per run of cards, a column per action.
pub fn text(game: &Game, face: &Face, paint: Paint) -> String {
    let mut lines = vec![
        paint.heading(&game.label()),
        String::new(),
        format!("Value to I   {}", exact_and_decimal(&face.value)),
        if face.unique {
            "Unique       yes: each player has one optimal strategy".to_owned()
        } else {
            "Unique       no: least..greatest probability over all optimal strategies".to_owned()
        },
    ];
    for (at, view) in face.views.iter().enumerate() {
        lines.push(String::new());
        lines.push(paint.heading(&format!("Player {}, {}", view.player, view.view)));
        lines.extend(columns(game, at, view));
    }
    lines.join("\n") + "\n"
}

fn columns(game: &Game, at: usize, view: &FaceView) -> Vec<String> {
    let header =
        std::iter::once(head(game).to_lowercase()).chain(view.actions.iter().cloned()).collect();
    let line = |(first, last, row): CardRun<ProbabilityRange>| {
        std::iter::once(hands(game, first, last))
            .chain(row.iter().map(range))
            .collect::<Vec<String>>()
    };
    crate::table::aligned([header].into_iter().chain(rows(game, at, view).map(line)))
}

/// `0..1/3`, or `1/3` where there is no choice.
fn range((least, greatest): &ProbabilityRange) -> String {
    if least == greatest { least.to_string() } else { format!("{least}..{greatest}") }
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, face};

    use super::{Paint, json, text};

    #[test]
    fn four_cards_and_bet_2_leave_player_ii_a_choice() {
        let game = parse_label("von-neumann/n3-b1").unwrap();
        let optimal = face(&game, &Control::new()).unwrap();
        let shown = text(&game, &optimal, Paint::Plain);
        assert!(
            shown.contains("Player I, first to act\n  cards  check  bet 1\n  1      2/3    1/3\n"),
            "{shown}"
        );
        let document: serde_json::Value = serde_json::from_str(&json(&game, &optimal)).unwrap();
        assert_eq!(document["label"], "von-neumann/n3-b1");
        assert_eq!(document["value"], "1/18");
        assert_eq!(
            document["face"][0]["runs"][0]["actions"]["bet 1"],
            serde_json::json!(["1/3", "1/3"])
        );
    }
}
