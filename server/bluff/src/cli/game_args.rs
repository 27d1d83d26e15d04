//! The game that a command is about: a name with numbers, a label, or the path of a game file.

use std::path::Path;

use bluff_batch::error::Error;
use bluff_batch::file::{printable, read_text};
use clap::Args;
use rational_bluff::game::{GAME_NAMES, Game, GameArguments, GameFile, MAX_FILE_BYTES, NamedGame, Spelling};
use rational_bluff::solve::{Saturated, saturated};

use super::progress::watched;

#[derive(Args, Debug)]
pub(super) struct GameArgs {
    /// von-neumann, newman, one-street, three-player, callers, kuhn, borel, one-raise, hand-flip, in-turn, basic-endgame, a
    /// label such as kuhn/n3-b1, or the path of a game file
    #[arg(value_name = "GAME")]
    game: String,
    /// Number of cards; basic-endgame always has 3
    #[arg(short, long = "cards", value_name = "N", allow_hyphen_values = true)]
    n: Option<String>,
    /// Bet size in antes; for newman the largest, or max for the saturation size
    #[arg(short, long = "bet", value_name = "B", allow_hyphen_values = true)]
    b: Option<String>,
    /// Bet sizes of one-street, separated by commas
    #[arg(short, long = "sizes", value_name = "S,S,…", allow_hyphen_values = true)]
    s: Option<String>,
    /// Copies of each card; players with the same card share the pot
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    copies: Option<String>,
    /// Players of callers, the one who bets included: 2 to 10
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    players: Option<String>,
    /// The raise of one-raise, beyond the bet
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    raise: Option<String>,
    /// The probability of hand-flip with which the lower card wins, 0 to 1/2
    #[arg(long, value_name = "Q", allow_hyphen_values = true)]
    flip: Option<String>,
    /// The probability of basic-endgame with which player I surely wins, 0 to 1
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    win: Option<String>,
}

/// A game, with its solution and the proof that its bets are all that matter if they were asked for by `-b max`.
pub(super) struct Given {
    pub(super) game: Game,
    pub(super) saturated: Option<Saturated>,
}

impl GameArgs {
    /// Reads the game; error messages about numbers are the library's.
    pub(super) fn read(&self) -> Result<Given, Error> {
        let arguments = GameArguments {
            name: self.game.clone(),
            n: self.n.clone(),
            copies: self.copies.clone(),
            b: self.b.clone(),
            s: self.s.clone(),
            players: self.players.clone(),
            raise: self.raise.clone(),
            flip: self.flip.clone(),
            win: self.win.clone(),
        };
        let file_exists = Path::new(&self.game).exists();
        let is_name = |name: &str| GAME_NAMES.contains(&name);
        if !file_exists && self.game.split_once('/').is_some_and(|(name, _)| is_name(name)) {
            return built_in(&arguments.beside_label(&self.game, Spelling::Options)?);
        }
        let like_a_path = self.game.contains(['/', '\\', '.']) || file_exists;
        if is_name(&self.game) || !like_a_path {
            return built_in(&arguments);
        }
        if arguments != (GameArguments { name: self.game.clone(), ..GameArguments::default() }) {
            let path = printable(&self.game);
            let reason = format!("the game file {path} has its own deck and bets, expected no -n, -b or -s beside it");
            return Err(Error::Malformed(reason));
        }
        Ok(Given { game: GameFile::read(&read_text(&self.game, MAX_FILE_BYTES)?)?, saturated: None })
    }
}

fn built_in(arguments: &GameArguments) -> Result<Given, Error> {
    match arguments.game(Spelling::Options)? {
        NamedGame::Game(game) => Ok(Given { game: *game, saturated: None }),
        NamedGame::Saturated(n) => {
            let label = format!("newman, n = {n}, b = max");
            let saturated = watched(&label, |control| Ok(saturated(n, control)?))?;
            Ok(Given { game: saturated.solution.game.clone(), saturated: Some(saturated) })
        }
    }
}
