use serde_json::{Value, json};

use crate::game::GameFile;
use crate::spot::{Spot, pasted};

/// A river as PioViewer copies it, and what others add.
const RIVER: &str = "#Type#NoLimit
#Range0#AA,KK,AKs:0.5
#Range1#QQ,JJ
#ICM.ICMFormat#Pio ICM structure
#ICM.Payouts#0\\n0\\n0
#Board#Qs Jh 2h 8c 3s
#Pot#10
#EffectiveStacks#10
#AllinThreshold#60
#AddAllinOnlyIfLessThanThisTimesThePot#500
#MergeSimilarBets#False
#Rake.Cap#8
#Rake.Fraction#0.05
#Rake.Enabled#False
#FlopConfig.BetSize#25
#RiverConfig.BetSize#33 75
#RiverConfig.RaiseSize#2.5x
#RiverConfigIP.BetSize#4c,a
#RiverConfigIP.AddAllin#True
";

const TURN: &str = "set_pot 50
set_effective_stack 200
set_board Qs,Jh,2h,8c
set_range_oop AKo:0.25,AA
set_range_ip QQ,KK
set_bet_sizes oop,turn,bet,50,100
set_bet_sizes oop,turn,raise,60
set_bet_sizes ip,turn,bet,50
set_bet_sizes oop,river,donk,50
set_bet_sizes ip,river,allin
set_allin_threshold 0.67
build_tree
set_thread_num 8
start_solve
dump_result output_result.json
";

fn file(text: &str) -> Value {
    serde_json::from_str(&pasted(text).unwrap().unwrap()).unwrap()
}

#[test]
fn texts_of_other_solvers_are_game_files() {
    let river = file(RIVER);
    assert_eq!(river["ranges"], json!({ "I": "AA,KK,AKs:0.5", "II": "QQ,JJ" }));
    assert_eq!(
        river["betting"],
        json!({ "pot": "10", "stacks": "10", "all_in_above": "60%", "river": {
            "bets": { "I": ["33%", "75%"], "II": ["4", "a", "a"] },
            "raises": { "I": ["2.5x"], "II": ["a"] }, "most": "20" } })
    );
    let turn = file(TURN);
    assert_eq!(turn["betting"]["turn"]["bets"], json!({ "I": ["50%", "100%"], "II": ["50%"] }));
    let of_river = json!({ "bets": { "I": [], "II": ["a"] }, "raises": { "I": [], "II": ["a"] },
        "most": "20", "donk": ["50%"] });
    assert_eq!(turn["betting"]["river"], of_river);
    for (line, with) in [("set_thread_num 8", "set_rake 0.0"), ("set_thread_num 8", "# by hand")] {
        assert_eq!(file(&TURN.replace(line, with)), turn, "{with}");
    }
    for text in [RIVER, TURN] {
        let spot = Spot::read(&pasted(text).unwrap().unwrap()).unwrap();
        assert_eq!(Spot::read(&spot.to_json()).unwrap(), spot);
    }
}

#[test]
fn a_bet_beyond_a_part_of_the_stack_is_all_in() {
    let game = |part: &str| {
        let text = RIVER.replace("#AllinThreshold#60", &format!("#AllinThreshold#{part}"));
        GameFile::read(&pasted(&text).unwrap().unwrap()).unwrap()
    };
    let first = |part| game(part).views()[0].actions.clone();
    assert_eq!(first("60"), ["check", "bet 33/10", "bet 10"]);
    assert_eq!(first("100"), ["check", "bet 33/10", "bet 15/2"]);
    assert_eq!(first("33"), ["check", "bet 33/10", "bet 10"]);
    assert_eq!(first("32"), ["check", "bet 10"]);
}

#[test]
fn settings_that_game_files_lack_are_named() {
    for (line, with, words) in [
        ("#Rake.Enabled#False", "#Rake.Enabled#True", "“#Rake.Enabled#True”"),
        ("#MergeSimilarBets#False", "#MergeSimilarBets#True", "“#MergeSimilarBets#True”"),
        ("#MergeSimilarBets#False", "#ForceIPBet#True", "“#ForceIPBet#True”"),
        ("#MergeSimilarBets#False", "#RemovedLines#Check", "“#RemovedLines#Check”"),
        ("#Type#NoLimit", "#Type#Limit", "“#Type#Limit”"),
        ("#Pot#10", "Pot 10", "“Pot 10”, expected a line such as #Pot#100"),
        ("#Pot#10", "#Pot#", "a spot without a pot, expected one of each"),
        ("ThePot#500", "ThePot#99", "AddAllinOnlyIfLessThanThisTimesThePot 99"),
        ("BetSize#4c,a", "BetSize#2e", "“2e”, expected per cent of the pot, 3x"),
        ("BetSize#4c,a", "BetSize#3x", "bet size 3x"),
        ("#AllinThreshold#60", "#AllinThreshold#0", "all_in_above = 0"),
        ("KK,AKs:0.5", "KK,AKs:x", "“AKs:x” at character 7"),
        ("set_thread_num 8", "set_rake 0.05", "“set_rake 0.05”, expected no such setting"),
        ("ip,river,allin", "ip,river,donk,50", "expected donk of oop alone"),
        ("oop,turn,bet", "oop,preflop,bet", "expected such as set_bet_sizes oop,flop,bet,50,100"),
    ] {
        let text = if RIVER.contains(line) { RIVER } else { TURN };
        assert!(text.contains(line), "{line}");
        let read = pasted(&text.replace(line, with)).unwrap();
        let refused = read.and_then(|file| Spot::read(&file)).unwrap_err().to_string();
        assert!(refused.contains(words), "{with}: {refused}");
    }
}

#[test]
fn a_decimal_that_was_cut_is_the_fraction_that_it_was() {
    let text = RIVER
        .replace("BetSize#33 75", "BetSize#66.666666 33.333333 33.33 14.285714 12.345678")
        .replace("AKs:0.5", "AKs:0.333333,AQs:0.137219,AJs:0.5");
    let file: Value = serde_json::from_str(&pasted(&text).unwrap().unwrap()).unwrap();
    let bets = &file["betting"]["river"]["bets"]["I"];
    let expected = json!(["2/3 pot", "1/3 pot", "33.33%", "1/7 pot", "12.345678%"]);
    assert_eq!(*bets, expected);
    assert_eq!(file["ranges"]["I"], "AA,KK,AKs:1/3,AQs:0.137219,AJs:0.5");
}
