//! Room in the catalogue for the bounds of spots, in both kinds of database.

use bluff_batch::catalogue::{Catalogue, Entry};
use bluff_questions::interval::BoundedSpot;
use bluff_questions::{AnswerContext, Given};
use rational_bluff::solve::Control;

use crate::catalogue::{entries, keys, silent, with_both};

/// Entries of bounds share the bytes that they are allowed: the newest stay, and a closer answer
/// takes the place of the one before.
#[test]
fn the_oldest_bounds_make_room_for_the_newest() {
    let entry = |at: usize, within: &str| {
        let game = format!(
            r#"{{ "format": 2, "name": "turn", "players": 2, "deck": "hold'em",
                 "board": "QsJh2h{at}c", "ranges": {{ "I": "AhKh,QdQc", "II": "AhQd,KsKd" }},
                 "betting": {{ "pot": "10", "stacks": "10", "turn": {{ "bets": ["pot"] }},
                               "river": {{}} }} }}"#
        );
        let fields = (bluff_questions::named("solve").expect("it is known").fields)();
        let given = [("game", game), ("within", within.to_owned())];
        let given = Given::new(&fields, given).expect("fields");
        let report = BoundedSpot::needed(&given).expect("a spot");
        let report = report.answer(AnswerContext::of(&Control::new())).expect("bounds");
        Entry::of_bounds(&report.label, &report.document)
    };
    let spots: Vec<Entry> = (3..7).map(|at| entry(at, "1/10")).collect();
    let closer = entry(5, "1/1000000");
    let bytes = |entry: &Entry| entry.row().body.len() as i64;
    let [first, second, third, last] = [0, 1, 2, 3].map(|at| &spots[at]);
    let known = entries();
    with_both("room", |address, _| {
        let catalogue = Catalogue::open(address, silent).expect("a catalogue");
        catalogue.write(&known).expect("it writes");
        let room = bytes(first) + bytes(second) + bytes(third);
        for (entry, room, expected) in [
            (first, room, &[0][..]),
            (second, room, &[0, 1]),
            (third, room, &[0, 1, 2]),
            (last, bytes(third) + bytes(last), &[2, 3]),
            (&closer, bytes(&closer) + bytes(last), &[2, 3]),
            (second, bytes(second) + bytes(&closer), &[1, 2]),
            (first, bytes(first), &[0]),
            // One that is larger than all of the room stays alone.
            (second, 1, &[1]),
        ] {
            catalogue.replace(entry, room).expect("it replaces");
            let there = catalogue.read(&keys(&spots)).expect("it reads");
            let there = (0..4).filter(|at| there[*at].is_some());
            assert_eq!(there.collect::<Vec<usize>>(), expected, "{room}");
            let written = catalogue.read(&[entry.key().clone()]).expect("it reads");
            assert_eq!(written[0].as_ref().map(Entry::row), Some(entry.row()));
        }
        assert!(catalogue.read(&keys(&known)).expect("it reads").iter().all(Option::is_some));
    });
}
