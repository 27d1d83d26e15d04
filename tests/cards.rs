//! Games with decks of cards: Leduc hold'em, and small decks against the loop over all deals.

use bluff_tests::random::{self, Random};
use bluff_tests::{game_file_refused, games_of_ours, hands, solution, value};
use rational_bluff::certificate::format::Document;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, GameFile, Player, leduc, parse_label};
use rational_bluff::solve::{Control, Method, face, solve};
use rational_bluff::strategy::{Evaluation, Explainer, Passage};
use serde_json::{Value, json};

#[test]
fn leduc_has_its_value_by_every_method_that_fits() {
    let game = leduc().unwrap();
    let value_of_leduc: Rational = hands::LEDUC.parse().unwrap();
    assert!(value_of_leduc.decimal(12).starts_with("-0.085606424078"));
    assert_eq!(parse_label("leduc").unwrap(), game);
    for method in [Method::Auto, Method::Lp, Method::Readable] {
        let solution = solution(&game, method);
        assert_eq!(solution.values[0], value_of_leduc, "{method}");
        let document = Document::of(&solution).to_json().unwrap();
        assert_eq!(Document::verify(&document).unwrap().values, solution.values);
    }
    for method in [Method::Threshold, Method::Runs, Method::Search, Method::NormalForm] {
        let refused = solve(&game, method, &Control::new()).unwrap_err().to_string();
        assert!(refused.contains("leduc"), "{refused}");
    }
}

#[test]
fn leduc_of_a_file_is_leduc() {
    let game = leduc().unwrap();
    let file = serde_json::to_value(GameFile::of(&game)).unwrap();
    let read = GameFile::read(&file.to_string()).unwrap();
    assert_eq!(read.label(), "my-leduc/n3");
    assert_eq!((read.nodes(), read.leaves()), (game.nodes(), game.leaves()));
    assert_eq!(serde_json::to_value(GameFile::of(&read)).unwrap(), file);
    // What follows each card is written once.
    assert_eq!(file["nodes"].as_array().map(Vec::len), Some(90));
    let mut named = file;
    named["deck"] = json!("leduc");
    let read = GameFile::read(&named.to_string()).unwrap();
    let solution = solution(&read, Method::Auto);
    assert_eq!(solution.values[0].to_string(), hands::LEDUC);
    let document = Document::of(&solution).to_json().unwrap();
    assert!(Document::verify(&document).is_ok());
    let false_claim = document.replace("-14549208505474867497", "-14549208505474867498");
    assert!(Document::verify(&false_claim).is_err());
}

/// The same game with a deck of cards, each a hand.
fn with_cards(game: &Game) -> Game {
    let mut file = serde_json::to_value(GameFile::of(game)).unwrap();
    let cards: Vec<String> =
        (1..=game.n()).flat_map(|card| vec![card.to_string(); game.copies() as usize]).collect();
    let weights = |player: &Player| {
        let range = game.range(*player)?;
        let hands = (1..=game.n()).map(|card| format!("{card}:{}", range.at(card)));
        Some((player.to_string(), json!(hands.collect::<Vec<_>>().join(","))))
    };
    let ranges: serde_json::Map<String, Value> =
        game.players().iter().filter_map(weights).collect();
    let keys = file.as_object_mut().unwrap();
    keys.remove("n");
    keys.remove("copies");
    keys.remove("ranges");
    keys.insert("format".to_owned(), json!(2));
    keys.insert("deck".to_owned(), json!({ "cards": cards, "hand": 1, "order": "rank" }));
    if !ranges.is_empty() {
        keys.insert("ranges".to_owned(), Value::Object(ranges));
    }
    GameFile::read(&file.to_string()).unwrap()
}

