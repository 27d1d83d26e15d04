use bluff_exact::Rational;
use serde_json::{Map, Value, json};

use super::{
    CheckedBounds, PlaceKind, PlanRefusal, ReferencePlan, Spot, SpotAudit, SpotTree, StoredPlan,
    audit, bounds_document, judge, plan_as_text, write_plan,
};

mod by_pairs;
mod dealt;
mod lock;
mod node;
mod pasted;

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

/// A plan whose rows are all even but one.
fn spoiled(tree: &SpotTree, spoil: impl Fn(&mut Vec<u32>)) -> StoredPlan {
    let mut rows = vec![0; tree.entries()];
    for place in super::plan::places(tree) {
        let of_place = &mut rows[place.entry..][..place.actions * place.rows];
        of_place[..place.rows].fill(256);
    }
    spoil(&mut rows);
    StoredPlan::new(tree, 256, rows).unwrap()
}

#[test]
fn the_judge_refuses_what_is_no_plan_and_names_view_and_hand() {
    let text = spot_text("8s8h3c", FLOP, [10, 10], &["a/a", "a/a", "a/a"]);
    let tree = SpotTree::new(&Spot::read(&text).unwrap()).unwrap();
    let judged = |spoil: &dyn Fn(&mut Vec<u32>)| judge(&tree, &spoiled(&tree, spoil));
    assert!(judged(&|_| {}).is_ok());
    let error = judged(&|rows| rows[1] -= 1).unwrap_err().to_string();
    assert_eq!(error, "view “first to act”, hand KsQs: parts sum to 255, expected 256");
    // KsQs bets, and KhQh, which suits make alike, does not.
    let rows = tree.rows(0, 0);
    let error = judged(&|parts| parts.swap(1, rows + 1)).unwrap_err();
    assert!(matches!(error, PlanRefusal::Asymmetric { .. }), "{error}");
    // Without merged suits it is a plan like any other.
    let whole = SpotTree::within(&Spot::read(&text).unwrap(), u64::MAX, false).unwrap();
    let plan = spoiled(&whole, |parts| parts.swap(1, whole.rows(0, 0) + 1));
    assert!(judge(&whole, &plan).is_ok());
}

#[test]
fn a_plan_file_is_read_as_it_was_written_or_refused() {
    let text = spot_text("8s8h3c", FLOP, [10, 10], &["a/a", "a/a", "a/a"]);
    let spot = Spot::read(&text).unwrap();
    let tree = SpotTree::new(&spot).unwrap();
    let plan = spoiled(&tree, |_| {});
    let bytes = write_plan(&spot, &tree, &plan);
    assert_eq!(StoredPlan::read(&spot, &tree, &bytes), Ok(plan));
    let refused = |bytes: &[u8]| StoredPlan::read(&spot, &tree, bytes).unwrap_err().to_string();
    assert!(refused(b"RBPLAN2\n").starts_with("not a plan file"));
    assert!(refused(&bytes[..bytes.len() / 2]).contains("the plan"));
    let other = Spot::read(&text.replace("\"10\"", "\"12\"")).unwrap();
    let error = StoredPlan::read(&other, &SpotTree::new(&other).unwrap(), &bytes).unwrap_err();
    assert!(error.to_string().starts_with("the plan of a game with SHA-256"));
}

/// The places of all values of a document, as pointers.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut below = |key: &str, value: &Value| pointers(value, &format!("{at}/{key}"), found);
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| below(key, value)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(place, value)| below(&place.to_string(), value));
        }
        _ => found.push(at.to_owned()),
    }
}

#[test]
fn every_value_of_a_document_is_checked() {
    let text = spot_text("Ks9d6h3c", ["AA,QJs", "KQs"], [10, 10], &["50%/a", "50%/a"]);
    let spot = Spot::read(&text).unwrap();
    let tree = SpotTree::new(&spot).unwrap();
    let plan = ReferencePlan::Mix;
    let bounds = judge(&tree, &plan).unwrap();
    let document: Value =
        serde_json::from_str(&bounds_document(&spot, &tree, &plan, &bounds)).unwrap();
    let verified = |document: &Value| CheckedBounds::verify(&document.to_string());
    assert_eq!(verified(&document).unwrap().bounds, bounds);
    let mut all = vec![];
    pointers(&document, "", &mut all);
    assert!(all.len() > 20, "{all:?}");
    for at in all {
        let mut other = document.clone();
        let value = other.pointer_mut(&at).unwrap();
        *value = match &*value {
            Value::Number(number) => json!(number.as_u64().unwrap() + 1),
            Value::String(text) => json!(format!("{text}1")),
            _ => json!(1),
        };
        assert!(verified(&other).is_err(), "{at}");
    }
    // What follows the end of a plan is no part of it.
    let mut file = write_plan(&spot, &tree, &plan);
    assert!(StoredPlan::read(&spot, &tree, &file).is_ok());
    file.push(0);
    let refused = StoredPlan::read(&spot, &tree, &file).unwrap_err();
    assert_eq!(refused.to_string(), "the plan cannot be inflated: 1 bytes follow its end");
}

