//! All decks: the classes, the decks below them, and the formula.

use std::ops::Deref;

use bluff_exact::germ::Onset;

use crate::certificate::{Certified, Solution, check};
use crate::game::{Game, GameError, Player};

use super::{FamilyClaim, FamilyError, MAX_MODULUS, WholeLine, check_class};

/// A family that passed [`check_family`]; nothing else makes one.
#[derive(Clone, Debug)]
pub struct CertifiedFamily {
    claim: FamilyClaim,
    decks: Vec<Certified<Solution>>,
    comparisons: u64,
}

impl Deref for CertifiedFamily {
    type Target = FamilyClaim;
    fn deref(&self) -> &FamilyClaim {
        &self.claim
    }
}

impl CertifiedFamily {
    /// The single decks, each with its certificate.
    pub fn single_decks(&self) -> &[Certified<Solution>] {
        &self.decks
    }

    /// The number of inequalities that were shown.
    pub fn comparisons(&self) -> u64 {
        self.comparisons
    }
}

impl FamilyClaim {
    /// The number of classes.
    pub fn modulus(&self) -> u64 {
        self.classes.len() as u64
    }

    /// The name of the game without a deck: `kuhn/b1`; of a game file its name alone.
    pub fn label(&self) -> String {
        self.game.label_without_deck()
    }

    /// The number of decks that no class proves, 0 and 1 cards counted in.
    pub fn count_uncovered(&self) -> u64 {
        self.classes.iter().fold(0, |count, class| count.saturating_add(class.from))
    }

    /// The decks of 2 cards or more that no class proves, of which [`Self::count_uncovered`] says
    /// the number.
    pub fn uncovered(&self) -> Vec<u64> {
        let modulus = self.modulus();
        let below = |(residue, from): (u64, u64)| {
            (0..from).map(move |m| m * modulus + residue).filter(|n| *n >= 2)
        };
        let froms = (0..).zip(self.classes.iter().map(|class| class.from));
        let mut decks: Vec<u64> = froms.flat_map(below).collect();
        decks.sort_unstable();
        decks
    }

    /// The deck of a residue, as a line in `m`.
    pub fn deck(&self, residue: u64) -> WholeLine {
        WholeLine { slope: self.modulus() as i64, constant: residue as i64 }
    }
}

/// Checks a family from the rules of the game: every class, the single decks, that they cover all
/// decks of 2 cards or more, and that the formula is their value.
///
/// Errors: [`FamilyError`], naming the class or the deck.
pub fn check_family(claim: FamilyClaim) -> Result<CertifiedFamily, FamilyError> {
    check_game(&claim.game)?;
    let modulus = claim.modulus();
    if !(1..=MAX_MODULUS).contains(&modulus) {
        return Err(FamilyError::ClassCount { given: claim.classes.len() });
    }
    check_period(&claim)?;
    check_cover(&claim)?;
    let mut comparisons = 0;
    for (residue, class) in (0..).zip(&claim.classes) {
        let (deck, mut onset) = (claim.deck(residue), Onset::claimed(class.from));
        let worth = claim.formula.of_class(deck);
        check_class(&claim.game, deck, &class.strategies, &worth, &mut onset)
            .map_err(|gap| FamilyError::Class { residue, modulus, gap })?;
        comparisons += onset.comparisons();
    }
    let decks = check_decks(&claim)?;
    Ok(CertifiedFamily { claim, decks, comparisons })
}

/// Errors: [`FamilyError::Game`] unless all decks of the game have two players, one copy of each
/// card and no ranges.
pub fn check_game(game: &Game) -> Result<(), FamilyError> {
    let ranges = game.players().iter().any(|player| game.range(*player).is_some());
    let given = match game.players() {
        _ if !game.deck().is_ranks() => return Err(FamilyError::own_deck()),
        [Player::I, Player::II] if game.copies() == 1 && !ranges => return Ok(()),
        [Player::I, Player::II] if ranges => "ranges".to_owned(),
        [Player::I, Player::II] => format!("{} copies", game.copies()),
        players => format!("{} players", players.len()),
    };
    Err(FamilyError::Game { given })
}

/// The period is the least one of the constants by class.
fn check_period(claim: &FamilyClaim) -> Result<(), FamilyError> {
    let (modulus, constants) = (claim.modulus(), &claim.formula.constants);
    let given = claim.formula.period();
    let repeats = |period: usize| {
        constants.len() % period == 0
            && constants[period..] == constants[..constants.len() - period]
    };
    let shorter = (1..constants.len()).any(repeats);
    if given == 0 || modulus % given != 0 || shorter {
        return Err(FamilyError::Period { given, modulus });
    }
    Ok(())
}

/// Every deck of 2 cards or more is proved once.
fn check_cover(claim: &FamilyClaim) -> Result<(), FamilyError> {
    let modulus = claim.modulus();
    let given: Vec<u64> = claim.decks.iter().map(|(n, _)| *n).collect();
    // Many more decks than are given need not be listed.
    let (mut left_out, most) = (0_u64, given.len() as u64 + MAX_MODULUS);
    for (residue, class) in (0..).zip(&claim.classes) {
        left_out = left_out.saturating_add(class.from);
        if left_out > most || class.from * modulus + residue < 2 {
            return Err(FamilyError::Begin { residue, modulus, from: class.from });
        }
    }
    let expected = claim.uncovered();
    if expected == given {
        return Ok(());
    }
    let listed = |decks: &[u64]| {
        let texts: Vec<String> = decks.iter().take(20).map(u64::to_string).collect();
        if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
    };
    Err(FamilyError::Cover { given: listed(&given), expected: listed(&expected) })
}

/// The single decks certified, and the exceptions among them.
fn check_decks(claim: &FamilyClaim) -> Result<Vec<Certified<Solution>>, FamilyError> {
    let formula = &claim.formula;
    let mut decks = Vec::with_capacity(claim.decks.len());
    let mut exceptions = formula.exceptions.iter().peekable();
    for (n, candidate) in &claim.decks {
        let game = claim.game.clone().with_deck(*n, 1).map_err(no_game)?;
        let solution = check(&game, candidate.clone())
            .map_err(|refusal| FamilyError::Deck { n: *n, refusal })?;
        let value = &solution.values[0];
        let claimed = match exceptions.next_if(|(deck, _)| deck == n) {
            Some((_, claimed)) if *value == formula.regular(*n) || claimed != value => {
                return Err(FamilyError::NoException { n: *n });
            }
            Some((_, claimed)) => claimed.clone(),
            None => formula.regular(*n),
        };
        if *value != claimed {
            return Err(FamilyError::Exception { n: *n, value: value.clone(), claimed });
        }
        decks.push(solution);
    }
    match exceptions.next() {
        Some((n, _)) => Err(FamilyError::NoException { n: *n }),
        None => Ok(decks),
    }
}

pub(super) fn no_game(error: GameError) -> FamilyError {
    FamilyError::Document(error.into())
}
