//! Forms of a game without a solution: its file, Gambit's files, its linear program. One table,
//! over which the command line, the service, its OpenAPI document and Python are loops.

use rational_bluff::exchange::{Extensive, Strategic};
use rational_bluff::game::{Game, GameFile};
use rational_bluff::solve::{Method, TextFormat, program_text};

use crate::document::json;
use crate::form::{FormError, FormName};

/// A form of a game.
#[derive(Clone, Debug)]
pub struct GameForm {
    /// Its name, whose value of `--format` is its ending too.
    pub name: FormName,
    /// True of linear programs, which take as much work as one.
    pub is_program: bool,
    /// True where [`Self::write`] writes the game, found without writing it. It may miss a game
    /// of more than 8 cards whose normal form is small.
    pub fits: fn(&Game) -> bool,
    /// A game in this form.
    ///
    /// Errors: those of games that are too large for it.
    pub write: fn(&Game) -> Result<String, FormError>,
}

/// The largest deck whose reduced normal form is counted: with more cards it has too many cells.
const STRATEGIC_CARDS: u64 = 8;

fn has_strategic_form(game: &Game) -> bool {
    game.n() <= STRATEGIC_CARDS && Extensive::of(game).is_ok_and(|tree| Strategic::fits(&tree))
}

/// Every form of a game; the first, the game file, is the default.
pub static GAME_FORMS: [GameForm; 5] = [
    GameForm {
        name: FormName::new(
            ["json", "json", "application/json"],
            "A game file, which bluff solve reads",
        ),
        is_program: false,
        fits: |game| GameFile::fits(game).is_ok(),
        write: |game| {
            GameFile::fits(game)?;
            Ok(json(&GameFile::of(game)))
        },
    },
    GameForm {
        name: FormName::new(
            ["efg", "efg", "text/x-gambit-efg"],
            "The whole tree with its cards dealt out, for Gambit",
        ),
        is_program: false,
        fits: |game| Extensive::fits(game).is_ok(),
        write: |game| Ok(Extensive::of(game)?.to_string()),
    },
    GameForm {
        name: FormName::new(
            ["nfg", "nfg", "text/x-gambit-nfg"],
            "The reduced normal form, for Gambit",
        ),
        is_program: false,
        fits: has_strategic_form,
        write: |game| Ok(Strategic::of(&Extensive::of(game)?)?.to_string()),
    },
    GameForm {
        name: FormName::new(
            ["lp", "lp", "text/x-cplex-lp"],
            "The linear program of a two-player game, as CPLEX LP text",
        ),
        is_program: true,
        fits: |game| game.players().len() == 2,
        write: |game| Ok(program_text(game, Method::Lp, TextFormat::CplexLp)?),
    },
    GameForm {
        name: FormName::new(["mps", "mps", "text/x-mps"], "The same as free MPS text"),
        is_program: true,
        fits: |game| game.players().len() == 2,
        write: |game| Ok(program_text(game, Method::Lp, TextFormat::Mps)?),
    },
];