#[test]
fn losses_sum_to_the_gains_and_a_plan_file_is_a_strategy() {
    for (board, streets) in [("Ks9d6h3c2s", 1), ("Ks9d6h3c", 2), ("8s8h3c", 3)] {
        let text = spot_text(board, ["AA,QJs", "KQs,99"], [10, 10], &["50%/a"; 3][..streets]);
        let spot = Spot::read(&text).unwrap();
        for name in ["passive", "last", "mix"] {
            let SpotAudit { bounds, losses, .. } = audit(&spot, name, u64::MAX).unwrap();
            let [first, second] = &losses.gains;
            assert_eq!(first + second, &bounds.upper - &bounds.lower, "{board} {name}");
            assert!(!first.is_negative() && !second.is_negative());
            let named: Rational = losses.worst.iter().map(|it| it.loss.clone()).sum();
            assert!(named.is_positive() && named <= first + second);
            assert!(losses.worst.is_sorted_by(|one, other| one.loss >= other.loss));
        }
        let tree = SpotTree::new(&spot).unwrap();
        let file = plan_as_text(&write_plan(&spot, &tree, &ReferencePlan::Mix)).unwrap();
        let [of_file, of_name] = [&file, "mix"].map(|it| audit(&spot, it, u64::MAX).unwrap());
        assert_eq!(of_file.losses, of_name.losses);
    }
}

