//! Anybody's trees: what is refused, what a document claims, and the value of a file, which is that
//! of its label or of its table of pure strategies.

use rational_bluff::certificate::format::{CheckedTree, DocumentError};
use rational_bluff::certificate::{CheckedDocument, TreeCandidate, check_tree};
use rational_bluff::exact::Rational;
use rational_bluff::exchange::{Extensive, Strategic};
use rational_bluff::game::{kuhn, leduc};
use rational_bluff::solve::{Control, MatrixGame, Method, solve, solve_tree};
use rational_bluff::tree::{TreeError, TreeFile, TreeGame, TreeProfile, best_reply};

const HEAD: &str = "EFG 2 R \"\" { \"I\" \"II\" }\n";

/// Guess a coin that the first player has turned; a bonus of 1 for both is paid on the way.
const PENNIES: &str = "p \"\" 1 1 \"\" { \"h\" \"t\" } 9 \"bonus\" { 1 1 }
    p \"\" 2 1 \"guess\" { \"h\" \"t\" } 0 t \"\" 1 \"\" { -1 1 } t \"\" 2 \"\" { 1 -1 }
    p \"\" 2 1 0 t \"\" 2 t \"\" 1";

fn game(text: &str) -> Result<TreeGame, TreeError> {
    TreeGame::of(&Extensive::read(&format!("{HEAD}{text}")).expect("a tree"))
}

fn refused(text: &str) -> String {
    game(text).unwrap_err().to_string()
}

fn halves(game: &TreeGame) -> TreeProfile {
    let half = || vec![Rational::ratio(1, 2); 2];
    TreeProfile::new(game, vec![half(), half()]).unwrap()
}

#[test]
fn both_best_replies_together_are_worth_the_sum() {
    let pennies = game(PENNIES).unwrap();
    assert_eq!(pennies.sum(), &Rational::from(2));
    assert_eq!(best_reply(&pennies, &halves(&pennies), 0).1, [vec![Rational::ZERO; 2], vec![]]);
    let candidate = |values, profile| TreeCandidate { values, profile, method: String::new() };
    let found = check_tree(&pennies, candidate(None, halves(&pennies))).unwrap();
    assert_eq!(found.values, [Rational::ONE, Rational::ONE]);
    let claimed = Some([Rational::ONE, Rational::ZERO]);
    assert_eq!(
        check_tree(&pennies, candidate(claimed, halves(&pennies))).unwrap_err().to_string(),
        "the value of player II is 1, not 0 as claimed"
    );
    let third = vec![Rational::ratio(1, 3), Rational::ratio(2, 3)];
    let other = TreeProfile::new(&pennies, vec![third, halves(&pennies).at(1).to_vec()]).unwrap();
    assert_eq!(
        check_tree(&pennies, candidate(None, other)).unwrap_err().to_string(),
        "not an equilibrium: player I is sure of 2/3 only, player II concedes 1"
    );
    let wrong = vec![vec![Rational::ONE; 2], vec![]];
    assert_eq!(
        TreeProfile::new(&pennies, wrong).unwrap_err().to_string(),
        "player I, set 1: 2 numbers with sum 2, expected 2 probabilities with sum 1"
    );
}

#[test]
fn a_table_is_a_tree() {
    let text = "NFG 1 R \"\" { \"I\" \"II\" } { 2 3 } 0 5 1 4 2 3 3 2 4 1 5 0";
    let table = Strategic::read(text).unwrap();
    let game = TreeGame::of_table(&table).unwrap();
    assert_eq!((game.tree().nodes().len(), game.sum()), (1 + 2 + 6, &Rational::from(5)));
    assert_eq!(Strategic::of(game.tree()).unwrap().payoffs(), table.payoffs());
}

