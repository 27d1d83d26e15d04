//! Forms of a game without a solution: its file, Gambit's files, its linear program. One table,
//! over which the command line, the service, its OpenAPI document and Python are loops.

use rational_bluff::exchange::{ExchangeError, Extensive, Strategic};
use rational_bluff::game::{Game, GameError, GameFile};
use rational_bluff::solve::{Method, SolveError, TextFormat, program_text};

use crate::document::json;

/// Why a game has no such form: it is too large for it, or not of two players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFormError {
    /// The betting tree is too large for a game file.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game is too large for Gambit's files.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The game has no linear program.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// A form of a game.
#[derive(Clone, Debug)]
pub struct GameForm {
    /// Ending of addresses and of files, and value of `--format`.
    pub name: &'static str,
    /// Media type, without parameters.
    pub media: &'static str,
    /// A description: a line of help.
    pub about: &'static str,
    /// True of linear programs, which take as much work as one.
    pub is_program: bool,
    /// True where [`Self::write`] writes the game, found without writing it. It may miss a game
    /// of more than 8 cards whose normal form is small.
    pub fits: fn(&Game) -> bool,
    /// A game in this form.
    ///
    /// Errors: [`GameFormError`] for games that are too large for it.
    pub write: fn(&Game) -> Result<String, GameFormError>,
}

/// The largest deck whose reduced normal form is counted: with more cards it has too many cells.
const STRATEGIC_CARDS: u64 = 8;

fn has_strategic_form(game: &Game) -> bool {
    game.n() <= STRATEGIC_CARDS && Extensive::of(game).is_ok_and(|tree| Strategic::fits(&tree))
}

/// Every form of a game; the first, the game file, is the default.
pub static GAME_FORMS: [GameForm; 5] = [
    GameForm {
        name: "json",
        media: "application/json",
        about: "A game file, which bluff solve reads",
        is_program: false,
        fits: |game| GameFile::fits(game).is_ok(),
        write: |game| {
            GameFile::fits(game)?;
            Ok(json(&GameFile::of(game)))
        },
    },
    GameForm {
        name: "efg",
        media: "text/x-gambit-efg",
        about: "The whole tree with its cards dealt out, for Gambit",
        is_program: false,
        fits: |game| Extensive::fits(game).is_ok(),
        write: |game| Ok(Extensive::of(game)?.to_string()),
    },
    GameForm {
        name: "nfg",
        media: "text/x-gambit-nfg",
        about: "The reduced normal form, for Gambit",
        is_program: false,
        fits: has_strategic_form,
        write: |game| Ok(Strategic::of(&Extensive::of(game)?)?.to_string()),
    },
    GameForm {
        name: "lp",
        media: "text/x-cplex-lp",
        about: "The linear program of a two-player game, as CPLEX LP text",
        is_program: true,
        fits: |game| game.players().len() == 2,
        write: |game| Ok(program_text(game, Method::Lp, TextFormat::CplexLp)?),
    },
    GameForm {
        name: "mps",
        media: "text/x-mps",
        about: "The same as free MPS text",
        is_program: true,
        fits: |game| game.players().len() == 2,
        write: |game| Ok(program_text(game, Method::Lp, TextFormat::Mps)?),
    },
];
