use super::super::MAX_WEIGHT_BYTES;
use super::*;

fn range(text: &str) -> HandRange {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    text.parse::<HandRange>().unwrap_err().to_string()
}

#[test]
fn groups_are_those_that_players_write() {
    for (text, canonical, hands) in [
        ("all", "all", 1326),
        ("22+", "22+", 78),
        ("88+", "88+", 42),
        ("AA", "AA", 6),
        ("99-66", "99-66", 24),
        ("66-99", "99-66", 24),
        ("A2s+", "A2s+", 48),
        ("KTo+", "KTo+", 36),
        ("A5s-A2s", "A5s-A2s", 16),
        ("AKs", "AKs", 4),
        ("AKo", "AKo", 12),
        ("AK", "AKs,AKo", 16),
        ("AT+", "ATs+,ATo+", 64),
        ("76s+", "76s", 4),
        ("JTs-76s", "JTs,T9s,98s,87s,76s", 20),
        ("ahkd, KdAh", "AhKd", 1),
        ("Ah Kd", "AhKd", 1),
        ("AhKh,AdKd,AcKc,AsKs", "AKs", 4),
        ("22+,A2s+,KTo+,76s:1/2", "22+,A2s+,KTo+,76s:1/2", 78 + 48 + 36 + 4),
        ("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32", "all", 1326),
        ("all:0.5", "all:1/2", 1326),
        ("AA, KK : 0.25, 22:0", "AA,KK:1/4", 12),
        ("AKs,AKs,AK", "AKs,AKo", 16),
        ("aks,KQO", "AKs,KQo", 16),
        ("random", "all", 1326),
        ("Any", "all", 1326),
        ("*", "all", 1326),
        ("100%", "all", 1326),
        ("100%:50%", "all:1/2", 1326),
        ("AA:50%, KK:100%", "KK,AA:1/2", 12),
        ("AA@50,KK@12.5%", "AA:1/2,KK:1/8", 12),
        ("[50]AK,KQs[/50], 22", "22,AKs:1/2,KQs:1/2,AKo:1/2", 26),
        ("[50]AA[/50],[12.5]KK[/12.5]", "AA:1/2,KK:1/8", 12),
        ("40%(ATs+)", "ATs+:2/5", 16),
        ("40%( ATs+, KK ),AA", "AA,KK:2/5,ATs+:2/5", 28),
        ("AA:0.2545,", "AA:509/2000", 6),
        ("22+:1/2,AA:1/3", "KK-22:1/2,AA:1/3", 78),
        ("AA:1/3,AA:1/3", "AA:1/3", 6),
        ("AA KK QQ", "QQ+", 18),
        ("AA;KK", "KK+", 12),
        ("any two", "all", 1326),
        ("AKs AKo\nQQ:1/2, 22", "22,AKs,AKo,QQ:1/2", 28),
        ("A5s - A2s, Ah Kd", "A5s-A2s,AhKd", 17),
        ("top 1%", "KK+", 12),
        ("Top 5 %:1/2", "77+:1/2,AJs+:1/2", 60),
        ("5%", "77+,AJs+", 60),
        ("top 100 %", "all", 1326),
    ] {
        let range = range(text);
        assert_eq!((range.to_string().as_str(), range.hands().count()), (canonical, hands));
        assert_eq!(canonical.parse(), Ok(range), "{text}");
    }
}

#[test]
fn a_later_weight_counts_and_the_hands_are_named() {
    let changed = |text| range(text).overridden().map(|hands| hands.to_string());
    assert_eq!(changed("22+:1/2,AA:1/3,KK:1/2").as_deref(), Some("AA"));
    assert_eq!(changed("AA:1/2,AA:1/2"), None);
}

