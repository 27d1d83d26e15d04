//! Games of two players in which some probabilities are rules.

use crate::certificate::{Candidate, check};
use crate::engine::lp::SolveWork;
use crate::game::{Game, Player};
use crate::hands;
use crate::program::{ProgramError, SequenceForm};
use crate::strategy::{Evaluation, Profile};

use super::runs::{Choice, by_runs};
use super::{BestReply, Control, Method, RUNS_FROM, SolveError, Solved, best_replies, optimum};

/// The method of an answer that is a best reply.
const BEST_REPLY: &str = "best-reply";

/// The equilibrium of a game with a lock. If one player is locked whole, it is the best reply of
/// the other, and takes no program.
///
/// Errors: `NothingLeft`, `LockedMethod`, and those of programs.
pub(super) fn solution(
    game: &Game,
    method: Method,
    control: &Control,
) -> Result<Solved, SolveError> {
    let whole = |player: &&Player| game.is_locked_whole(**player);
    let (profile, work, method) = match game.players().iter().find(whole) {
        Some(_) if game.players().iter().all(|other| whole(&other)) => {
            return Err(SolveError::NothingLeft { game: game.label() });
        }
        Some(player) => {
            let profile = control.run(|| reply_to(game, *player))??;
            (profile, SolveWork::default(), BEST_REPLY)
        }
        None => {
            if let Method::Auto | Method::Readable | Method::Lp = method
                && let Some((solution, work)) = hands::solution(game, false, control)?
            {
                return Ok(Solved { solution, work });
            }
            let (profile, work, method) = by_program(game, method, control)?;
            (profile, work, method.name())
        }
    };
    let candidate = Candidate { values: None, profile, method: method.to_owned() };
    Ok(Solved { solution: control.run(|| check(game, candidate))??, work })
}

fn by_program(
    game: &Game,
    method: Method,
    control: &Control,
) -> Result<(Profile, SolveWork, Method), SolveError> {
    let is_large = game.n() > RUNS_FROM;
    match method {
        Method::Auto | Method::Readable if !is_large => by_runs(game, Choice::Readable, control),
        Method::Auto | Method::Runs | Method::Readable if game.deck().is_ranks() => {
            by_runs(game, Choice::Strictest, control)
        }
        Method::Auto | Method::Lp | Method::Readable => {
            let form = SequenceForm::smaller(game)?;
            let (optimum, work) = optimum(game, form.problem(), None, control)?;
            Ok((control.run(|| form.profile(&optimum))??, work, Method::Lp))
        }
        given => Err(SolveError::LockedMethod { given }),
    }
}

/// The strategies of a player who is locked whole, and the best reply to them.
fn reply_to(game: &Game, locked: Player) -> Result<Profile, SolveError> {
    let first = Profile::first(game);
    let replies = best_replies(game, &Evaluation::new(game, &first))?;
    let mut views: Vec<_> = (0..game.views().len()).map(|view| first.at(view).to_vec()).collect();
    let others = replies.into_iter().filter(|BestReply { player, .. }| *player != locked);
    for action in others.flat_map(|reply| reply.views) {
        views[action.view] = action.taken;
    }
    Ok(Profile::new(game, views).map_err(ProgramError::from)?)
}
