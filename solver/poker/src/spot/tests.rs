use bluff_exact::Rational;

use super::{ReferencePlan, Spot, SpotTree, judge};

mod by_pairs;

/// The text of a spot, with sizes of each street as `bets/raises`.
fn spot_text(board: &str, ranges: [&str; 2], [pot, stack]: [u32; 2], sizes: &[&str]) -> String {
    let names = &["flop", "turn", "river"][3 - sizes.len()..];
    let list = |sizes: &str| {
        sizes.split(',').map(|size| format!("\"{size}\"")).collect::<Vec<_>>().join(", ")
    };
    let streets = names.iter().zip(sizes).map(|(name, sizes)| {
        let (bets, raises) = sizes.split_once('/').unwrap();
        let (bets, raises) = (list(bets), list(raises));
        format!("\"{name}\": {{ \"bets\": [{bets}], \"raises\": [{raises}], \"most\": \"20\" }}")
    });
    let streets = streets.collect::<Vec<_>>().join(", ");
    let [one, other] = ranges;
    format!(
        r#"{{ "format": 2, "name": "test", "players": 2, "deck": "hold'em", "board": "{board}",
             "ranges": {{ "I": "{one}", "II": "{other}" }},
             "betting": {{ "pot": "{pot}", "stacks": "{stack}", "round": "1", {streets} }} }}"#
    )
}

fn bounds_of(text: &str, merged: bool, plan: ReferencePlan) -> [Rational; 2] {
    let tree = SpotTree::within(&Spot::read(text).unwrap(), u64::MAX, merged).unwrap();
    let bounds = judge(&tree, &plan).unwrap();
    [bounds.lower, bounds.upper]
}

const TURN: [&str; 2] = [
    "AhKh,AdKd:0.5,QdQc,7c7d,9s9c,Th9h,5h4h:0.25,QhTd",
    "AhQd,KsKd,8s8d:0.3,6h5h,Tc9c,JcTc,AcAd,9d7d",
];
const FLOP: [&str; 2] = ["AcAd,AsAh,KsQs:0.5,KhQh:0.5", "TsTh,TcTd:0.2,JsTs,JhTh"];

/// Bounds that another program found, pair by pair in fractions.
#[test]
fn reference_plans_have_known_bounds() {
    let turn = spot_text("QsJh2h8c", TURN, [10, 15], &["50%/a", "50%,100%/a"]);
    let flop = spot_text("8s8h3c", FLOP, [10, 10], &["a/a", "a/a", "50%/a"]);
    let known = [
        (&turn, ReferencePlan::Passive, ["-19550/6457", "86740/19371"]),
        (&turn, ReferencePlan::Last, ["-79505/38742", "32865/12914"]),
        (&turn, ReferencePlan::Mix, ["-15396145/2479488", "3160655/619872"]),
        (&flop, ReferencePlan::Mix, ["797/5632", "260437/33792"]),
    ];
    for (text, plan, ends) in known {
        let ends = ends.map(|end| end.parse::<Rational>().unwrap());
        for merged in [true, false] {
            assert_eq!(bounds_of(text, merged, plan), ends, "{plan:?}, merged: {merged}");
        }
    }
    let merged = SpotTree::new(&Spot::read(&flop).unwrap()).unwrap();
    assert_eq!(merged.exchanges(), 2);
}

/// Equities that another program counted.
#[test]
fn without_chips_behind_the_value_is_the_equity() {
    let spots = [
        ("QsJh2h8c", TURN, vec!["a/a", "a/a"]),
        ("8s8h3c", FLOP, vec!["a/a", "a/a", "a/a"]),
        ("Ks9d6h3c2s", TURN, vec!["a/a"]),
    ];
    for (board, ranges, sizes) in spots {
        let text = spot_text(board, ranges, [10, 0], &sizes);
        let [lower, upper] = bounds_of(&text, true, ReferencePlan::Passive);
        let [one, other] = ranges.map(|range| range.parse().unwrap());
        let equity = crate::cards::Equity::new(&one, &other, &board.parse().unwrap()).unwrap();
        let equity = (&equity.win - &equity.lose) / equity.boards() * Rational::from(5);
        assert_eq!([lower, upper], [equity.clone(), equity], "{board}");
    }
}
