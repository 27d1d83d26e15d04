use super::*;
use crate::tests::testing::{every, fault, played};
use crate::{Fault, messages};

/// Plays every sequence of coins with a party who changes messages; how each of them ends.
fn endings(
    game: &Crepeau<IdealStore>,
    mut meddle: impl FnMut(usize, &mut Vec<WireWord>),
) -> Vec<OrFault> {
    every(|coins| {
        let mut table = DealTable::new(game.players, coins).attacked_by(|at, envelope| {
            envelope.body.iter_mut().for_each(|body| meddle(at, body));
        });
        game.run(&mut table)
    })
}

/// The faults among them, and the number of all.
fn faults(endings: Vec<OrFault>) -> (Vec<Fault>, usize) {
    let all = endings.len();
    (endings.into_iter().filter_map(Result::err).collect(), all)
}

/// Case 39: the first player reads the entry that the second will use next; 6⁶ sequences of coins.
#[test]
fn reading_the_next_entry_of_a_victim_is_always_caught() {
    let cheated = || Crepeau { read: read_the_next, ..game(3, 3, &draw(&[0, 1]), Secret, 0) };
    let caught = |game| {
        let (faults, all) = faults(endings(&game, |_, _| {}));
        let reused = Cause::Reused { what: "the question group" };
        assert!(faults.iter().all(|fault| fault.who == Some(party(0)) && fault.what == reused));
        (faults.len(), all)
    };
    assert_eq!(caught(cheated()), (46_656, 46_656));
    assert_eq!(caught(Crepeau { checked: Permutation::of, ..cheated() }), (15_552, 46_656));
}

/// Case 40: the last card is known by elimination, but its trace is guessed; here always as 0.
#[test]
fn a_guessed_trace_passes_as_often_as_it_can_be_right() {
    let script = [draw(&[0]), vec![open(0, Any)]].concat();
    for traces in 0..=3 {
        let game = game(2, 2, &script, Secret, traces);
        let (faults, all) = faults(endings(&game, |at, body| {
            if at == 7 {
                body[4] = WireWord::Number(0);
            }
        }));
        let wrong = Cause::BadProof { of: "having read the entry" };
        assert!(faults.iter().all(|fault| fault.who == Some(party(0)) && fault.what == wrong));
        assert_eq!((all - faults.len()) << traces, all);
    }
}

/// Cases 41 and 43, and whatever else can be sent in place of the truth: each lie has its fault,
/// and its liar.
#[test]
fn lies_are_refused() {
    use Cause::{BadProof, Malformed, NotAllowed, OutOfRange, Reused, Used};
    use WireWord::Number;
    let ends = vec![discard(0, Place(0)), open(0, Place(0))];
    let game = game(2, 3, &[draw(&[0, 0, 1]), ends].concat(), Secret, 0);
    let other = |word: &mut WireWord| {
        if let WireWord::Sealed(sealed) = word {
            sealed.content ^= 1;
        }
    };
    let content = |word: &WireWord| {
        if let WireWord::Sealed(sealed) = word { Number(sealed.content) } else { Number(9) }
    };
    let range = |given| OutOfRange { given, below: 3 };
    // (message, what it says instead, given all messages before), liar, fault
    type Lie<'a> = (usize, &'a dyn Fn(&[Vec<WireWord>], &mut Vec<WireWord>), usize, Cause);
    let not_read = NotAllowed { what: String::new(), why: "the hand list has another one there" };
    let path = "an image and a trace for every later player";
    let lies: [Lie<'_>; 14] = [
        (0, &|_, body| other(&mut body[1]), 0, BadProof { of: "a permutation" }),
        (6, &|_, body| body[0] = Number(0), 0, Used { given: 0 }),
        (6, &|_, body| body[0] = Number(3), 0, range(3)),
        (7, &|all, body| body.clone_from(&all[4]), 0, Reused { what: "the question group" }),
        (7, &|_, body| body[0] = Number(3), 0, Malformed { expected: "a question group" }),
        (8, &|_, body| other(&mut body[0]), 1, BadProof { of: "an answer" }),
        (10, &|_, body| other(&mut body[1]), 0, BadProof { of: "a decryption" }),
        (11, &|all, body| body[1] = all[4][0].clone(), 0, BadProof { of: "a question group" }),
        (12, &|_, body| other(&mut body[2]), 0, BadProof { of: "the hand list" }),
        (13, &|_, body| body[0] = Number(2), 0, OutOfRange { given: 2, below: 2 }),
        (15, &|_, body| body[1] = Number(3), 0, range(3)),
        (
            15,
            &|_, body| body.splice(2.., [Number(0)]).for_each(drop),
            0,
            Malformed { expected: path },
        ),
        // The discarded card, which was the first.
        (
            15,
            &|all, body| (body[1], body[3]) = (content(&all[0][1]), content(&all[5][0])),
            0,
            not_read,
        ),
        // The card in the hand, with another image.
        (
            15,
            &|all, body| body[3] = content(&all[5][0]),
            0,
            BadProof { of: "having read the entry" },
        ),
    ];
    for (number, (lie, change, liar, mut expected)) in lies.into_iter().enumerate() {
        let mut all = Vec::new();
        let endings = endings(&game, |at, body| {
            all.truncate(at);
            if at == lie {
                change(&all, body);
            }
            all.push(body.clone());
        });
        for ending in endings {
            let fault = ending.expect_err("a lie");
            if let (NotAllowed { what, .. }, NotAllowed { what: said, .. }) =
                (&mut expected, &fault.what)
            {
                what.clone_from(said);
            }
            assert_eq!((fault.who, &fault.what), (Some(party(liar)), &expected), "lie {number}");
        }
    }
}

/// Case 48: whoever stops is named, at each of the 18 messages.
#[test]
fn silence_has_a_name() {
    let ends = vec![discard(0, Any), open(0, Any)];
    let game = game(2, 3, &[draw(&[0, 0, 1]), ends].concat(), Secret, 0);
    let senders = [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1];
    for (at, sender) in senders.into_iter().enumerate() {
        let (ended, _) = played(&game, 1, |message, envelope| {
            envelope.body = envelope.body.take().filter(|_| message != at);
        });
        assert_eq!(ended, Err(fault(sender, at, Cause::Silent)));
    }
    let (ended, log) = played(&game, 1, |_, _| {});
    assert_eq!((ended, messages(&log).count()), (Ok(()), senders.len()));
}

#[test]
fn games_that_cannot_be_are_refused() {
    let refused = |players, cards, script: &[CardAction], traces| {
        let game = Crepeau::new(players, cards, script.to_vec(), IdealStore::new(Secret), traces);
        game.err().map(|refused| refused.to_string())
    };
    let cases = [
        (refused(1, 3, &[], 0), "1 player, expected at least 2: one alone needs no protocol"),
        (refused(2, 1, &draw(&[0, 1]), 0), "1 card, expected at least 2: one for every card dealt"),
        (refused(2, 3, &draw(&[2]), 0), "player 3, expected one of 1 to 2"),
        (refused(2, 3, &[open(2, Any)], 0), "player 3, expected one of 1 to 2"),
        (
            refused(2, 3, &[CardAction::Draw(party(0)), open(0, Place(1))], 0),
            "card 2 of player 1, expected one of the 1 in the hand",
        ),
        (
            refused(2, 3, &[CardAction::Draw(party(0)), open(0, Any), open(0, Any)], 0),
            "card 1 of player 1, expected one of the 0 in the hand",
        ),
    ];
    for (given, expected) in cases {
        assert_eq!(given.as_deref(), Some(expected));
    }
}