/// Each hand with a weight of its own, and every third left out.
#[test]
fn any_range_is_read_as_it_is_written() {
    let weight =
        |hand: HoleCards| Rational::ratio((hand.index() as i64 * 7) % 3, 2 + hand.index() as i64);
    let weights: Vec<Rational> = HoleCards::all().map(weight).collect();
    let range: HandRange = HoleCards::all().zip(weights).collect();
    let text = range.to_string();
    assert!(text.len() < MAX_RANGE_BYTES, "{}", text.len());
    assert_eq!(text.parse(), Ok(range));
    let longest = 1326 * ("AhKd:,".len() + MAX_WEIGHT_BYTES);
    assert!(longest <= MAX_RANGE_BYTES, "{longest}");
}

#[test]
fn errors_name_the_text_and_the_place() {
    for (text, words) in [
        ("", "range “”, expected at least one hand with a weight above 0"),
        ("22:0", "range “22:0”, expected at least one hand with a weight above 0"),
        ("AA KKx QQ", "“AA KKx QQ” at character 1 of the range, expected hands such as"),
        ("AA,top 0%", "“top 0%” at character 4 of the range, expected hands such as all, 22+"),
        ("top 101%", "“top 101%” at character 1 of the range, expected hands such as all"),
        ("22+,,AA", "“” at character 5 of the range, expected hands such as all, 22+"),
        ("22+, A2x+", "“A2x+” at character 6 of the range, expected hands such as"),
        ("KAs", "“KAs” at character 1 of the range, expected hands such as"),
        ("77s", "“77s” at character 1 of the range"),
        ("A5s-K2s", "“A5s-K2s” at character 1 of the range"),
        ("A5s-A2o", "“A5s-A2o” at character 1 of the range"),
        ("AA-A2", "“AA-A2” at character 1 of the range"),
        ("99-66+", "“99-66+” at character 1 of the range"),
        ("AA@0.5", "“AA@0.5” at character 1 of the range, expected hands such as"),
        ("[50]AA,KK", "“[50]” at character 1 of the range has no end, expected [/50]"),
        ("KK,[50]AA[/40]", "“[50]” at character 4 of the range has no end, expected [/50]"),
        ("40%(ATs+,AA", "“40%(” at character 1 of the range has no end, expected )"),
        ("[50]AA:1/2[/50]", "“[50]AA:1/2[/50]” at character 1 of the range, expected hands"),
        ("[50]AA,[40]KK[/40]", "“[40]KK[/40]” at character 8 of the range, expected hands"),
        ("[/50]AA", "“[/50]AA” at character 1 of the range, expected hands such as"),
        ("[150]AA[/150]", "“[150]AA[/150]” at character 1 of the range, expected a weight"),
        ("AA:150%", "“AA:150%” at character 1 of the range, expected a weight from 0 to 1"),
        ("[]AA[/]", "“[]AA[/]” at character 1 of the range, expected a weight from 0 to 1"),
        ("AA:1/2,AA", "“AA” at character 8 of the range gives AdAc the weight 1, after the"),
        ("AA,AhAh", "Ah is given twice in “AhAh”, expected each card once"),
        ("AA:2", "“AA:2” at character 1 of the range, expected a weight from 0 to 1"),
        ("KK,AA:-1/2", "“AA:-1/2” at character 4 of the range, expected a weight from 0 to 1"),
        ("AA:half", "“AA:half” at character 1 of the range, expected a weight from 0 to 1"),
        (
            "22+,77:1/2",
            "“77:1/2” at character 5 of the range gives 7d7c the weight 1/2, after the weight 1; \
             expected one weight for each hand",
        ),
    ] {
        let error = refused(text);
        assert!(error.starts_with(words), "{text}: {error}");
    }
}

#[test]
fn long_texts_are_refused_before_they_are_read() {
    for part in ["AA,", "AhKd", "all,", ",", " ", "9", "AA:1/3"] {
        let error = refused(&part.repeat((10 << 20) / part.len()));
        assert!(error.ends_with(" bytes, expected at most 65536"), "{error}");
    }
    let error = refused(&format!("AA:0.{}", "3".repeat(60)));
    assert_eq!(error, "a weight of 62 bytes at character 1 of the range, expected at most 40");
    let error = refused(&format!("AA:0.{}", "3".repeat(30)));
    assert_eq!(error, "a weight of 62 bytes at character 1 of the range, expected at most 40");
}