#[test]
fn dumps_of_other_solvers_are_judged_or_the_difference_is_named() {
    let spot = Spot::read(&spot_text("Ks9d6h3c2s", ["AhAd", "QhQd"], [10, 10], &["a/a"])).unwrap();
    let node = |actions: &str, hand: &str, parts: &str, children: &str| {
        format!(
            r#"{{ "actions": [{actions}], "childrens": {{ {children} }},
                 "node_type": "action_node", "player": 0, "strategy": {{ "actions": [{actions}],
                 "strategy": {{ "{hand}": [{parts}] }} }} }}"#
        )
    };
    let bets = r#""CHECK", "BET 10.000000""#;
    let call = node(r#""CALL", "FOLD""#, "AdAh", "1.0, 0.0", "");
    let fold = node(r#""CALL", "FOLD""#, "QhQd", "0.0, 0.9999999", "");
    let check = node(bets, "QhQd", "1.0, 0.0", &format!(r#""BET 10.000000": {call}"#));
    let both = format!(r#""CHECK": {check}, "BET 10.000000": {fold}"#);
    let dump = node(bets, "AhAd", "0.0, 1.0", &both);
    let judged = audit(&spot, &dump, u64::MAX).unwrap();
    assert_eq!([&judged.bounds.lower, &judged.bounds.upper], [&Rational::from(5); 2]);
    assert!(judged.off_one.is_positive() && judged.even == 0);
    for (old, new, words) in [
        ("BET 10.000000", "BET 9.000000", "view “first to act”: the strategy has CHECK, BET 9"),
        ("0.9999999", "-1", "view “bet 10”: hand QhQd: -1, expected a probability"),
        ("\"FOLD\"", "\"RAISE 30\"", "view “check, bet 10”: the strategy has CALL, RAISE 30"),
        ("childrens", "kids", "view “first to act”: nothing after check"),
    ] {
        let error = audit(&spot, &dump.replace(old, new), u64::MAX).unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    }
}

/// A dump of even strategies from a place on, whose raises name chips of the whole street, or those
/// that are added to what the player put in on it.
fn even_dump(tree: &SpotTree, place: usize, put: [i64; 2], is_whole: bool) -> Value {
    let PlaceKind::Act { player, actions } = tree.kind(place) else {
        let after = tree.next(place).map(|next| even_dump(tree, next, [0; 2], is_whole));
        let cards: Map<_, _> = tree.steps(place).into_iter().zip(after).collect();
        return json!({ "dealcards": cards });
    };
    let (mut names, mut children) = (vec![], Map::new());
    for (our, next) in tree.actions(place).zip(tree.next(place)) {
        let verb = our.split(' ').next().unwrap_or_default().to_uppercase();
        let to: Option<i64> = our.rsplit(' ').next().and_then(|amount| amount.parse().ok());
        let mut after = put;
        after[player] = to.unwrap_or(put[player]);
        let named = |to: i64| format!("{verb} {}", if is_whole { to } else { to - put[player] });
        names.push(to.map_or(verb.clone(), named));
        if tree.kind(next) != PlaceKind::Over {
            children.insert(names[names.len() - 1].clone(), even_dump(tree, next, after, is_whole));
        }
    }
    let even = vec![1.0 / actions as f64; actions];
    let rows = 0..tree.rows(place, player);
    let rows = rows.map(|row| (tree.hand(place, player, row).to_string(), json!(even)));
    let strategy = json!({ "actions": names, "strategy": rows.collect::<Map<_, _>>() });
    let node_type = "action_node";
    json!({ "actions": names, "childrens": children, "node_type": node_type, "strategy": strategy })
}

#[test]
fn raises_of_a_dump_name_the_whole_street_or_what_is_added_on_every_street() {
    let text = spot_text("QsJh2h8c", ["AhKh,QdQc", "AhQd,KsKd"], [10, 40], &["50%/3x"; 2]);
    let spot = Spot::read(&text).unwrap();
    let tree = SpotTree::new(&spot).unwrap();
    let dumps = [true, false].map(|is_whole| even_dump(&tree, 0, [0; 2], is_whole).to_string());
    assert!(dumps[0].contains("RAISE 40") && dumps[1].contains("RAISE 35"));
    let [whole, added] = dumps.map(|dump| audit(&spot, &dump, u64::MAX).unwrap());
    assert_eq!((whole.bounds, whole.even), (added.bounds, 0));
}

#[test]
fn what_both_players_win_at_a_place_is_the_pot() {
    let spot = Spot::read(
        r#"{ "format": 2, "name": "turn", "players": 2, "deck": "hold'em", "board": "QsJh2h8c",
             "ranges": { "I": "AhKh,AdKd:1/2,QdQc,Th9h", "II": "AhQd,KsKd,8s8d:0.3,6h5h,Th9h" },
             "betting": { "pot": "10", "stacks": "15", "turn": { "bets": ["50%"] },
                          "river": { "bets": ["pot"], "raises": ["a"] } } }"#,
    )
    .unwrap();
    let tree = SpotTree::new(&spot).unwrap();
    let file = write_plan(&spot, &tree, &MixOf255);
    let plan = StoredPlan::read(&spot, &tree, &file).unwrap();
    for path in ["", "bet 5", "bet 5,call", "check,check,3d", "check,check,3d,bet 10"] {
        let node = super::SpotNode::find(&tree, &plan, path).unwrap();
        let ways = |own: &crate::cards::HoleCards, player: usize| -> f64 {
            let other = node.hands[1 - player].iter();
            other
                .filter(|it| it.hand.cards().is_disjoint(own.cards()))
                .map(|it| it.weight.to_f64())
                .sum()
        };
        let total = |player: usize| -> [f64; 3] {
            node.hands[player].iter().fold([0.0; 3], |all, of| {
                let pairs = of.weight.to_f64() * ways(&of.hand, player);
                let of = [1.0, of.ev.unwrap_or(0.0), of.equity.unwrap_or(0.0)];
                [0, 1, 2].map(|at| all[at] + pairs * of[at])
            })
        };
        let ([pairs, ev, equity], [_, other_ev, other_equity]) = (total(0), total(1));
        assert!((ev + other_ev - 10.0 * pairs).abs() < 1e-9 * pairs, "{path}: {ev} {other_ev}");
        assert!((equity + other_equity - pairs).abs() < 1e-9 * pairs, "{path}");
        // Best responses after an action win no less than the plan, and the same where none is.
        let Some(player) = node.player else { continue };
        for hand in node.hands[player].iter().filter(|hand| hand.ev.is_some()) {
            let each = hand.probabilities.iter().zip(&hand.action_evs);
            let mixed: f64 = each.map(|(part, ev)| part.to_f64() * ev.unwrap()).sum();
            let more = mixed - hand.ev.unwrap();
            assert!(more > -1e-9 && (more < 1e-9 || !path.ends_with("bet 10")), "{path} {more}");
        }
    }
}

/// Half of a hand takes the first action, the rest the last.
struct MixOf255;

impl super::PlanSource for MixOf255 {
    fn parts(&self) -> u32 {
        255
    }

    fn write(&self, tree: &SpotTree, place: usize, parts: &mut [u32]) {
        let rows = parts.len() / tree.actions(place).count();
        let last = parts.len() - rows;
        parts.fill(0);
        parts[..rows].fill(127);
        parts[last..].fill(128);
    }
}
