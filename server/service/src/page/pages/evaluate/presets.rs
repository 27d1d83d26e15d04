//! Strategies to start from: the equilibrium, and three that players often ask about.

use bluff_report::picture::Bluffs;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::Profile;

use super::notation::address;
use crate::page::parts::tabs::GameTab;

/// The longest address of a link, in bytes.
const LONGEST: usize = 8_000;

/// Name and address of each preset that a game has.
pub(super) fn presets(
    game: &Game,
    equilibrium: &Profile,
    lock: Option<Player>,
) -> Vec<(&'static str, String)> {
    let lock = lock.map_or_else(String::new, |lock| format!("lock={lock}"));
    let kept = |profile: Option<Profile>| {
        let address = address(game, &profile?);
        let join = if lock.is_empty() { "" } else { "&" };
        (address.len() <= LONGEST).then(|| format!("{address}{join}{lock}"))
    };
    let label = game.label();
    let own = GameTab::Lock.address(&label, &lock);
    let presets = [
        ("The equilibrium", Some(own)),
        ("Never bluff", kept(fewer_bluffs(game, equilibrium, &Rational::ONE))),
        ("Half the bluffs", kept(fewer_bluffs(game, equilibrium, &Rational::ratio(1, 2)))),
        ("Always call", kept(always_call(game, equilibrium))),
    ];
    presets.into_iter().filter_map(|(name, address)| Some((name, address?))).collect()
}

/// The strategies of all views, as functions to change.
fn functions(game: &Game, profile: &Profile) -> Vec<Vec<Piecewise>> {
    (0..game.views().len()).map(|at| profile.at(at).to_vec()).collect()
}

/// The profile with a share of all bluffs checked, or folded; `None` if there are none.
fn fewer_bluffs(game: &Game, profile: &Profile, share: &Rational) -> Option<Profile> {
    let (mut functions, bluffs) = (functions(game, profile), Bluffs::of(game, profile));
    let mut changed = false;
    for ((at, view), played) in game.views().iter().enumerate().zip(&mut functions) {
        let passive = |name: &String| name == "check" || name == "fold";
        let Some(instead) = view.actions.iter().position(passive) else { continue };
        for action in 0..view.actions.len() {
            let last = bluffs.highest(at, action);
            if last == 0 {
                continue;
            }
            let part = Piecewise::steps(
                [(last, share.clone()), (game.n(), Rational::ZERO)]
                    .into_iter()
                    .take(if last < game.n() { 2 } else { 1 }),
            );
            let moved = played[action].times(&part);
            changed |= !moved.is_zero();
            played[action] = played[action].minus(&moved);
            played[instead] = played[instead].plus(&moved);
        }
    }
    Profile::new(game, functions).ok().filter(|_| changed)
}

/// The profile with a call of every bet; `None` where nobody can call.
fn always_call(game: &Game, profile: &Profile) -> Option<Profile> {
    let mut functions = functions(game, profile);
    let mut changed = false;
    for (view, played) in game.views().iter().zip(&mut functions) {
        let Some(call) = view.actions.iter().position(|name| name == "call") else { continue };
        for (action, function) in played.iter_mut().enumerate() {
            let sure = if action == call { Rational::ONE } else { Rational::ZERO };
            *function = Piecewise::constant(game.n(), sure);
        }
        changed = true;
    }
    Profile::new(game, functions).ok().filter(|_| changed)
}
