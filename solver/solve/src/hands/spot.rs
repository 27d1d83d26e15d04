//! A spot: two ranges, boards and the betting, and what plans pay in doubles.

use crate::cards::{Card, CardSet, HoleCards, Strength};
use crate::exact::Rational;
use crate::game::{Game, Player};

use super::classes::{HandClasses, classes};
use super::is_river;
use super::payoff_tree::{Choices, PayoffTree};
use super::showdown::{BoardDeals, Showdown};

/// Ranges of hands of both players and the betting between them, by classes of hands that are
/// played alike. Plans and values are listed by sequence, and within it by class.
pub(super) struct HandSpot {
    pub(super) tree: PayoffTree,
    pub(super) boards: Vec<BoardDeals>,
    pub(super) classes: [HandClasses; 2],
    /// Weight of each hand of a class.
    pub(super) weight: [Vec<f64>; 2],
    /// Gain that may be rounding.
    pub(super) rounding: f64,
}

/// Weights of hands are below this, so that no sum leaves 128 bits.
const LARGEST: i128 = 1 << 40;

/// A realization plan, or values of sequences.
/// Gain that may be rounding, in parts of the pot and of all hands.
const ROUNDING: f64 = 1e-9;

pub(super) type Numbers = Vec<f64>;

/// Room for sums over hands.
struct HandSums {
    reach: Vec<f64>,
    ways: Vec<f64>,
    lead: Vec<f64>,
}

impl HandSpot {
    /// The spot of a game of two players; `None` if weights or amounts are too long for machine
    /// words, and for a deck of ranks.
    pub(super) fn of(game: &Game) -> Option<Self> {
        let weights = |player: Player| -> Option<Vec<i64>> {
            let Some(range) = game.range(player) else { return Some(vec![1; game.n() as usize]) };
            let whole = |hand| {
                let weight = range.at(hand).to_i128().filter(|weight| *weight < LARGEST)?;
                i64::try_from(weight).ok()
            };
            (1..=game.n()).map(whole).collect()
        };
        let weights = [weights(Player::I)?, weights(Player::II)?];
        let boards = if is_river(game) { vec![sweep(game)?] } else { tables(game)? };
        let locks = [Player::I, Player::II].map(|player| lock_keys(game, player));
        let classes = classes(&boards, [&weights[0], &weights[1]], &locks);
        let doubles =
            |classes: &HandClasses| classes.weight.iter().map(|weight| *weight as f64).collect();
        let weight: [Vec<f64>; 2] = classes.each_ref().map(doubles);
        let mut tree = PayoffTree::of(game)?;
        for (at, decision) in tree.decisions.iter_mut().enumerate() {
            if game.lock(at).is_some() {
                let hands = classes[decision.player].first.iter();
                let row = |hand: &usize| game.locked_row(at, *hand as u64 + 1);
                decision.locked = hands.map(row).collect();
            }
        }
        let [one, two] = [0, 1].map(|player| {
            let hands = weight[player].iter().zip(&classes[player].count);
            hands.map(|(weight, count)| weight * *count as f64).sum::<f64>()
        });
        let most = boards.iter().map(BoardDeals::most).max().unwrap_or(0);
        let rounding = tree.pot * ROUNDING * one.max(two) * most as f64;
        Some(Self { tree, boards, classes, weight, rounding })
    }

    fn scratch(&self) -> HandSums {
        let zeros = || vec![0.0; self.classes[0].of.len()];
        HandSums { reach: zeros(), ways: zeros(), lead: zeros() }
    }

    /// Number of classes of a player.
    pub(super) fn len(&self, player: usize) -> usize {
        self.classes[player].len()
    }

    /// Zeros for each sequence and class of a player.
    pub(super) fn zeros(&self, player: usize) -> Numbers {
        vec![0.0; self.tree.sequences[player] * self.len(player)]
    }

    /// The plan of a player who takes all actions equally often, in whole numbers; `None` if they
    /// are too long.
    pub(super) fn whole_even_plan(&self, player: usize) -> Option<Vec<i64>> {
        let mut shares = vec![Rational::ONE; self.tree.sequences[player]];
        for decision in self.tree.decisions_of(player) {
            for sequence in decision.after() {
                shares[sequence] = &shares[decision.parent] / Rational::from(decision.actions);
            }
        }
        let all = Rational::common_denominator(shares.iter());
        all.to_i128().filter(|all| *all < 1 << 30)?;
        let weights = &self.classes[player].weight;
        let shares = shares.iter().map(|share| (share * &all).to_i128().map(|it| it as i64));
        let reach = |share: Option<i64>| weights.iter().map(move |it| it.checked_mul(share?));
        shares.flat_map(reach).collect()
    }

    /// The plan of a player who takes all actions equally often.
    pub(super) fn even_plan(&self, player: usize) -> Numbers {
        let (own, mut plan) = (self.len(player), self.zeros(player));
        plan[..own].copy_from_slice(&self.weight[player]);
        for decision in self.tree.decisions_of(player) {
            for at in decision.first * own..(decision.first + decision.actions) * own {
                let parent = plan[decision.parent * own + at % own];
                plan[at] = parent / decision.actions as f64;
            }
        }
        plan
    }

    /// Sums of one sequence of the other player's plan over the deals with each hand of a player's
    /// and a board.
    fn sums(&self, player: usize, board: usize, reach: &[f64], scratch: &mut HandSums) {
        for (reach_of_hand, class) in scratch.reach.iter_mut().zip(&self.classes[1 - player].of) {
            *reach_of_hand = class.map_or(0.0, |class| reach[class]);
        }
        self.boards[board].sums(&scratch.reach, &mut scratch.ways, &mut scratch.lead);
    }

