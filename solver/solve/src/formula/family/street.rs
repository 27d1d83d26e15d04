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

/// A mass of cards that depends on `m` by a line.
struct Mass {
    slope: Rational,
    constant: Rational,
}

impl Mass {
    /// The line with this value at `m`.
    fn through(value: &Rational, m: u64, slope: Rational) -> Self {
        Self { constant: value - &(&slope * &Rational::from(m)), slope }
    }

    fn minus(&self, other: &Self) -> Self {
        Self { slope: &self.slope - &other.slope, constant: &self.constant - &other.constant }
    }

    fn polynomial(&self) -> Polynomial {
        Polynomial::new(vec![self.constant.clone(), self.slope.clone()])
    }

    /// Whole cards in the mass, as a line; the slope is whole.
    fn whole(&self) -> WholeLine {
        let whole = |number: &Rational| number.floor().to_i128().unwrap_or_default() as i64;
        WholeLine { slope: whole(&self.slope), constant: whole(&self.constant) }
    }

    /// The part of a card that the mass holds, if it is filled card by card and so many cards come
    /// before this one: 0, 1 or between, for large `m`.
    fn part(&self, before: WholeLine) -> Rational {
        let before = Self { slope: before.slope.into(), constant: before.constant.into() };
        let left = self.minus(&before);
        match left.slope.sign() {
            std::cmp::Ordering::Less => Rational::ZERO,
            std::cmp::Ordering::Greater => Rational::ONE,
            std::cmp::Ordering::Equal => left.constant.max(Rational::ZERO).min(Rational::ONE),
        }
    }
}

fn line(one: WholeLine, other: WholeLine) -> WholeLine {
    WholeLine { slope: one.slope - other.slope, constant: one.constant - other.constant }
}

fn next(line: WholeLine) -> WholeLine {
    WholeLine { constant: line.constant + 1, ..line }
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
        let bluffs = Mass::through(&proof.bluffs(), m, grown(&self.bluffs));
        let bets: Vec<Mass> = proof
            .masses
            .iter()
            .zip(&self.bets)
            .map(|(mass, slope)| Mass::through(mass, m, grown(slope)))
            .collect();
        let twice_mu =
            Rational::from(2) * (Rational::from(first) - Rational::ratio(1, 2) - &proof.eta);
        let mut views = vec![self.bets_of_one(deck, &bluffs, &bets)];
        for (bet, slope) in self.menu.bets().iter().zip(&self.calls) {
            let mass = &twice_mu / &(bet + &Rational::from(2));
            views.push(calls(deck, &Mass::through(&mass, m, grown(slope))));
        }
        views
    }

    /// Player I: the lowest cards bluff, the highest bet for value; each bluff takes the sizes in
    /// proportion to what their value bets need.
    fn bets_of_one(&self, deck: WholeLine, bluffs: &Mass, bets: &[Mass]) -> Vec<ClassRun> {
        let mut ends = vec![bluffs.whole(), next(bluffs.whole())];
        for mass in bets {
            let below = line(deck, mass.whole());
            ends.extend([WholeLine { constant: below.constant - 1, ..below }, below]);
        }
        let shares = self.shares(bluffs, bets);
        let action = |to: WholeLine| {
            let (rank, above) = (line(deck, to), WholeLine { constant: to.constant - 1, ..to });
            let bluff = bluffs.part(above);
            let mut check = Rational::ONE - &bluff;
            let mut actions = vec![Germ::from(Rational::ZERO)];
            for (size, share) in shares.iter().enumerate() {
                let larger = bets.get(size + 1).map_or(Rational::ZERO, |mass| mass.part(rank));
                let value = bets[size].part(rank) - larger;
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
    fn shares(&self, bluffs: &Mass, bets: &[Mass]) -> Vec<Germ> {
        let none = Mass { slope: Rational::ZERO, constant: Rational::ZERO };
        let share = |(size, bet): (usize, &Rational)| {
            let exactly = bets[size].minus(bets.get(size + 1).unwrap_or(&none));
            let ratio = bet / &(bet + &Rational::from(2));
            let over = exactly.polynomial().scaled(&ratio);
            Germ::new(over, bluffs.polynomial()).unwrap_or_else(|| Rational::ZERO.into())
        };
        self.menu.bets().iter().enumerate().map(share).collect()
    }
}

/// Player II calls with her highest cards.
fn calls(deck: WholeLine, mass: &Mass) -> Vec<ClassRun> {
    let below = line(deck, mass.whole());
    let ends = vec![WholeLine { constant: below.constant - 1, ..below }, below];
    let action = |to: WholeLine| {
        let call = mass.part(line(deck, to));
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
