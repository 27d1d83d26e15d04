//! Laws that every game keeps, and prefix sums against the loop over all deals.

use bluff_tests::random::{self, Random};
use bluff_tests::{by_card, games_of_ours, oracle};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{
    Family, Game, GameError, GameFile, MAX_FILE_PLAYERS, Node, Player, basic_endgame, borel,
    callers, hand_flip, in_turn, kuhn, newman, one_raise, one_street, three_player, von_neumann,
};
use rational_bluff::strategy::{Evaluation, Gains, Passage, Profile};

fn all_games() -> Vec<Game> {
    let mut games = games_of_ours();
    games.extend((0..60).map(|seed| random::game(&mut Random::new(seed))));
    games.extend((0..60).map(|seed| random::ranged_game(&mut Random::new(seed))));
    games
}

#[test]
fn every_family_has_games_of_ours() {
    for family in Family::ranked() {
        assert!(games_of_ours().iter().any(|game| game.name() == family.name), "{}", family.name);
    }
}

#[test]
fn deal_probabilities_sum_to_one_and_payoffs_to_zero() {
    for game in all_games() {
        let deals = oracle::deals(&game);
        let weights: Rational = deals.iter().map(|deal| oracle::weight(&game, deal)).sum();
        assert_eq!(weights, game.deals(), "{}", game.label());
        assert!(game.has_ranges() || weights == Rational::from(deals.len()), "{}", game.label());
        for deal in &deals {
            for leaf in game.leaves() {
                let total: Rational = oracle::payoffs(leaf, deal).into_iter().sum();
                assert!(total.is_zero(), "{}", game.label());
                let card = |player: &&Player| deal[player.index()];
                let highest = leaf.live.iter().map(|player| card(&player)).max();
                let winners: Vec<&Player> =
                    leaf.live.iter().filter(|player| Some(card(player)) == highest).collect();
                if let [winner] = winners[..] {
                    let payoffs = game.players().iter().map(|player| leaf.payoff(*player, *winner));
                    assert!(payoffs.eq(oracle::payoffs(leaf, deal)), "{}", game.label());
                }
            }
        }
    }
}

/// Every node of a view is reached by the same own actions, which are those of the view's parent
/// sequence.
#[test]
fn perfect_recall() {
    for game in all_games() {
        let mut seen: Vec<Option<Vec<(usize, usize)>>> = vec![None; game.views().len()];
        let mut open = vec![(0, vec![Vec::new(); game.players().len()])];
        while let Some((node, own)) = open.pop() {
            match &game.nodes()[node] {
                Node::Deal { .. } => panic!("{} deals a card", game.label()),
                Node::Over(leaf) => {
                    for (player, own) in game.players().iter().zip(&own) {
                        let sequence = game.leaves()[*leaf].sequences[player.index()];
                        assert_eq!(sequence_of(&game, own), sequence, "{}", game.label());
                    }
                }
                Node::Act { view, children } => {
                    let details = &game.views()[*view];
                    let mine = &own[details.player.index()];
                    assert_eq!(sequence_of(&game, mine), details.parent, "{}", game.label());
                    let first = seen[*view].get_or_insert_with(|| mine.clone());
                    assert_eq!(first, mine, "{}", game.label());
                    for (action, child) in children.iter().enumerate() {
                        let mut own = own.clone();
                        own[details.player.index()].push((*view, action));
                        open.push((*child, own));
                    }
                }
            }
        }
        assert!(seen.iter().all(Option::is_some), "{}", game.label());
    }
}

fn sequence_of(game: &Game, own: &[(usize, usize)]) -> usize {
    own.last().map_or(0, |(view, action)| game.views()[*view].first_sequence + action)
}

#[test]
fn counts() {
    let counts = |game: Result<Game, GameError>, lists: [usize; 3], sequences: &[usize], deals| {
        let game = game.unwrap();
        let found = [game.nodes().len(), game.leaves().len(), game.views().len()];
        let own = game.players().iter().map(|player| game.sequences(*player));
        assert_eq!(
            (found, own.collect::<Vec<_>>()),
            (lists, sequences.to_vec()),
            "{}",
            game.label()
        );
        assert_eq!(game.deals(), Rational::from(deals), "{}", game.label());
    };
    let b = || Rational::from(2);
    // Root, reply; check, bet-fold, bet-call. 3 · 2 = 6 deals.
    counts(von_neumann(3, b()), [5, 3, 2], &[3, 3], 6);
    // Root, 4 replies; check and 4 · 2 ends. II: empty and 4 · 2 sequences. 14 · 13 = 182 deals.
    counts(newman(14, Rational::from(4)), [14, 9, 5], &[6, 9], 182);
    // As Newman with 2 sizes: root, 2 replies; check and 2 · 2 ends.
    counts(one_street(4, [b(), Rational::ONE]), [8, 5, 3], &[4, 5], 12);
    // I, II after check, I after check-bet, II after bet; 5 ends. Each player: empty and 2 views ×
    // 2. 3 · 2 deals.
    counts(kuhn(3, b()), [9, 5, 4], &[5, 5], 6);
    // As von Neumann; three cards of I and one of II, by weights 2/3, 0, 1/3 in whole numbers: 2 +
    // 1 deals.
    counts(basic_endgame(b(), Rational::ratio(1, 3)), [5, 3, 2], &[3, 3], 3);
    // I, II, III twice but one view; ends: check and 2 · 2. 5 · 4 · 3 = 60 deals.
    counts(three_player(5, b()), [9, 5, 3], &[3, 3, 3], 60);
    // I, then 1 + 2 + 4 nodes of three callers, one view each; ends: check and 2 · 2 · 2. 6 · 5 · 4
    // · 3 = 360 deals.
    counts(callers(6, b(), 4), [17, 9, 4], &[3; 4], 360);
    // As von Neumann's, with a fold in place of the check. 5 · 4 = 20 deals.
    counts(borel(5, b()), [5, 3, 2], &[3, 3], 20);
    counts(hand_flip(5, b(), Rational::ratio(1, 6)), [5, 3, 2], &[3, 3], 20);
    // I, II, I again; check, bet-fold, bet-call, bet-raise-fold, bet-raise-call. II has 3 actions.
    // 4 · 3 = 12 deals.
    counts(one_raise(4, b(), b()), [8, 5, 3], &[5, 4], 12);
    // As three players, but III has a view after each answer of II. 4 · 3 · 2 = 24 deals.
    counts(in_turn(4, b()), [9, 5, 4], &[3, 3, 5], 24);
}

