use serde_json::{Value, json};

use super::*;
use crate::hex;

/// Tables whose messages the browser must make byte for byte: the last hash of the chain covers
/// them all. The secret of the seat at place `p` is 32 bytes `p + 1`; players of games play action
/// `(hand + card) % actions`.
#[test]
fn the_vectors_for_the_browser_are_the_words_of_seats() {
    let system = NamedProtocol::named("verified-deck").expect("a protocol");
    let vector = |table: &TableDocument, ended: Vec<Ended>, hands: Value| {
        let ended: Vec<SeatRecord> = ended.into_iter().map(|end| end.expect("honest")).collect();
        let seats = &ended[..table.seats()];
        let sent: Vec<usize> = seats.iter().map(|end| end.sent).collect();
        let cards: Vec<&[u64]> = seats.iter().map(|end| &end.hand[..]).collect();
        json!({
            "table": table.text(), "name": table.name(), "messages": ended[0].messages,
            "chain": hex(&ended[0].chain), "sent": sent, "cards": cards, "hands": hands,
        })
    };
    let deal = |(players, cards, hand): (usize, usize, usize)| {
        let setting = Setting::new(players, cards, hand);
        let table = TableDocument::new(system, &setting, 60, [7; 32]).expect("a table");
        let ended = all_seats(&table, players, None, &|_, _, bytes, _| Some(bytes));
        vector(&table, ended, json!([]))
    };
    let game = |(label, hands): (&str, u64)| {
        let table = TableDocument::of_game(label, &hands.to_string(), 60, [7; 32]);
        let all = game::played(label, hands, None);
        let (ended, mut known): (Vec<Ended>, Vec<_>) = all.into_iter().unzip();
        let watched = known.pop().expect("a spectator").into_iter().map(|hand| {
            let payoffs: Vec<String> = hand.payoffs.iter().map(ToString::to_string).collect();
            json!({ "shown": hand.shown, "payoffs": payoffs })
        });
        vector(&table.expect("allowed"), ended, watched.collect())
    };
    let deals = [(2, 5, 2), (3, 52, 2), (6, 12, 1)].map(deal);
    let games = [("kuhn/n3-b1", 8), ("three-player/n5-b3_2", 4), ("push-fold/s10", 12)].map(game);
    let lines: Vec<String> = deals.iter().chain(&games).map(|of| format!("  {of}")).collect();
    let made = format!("[\n{}\n]\n", lines.join(",\n"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/tables/seats.json");
    assert_eq!(std::fs::read_to_string(file).unwrap_or_default(), made);
}
