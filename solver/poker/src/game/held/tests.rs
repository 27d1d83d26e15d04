use super::super::{GameFile, parse_label};
use super::*;

/// Draws the numbers of a list, one after the other.
struct Listed(std::vec::IntoIter<u64>);

impl Chance for Listed {
    fn below(&mut self, bound: &Rational) -> Rational {
        let next = Rational::from(self.0.next().unwrap_or_default());
        assert!(next < *bound, "{next} of {bound}");
        next
    }
}

/// The number of deals of 52 cards by class of both hands is the weight of the deck's table.
#[test]
fn two_hands_of_52_cards_come_as_the_table_counts() {
    let game = parse_label("push-fold/s10").unwrap();
    let kernel = game.kernel(0).unwrap();
    let mut counts = vec![vec![0_u64; 169]; 169];
    for one in HoleCards::all() {
        for two in HoleCards::all().filter(|two| one.cards().is_disjoint(two.cards())) {
            counts[one.class().index()][two.class().index()] += 1;
        }
    }
    let boards = Rational::from(2 * 1_712_304);
    for (at, row) in (1..).zip(&counts) {
        for (other, count) in (1..).zip(row) {
            let [ways, _] = kernel.deal(at, other);
            assert_eq!(ways, Rational::from(*count) * &boards, "{at} {other}");
        }
    }
}

#[test]
fn the_better_of_seven_cards_wins_whatever_the_number_of_its_class() {
    let game = parse_label("push-fold/s10").unwrap();
    let called = game.leaves().iter().find(|leaf| leaf.live.len() == 2).unwrap();
    for (nine, first) in [
        ("As Ah Ad 2d 7c 8d Ts Jh 3c", 10),
        ("Ad 2d As Ah 7c 8d Ts Jh 3c", -10),
        ("Ad 2d As Ah 7d 8d Td Jh 3c", 10),
        ("2c 3d As Ah Kd Qd Jd Td 9d", 0),
        ("2c 2d As Kh 2h 7d 8d 9s Ac", 10),
    ] {
        let mut left: Vec<Card> = Card::deck().collect();
        let place = |name: &str| {
            let at = left.iter().position(|card| card.to_string() == name).unwrap();
            left.remove(at);
            at as u64
        };
        let places: Vec<u64> = nine.split(' ').map(place).collect();
        let held = game.deal(&mut Listed(places.into_iter()));
        let won = game.payoffs_of(called, &held);
        assert_eq!(won, [first, -first].map(Rational::from), "{nine}");
        assert!(held.holdem.is_some(), "{nine}");
    }
}

/// The higher card loses to a pair with the open card; the same card shares.
#[test]
fn showdowns_of_named_cards_go_by_the_board_of_the_end() {
    let game = parse_label("leduc").unwrap();
    let (mut seen, half) = (0, Rational::ratio(1, 2));
    for leaf in game.leaves().iter().filter(|leaf| leaf.live.len() == 2) {
        let open = game.boards()[leaf.board].cards[0] as u64 + 1;
        for (one, two) in [(1, 2), (2, 3), (1, 3), (3, 1), (2, 2)] {
            let expected = match () {
                () if one == two && one == open => continue,
                () if one == two => half.clone(),
                () => Rational::from(u64::from(one == open || two != open && one > two)),
            };
            assert_eq!(game.shares(leaf, &[one, two])[0], expected, "{one} {two} {open}");
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Open cards come by the copies that no hand holds.
#[test]
fn open_cards_are_those_in_no_hand() {
    let game = parse_label("leduc").unwrap();
    let deals = game.nodes().iter().enumerate().filter_map(|(at, node)| match node {
        super::super::Node::Deal { children } => Some((at, children)),
        _ => None,
    });
    for (node, children) in deals {
        // Both hold jacks: two queens and two kings are left. Then a jack and a queen are held.
        for (hands, expected) in [([1, 1], [1, 1, 2, 2]), ([1, 2], [0, 1, 2, 2])] {
            let kinds: Vec<usize> = (0..4)
                .map(|ticket| {
                    let mut chance = Listed(vec![ticket].into_iter());
                    let child = game.open_card(node, children, &hands, &mut chance);
                    children.iter().find(|(_, then)| *then == child).unwrap().0
                })
                .collect();
            assert_eq!(kinds, expected, "{hands:?}");
        }
    }
}

/// Ranges on a river weigh every deal; nobody holds a card of the board or of the other.
#[test]
fn hands_of_rivers_come_by_their_weights() {
    let file = r#"{"format": 2, "name": "river", "players": 2, "deck": "hold'em",
        "board": ["Ks", "9d", "6h", "3c", "2s"],
        "ranges": {"I": "AA,KQs:1/2", "II": "AKs,QQ:1/3"},
        "betting": {"pot": "10", "stacks": "10", "river": {"bets": ["pot"], "raises": []}}}"#;
    let game = GameFile::read(file).unwrap();
    let all: Rational = game.all_deals().into_iter().map(|(_, weight)| weight).sum();
    assert_eq!(all, game.deals());
    for (seed, step) in [(0, 1), (5, 7), (11, 3)] {
        let held = game.deal(&mut Listed(vec![seed, step].into_iter()));
        let names: Vec<String> = held.hands.iter().map(|hand| game.hand_name(*hand)).collect();
        let cards = |at: usize| [&names[at][..2], &names[at][2..]];
        assert!(cards(0).iter().all(|card| !cards(1).contains(card)), "{names:?}");
    }
}