    /// Payoffs of the hands that end after each sequence of a player, against a plan of the other.
    pub(super) fn ending_values(&self, player: usize, other: &[f64], values: &mut [f64]) {
        values.fill(0.0);
        let mut scratch = self.scratch();
        let (own, others) = (self.len(player), self.len(1 - player));
        let mut summed = None;
        for at in &self.tree.by_sequence[1 - player] {
            let ending = &self.tree.endings[*at];
            let here = (ending.sequences[1 - player], ending.board);
            if summed != Some(here) {
                let reach = &other[here.0 * others..][..others];
                self.sums(player, ending.board, reach, &mut scratch);
                summed = Some(here);
            }
            let [per_deal, per_lead] = ending.pays(player).map(|amount| amount as f64);
            let values = &mut values[ending.sequences[player] * own..][..own];
            for (value, hand) in values.iter_mut().zip(&self.classes[player].first) {
                *value += per_deal * scratch.ways[*hand] + per_lead * scratch.lead[*hand];
            }
        }
    }

    /// Adds to each sequence what best follows it; then the values of a view's actions are those of
    /// taking them and then playing best.
    pub(super) fn roll_back(&self, player: usize, values: &mut [f64]) {
        let own = self.len(player);
        for decision in self.tree.decisions_of(player).rev() {
            for class in 0..own {
                let actions = decision.after().map(|sequence| values[sequence * own + class]);
                let best = match decision.lock(class) {
                    Some(mix) => mix.iter().zip(actions).map(|(part, v)| part.to_f64() * v).sum(),
                    None => actions.fold(f64::MIN, f64::max),
                };
                let value = &mut values[decision.parent * own + class];
                *value = if *value > f64::MIN { *value + best } else { f64::MIN };
            }
        }
    }

    /// Values of all sequences of a player who plays best against a plan, and the value of the game
    /// to that player, in units of payoffs times deals.
    pub(super) fn reply(&self, player: usize, other: &[f64]) -> (Numbers, f64) {
        let mut values = self.zeros(player);
        self.ending_values(player, other, &mut values);
        self.roll_back(player, &mut values);
        let classes = &self.classes[player];
        let hands = self.weight[player].iter().zip(&classes.count).zip(&values);
        let total = hands.map(|((weight, count), value)| weight * *count as f64 * value).sum();
        (values, total)
    }

    /// Weight of the other player's coming to a view, by class.
    pub(super) fn met(&self, view: &Choices, other: &[f64]) -> Numbers {
        let (player, others) = (view.player, self.len(1 - view.player));
        let mut scratch = self.scratch();
        let mut met = vec![0.0; self.len(player)];
        for sequence in &view.met {
            self.sums(player, view.board, &other[sequence * others..][..others], &mut scratch);
            let hands = met.iter_mut().zip(&self.classes[player].first);
            hands.for_each(|(met, hand)| *met += scratch.ways[*hand]);
        }
        met
    }

    /// Weight of all deals, in units of payoffs times deals if everybody won the pot.
    pub(super) fn stake(&self) -> f64 {
        let mut scratch = self.scratch();
        self.sums(0, self.tree.decisions[0].board, &self.weight[1], &mut scratch);
        let classes = &self.classes[0];
        let hands = classes.first.iter().zip(&classes.count).zip(&self.weight[0]);
        let deals: f64 =
            hands.map(|((hand, count), weight)| scratch.ways[*hand] * *count as f64 * weight).sum();
        deals * self.tree.pot
    }
}

/// By hand, the locked probabilities at all views of a player: hands with others are no class.
fn lock_keys(game: &Game, player: Player) -> Vec<Vec<Option<Vec<Rational>>>> {
    let locked: Vec<usize> =
        game.views_of(player).map(|(at, _)| at).filter(|at| game.lock(*at).is_some()).collect();
    let key = |hand| locked.iter().map(|view| game.locked_row(*view, hand)).collect();
    (1..=game.n()).map(key).collect()
}

/// The board of a river.
fn sweep(game: &Game) -> Option<BoardDeals> {
    let board: CardSet = game.holdem_board()?.cards();
    let hands: Vec<HoleCards> =
        (1..=game.n()).map(|hand| game.hole_cards(hand)).collect::<Option<_>>()?;
    let cards = hands.iter().map(|hand| hand.pair().map(Card::index)).collect();
    let strengths: Vec<Strength> =
        hands.iter().map(|hand| Strength::of(hand.cards() | board)).collect();
    Some(BoardDeals::Sweep(Showdown::new(cards, &strengths)))
}

/// The boards of a deck of a few cards.
fn tables(game: &Game) -> Option<Vec<BoardDeals>> {
    let deals = |board: usize| {
        let kernel = game.kernel(board)?;
        let row = |own| (1..=game.n()).map(|other| kernel.deal(own, other)).collect();
        Some((1..=game.n()).map(row).collect())
    };
    let boards: Vec<Vec<Vec<[Rational; 2]>>> =
        (0..game.boards().len()).map(deals).collect::<Option<_>>()?;
    let scale = Rational::common_denominator(boards.iter().flatten().flatten().map(|[all, _]| all));
    boards.iter().map(|deals| BoardDeals::table(deals, &scale)).collect()
}
