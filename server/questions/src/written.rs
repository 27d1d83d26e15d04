//! Texts of a game that one form alone has.

use bluff_report::formula::coq_deck;
use bluff_report::mixture as mixtures;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::formula::Menu;
use rational_bluff::game::Game;
use rational_bluff::solve::{Control, Method, Starts, TextFormat, mixture, program_text};

use crate::error::Error;
use crate::given::{in_words, not_allowed};

/// The mixture over pure strategies.
pub(crate) fn mix(game: &Game, method: Method, control: &Control) -> Result<String, Error> {
    if !matches!(method, Method::Auto | Method::NormalForm) {
        let allowed = "normal-form: a mixture is over pure strategies";
        return Err(in_words(
            "method",
            method.name(),
            format!("format mix with method {method}"),
            allowed,
        ));
    }
    Ok(mixtures::lprint(&mixture(game, control)?))
}

/// The linear program.
pub(crate) fn program(
    game: &Game,
    method: Method,
    starts: Option<Starts>,
    format: TextFormat,
) -> Result<String, Error> {
    if starts.is_some() {
        let allowed = "none with format lp or mps";
        return Err(not_allowed("starts and seed are for a search", allowed));
    }
    Ok(program_text(game, method, format)?)
}

/// Errors: `Refused` of a game that has no such theorem.
pub(crate) fn has_theorem(game: &Game) -> Result<(), Error> {
    if game.is_one_street() && game.copies() == 1 {
        return Ok(());
    }
    let allowed = "a one-street game with one copy of each card";
    Err(not_allowed(format!("format coq of {}", game.label()), allowed))
}

/// The value of a one-street game as a theorem file.
pub(crate) fn theorem(solution: &Certified<Solution>) -> Result<String, Error> {
    let game = &solution.game;
    let proof = Menu::new(game.bets())?.proof(game.n());
    Ok(coq_deck(&game.label(), &proof, &solution.values[0]))
}
