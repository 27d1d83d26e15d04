use bluff_exact::Rational;

use super::spot_text;
use crate::spot::{ReferencePlan, Spot, SpotLock, SpotNode, SpotTree, StoredPlan, first_shares};

/// A plan that checks, or calls.
fn passive(tree: &SpotTree) -> StoredPlan {
    let mut rows = vec![0; tree.entries()];
    for place in super::super::plan::places(tree) {
        let at = usize::from(tree.actions(place.place).next() == Some("fold"));
        rows[place.entry + at * place.rows..][..place.rows].fill(256);
    }
    StoredPlan::new(tree, 256, rows).unwrap()
}

/// A hand is dealt as often as the other player's hands leave its cards.
#[test]
fn shares_of_actions_are_those_of_deals() {
    let ranges = ["AsKh:1/2,7c7d", "AsQd,KhQc,8c8h"];
    let text = spot_text("Ks9d6h3c2s", ranges, [10, 20], &["50%/a"]);
    let lock = "view,hand,action,probability\nfirst to act,AsKh,bet 5,1\nbet 5,8c8h,fold,1\n";
    let tree = SpotTree::within(&Spot::read(&text).unwrap(), u64::MAX, false).unwrap();
    let tree = tree.locked(&SpotLock::read(lock).unwrap()).unwrap();
    let plan = passive(&tree);
    // AsKh meets 8c8h alone, and 7c7d all three hands.
    let first = [("check", (6, 7)), ("bet 5", (1, 7))];
    let first = first.map(|(name, (over, under))| (name.to_owned(), Rational::ratio(over, under)));
    assert_eq!(first_shares(&tree, &ReferencePlan::Passive), first);
    let node = SpotNode::find(&tree, &plan, "bet 5").unwrap();
    assert_eq!(node.way[0].shares, first.map(|(_, share)| share));
    assert_eq!(node.shares, [1, 0, 0].map(Rational::from));
    let dealt: Vec<Rational> = node.hands[1].iter().map(|hand| hand.dealt()).collect();
    assert_eq!(dealt.iter().filter(|weight| !weight.is_zero()).count(), 1);
}

#[test]
fn a_card_that_another_stands_for_is_named_with_it() {
    let text = spot_text("8s8h3c", super::FLOP, [10, 10], &["a/a", "a/a", "a/a"]);
    let tree = SpotTree::new(&Spot::read(&text).unwrap()).unwrap();
    let plan = passive(&tree);
    let node = SpotNode::find(&tree, &plan, "check,check").unwrap();
    assert_eq!(node.cards.len() + node.cards_alike.len(), 49);
    for (card, stands) in node.cards_alike {
        assert!(node.cards.contains(&stands), "{card}");
        let refused = SpotNode::find(&tree, &plan, &format!("check,check,{card}")).unwrap_err();
        let words = format!("path = {card}, expected {stands}, which suits");
        assert!(refused.to_string().starts_with(&words), "{refused}");
    }
}
