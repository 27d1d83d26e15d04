//! Actions carried out as their words say, and compared with what is paid at the ends.
//!
//! Amounts that no word tells are unknowns: the antes, and what an action of another name puts in.
//! The ends of the hand tell them, and must all tell the same.

use bluff_exact::Rational;

use super::path::{LineStep, Taken, line, steps};
use super::word::{NamedChips, Verb, Word, lie};
use crate::game::{Game, GameError, Node, Player};

/// NamedChips that a player has put in: an unknown and more.
#[derive(Clone)]
struct Amount {
    unknown: usize,
    more: Rational,
}

/// NamedChips of all players at a node.
#[derive(Clone)]
struct ChipsAt {
    put: Vec<Amount>,
    /// The same where the street began.
    start: Vec<Amount>,
    first_street: bool,
    /// The player who bet or raised last on this street, if the words tell.
    bettor: Option<usize>,
}

/// Players at the ends below a node, as bits.
#[derive(Clone, Copy, Default)]
struct Below {
    live: u32,
    acting: u32,
}

/// A betting tree with the unknowns that the ends have told so far.
struct Chipped<'a> {
    game: &'a Game,
    steps: Vec<LineStep<'a>>,
    places: Vec<ChipsAt>,
    known: Vec<Option<Rational>>,
    /// The part of the chips that is won and lost at a showdown, 1 in most games. Where the lower
    /// card may win, as in `hand-flip`, it is less, the same at each showdown.
    shown: Rational,
    /// Chips that II of two players has paid more than I at every showdown, as an ante of one.
    more: Rational,
    /// Antes that `raise to X` does not count in where it counts blinds in, the same everywhere.
    antes: Option<Rational>,
}

/// Errors: `Words`.
pub(super) fn check(game: &Game) -> Result<(), GameError> {
    let count = game.players().len();
    let mut tree = Chipped {
        game,
        steps: steps(game),
        places: Vec::with_capacity(game.nodes().len()),
        known: vec![None; count],
        shown: Rational::ONE,
        more: more(game),
        antes: None,
    };
    let root: Vec<Amount> =
        (0..count).map(|unknown| Amount { unknown, more: Rational::ZERO }).collect();
    let root = ChipsAt { put: root.clone(), start: root, first_street: true, bettor: None };
    for node in 0..game.nodes().len() {
        let place = match tree.steps[node].above {
            Some(above) => tree.place(above, tree.steps[node].taken),
            None => root.clone(),
        };
        tree.places.push(place);
    }
    tree.compare_ends()?;
    let below = below(game);
    for (node, below) in below.into_iter().enumerate() {
        if let Some(taken) = tree.steps[node].taken
            && let Some(word) = taken.word()
            && let Some(reason) = tree.false_word(node, taken.player, &word, below)
        {
            return Err(lie("action", taken.action, format!("{reason} at “{}”", taken.view)));
        }
    }
    Ok(())
}

/// Chips that II has paid more than I; 0 where showdowns differ, or of more players.
fn more(game: &Game) -> Rational {
    let shown = game.leaves().iter().filter(|leaf| leaf.live.len() == 2 && leaf.paid.len() == 2);
    let mut more = shown.map(|leaf| leaf.paid[1].amount() - leaf.paid[0].amount());
    let first = more.next().unwrap_or_default();
    if more.all(|more| more == first) { first } else { Rational::ZERO }
}

/// The players in at the ends below each node, and those who act there.
fn below(game: &Game) -> Vec<Below> {
    let mut below = vec![Below::default(); game.nodes().len()];
    for (number, node) in game.nodes().iter().enumerate().rev() {
        match node {
            Node::Over(leaf) => {
                let live = &game.leaves()[*leaf].live;
                below[number].live = live.iter().fold(0, |bits, one| bits | bit(*one));
            }
            Node::Act { view, .. } => below[number].acting = bit(game.views()[*view].player),
            Node::Deal { .. } => {}
        }
        for child in node.children() {
            let Below { live, acting } = below[child];
            below[number].live |= live;
            below[number].acting |= acting;
        }
    }
    below
}

fn bit(player: Player) -> u32 {
    1 << player.index()
}

