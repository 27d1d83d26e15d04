//! Tables of real cards: Leduc hold'em, and push or fold.

use crate::play::{serve, to_the_end, words};
use crate::support::page::shown;
use crate::support::{cases, has};

/// Addresses of hands with real cards, and what their pages say; ` || ` stands before what they do
/// not say.
const REAL_CARDS: &str = "
/push-fold/s10?tab=play&seat=I&seed=bb7386b6b64902e5&do=push
    big blinds in the pot | blinds 3/2 || of 169 | antes
/push-fold/s10?tab=play&seat=II&seed=0000000000000001
    blinds 3/2 || of 169 | antes 2
/push-fold/a1_8-s10?tab=play&seat=I&seed=0000000000000001
    blinds and antes 7/4 || antes 2
/leduc?tab=play&seat=I&seed=8f70b776e6bc6a59&do=check&do=call
    antes in the pot | player I, || card 1 of 3 | card 2 of 3 | card 3 of 3
/leduc?tab=play
    antes a hand in equilibrium || 3 cards
/play
    Leduc hold | Push or fold || card 1
";

#[test]
fn real_cards_are_named_as_their_deck_names_them() {
    let service = serve();
    for (path, said) in cases(REAL_CARDS) {
        let page = words(&shown(&service, path, 200));
        let (said, unsaid) = said.split_once(" || ").expect("what is not said");
        has(&page, &said.split(" | ").collect::<Vec<_>>());
        for words in unsaid.split(" | ") {
            assert!(!page.contains(words), "{path}: {words} in {page}");
        }
    }
    // A street with an open card follows the first, and suits are shown.
    let mut opened = 0;
    for seed in 0..12 {
        let start = format!("/leduc?tab=play&seat=II&seed={seed:016x}");
        let (_, page) = to_the_end(&service, &start, 1);
        opened += usize::from(page.contains("Open cards"));
        let start = format!("/push-fold/s10?tab=play&seat=I&seed={seed:016x}");
        let (_, page) = to_the_end(&service, &start, 1);
        assert!("♠♥♦♣".chars().any(|suit| page.contains(suit)), "{start}");
    }
    assert!(opened > 2, "{opened} hands of Leduc came to the second street");
}
