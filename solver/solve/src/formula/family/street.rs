//! Strategies of one-street games for every deck, from their closed form.

use crate::certificate::family::{ClassRun, WholeLine};
use crate::exact::germ::Germ;
use crate::exact::{Polynomial, Rational};
use crate::formula::{FormulaError, Menu};
use crate::game::Game;

/// The closed form of a one-street game, and how its masses grow with the deck.
pub(super) struct Streets {
    menu: Menu,
    /// Masses for each card of the deck: of bluffs, of value bets of each size or a larger one, and
    /// of calls of each size.
    bluffs: Rational,
    bets: Vec<Rational>,
    calls: Vec<Rational>,
}

/// A mass of cards that depends on `m` by a line: the one with this value at `m`.
fn through(value: &Rational, m: u64, slope: Rational) -> Polynomial {
    Polynomial::new(vec![value - &(&slope * &Rational::from(m)), slope])
}

/// Whole cards in a mass, as a line; the slope is whole.
fn whole(mass: &Polynomial) -> WholeLine {
    let whole = |power| mass.coefficient(power).floor().to_i128().unwrap_or_default() as i64;
    WholeLine { slope: whole(1), constant: whole(0) }
}

/// The part of a card that a mass holds, if it is filled card by card and so many cards come before
/// this one: 0, 1 or between, for large `m`.
fn part(mass: &Polynomial, before: WholeLine) -> Rational {
    let left = mass.minus(&before.polynomial());
    match left.coefficient(1).sign() {
        std::cmp::Ordering::Less => Rational::ZERO,
        std::cmp::Ordering::Greater => Rational::ONE,
        std::cmp::Ordering::Equal => left.coefficient(0).max(Rational::ZERO).min(Rational::ONE),
    }
}

fn line(one: WholeLine, other: WholeLine) -> WholeLine {
    WholeLine { slope: one.slope - other.slope, constant: one.constant - other.constant }
}

fn moved(line: WholeLine, by: i64) -> WholeLine {
    WholeLine { constant: line.constant + by, ..line }
}

impl Streets {
    /// Errors: those of [`Menu::of_formula`].
    pub(super) fn new(game: &Game) -> Result<Self, FormulaError> {
        let menu = Menu::of_formula(game.bets())?;
        let calling = (Rational::ONE - menu.limit()) * Rational::from(2);
        let two = Rational::from(2);
        let calls = menu.bets().iter().map(|bet| &calling / &(bet + &two)).collect();
        Ok(Self { bluffs: menu.limit().clone(), bets: menu.mass_per_card(), calls, menu })
    }

    /// The number of classes: all masses of a class grow by whole cards.
    ///
    /// Errors: `Modulus` for too many.
    pub(super) fn short_modulus(&self) -> Result<u64, FormulaError> {
        let masses = self.bets.iter().chain(&self.calls);
        let modulus = Rational::common_denominator(masses.chain([&self.bluffs]));
        super::within(modulus, || "the strategies".to_owned())
    }

    /// The strategies of a class, by view.
    pub(super) fn strategies(&self, modulus: u64, residue: u64) -> Vec<Vec<ClassRun>> {
        let first =
            if residue >= 2 { residue } else { residue + modulus * 2_u64.div_ceil(modulus) };
        let (m, proof) = (first / modulus, self.menu.proof(first));
        let grown = |slope: &Rational| slope * &Rational::from(modulus);
        let deck = super::deck(modulus, residue);
        let bluffs = through(&proof.bluffs(), m, grown(&self.bluffs));
        let bets = proof.masses.iter().zip(&self.bets);
        let bets: Vec<Polynomial> =
            bets.map(|(mass, slope)| through(mass, m, grown(slope))).collect();
        let twice_mu =
            Rational::from(2) * (Rational::from(first) - Rational::ratio(1, 2) - &proof.eta);
        let mut views = vec![self.bets_of_one(deck, &bluffs, &bets)];
        for (bet, slope) in self.menu.bets().iter().zip(&self.calls) {
            let mass = &twice_mu / &(bet + &Rational::from(2));
            views.push(calls(deck, &through(&mass, m, grown(slope))));
        }
        views
    }

    /// Player I: the lowest cards bluff, the highest bet for value; each bluff takes the sizes in
    /// proportion to what their value bets need.
    fn bets_of_one(
        &self,
        deck: WholeLine,
        bluffs: &Polynomial,
        bets: &[Polynomial],
    ) -> Vec<ClassRun> {
        let mut ends = vec![whole(bluffs), moved(whole(bluffs), 1)];
        for mass in bets {
            let below = line(deck, whole(mass));
            ends.extend([moved(below, -1), below]);
        }
        let shares = self.shares(bluffs, bets);
        let action = |to: WholeLine| {
            let (rank, above) = (line(deck, to), moved(to, -1));
            let bluff = part(bluffs, above);
            let mut check = Rational::ONE - &bluff;
            let mut actions = vec![Germ::from(Rational::ZERO)];
            for (size, share) in shares.iter().enumerate() {
                let larger = bets.get(size + 1).map_or(Rational::ZERO, |mass| part(mass, rank));
                let value = part(&bets[size], rank) - larger;
                check -= &value;
                actions.push(match bluff.is_zero() {
                    true => value.into(),
                    false => scaled(share, &bluff),
                });
            }
            actions[0] = check.into();
            actions
        };
        runs(deck, ends, action)
    }

    /// The share of each size in the bluffs.
    fn shares(&self, bluffs: &Polynomial, bets: &[Polynomial]) -> Vec<Germ> {
        let none = Polynomial::default();
        let share = |(size, bet): (usize, &Rational)| {
            let exactly = bets[size].minus(bets.get(size + 1).unwrap_or(&none));
            let ratio = bet / &(bet + &Rational::from(2));
            let over = exactly.scaled(&ratio);
            Germ::new(over, bluffs.clone()).unwrap_or_else(|| Rational::ZERO.into())
        };
        self.menu.bets().iter().enumerate().map(share).collect()
    }
}

/// Player II calls with her highest cards.
fn calls(deck: WholeLine, mass: &Polynomial) -> Vec<ClassRun> {
    let below = line(deck, whole(mass));
    let ends = vec![moved(below, -1), below];
    let action = |to: WholeLine| {
        let call = part(mass, line(deck, to));
        vec![(Rational::ONE - &call).into(), call.into()]
    };
    runs(deck, ends, action)
}

fn scaled(share: &Germ, by: &Rational) -> Germ {
    let zero = || Rational::ZERO.into();
    Germ::new(share.numerator().scaled(by), share.denominator().clone()).unwrap_or_else(zero)
}

/// Runs to these ends, in order and joined where they are played alike.
fn runs(
    deck: WholeLine,
    mut ends: Vec<WholeLine>,
    action: impl Fn(WholeLine) -> Vec<Germ>,
) -> Vec<ClassRun> {
    ends.push(deck);
    ends.retain(|end| *end > WholeLine { slope: 0, constant: 0 } && *end <= deck);
    ends.sort_unstable();
    ends.dedup();
    joined(ends.into_iter().map(|to| ClassRun { to, actions: action(to) }))
}

/// Runs without cuts between cards that are played alike.
pub(super) fn joined(runs: impl Iterator<Item = ClassRun>) -> Vec<ClassRun> {
    let mut joined: Vec<ClassRun> = Vec::new();
    for run in runs {
        match joined.last_mut().filter(|last| last.actions == run.actions) {
            Some(last) => last.to = run.to,
            None => joined.push(run),
        }
    }
    joined
}