#[test]
fn other_games_are_refused_by_name() {
    let one = Extensive::read("EFG 2 R \"\" { \"I\" } t \"\" 0").unwrap();
    assert_eq!(TreeGame::of(&one).unwrap_err().to_string(), "1 player, expected 2");
    let three = "NFG 1 R \"\" { \"a\" \"b\" \"c\" } { 1 1 1 } 1 1 1";
    let three = TreeGame::of_table(&Strategic::read(three).unwrap());
    assert_eq!(three.unwrap_err().to_string(), "3 players, expected 2");
    let forgets = "p \"\" 1 1 \"\" { \"x\" \"y\" } 0 p \"\" 1 2 \"second\" { \"z\" } 0 t \"\" 0
        p \"\" 1 2 0 t \"\" 1 \"\" { 1 1 }";
    let words = "player I, set 2 “second”: the player forgets an own action (imperfect recall), \
         expected perfect recall";
    assert_eq!(refused(forgets), words);
    // The same set twice on a path.
    let absent = "p \"\" 1 1 \"exit\" { \"x\" \"y\" } 0 t \"\" 0 p \"\" 1 1 0 t \"\" 0 t \"\" 0";
    assert_eq!(refused(absent), words.replace("set 2 “second”", "set 1 “exit”"));
    let ends = "{ \"x\" 1/2 \"y\" 1/2 \"z\" 0 } 0 t \"\" 1 \"\" { 1 1 }";
    let sums = format!("c \"\" 1 \"\" {ends} t \"\" 2 \"\" {{ 1 -1 }} t \"\" 0");
    let words = "node 2 pays both players 2 together, node 3 pays them 0, expected a constant sum";
    assert_eq!(refused(&sums), words);
}

/// An action of probability 0 leads to another sum, and to a set before the own action above it.
#[test]
fn actions_of_probability_0_are_not_entered() {
    let text = "c \"\" 1 \"\" { \"never\" 0 \"always\" 1 } 0
        p \"\" 1 2 \"below\" { \"u\" \"v\" } 0 t \"\" 1 \"\" { 7 7 } t \"\" 0
        p \"\" 1 1 \"above\" { \"x\" \"y\" } 0 t \"\" 0 p \"\" 1 2 0
        t \"\" 0 t \"\" 3 \"\" { 2 -2 }";
    let game = game(text).unwrap();
    assert_eq!(best_reply(&game, &halves(&game), 0).0, Rational::from(2));
    let numbers: Vec<usize> = game.numbered_sets().map(|(number, _)| number).collect();
    assert_eq!((numbers[0], numbers[1]), (1, 2));
}

#[test]
fn depth_does_not_matter() {
    // Players take turns to stop or to go on, at 49,000 sets.
    let mut text = String::new();
    for set in 0..49_000 {
        text += &format!("p \"\" {} {set} \"\" {{ \"stop\" \"on\" }} 0 t \"\" 0 ", 1 + set % 2);
    }
    let game = game(&(text + "t \"\" 1 \"\" { 1 -1 }")).unwrap();
    let on = TreeProfile::new(&game, vec![vec![Rational::ZERO, Rational::ONE]; 49_000]).unwrap();
    assert_eq!(best_reply(&game, &on, 0).0, Rational::ONE);
}

#[test]
fn a_document_holds_its_game_and_nothing_false() {
    let file = TreeFile::read(&format!("{HEAD}{PENNIES}")).unwrap();
    let profile = halves(file.game());
    let candidate = TreeCandidate { values: None, profile, method: "lp".to_owned() };
    let tree = CheckedTree::check(file.clone(), candidate).unwrap();
    let (lines, line) = (tree.to_json().unwrap(), tree.to_json_line().unwrap());
    for text in [&lines, &line] {
        let read = CheckedDocument::verify(text).unwrap();
        assert_eq!(read.values(), Some(&[Rational::ONE, Rational::ONE][..]));
        assert_eq!(read.label(), file.label());
    }
    let verify = |text: &str| CheckedTree::verify(text, None).unwrap_err();
    for (old, new, words) in [
        ("[\"1/2\",\"1/2\"]", "[\"1/3\",\"2/3\"]", "refused: not an equilibrium: player I is"),
        ("[\"1/2\",\"1/2\"]", "[\"1/2\",\"1/3\"]", "the game: player I, set 1: 2 numbers"),
        ("[\"1\",\"1\"]", "[\"1\",\"0\"]", "refused: the value of player II is 1, not 0"),
        ("decimals\":[\"1\"", "decimals\":[\"1.\"", "the document claims the decimals"),
        ("\"lower\":\"1\"", "\"lower\":\"0\"", "the document claims the certificate"),
        ("\"set\":\"1\"", "\"set\":\"2\"", "the document claims of an information set"),
        ("\"nodes\":\"7\"", "\"nodes\":\"8\"", "the document claims of the game"),
        ("bonus", "other", "the document claims the hash of the file"),
        (file.sha256(), &file.sha256().replace('1', "2"), "the document claims the hash"),
        ("\"method\":\"lp\"", "\"method\":\"\"", "method “”, expected one of: threshold"),
    ] {
        assert!(line.contains(old), "{old} in {line}");
        let error = verify(&line.replacen(old, new, 1));
        assert!(error.to_string().starts_with(words), "{error}");
    }
    let (start, end) = (line.find(",\"text\"").unwrap(), line.find("},\"values\"").unwrap());
    let hash_alone = line[..start].to_owned() + &line[end..];
    assert_eq!(verify(&hash_alone), DocumentError::TreeText);
    let text = file.text().unwrap();
    assert!(CheckedTree::verify(&hash_alone, Some(text)).is_ok());
    assert!(CheckedTree::verify(&hash_alone, Some(&text.replace("bonus", ""))).is_err());
}