#[test]
fn ranks_as_cards_are_the_same_games() {
    let mut random = Random::new(4);
    let games = games_of_ours().into_iter().chain((0..40).map(|seed| {
        let drawn = Random::new(seed);
        random::ranged_game(&mut { drawn })
    }));
    let mut compared = 0;
    // Where the lower card may win, only cards without names may pay a part of the chips.
    let in_full = |game: &Game| game.players().len() == 2 && game.name() != "hand-flip";
    for game in games.filter(in_full) {
        let cards = with_cards(&game);
        if cards.n() != game.n() {
            // Cards that nobody may hold are left out.
            continue;
        }
        let (profile, alike) = (random::profile(&game, &mut random), &cards);
        let of_cards = {
            let views = (0..game.views().len()).map(|view| profile.at(view).to_vec()).collect();
            rational_bluff::strategy::Profile::new(alike, views).unwrap()
        };
        let (one, other) = (Evaluation::new(&game, &profile), Evaluation::new(alike, &of_cards));
        for player in game.players() {
            assert_eq!(one.payoff(*player), other.payoff(*player), "{}", game.label());
            assert_eq!(one.best_value(*player), other.best_value(*player), "{}", game.label());
        }
        assert_eq!(Passage::of(&game, &one).nodes, Passage::of(alike, &other).nodes);
        let card = 1 + random.below(game.n());
        let explained = Explainer::new(&one).card(card).unwrap();
        assert_eq!(Explainer::new(&other).card(card).unwrap(), explained, "{}", game.label());
        for method in [Method::Lp, Method::Auto] {
            assert_eq!(value(&game, method), value(alike, method), "{} {method}", game.label());
        }
        compared += 1;
    }
    assert!(compared > 80, "{compared}");
}

#[test]
fn small_decks_agree_with_the_loop_over_all_deals() {
    let (mut boards, mut pairs) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let game = hands::game(&mut random);
        boards += usize::from(game.boards().len() > 1);
        pairs += usize::from(hands::deck(&game).size() == 2);
        let profile = random::profile(&game, &mut random);
        hands::assert_as_dealt(&game, &profile, seed);
    }
    assert!(boards > 60 && pairs > 60, "{boards} {pairs}");
}

#[test]
fn small_decks_are_solved_and_their_plans_meet_the_oracle() {
    for seed in 0..60 {
        let game = hands::game(&mut Random::new(1000 + seed));
        let solution = solution(&game, Method::Auto);
        let (payoffs, best) = hands::expected_and_best(&game, &solution.profile);
        assert_eq!(payoffs.to_vec(), solution.values, "seed {seed}");
        assert_eq!(best, payoffs, "seed {seed}");
        assert_eq!(value(&game, Method::Lp), solution.values[0], "seed {seed}");
        let document = Document::of(&solution).to_json().unwrap();
        assert_eq!(Document::verify(&document).unwrap().values, solution.values, "seed {seed}");
        if game.n() < 4 && game.boards().len() == 1 {
            assert_eq!(face(&game, &Control::new()).unwrap().value, solution.values[0]);
        }
        if let Ok(solved) = solve(&game, Method::NormalForm, &Control::new()) {
            assert_eq!(solved.solution.values, solution.values, "seed {seed}");
        }
    }
}

#[test]
fn a_hand_is_explained_beside_one_way_to_hold_it() {
    let game = leduc().unwrap();
    let solution = solution(&game, Method::Auto);
    let evaluation = Evaluation::new(&game, &solution.profile);
    let card = Explainer::new(&evaluation).card(3).unwrap();
    // The other player holds one of five cards.
    assert_eq!((&card.views[0].weight, &card.views[0].deals), (&5.into(), &5.into()));
    for view in &card.views {
        for action in view.actions.iter().filter(|_| !view.weight.is_zero()) {
            let terms = action.terms.iter();
            let sum: Rational = terms.map(|term| &term.weight * &term.payoff).sum();
            assert_eq!(Some(sum / &view.weight), action.value);
            let weights: Rational = action.terms.iter().map(|term| term.weight.clone()).sum();
            assert_eq!(weights, view.weight);
        }
    }
    let boards = card.views[0].actions[0].terms.iter().flat_map(|term| &term.then);
    assert!(boards.into_iter().any(|(_, action)| action.starts_with("Q: ")));
}

