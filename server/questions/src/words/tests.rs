use super::*;

/// Words, and the page and the command that answer them.
const MEANT: &str = "
kuhn 5 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
Kuhn poker | /kuhn |
Kuhn's poker, 5 cards, bet 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn n=5 b=2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn b=2 n=5 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn n5 b2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn --cards 5 --bet 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn -n 5 -b 5/2 | /kuhn/n5-b5_2 | solve kuhn/n5-b5_2
kuhn -b 2.5 -n 5 | /kuhn/n5-b5_2 | solve kuhn/n5-b5_2
kuhm 5 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn/n05-b2_1 | /kuhn/n5-b2 | solve kuhn/n5-b2
/kuhn/n5-b2 | /kuhn/n5-b2 | solve kuhn/n5-b2
von Neumann 28 4 | /von-neumann/n28-b4 | solve von-neumann/n28-b4
vnNE 28 4 | /von-neumann/n28-b4 | solve von-neumann/n28-b4
vnNE(28,4) | /von-neumann/n28-b4 | solve von-neumann/n28-b4
vn 28 4 | /von-neumann/n28-b4 | solve von-neumann/n28-b4
nNE(14, max) | /newman/n14-bmax | solve newman/n14-bmax
newman 14 | /newman/n14-b5 | solve newman/n14-b5
kuhn 9 1 copies 4 | /kuhn/n9-b1-r4 | solve kuhn/n9-b1-r4
one raise 9 1 raise 3 | /one-raise/n9-b1-raise3 | solve one-raise/n9-b1-raise3
one-street 9 1,5/2 | /one-street/n9-s1-5_2 | solve one-street/n9-s1-5_2
push fold 10 | /push-fold/s10 | solve push-fold/s10
push/fold 7.5bb | /push-fold/s15_2 | solve push-fold/s15_2
push or fold 10 bb | /push-fold/s10 | solve push-fold/s10
leduc | /leduc | solve leduc
basic endgame 3 4 | /basic-endgame/n3-b4-w1_3 | solve basic-endgame/n3-b4-w1_3
formulas/kuhn/b1 | /formulas/kuhn/b1 | formula kuhn/b1
kuhn/b1 | /formulas/kuhn/b1 | formula kuhn/b1
newman/bmax | /formulas/newman/bmax | formula newman/bmax
formula von Neumann 5/2 | /formulas/von-neumann/b5_2 | formula von-neumann/b5_2
compare kuhn 1 | /compare/kuhn/b1 | compare kuhn/b1 -n 2..20
solve kuhn 5 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
newman max 14 | /newman/n14-bmax | solve newman/n14-bmax
von neumann 4 bet 28 cards | /von-neumann/n28-b4 | solve von-neumann/n28-b4
kuhn 2 bet 5 cards | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn 5 cards 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn 5 cards bet 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn 5 bet 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn 5 bet | /kuhn/n3-b5 | solve kuhn/n3-b5
kuhn with 5 cards and a bet of 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
von Neumann poker with 28 cards and bet 4 | /von-neumann/n28-b4 | solve von-neumann/n28-b4
kuhn bet 3 deck 13 | /kuhn/n13-b3 | solve kuhn/n13-b3
push or fold at 8 big blinds | /push-fold/s8 | solve push-fold/s8
basic endgame 2 1/3 | /basic-endgame/n3-b2-w1_3 | solve basic-endgame/n3-b2-w1_3
one raise n=10 b=2 raise=6 | /one-raise/n10-b2-raise6 | solve one-raise/n10-b2-raise6
borel 1/2 n 20 | /borel/n20-b1_2 | solve borel/n20-b1_2
kuhn 5 2 copies | /kuhn/n5-b1-r2 | solve kuhn/n5-b1-r2
kuhn 5 2 1 copy | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn 9 cards 1 bet 4 copies | /kuhn/n9-b1-r4 | solve kuhn/n9-b1-r4
kuhn 5 copies=3 b=2 | /kuhn/n5-b2-r3 | solve kuhn/n5-b2-r3
kuhn b = 2 5 | /kuhn/n5-b2 | solve kuhn/n5-b2
callers 4 players 8 cards | /callers/n8-b2-p4 | solve callers/n8-b2-p4
callers players 4 cards 5 | /callers/n5-b2-p4 | solve callers/n5-b2-p4
one raise 9 1 3 raise | /one-raise/n9-b1-raise3 | solve one-raise/n9-b1-raise3
basic endgame 3 4 1/2 | /basic-endgame/n3-b4-w1_2 | solve basic-endgame/n3-b4-w1_2
push fold 10 1/8 | /push-fold/a1_8-s10 | solve push-fold/a1_8-s10
push fold 10 ante 1/8 | /push-fold/a1_8-s10 | solve push-fold/a1_8-s10
push fold 10 bb 1/8 ante | /push-fold/a1_8-s10 | solve push-fold/a1_8-s10
push fold 1/8 ante 10 stack | /push-fold/a1_8-s10 | solve push-fold/a1_8-s10
leduc holdem | /leduc |
AKs vs QQ | /equity?hand=AKs&range=QQ | equity AKs QQ
AKs QQ | /equity?hand=AKs&range=QQ | equity AKs QQ
72o | /equity?hand=72o&range=all | equity 72o all
AA | /equity?hand=AA&range=all | equity AA all
AhKd against 22+, A2s+ | /equity?hand=AhKd&range=22%2B%2CA2s%2B | equity AhKd 22+,A2s+
AA v KK on Ks 7h 2d | /equity?hand=AA&range=KK&board=Ks7h2d | equity AA KK --board Ks7h2d
Ks9d6h3c2s | /holdem?board=Ks9d6h3c2s |
Ks 9d 6h 3c 2s | /holdem?board=Ks9d6h3c2s |
Ks9d6h | /holdem?board=Ks9d6h |
how often should I bluff | /?b=1 | solve von-neumann/n3-b1
How often should you bluff? | /?b=1 | solve von-neumann/n3-b1
how often do I fold | /?b=1 | solve von-neumann/n3-b1
how often should I bluff with a pot bet | /?b=2 | solve von-neumann/n3-b2
how often should I bluff with a half pot bet | /?b=1 | solve von-neumann/n3-b1
Hold'em | /holdem |
river | /holdem |
the lectures | /teach |
";

