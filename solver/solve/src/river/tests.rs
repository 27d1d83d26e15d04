use std::time::Instant;

use crate::cards::{Card, CardSet, HoleCards, OpenCards, Strength};
use crate::control::Control;
use crate::exact::Rational;
use crate::game::{Game, GameFile};

use super::betting::Betting;
use super::search::Search;
use super::showdown::Showdown;
use super::spot::Spot;

/// Nodes of a street of bets in parts of the pot and an all-in raise, as a game of ranks.
fn street(pot: i64, stack: i64, bets: &[(i64, i64)]) -> Game {
    let half = Rational::ratio(pot, 2);
    let mut nodes = Vec::new();
    let over = |id: String, paid: [&Rational; 2], live: &str| {
        format!(r#"{{"id":"{id}","paid":["{}","{}"],"live":[{live}]}}"#, paid[0], paid[1])
    };
    let act = |id: &str, player: &str, view: &str, actions: &[(String, String)]| {
        let actions: Vec<String> = actions
            .iter()
            .map(|(name, to)| format!(r#"{{"action":"{name}","to":"{to}"}}"#))
            .collect();
        format!(
            r#"{{"id":"{id}","player":"{player}","view":"{view}","actions":[{}]}}"#,
            actions.join(",")
        )
    };
    let all = &half + Rational::from(stack);
    let sizes: Vec<Rational> =
        bets.iter().map(|(part, whole)| Rational::ratio(pot * part, *whole)).collect();
    let both = r#""I","II""#;
    nodes.push(over("shown".into(), [&half, &half], both));
    for (bettor, other, seat) in [("I", "II", 0), ("II", "I", 1)] {
        for (at, size) in sizes.iter().enumerate() {
            let bet = &half + size;
            let id = format!("{bettor}{at}");
            let order = |one: &Rational, two: &Rational| {
                if seat == 0 { [one.clone(), two.clone()] } else { [two.clone(), one.clone()] }
            };
            let mut push = |id: String, one: &Rational, two: &Rational, live: &str| {
                let [one, two] = order(one, two);
                nodes.push(over(id, [&one, &two], live));
            };
            push(format!("{id}f"), &bet, &half, &format!(r#""{bettor}""#));
            push(format!("{id}c"), &bet, &bet, both);
            push(format!("{id}rf"), &bet, &all, &format!(r#""{other}""#));
            push(format!("{id}rc"), &all, &all, both);
            let answers = [("fold", "f"), ("call", "c"), ("raise", "r")];
            let answers = answers.map(|(name, to)| (name.to_owned(), format!("{id}{to}")));
            nodes.push(act(&id, other, &format!("facing {id}"), &answers));
            let last = [("fold", "rf"), ("call", "rc")];
            let last = last.map(|(name, to)| (name.to_owned(), format!("{id}{to}")));
            nodes.push(act(&format!("{id}r"), bettor, &format!("raised {id}"), &last));
        }
    }
    let open = |bettor: &str, check: &str| {
        let mut actions = vec![("check".to_owned(), check.to_owned())];
        actions.extend((0..sizes.len()).map(|at| (format!("bet {at}"), format!("{bettor}{at}"))));
        actions
    };
    nodes.push(act("checked", "II", "checked to", &open("II", "shown")));
    nodes.push(act("root", "I", "first", &open("I", "checked")));
    let text = format!(
        r#"{{"format":1,"name":"street","n":"3","players":2,"root":"root","nodes":[{}]}}"#,
        nodes.join(",")
    );
    GameFile::read(&text).unwrap()
}

fn showdown(board: &str) -> Showdown {
    let board: CardSet = board.parse::<OpenCards>().unwrap().cards();
    let hands: Vec<HoleCards> =
        HoleCards::all().filter(|hand| hand.cards().is_disjoint(board)).collect();
    let cards = hands.iter().map(|hand| hand.pair().map(Card::index)).collect();
    let mut strengths: Vec<Strength> =
        hands.iter().map(|hand| Strength::of(hand.cards() | board)).collect();
    let all = strengths.clone();
    strengths.sort();
    strengths.dedup();
    let places: Vec<u64> = all.iter().map(|s| strengths.binary_search(s).unwrap() as u64).collect();
    Showdown::new(cards, &places)
}

fn weights(count: usize, seed: u64) -> Vec<i64> {
    let mut state = seed;
    (0..count)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if seed == 0 { 1 } else { 1 + (state >> 33) as i64 % 8 }
        })
        .collect()
}

fn timed(name: &str, board: &str, game: &Game, seeds: [u64; 2]) {
    let start = Instant::now();
    let showdown = showdown(board);
    let [one, two] = seeds.map(|seed| weights(showdown.len(), seed));
    let spot = Spot::new(Betting::of(game).unwrap(), showdown, [&one, &two]);
    println!("{name}: classes {} {} {:?}", spot.len(0), spot.len(1), start.elapsed());
    let control = Control::new();
    let mut search = Search::new(&spot, &control).unwrap();
    println!("cfr {:?}", start.elapsed());
    let exact = search.exact_plans().unwrap();
    println!("{:?} {:?}", search.work, start.elapsed());
    let bits = exact.plans.iter().flatten().map(Rational::bits).max();
    println!("bits {bits:?}");
    let mut scratch = spot.scratch();
    let doubles =
        exact.plans.each_ref().map(|plan| plan.iter().map(Rational::to_f64).collect::<Vec<_>>());
    let stake = spot.stake() / spot.betting.pot;
    let values = [0, 1].map(|p| spot.reply(p, &doubles[1 - p], &mut scratch).1 / stake);
    println!("values {values:?}");
}

#[test]
#[ignore = "heavy"]
fn heavy() {
    let k = street(10, 40, &[(1, 1)]);
    timed("k", "Ks9d6h3c2s", &k, [0, 0]);
    timed("kw", "Ks9d6h3c2s", &k, [7, 9]);
    let a = street(10, 100, &[(1, 2)]);
    timed("a", "AhKh7h2c2d", &a, [0, 0]);
    timed("aw", "AhKh7h2c2d", &a, [7, 9]);
    let k3 = street(10, 60, &[(2, 5), (4, 5), (3, 2)]);
    timed("k3", "Ks9d6h3c2s", &k3, [0, 0]);
    timed("k3w", "Ks9d6h3c2s", &k3, [7, 9]);
}
