//! Targets for bytes from outside: each target reads them as one kind of text and asks of
//! what it accepts that it survives the way back. None may panic.
//!
//! The same functions run under libFuzzer (`fuzz_targets/`, see `docs/RELIABILITY.md`) and in
//! `server/bluff/tests/fuzz.rs`, which includes this file.

use bluff_batch::sweeps::{Plan, PlanLimits};
use bluff_dealing::DealDocument;
use bluff_dealing::fairness::FairnessCertificate;
use bluff_lp::{NamedProgram, TextFormat};
use rational_bluff::cards::HandRange;
use rational_bluff::certificate::format::{Document, read_profile};
use rational_bluff::control::Control;
use rational_bluff::exact::Rational;
use rational_bluff::game::{GameFile, kuhn, parse_label};

/// A fuzz target: its name, what reads the bytes, and the folders or files of this repository that
/// it starts from.
pub type Target = (&'static str, fn(&str), &'static [&'static str]);

/// All targets.
pub const TARGETS: [Target; 10] = [
    ("rational", rational, &["fuzz/seeds/rational"]),
    ("label", label, &["fuzz/seeds/label"]),
    ("range", range, &["fuzz/seeds/range"]),
    ("game_file", game_file, &["data/games"]),
    ("document", document, &["data/documents"]),
    ("profile", profile, &["data/documents"]),
    ("plan", plan, &["data/plans"]),
    ("deal", deal, &["fuzz/seeds/deal"]),
    ("fairness", fairness, &["fuzz/seeds/fairness"]),
    ("program", program, &["fuzz/seeds/program"]),
];

/// A rational number, as text and back.
pub fn rational(text: &str) {
    if let Ok(number) = text.parse::<Rational>() {
        assert_eq!(number.to_string().parse(), Ok(number));
    }
}

/// A label, its deck and its set of bets: a game has one label.
pub fn label(text: &str) {
    if let Ok(game) = parse_label(text) {
        assert_eq!(game.label(), text);
        let family = game.family().expect("a family");
        assert_eq!(
            family.from_bets((game.n(), game.copies()), &game.bets(), &game.stakes().beside_bets()),
            Ok(game)
        );
    }
}

/// A range of hold'em: its canonical text is that range.
pub fn range(text: &str) {
    if let Ok(range) = text.parse::<HandRange>() {
        assert_eq!(range.to_string().parse(), Ok(range));
    }
}

/// A game file: the file of its game is that game.
pub fn game_file(text: &str) {
    if let Ok(game) = GameFile::read(text) {
        let text = serde_json::to_string(&GameFile::of(&game)).unwrap();
        assert_eq!(GameFile::read(&text), Ok(game));
    }
}

/// A solution document: what is certified is certified again when written anew.
pub fn document(text: &str) {
    if let Ok(solution) = Document::verify(text) {
        let again = Document::of(&solution).to_json_line();
        assert!(again.is_ok_and(|text| Document::verify(&text).is_ok()));
    }
}

/// Strategies for Kuhn's game.
pub fn profile(text: &str) {
    if let Ok(game) = kuhn(3, Rational::ONE) {
        let _ = read_profile(&game, text);
    }
}

/// A batch plan in TOML and in JSON, within the bounds of a service.
pub fn plan(text: &str) {
    let limits = PlanLimits { cells: 1_000, deck: 1_000_000 };
    let _ = (Plan::read(text, &limits), Plan::read_json(text, &limits));
}

/// A deal document, played again on its coins.
pub fn deal(text: &str) {
    if let Ok(deal) = serde_json::from_str::<DealDocument>(text) {
        let _ = deal.verify(&Control::new());
    }
}

/// A certificate of fairness, checked again if that takes few branches.
pub fn fairness(text: &str) {
    let _ = FairnessCertificate::verify(text, 1_000, &Control::new());
}

/// A linear program as MPS or CPLEX LP text: what is written of it is read as the same program.
pub fn program(text: &str) {
    let Ok(named) = text.parse::<NamedProgram>() else { return };
    let column = |column: bluff_lp::Column| format!("x{}", column.index());
    let written = named.program.to_text(TextFormat::Mps, column, |row| format!("r{}", row.index()));
    let read: NamedProgram = written.parse().expect("what is written is a program");
    let again = read.program.to_text(TextFormat::Mps, column, |row| read.rows[row.index()].clone());
    // The first line has the factor of the objective, which is then 1.
    assert_eq!(again.split_once('\n').unwrap().1, written.split_once('\n').unwrap().1);
    let other =
        named.program.to_text(TextFormat::CplexLp, column, |row| format!("r{}", row.index()));
    assert!(other.parse::<NamedProgram>().is_ok(), "{other}");
}
