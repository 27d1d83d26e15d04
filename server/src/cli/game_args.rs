//! The game that a command is about: a name with numbers, or the path of a game file.

use std::path::Path;

use clap::Args;
use rational_bluff::exact::Rational;
use rational_bluff::game::{
    GAME_NAMES, Game, GameFile, MAX_FILE_BYTES, Stakes, named, named_with_copies, parse_copies, parse_deck,
    parse_players,
};
use rational_bluff::solve::{Saturated, saturated};

use crate::error::Error;
use crate::file::{printable, read_text};

use super::progress::watched;

#[derive(Args, Debug)]
pub(super) struct GameArgs {
    /// von-neumann, newman, one-street, three-player, callers, kuhn, borel, one-raise, hand-flip, in-turn, basic-endgame, or the
    /// path of a game file
    #[arg(value_name = "GAME")]
    game: String,
    /// Number of cards; basic-endgame always has 3
    #[arg(short, value_name = "N", allow_hyphen_values = true)]
    n: Option<String>,
    /// Bet size in antes; for newman the largest, or max for the saturation size
    #[arg(short, value_name = "B", allow_hyphen_values = true, conflicts_with = "s")]
    b: Option<String>,
    /// Bet sizes of one-street, separated by commas
    #[arg(short, value_name = "S,S,…", allow_hyphen_values = true)]
    s: Option<String>,
    /// Copies of each card; players with the same card share the pot
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    copies: Option<String>,
    /// Players of callers, the one who bets included: 2 to 10
    #[arg(long, value_name = "P", allow_hyphen_values = true, requires = "b")]
    players: Option<String>,
    /// The raise of one-raise, beyond the bet
    #[arg(long, value_name = "R", allow_hyphen_values = true, conflicts_with_all = ["s", "players"])]
    raise: Option<String>,
    /// The probability of hand-flip with which the lower card wins, 0 to 1/2
    #[arg(long, value_name = "Q", allow_hyphen_values = true, conflicts_with_all = ["s", "players", "raise"])]
    flip: Option<String>,
    /// The probability of basic-endgame with which player I surely wins, 0 to 1
    #[arg(long, value_name = "P", allow_hyphen_values = true, conflicts_with_all = ["s", "players", "raise", "flip"])]
    win: Option<String>,
}

/// A game, with its solution and the proof that its bets are all that matter if they were asked for by `-b max`.
pub(super) struct Given {
    pub(super) game: Game,
    pub(super) saturated: Option<Saturated>,
}

impl GameArgs {
    /// Reads the game; every word about a bad number is the library's.
    pub(super) fn read(&self) -> Result<Given, Error> {
        if GAME_NAMES.contains(&self.game.as_str()) {
            return self.built_in();
        }
        let like_a_path = self.game.contains(['/', '\\', '.']) || Path::new(&self.game).exists();
        if !like_a_path {
            // The library knows what is expected instead.
            return Ok(named(&self.game, 2, Stakes::Bet(Rational::ONE)).map(without_proof)?);
        }
        let beside = [&self.n, &self.b, &self.s, &self.players, &self.copies, &self.raise, &self.flip, &self.win];
        if beside.into_iter().any(Option::is_some) {
            let path = printable(&self.game);
            let reason = format!("the game file {path} has its own deck and bets, expected no -n, -b or -s beside it");
            return Err(Error::Malformed(reason));
        }
        Ok(GameFile::read(&read_text(&self.game, MAX_FILE_BYTES)?).map(without_proof)?)
    }

    fn built_in(&self) -> Result<Given, Error> {
        let n = match &self.n {
            Some(n) => parse_deck(n)?,
            None if self.game == "basic-endgame" => 3,
            None => {
                let reason = format!("{} needs a number of cards, for instance -n 28", self.game);
                return Err(Error::Malformed(reason));
            }
        };
        let copies = self.copies.as_deref().map_or(Ok(1), parse_copies)?;
        let bet_alone = [&self.players, &self.raise, &self.flip, &self.win].into_iter().all(Option::is_none);
        let stakes = match (&self.b, &self.s) {
            (Some(b), _) if b == "max" && self.game == "newman" && copies == 1 && bet_alone => {
                let label = format!("{}, n = {n}, b = max", self.game);
                let saturated = watched(&label, |control| Ok(saturated(n, control)?))?;
                return Ok(Given { game: saturated.solution.game.clone(), saturated: Some(saturated) });
            }
            (Some(b), _) => match (&self.players, &self.raise, &self.flip, &self.win) {
                (Some(players), _, _, _) => Stakes::Callers { b: b.parse()?, players: parse_players(players)? },
                (_, Some(raise), _, _) => Stakes::Raise { b: b.parse()?, raise: raise.parse()? },
                (_, _, Some(flip), _) => Stakes::Flip { b: b.parse()?, flip: flip.parse()? },
                (_, _, _, Some(win)) => Stakes::Win { b: b.parse()?, win: win.parse()? },
                (None, None, None, None) => Stakes::Bet(b.parse()?),
            },
            (None, Some(s)) => Stakes::Sizes(s.split(',').map(str::parse).collect::<Result<_, _>>()?),
            // Stakes of the wrong kind: the library says which are right.
            (None, None) if self.game == "one-street" => Stakes::Bet(Rational::ONE),
            (None, None) => Stakes::Sizes(Vec::new()),
        };
        Ok(named_with_copies(&self.game, n, copies, stakes).map(without_proof)?)
    }
}

fn without_proof(game: Game) -> Given {
    Given { game, saturated: None }
}