#[test]
fn prefix_sums_agree_with_the_loop_over_all_deals() {
    for (seed, game) in all_games().into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        for _ in 0..3 {
            let profile = random::profile(&game, &mut random);
            agree(&game, &profile);
        }
    }
}

/// Callers who play alike share their sums; the loop over deals does not know that they do.
#[test]
fn callers_who_play_alike() {
    for players in 3..=6 {
        let game = callers(7, Rational::ratio(3, 2), players).unwrap();
        let mut random = Random::new(players as u64);
        let drawn = random::profile(&game, &mut random);
        let alike = (0..game.views().len()).map(|view| drawn.at(view.min(1)).to_vec()).collect();
        agree(&game, &Profile::new(&game, alike).unwrap());
    }
}

/// Whoever acts, a hand that comes to a node comes to one of its children; and what each view says
/// by card adds up to its nodes.
fn every_hand_comes_by(game: &Game, profile: &Profile) {
    let evaluation = Evaluation::new(game, profile);
    let passage = Passage::of(game, &evaluation);
    assert!(passage.nodes[0].is_one());
    let mut views = vec![Rational::ZERO; game.views().len()];
    for (node, probability) in game.nodes().iter().zip(&passage.nodes) {
        let Node::Act { view, children } = node else { continue };
        views[*view] = &views[*view] + probability;
        let further: Rational = children.iter().map(|child| passage.nodes[*child].clone()).sum();
        assert_eq!(further, *probability, "{}", game.label());
    }
    for ((view, coming), probability) in game.views().iter().zip(&passage.views).zip(views) {
        let own = evaluation.own_reach(view.player, view.parent);
        let (label, by_card) = (game.label(), evaluation.per_hand(own.times(coming).total()));
        assert_eq!(by_card, probability, "{label}, {}", view.name);
    }
    for (view, coming) in passage.views.iter().enumerate() {
        for card in 1..=game.n() {
            let two = (!coming.at(card).is_zero()).then(|| Rational::from(2));
            let given = passage.given(view, card, &coming.plus(coming));
            assert_eq!(given, two, "{}, card {card}", game.label());
        }
    }
}

/// The payoff of a player, from those of the first own actions.
fn own_play(
    game: &Game,
    profile: &Profile,
    evaluation: &Evaluation<'_>,
    player: Player,
) -> Rational {
    let mut value = evaluation.ending(player, 0).clone();
    for (view, actions) in evaluation.action_values(player) {
        if game.views()[view].parent == 0 {
            let taken = profile.at(view).iter().zip(&actions);
            value = taken
                .fold(value, |value, (probability, pays)| value.plus(&probability.times(pays)));
        }
    }
    evaluation.per_hand(evaluation.own_reach(player, 0).times(&value).total())
}

fn agree(game: &Game, profile: &Profile) {
    every_hand_comes_by(game, profile);
    let evaluation = Evaluation::new(game, profile);
    let payoffs: Vec<Rational> =
        game.players().iter().map(|player| evaluation.payoff(*player)).collect();
    let (expected, slow) = oracle::expected_and_best(game, profile);
    assert_eq!(payoffs, expected, "{}", game.label());
    let best: Vec<Rational> =
        game.players().iter().map(|player| evaluation.best_response(*player).value).collect();
    assert_eq!(best, slow, "{}", game.label());
    for (player, payoff) in game.players().iter().zip(&payoffs) {
        let played = own_play(game, profile, &evaluation, *player);
        assert_eq!(played, *payoff, "{}, player {player}", game.label());
    }
    let gains = Gains::of(game, &evaluation);
    let by_hand: Vec<Rational> =
        best.iter().zip(&payoffs).map(|(best, payoff)| best - payoff).collect();
    assert_eq!(gains.gains, by_hand);
    assert_eq!(gains.nash_conv(), by_hand.iter().cloned().sum());
    assert_eq!(gains.exploitability(), gains.nash_conv() / Rational::from(game.players().len()));
    assert_eq!(gains.max_regret(), by_hand.into_iter().max().unwrap());
}