#[test]
fn hands_that_the_board_kills_weigh_nothing() {
    // One card of each: who holds the open card has been dealt another one.
    let file = json!({
        "format": 2, "name": "one-each", "players": 2, "root": "deal",
        "deck": { "cards": ["J", "Q", "K", "A"], "hand": 1, "order": "rank" },
        "nodes": [
            { "id": "deal", "deal": { "*": "open" } },
            { "id": "open", "player": "I", "view": "first to act",
              "actions": [
                  { "action": "give up", "to": "lost" }, { "action": "show", "to": "down" } ] },
            { "id": "lost", "paid": ["1", "1"], "live": ["II"] },
            { "id": "down", "paid": ["2", "2"], "live": ["I", "II"] }
        ]
    });
    let game = GameFile::read(&file.to_string()).unwrap();
    let solution = solution(&game, Method::Auto);
    let evaluation = Evaluation::new(&game, &solution.profile);
    let passage = Passage::of(&game, &evaluation);
    for (view, name) in game.views().iter().map(|view| &view.name).enumerate() {
        let weights: Vec<Rational> = (1..=4).map(|hand| passage.views[view].at(hand)).collect();
        let killed = (1..=4).filter(|hand| name.starts_with(&game.hand_name(*hand)));
        for hand in killed {
            assert!(weights[hand as usize - 1].is_zero(), "{name}");
            // Such a hand has no say: the first action stands for it.
            assert!(solution.profile.at(view)[0].at(hand).is_one(), "{name}");
        }
        assert_eq!(weights.iter().filter(|weight| weight.is_zero()).count(), 1, "{name}");
    }
    let always = |action: usize| {
        let taken = |at| Rational::from(u32::from(at == action));
        vec![Piecewise::constant(4, taken(0)), Piecewise::constant(4, taken(1))]
    };
    let showing = game.views().iter().map(|_| always(1)).collect();
    let profile = rational_bluff::strategy::Profile::new(&game, showing).unwrap();
    assert!(Evaluation::new(&game, &profile).payoff(Player::I).is_zero());
}

#[test]
fn files_of_cards_that_are_none_are_refused() {
    let file = json!({
        "format": 2, "name": "small", "players": 2, "root": "0",
        "deck": { "cards": ["J", "J", "Q", "Q", "K"], "hand": 1, "order": "pair, then rank" },
        "nodes": [
            { "id": "0", "deal": { "*": "1" } },
            { "id": "1", "paid": ["1", "1"], "live": ["I", "II"] }
        ]
    });
    assert!(GameFile::read(&file.to_string()).is_ok());
    for (place, change, words) in [
        ("/format", json!(1), "of format 2"),
        ("/format", json!(3), "format 3, expected format 1 or 2"),
        ("/n", json!("3"), "no n or copies"),
        ("/players", json!(3), "3 players, expected 2 with a deck of cards"),
        ("/deck", json!("tarot"), "deck “tarot”, expected leduc"),
        ("/deck/order", json!("luck"), "order “luck”"),
        ("/deck/hand", json!(3), "hand = 3, expected a whole number from 1 to 2"),
        ("/deck/cards", json!(["J", "J"]), "1 different card,"),
        ("/deck/cards", json!(["J", "Q"]), "expected cards that are left"),
        ("/board", json!(["A"]), "card “A” on the board"),
        ("/board", json!(["K", "K"]), "card “K” on the board"),
        ("/ranges", json!({ "I": "K", "II": "K" }), "exclude every deal"),
        ("/ranges", json!({ "I": "A" }), "“A” in the range of player I"),
        ("/ranges", json!({ "I": "KQ" }), "“KQ” in the range of player I"),
        ("/ranges", json!({ "II": "K, Q, K" }), "hand “K” stands twice"),
        ("/ranges", json!({ "III": "K" }), "a range of player III"),
        ("/ranges", json!({ "I": "K:-1" }), "weight -1"),
        ("/ranges", json!({ "I": "K:x" }), "“x”"),
        ("/nodes/0/deal", json!({ "J": "1" }), "deals “Q” 0 times"),
        ("/nodes/0/deal", json!({ "J": "1", "*": "2" }), "leads to “2”"),
        ("/nodes/0/deal", json!({ "A": "1", "*": "1" }), "deals “A”"),
        ("/nodes/1/deal", json!({ "*": "1" }), "expected either player"),
        ("/nodes/1", json!({ "id": "1", "deal": { "*": "0" } }), "cycle"),
    ] {
        game_file_refused(&file, place, change, words);
    }
    // Deals that follow each other have ever more boards.
    let mut deep = file.clone();
    let cards: Vec<String> = (0..52).map(|card| format!("c{card}")).collect();
    deep["deck"] = json!({ "cards": cards, "hand": 2, "order": "rank" });
    let last = json!({ "id": "9", "paid": ["1", "1"], "live": ["I", "II"] });
    let chain =
        (0..9).map(|at| json!({ "id": at.to_string(), "deal": { "*": (at + 1).to_string() } }));
    deep["nodes"] = json!(chain.chain([last]).collect::<Vec<_>>());
    let refused = GameFile::read(&deep.to_string()).unwrap_err().to_string();
    assert!(refused.contains("boards × hands"), "{refused}");
    let twice = file.to_string().replace("{\"*\":\"1\"}", "{\"*\":\"1\",\"*\":\"1\"}");
    assert!(GameFile::read(&twice).unwrap_err().to_string().contains("“*” stands twice"));
}