fn value(game: &TreeGame) -> Rational {
    solve_tree(game, &Control::new()).unwrap().values[0].clone()
}

#[test]
fn a_file_has_the_value_of_its_label() {
    let kuhn = (3..=13).map(|n| kuhn(n, Rational::ONE).unwrap());
    for game in kuhn.chain([leduc().unwrap()]) {
        let label = solve(&game, Method::Lp, &Control::new()).unwrap();
        let text = Extensive::of(&game).unwrap().to_string();
        let tree = TreeGame::of(&Extensive::read(&text).unwrap()).unwrap();
        assert_eq!(value(&tree), label.solution.values[0], "{}", game.label());
    }
}

/// Digits of a seed, from low to high.
struct Digits(u64);

impl Digits {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % most
    }
}

/// A random tree: chance with thirds, sets that several nodes share, bonuses on the way, names
/// empty and alike.
fn random_tree(seed: u64) -> String {
    let mut digits = Digits(seed);
    let mut text = "EFG 2 R \"\" { \"\" \"\" }\n".to_owned();
    let (mut waiting, mut number) = (vec![0], 0);
    while let Some(depth) = waiting.pop() {
        number += 1;
        let payoff = digits.below(9);
        let kind = if depth > 3 { 0 } else { digits.below(4) };
        let set = digits.below(3) + 1;
        text += &match kind {
            0 if depth > 1 => format!("t \"\" {number} \"\" {{ {payoff} -{payoff} }}\n"),
            0 | 3 => "c \"\" 1 \"\" { \"\" 1/3 \"\" 2/3 } 0\n".to_owned(),
            player => format!(
                "p \"\" {player} {}{set} \"\" {{ \"\" \"\" }} {number} \"\" \
                 {{ {payoff} -{payoff} }}\n",
                depth + 1
            ),
        };
        if !(kind == 0 && depth > 1) {
            waiting.extend([depth + 1; 2]);
        }
    }
    text
}

#[test]
fn a_random_tree_has_the_value_of_its_table() {
    let mut solved = 0;
    for seed in 0..400 {
        let tree = Extensive::read(&random_tree(seed)).unwrap();
        let (Ok(game), Ok(table)) = (TreeGame::of(&tree), Strategic::of(&tree)) else {
            continue;
        };
        let columns = table.strategies().next().unwrap().len();
        let first = |cell: &Vec<Rational>| cell[0].clone();
        let rows = table
            .payoffs()
            .chunks(columns)
            .map(|row| row.iter().map(|cell| -first(cell)).collect());
        let matrix = MatrixGame::new(rows.collect()).unwrap().solve(&Control::new()).unwrap();
        assert_eq!(value(&game), -matrix.value, "{seed}");
        assert_eq!(value(&TreeGame::of_table(&table).unwrap()), value(&game), "{seed}");
        solved += 1;
    }
    assert!(solved > 60, "{solved}");
}