impl Chipped<'_> {
    /// The chips after an action, or after a card, as far as words tell.
    fn place(&mut self, above: usize, taken: Option<Taken<'_>>) -> ChipsAt {
        let mut place = self.places[above].clone();
        let Some(taken) = taken else {
            (place.start, place.first_street, place.bettor) = (place.put.clone(), false, None);
            return place;
        };
        let player = taken.player.index();
        let of = |at: usize, more: &Rational| {
            let Amount { unknown, more: before } = &place.put[at];
            Some(Amount { unknown: *unknown, more: before + more })
        };
        let word = taken.word();
        let put = match &word {
            Some(Word { verb: Verb::Fold | Verb::Check, .. }) => of(player, &Rational::ZERO),
            Some(Word { verb: Verb::Call, .. }) => {
                place.bettor.and_then(|bettor| of(bettor, &self.beyond(player, bettor)))
            }
            Some(Word { verb: Verb::Bet, chips: NamedChips::By(more) }) => of(player, more),
            Some(Word { verb: Verb::Raise, chips: NamedChips::By(more) }) => {
                place.bettor.and_then(|bettor| of(bettor, &(self.beyond(player, bettor) + more)))
            }
            // Blinds may be counted in on the first street.
            Some(Word { verb: Verb::Bet | Verb::Raise, chips: NamedChips::To(total) })
                if !place.first_street =>
            {
                let Amount { unknown, more } = &place.start[player];
                Some(Amount { unknown: *unknown, more: more + total })
            }
            _ => None,
        };
        place.put[player] = put.unwrap_or_else(|| {
            self.known.push(None);
            Amount { unknown: self.known.len() - 1, more: Rational::ZERO }
        });
        match word {
            None => place.bettor = None,
            Some(word) if word.is_bet() => place.bettor = Some(player),
            Some(_) => {}
        }
        place
    }

    /// Chips that a player has paid more than another who has called as much.
    fn beyond(&self, player: usize, other: usize) -> Rational {
        Rational::from(player as i64 - other as i64) * &self.more
    }

    fn value(&self, amount: &Amount) -> Option<Rational> {
        Some(self.known[amount.unknown].as_ref()? + &amount.more)
    }

    /// Compares all ends; with a part of the chips shown if all of them are not.
    fn compare_ends(&mut self) -> Result<(), GameError> {
        let (nodes, leaves) = (self.game.nodes(), self.game.leaves());
        let mut ends: Vec<(usize, bool)> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            if let Node::Over(leaf) = node {
                ends.push((at, leaves[*leaf].live.len() > 1));
            }
        }
        let unknown = self.known.clone();
        let plain = ends.iter().try_for_each(|(node, _)| self.compare_end(*node));
        let one_card = self.game.deck().is_numbered() && self.game.players().len() == 2;
        if plain.is_ok() || !one_card {
            return plain;
        }
        // What a fold leaves is paid in full, so it tells the antes.
        self.known = unknown;
        ends.sort_by_key(|(_, is_shown)| *is_shown);
        let folded = ends.iter().filter(|(_, is_shown)| !is_shown);
        if folded.clone().try_for_each(|(node, _)| self.compare_end(*node)).is_err() {
            return plain;
        }
        let part = |(node, _): &(usize, bool)| {
            let Node::Over(leaf) = &nodes[*node] else { return None };
            let put = self.value(&self.places[*node].put[0])?;
            Some(leaves[*leaf].paid[0].amount() * &put.recip()?)
        };
        let mut shown = ends.iter().filter(|(_, is_shown)| *is_shown);
        let Some(part) = shown.clone().find_map(part).filter(|part| !part.is_negative()) else {
            return plain;
        };
        if part.is_zero() {
            // Either card wins as often, so nothing is won and nothing told.
            let pays = |(node, _): &(usize, bool)| match &nodes[*node] {
                Node::Over(leaf) => leaves[*leaf].paid.iter().any(|paid| !paid.amount().is_zero()),
                _ => false,
            };
            return if shown.any(pays) { plain } else { Ok(()) };
        }
        self.shown = part;
        shown.try_for_each(|(node, _)| self.compare_end(*node)).or(plain)
    }

    /// Compares an end with the words that lead there: they put in what is paid, and nobody is out
    /// who has not folded. Errors: `Words`.
    fn compare_end(&mut self, node: usize) -> Result<(), GameError> {
        let Node::Over(leaf) = &self.game.nodes()[node] else { return Ok(()) };
        let leaf = &self.game.leaves()[*leaf];
        let line = line(&self.steps, node, false);
        let all = || line.iter().map(|taken| taken.action).collect::<Vec<_>>().join(", ");
        for player in self.game.players() {
            let last = line.iter().rev().find(|taken| taken.player == *player);
            if let Some(last) = last
                && !leaf.live.contains(player)
                && last.word().is_some_and(|word| word.verb != Verb::Fold)
            {
                let reason = format!("player {player} is out after it, in “{}”", all());
                return Err(lie("action", last.action, reason));
            }
            let Amount { unknown, more } = self.places[node].put[player.index()].clone();
            let paid = leaf.paid[player.index()].amount();
            let part = if leaf.live.len() > 1 { &self.shown } else { &Rational::ONE };
            let paid = &(paid / part);
            let told = paid - &more;
            let known = self.known[unknown].get_or_insert_with(|| told.clone());
            let own = last.filter(|taken| taken.word().is_some());
            let spoken = own.or_else(|| line.iter().rev().find(|taken| taken.word().is_some()));
            if let Some(spoken) = spoken.filter(|_| *known != told || known.is_negative()) {
                let put = &*known + &more;
                let reason = match known.is_negative() {
                    true => format!("player {player} pays {paid} only after “{}”", all()),
                    false => {
                        format!("{player} has put in {put} after “{}”, but pays {paid}", all())
                    }
                };
                return Err(lie("action", spoken.action, reason));
            }
        }
        Ok(())
    }

    /// Why an action does not do what its word says; `None` if it does.
    fn false_word(
        &mut self,
        node: usize,
        player: Player,
        word: &Word,
        below: Below,
    ) -> Option<String> {
        let is_out = (below.live | below.acting) & bit(player) == 0;
        if is_out != (word.verb == Verb::Fold) {
            let is = if is_out { "is out after it" } else { "is still in after it" };
            return Some(format!("player {player} {is}"));
        }
        let (before, after) = (&self.places[self.steps[node].above?], &self.places[node]);
        let at = player.index();
        let mine = self.value(&after.put[at])?;
        let own = self.value(&before.put[at])?;
        let others = (0..before.put.len()).filter(|other| *other != at);
        let others: Option<Vec<Rational>> = others
            .map(|other| Some(self.value(&before.put[other])? + self.beyond(at, other)))
            .collect();
        let most = others.and_then(|others| others.into_iter().max());
        let start = self.value(&before.start[at])?;
        let added = &mine - &own;
        let adds = format!("player {player} adds {added}");
        let ahead = most.as_ref().map(|most| mine.cmp(most));
        let fits = match word.verb {
            Verb::Fold => true,
            Verb::Check => ahead.is_none_or(|ahead| ahead.is_ge()),
            Verb::Call => added.is_positive() && ahead.is_none_or(|ahead| ahead.is_eq()),
            Verb::Bet => added.is_positive(),
            Verb::Raise => added.is_positive() && ahead.is_none_or(|ahead| ahead.is_gt()),
            Verb::AllIn => added.is_positive() && below.acting & bit(player) == 0,
        };
        let total = &mine - &start;
        let known = &self.known[..before.put.len()];
        let blinds = before.first_street && known.windows(2).any(|pair| pair[0] != pair[1]);
        let least = known.iter().flatten().min().cloned().unwrap_or_default();
        let antes = &mut self.antes;
        let mut counts_blinds = |all: &Rational| {
            let beside = &mine - all;
            let fits = blinds && !beside.is_negative() && beside <= least;
            fits && *antes.get_or_insert_with(|| beside.clone()) == beside
        };
        let named = match (word.verb, &word.chips) {
            (Verb::Fold | Verb::Check, _) | (_, NamedChips::Free) => true,
            (Verb::Raise, NamedChips::By(more)) => most.is_none_or(|most| mine == most + more),
            (Verb::Bet, NamedChips::By(more)) => added == *more,
            (Verb::Call | Verb::AllIn, NamedChips::By(more)) => added == *more || total == *more,
            (_, NamedChips::To(all)) => total == *all || counts_blinds(all),
        };
        (!fits || !named).then(|| match named {
            true => adds,
            false => format!("{adds}, {total} in all on this street,"),
        })
    }
}