#[test]
fn strategies_of_another_shape_are_refused() {
    let game = kuhn(3, Rational::ONE).unwrap();
    let views = |game: &Game| -> Vec<Vec<Piecewise>> {
        let drawn = random::profile(game, &mut Random::new(5));
        (0..game.views().len()).map(|view| drawn.at(view).to_vec()).collect()
    };
    let larger = views(&kuhn(4, Rational::ONE).unwrap());
    let (mut fewer_views, mut fewer_actions, mut more_cards) =
        (views(&game), views(&game), views(&game));
    fewer_views.pop();
    fewer_actions[1].pop();
    more_cards[2] = larger[2].clone();
    // Probabilities 0, 1/3, 2/3 of card 1, 2, 3: on a line, and not by steps.
    let line = Piecewise::constant(3, Rational::ratio(1, 3)).sum_below();
    let mut lines = views(&game);
    lines[0] = vec![line.subtracted_from(&Rational::ONE), line];
    for (wrong, given) in
        [(fewer_views, 3), (fewer_actions, 4), (more_cards, 4), (larger, 4), (lines, 4)]
    {
        let words = format!(
            "{given} views with 4 expected, each with a step function on cards 1 to 3 per action"
        );
        assert_eq!(Profile::new(&game, wrong).unwrap_err().to_string(), words);
    }
}

/// The oracle's best response against trying every pure strategy of player I in Kuhn's game with
/// three cards.
#[test]
fn the_oracle_agrees_with_trying_every_pure_strategy() {
    let game = kuhn(3, Rational::ONE).unwrap();
    let mut random = Random::new(7);
    for _ in 0..5 {
        let profile = random::profile(&game, &mut random);
        let (_, expected) = oracle::expected_and_best(&game, &profile);
        for (player, expected) in game.players().iter().zip(expected) {
            let views: Vec<usize> = game.views_of(*player).map(|(index, _)| index).collect();
            let mut best: Option<Rational> = None;
            for bits in 0..64_u64 {
                let probabilities = (0..game.views().len()).map(|view| {
                    let own = views.iter().position(|own| *own == view);
                    let chosen = |own: usize| [0, 1, 2].map(|card| bits >> (3 * own + card) & 1);
                    own.map_or_else(
                        || profile.at(view).to_vec(),
                        |own| by_card(&chosen(own).map(Rational::from)),
                    )
                });
                let pure = Profile::new(&game, probabilities.collect()).unwrap();
                let payoff = oracle::expected(&game, &pure)[player.index()].clone();
                best = best.max(Some(payoff));
            }
            assert_eq!(best.unwrap(), expected);
        }
    }
}

#[test]
fn every_game_survives_its_own_file() {
    for game in all_games() {
        if game.players().len() > MAX_FILE_PLAYERS {
            continue;
        }
        let text = serde_json::to_string(&GameFile::of(&game)).unwrap();
        let read = GameFile::read(&text).unwrap_or_else(|e| panic!("{}: {e}", game.label()));
        assert_eq!(
            (read.nodes().len(), read.views().len()),
            (game.nodes().len(), game.views().len())
        );
        assert_eq!(read.leaves(), game.leaves());
        assert!(game.players().iter().all(|player| read.range(*player) == game.range(*player)));
        assert_eq!(read.deals(), game.deals());
        // And a second time nothing changes at all.
        assert_eq!(serde_json::to_string(&GameFile::of(&read)).unwrap(), text);
    }
}

#[test]
fn a_chain_of_ten_thousand_nodes_is_a_game() {
    let mut nodes: Vec<serde_json::Value> = (0..9_999)
        .map(|node| {
            let player = if node % 2 == 0 { "I" } else { "II" };
            let actions = serde_json::json!([{ "action": "go on", "to": (node + 1).to_string() }]);
            let (id, view) = (node.to_string(), format!("step {node}"));
            serde_json::json!({ "id": id, "player": player, "view": view, "actions": actions })
        })
        .collect();
    nodes.push(serde_json::json!({ "id": "9999", "paid": ["1", "1"], "live": ["I", "II"] }));
    let file = |nodes: &[serde_json::Value]| {
        let file = serde_json::json!({
            "format": 1, "name": "chain", "n": "3", "players": 2, "root": "0", "nodes": nodes
        });
        file.to_string()
    };
    let game = GameFile::read(&file(&nodes)).unwrap();
    assert_eq!(game.views().len(), 9_999);
    let profile = random::profile(&game, &mut Random::new(1));
    assert!(Evaluation::new(&game, &profile).payoff(Player::I).is_zero());
    nodes.push(serde_json::json!({ "id": "one too many", "paid": ["1", "1"], "live": ["I"] }));
    assert!(GameFile::read(&file(&nodes)).unwrap_err().to_string().contains("10001 nodes"));
}