#[test]
fn words_are_read_as_questions() {
    for line in MEANT.lines().skip(1) {
        let mut parts = line.split(" |").map(str::trim);
        let [words, address, command] = [(); 3].map(|()| parts.next().unwrap());
        let found = WordsMeaning::read(words).unwrap_or_else(|error| panic!("{words}: {error}"));
        let found = found.map(|meaning| (meaning.address, meaning.command.join(" ")));
        assert_eq!(found, Some((address.to_owned(), command.to_owned())), "{words}");
    }
}

#[test]
fn other_words_are_not_taken_for_questions() {
    for words in [
        "",
        " ",
        "rivers of hold'em",
        "how often should I bluff with a third of the pot",
        "aces",
        "gto",
        "hand history",
        "zebra 3 4",
        "slove kuhn -n 3 -b 1",
        "value kuhn",
        "kuhn 5 2 7 9 9",
        "kuhn 5 5 n=5",
        "kuhn 2 copies 5 1",
        "kuhn 5 2 7",
        "kuhn 5 2 bb",
        "kuhn bet",
        "kuhn bet 2 bet",
        "kuhn 5 = 2",
        "kuhn n= b=2",
        "3 card kuhn bet 2",
        "one raise n=10 b=2 r=6",
        "one raise n10 b2 r6",
        "kuhn 5 bet 2 copies",
        "kuhn without 5 cards",
        "neumann vs newman",
        "AK vs",
        "vs QQ",
        "22",
        "Ks9d",
        "Ks9dKs3c2s",
        "how often",
        "leduc 3",
        "kuhn --json",
        "3 4",
        "((((",
        "=",
    ] {
        assert_eq!(WordsMeaning::read(words).unwrap(), None, "{words}");
    }
    for (words, refused) in [
        ("kuhn 1 2", "n = 1, expected"),
        ("kuhn 5 0", "b = 0, expected"),
        ("push fold 0", "stack = 0"),
        ("kuhn 0 1", "n = 0, expected"),
        ("kuhn 5 -1", "b = -1, expected b > 0"),
        ("kuhn b=−1", "b = −1, expected"),
        ("kuhn -5 1", "n = -5, expected"),
        ("kuhn 1,000 2", "n = 1,000, expected 1000 without commas"),
        ("kuhn 5 1,5", "b = 1,5, expected"),
        ("kuhn 5 2x", "b = 2x, expected"),
        ("kuhn 5bb 2", "n = 5bb, expected"),
        ("callers 4 players 3 cards", "n = 3, expected n ≥ 4"),
        ("kuhn/n0-b1", "n = 0, expected"),
    ] {
        let error = WordsMeaning::read(words).unwrap_err().to_string();
        assert!(error.contains(refused), "{words}: {error}");
    }
}
