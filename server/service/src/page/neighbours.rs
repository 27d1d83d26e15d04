//! Neighbours of a deck: the continuous game, its cuts, and the decks next to it.

use rational_bluff::certificate::Solution;
use rational_bluff::continuous::{Bets, ByHand, Continuous, Digits, continuous, read_label};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Family, Game};

use crate::api::{affordable, compare};

use super::picture::Cut;

/// The decks that a comparison shows unless it is told; fewer where they would be too much work.
const DECKS: [u64; 4] = [60, 40, 20, 10];

/// The continuous game of the same name and bets; `None` where none is known.
pub(super) fn limit(game: &Game) -> Option<Continuous> {
    continuous(game.name(), &Bets::Stakes(game.stakes().clone()), Digits::default()).ok()
}

/// The label of the comparison with the continuous game, without decks; `None` where there is none.
pub(super) fn comparison(game: &Game) -> Option<String> {
    if game.has_ranges() {
        return None;
    }
    let label = format!("{}/{}", game.name(), game.stakes());
    limit(game).and(decks(&label)).map(|_| label)
}

/// The query with the decks that a comparison shows unless it is told.
pub(super) fn decks(label: &str) -> Option<String> {
    let (name, bets) = read_label(label).ok()?;
    let game =
        bets.stakes().and_then(|stakes| Family::named(&name)?.game(DECKS[0], 1, stakes).ok());
    let least = game.map_or(2, |game| game.players().len());
    DECKS
        .iter()
        .map(|most| format!("from={least}&to={most}"))
        .find(|query| compare::question(label, query).is_ok())
}

/// The cuts of the continuous game, for each view of the betting tree.
pub(super) fn cuts(solution: &Solution, limit: Option<&Continuous>) -> Vec<Vec<Cut>> {
    let views = solution.game.views();
    match limit {
        Some(Continuous::ClosedForm(form)) => {
            let of = |name: &str| form.strategies.iter().find(|strategy| strategy.view == name);
            let cut = |from: &Rational| (from.to_f64(), from.to_string());
            let inner = |strategy: &ByHand| {
                strategy.hands.iter().skip(1).map(|hands| cut(&hands.from)).collect()
            };
            views.iter().map(|view| of(&view.name).map_or_else(Vec::new, inner)).collect()
        }
        // Where I's bluffs end and each size begins to be bet for value; from where II calls it.
        Some(Continuous::OneStreet(game)) if game.sizes.len() > 1 => {
            let begins =
                game.sizes.iter().map(|size| (size.value_from.to_f64(), size.bet.to_string()));
            let first =
                std::iter::once((game.value.to_f64(), "A".to_owned())).chain(begins).collect();
            let calls =
                game.sizes.iter().map(|size| vec![(size.call_from.to_f64(), "C".to_owned())]);
            std::iter::once(first).chain(calls).collect()
        }
        Some(known) => {
            let Some([bluff, bet, call]) = known.cuts().map(|cuts| cuts.map(|cut| cut.to_f64()))
            else {
                return vec![Vec::new(); views.len()];
            };
            let first = vec![(bluff, "A".to_owned()), (bet, "B".to_owned())];
            let callers = vec![(call, "C".to_owned())];
            std::iter::once(first).chain(std::iter::repeat(callers)).take(views.len()).collect()
        }
        None => vec![Vec::new(); views.len()],
    }
}

/// The same game with one card fewer and one more, where we solve them.
pub(super) fn decks_beside(game: &Game) -> Vec<Game> {
    let decks = [game.n().checked_sub(1), game.n().checked_add(1)];
    let other = |n: u64| {
        game.clone().with_deck(n, game.copies()).ok().filter(|other| affordable(other).is_ok())
    };
    decks.into_iter().flatten().filter_map(other).collect()
}
