//! One card: what its actions pay, counted out, and which indifference fixes the probability of each.

use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Leaf, Player, View};
use rational_bluff::strategy::{Evaluation, Passage, Profile};

use super::super::frame::{number, wide};
use super::super::reply::runs;

/// The most equations that are listed for a probability, and the most probabilities of a card.
const EQUATIONS: usize = 6;
const MIXED: usize = 4;
/// The most ends of the hand that are counted out.
const ENDS: usize = 24;

/// What proves the numbers of one card.
pub(super) fn shown(solution: &Solution, evaluation: &Evaluation<'_>, card: u64) -> Markup {
    let (game, label) = (&solution.game, solution.game.label());
    let passage = Passage::of(game, evaluation);
    let players = game.players().iter().filter(|player| game.holds(**player, card));
    let views: Vec<(usize, Vec<Piecewise>)> =
        players.flat_map(|player| evaluation.best_response(*player).action_values).collect();
    html! {
        section aria-labelledby="card" {
            h2 id="card" { "Card " (card) }
            p.soft { "For “" a href=(format!("/{label}?card={card}#card")) { "Card " (card) " explained" } "”. The proof of the value is " a href=(format!("/proof/{label}")) { "a page of its own" } "." }
            @for (at, _) in &views { (view(solution, evaluation, &passage, (*at, card), &views)) }
        }
    }
}

fn view(
    solution: &Solution,
    evaluation: &Evaluation<'_>,
    passage: &Passage,
    (at, card): (usize, u64),
    views: &[(usize, Vec<Piecewise>)],
) -> Markup {
    let (game, view) = (&solution.game, &solution.game.views()[at]);
    let values = views.iter().filter(|(view, _)| *view == at).flat_map(|(_, values)| values);
    let coming = passage.views[at].at(card);
    let played = solution.profile.at(at).iter().map(|part| part.at(card));
    let rows: Vec<(usize, Rational, Rational)> =
        played.zip(values).enumerate().map(|(action, (part, value))| (action, part, value.at(card))).collect();
    html! {
        h3 { "Player " (view.player) ", " (view.name) }
        @if coming.is_zero() {
            p { "With this card play never comes here against these strategies, so nothing is paid." }
        } @else {
            p { "Play comes here in " strong { (coming) } " deals of the other cards, each counted with its probability" @if game.has_ranges() { " and weight" } "." }
            (wide(&view.name, &html! { table {
                caption { "What each action pays: the sum over these deals, divided by their number" }
                thead { tr { @for head in ["Action", "Played", "Sum", "Payoff"] { th scope="col" { (head) } } } }
                tbody { @for (action, part, sum) in &rows {
                    tr { th scope="row" { (view.actions[*action]) } td { (part) } td { (sum) } td { (sum) " / " (coming) " = " (number(&(sum / &coming))) } }
                } }
            } }))
            @if let [one, other] = game.players() {
                (counted(game, evaluation, if view.player == *one { *other } else { *one }, (at, card), views))
            }
            (fixed(solution, passage, (at, card), &rows))
        }
    }
}

/// The deals behind each sum, of two players: who wins how many of them.
fn counted(
    game: &Game,
    evaluation: &Evaluation<'_>,
    other: Player,
    (at, card): (usize, u64),
    views: &[(usize, Vec<Piecewise>)],
) -> Markup {
    let view = &game.views()[at];
    let sequences = || view.actions.iter().zip(view.first_sequence..);
    let leaves =
        |sequence: usize| game.leaves().iter().filter(move |leaf| leaf.sequences[view.player.index()] == sequence);
    // Where the player acts again, the best is worth this.
    let later = |sequence: usize| {
        let below = views.iter().map(|(at, values)| (&game.views()[*at], values));
        let below = below.filter(move |(view, _)| view.parent == sequence && game.views()[at].player == view.player);
        below.map(move |(view, values)| (view, values.iter().map(|value| value.at(card)).max().unwrap_or_default()))
    };
    let ends: usize = sequences().map(|(_, sequence)| leaves(sequence).count()).sum();
    if ends > ENDS {
        return html! { p.soft { "These sums have " (ends) " ends of the hand behind them; pages list " (ENDS) "." } };
    }
    let heads = ["Action", "Then", "Won", "Shared", "Lost", "Sum"];
    let heads = heads.into_iter().filter(|head| game.copies() > 1 || *head != "Shared");
    let times = |count: &Rational, pays: Rational| {
        if count.is_zero() {
            html! { "0" }
        } else {
            html! { (count) " × " (pays) }
        }
    };
    html! {
        (wide(&format!("{}, deal by deal", view.name), &html! { table {
            caption { "The deals behind the sums: cards of player " (other) " counted with the probability of acting so" }
            thead { tr { @for head in heads { th scope="col" { (head) } } } }
            tbody { @for (action, sequence) in sequences() {
                @for leaf in leaves(sequence) {
                    @let count = Count::of(game, evaluation, (view.player, other), leaf, card);
                    tr {
                        th scope="row" { (action) }
                        td { (named(game, other, leaf.sequences[other.index()])) }
                        td { (times(&count.won, leaf.payoff(view.player, view.player))) }
                        @if game.copies() > 1 { td { (times(&count.shared, leaf.tied_payoff(view.player))) } }
                        td { (times(&count.lost, leaf.payoff(view.player, other))) }
                        td { (count.sum(view.player, other, leaf)) }
                    }
                }
                @for (view, best) in later(sequence) {
                    tr { th scope="row" { (action) } td { (view.name) } td colspan=(if game.copies() > 1 { 3 } else { 2 }) { "the best there" } td { (best) } }
                }
            } }
        } }))
    }
}

/// How many deals end at a leaf, each with the other's probability of acting so.
struct Count {
    won: Rational,
    shared: Rational,
    lost: Rational,
}

impl Count {
    fn of(game: &Game, evaluation: &Evaluation<'_>, (player, other): (Player, Player), leaf: &Leaf, card: u64) -> Self {
        let (reach, copies) =
            (evaluation.own_reach(other, leaf.sequences[other.index()]), Rational::from(game.copies()));
        let all = reach.total() * &copies - reach.at(card);
        if let [winner] = leaf.live.as_slice() {
            let (won, lost) = if *winner == player { (all, Rational::ZERO) } else { (Rational::ZERO, all) };
            return Self { won, shared: Rational::ZERO, lost };
        }
        let won = reach.sum_below().at(card) * &copies;
        let shared = reach.at(card) * (copies - Rational::ONE);
        let lost = &(&all - &won) - &shared;
        Self { won, shared, lost }
    }

    fn sum(&self, player: Player, other: Player, leaf: &Leaf) -> Rational {
        let won = &self.won * &leaf.payoff(player, player);
        won + &self.shared * &leaf.tied_payoff(player) + &self.lost * &leaf.payoff(player, other)
    }
}

/// The last action of a player's sequence, in words.
fn named(game: &Game, player: Player, sequence: usize) -> String {
    let own = |view: &View| Some(view.actions.get(sequence.checked_sub(view.first_sequence)?)?.clone());
    let action = game.views_of(player).find_map(|(_, view)| own(view));
    action.map_or_else(|| format!("before player {player} acts"), |action| format!("player {player}: {action}"))
}

/// What fixes the probabilities of a mixed card: the indifference of others, as an equation.
fn fixed(
    solution: &Solution,
    passage: &Passage,
    (at, card): (usize, u64),
    rows: &[(usize, Rational, Rational)],
) -> Markup {
    let view = &solution.game.views()[at];
    let mixed: Vec<_> = rows.iter().filter(|(_, part, _)| !part.is_zero()).collect();
    let [(_, _, sum), _, ..] = mixed.as_slice() else { return html! {} };
    let names: Vec<&str> = mixed.iter().map(|(action, _, _)| view.actions[*action].as_str()).collect();
    html! {
        p { strong { (names.join(" and ")) } " are mixed, so they must pay the same: " (mixed.iter().map(|(_, _, sum)| sum.to_string()).collect::<Vec<_>>().join(" = ")) ", and nothing else more"
            @if rows.iter().all(|(_, _, other)| other <= sum) { ". They do." } }
        @for pair in mixed.windows(2).take(MIXED) {
            @let ((other, rest, _), (action, part, _)) = (pair[0], pair[1]);
            @let together = rest + part;
            @let equations = equations(solution, passage, (at, card), (*action, *other), &together);
            p { "What makes the probability of " strong { (view.actions[*action]) } " just " strong { (part) } "? Call it p, so that " (view.actions[*other]) " has " (together) " − p." }
            @if equations.is_empty() {
                p { "No indifference of another player depends on it: other probabilities may do as well." }
            } @else {
                ul { @for equation in equations.iter().take(EQUATIONS) { li { (equation.shown(solution)) } } }
                @if equations.len() > EQUATIONS { p.soft { (equations.len() - EQUATIONS) " more equations are left out." } }
            }
        }
    }
}

/// With a card at a view somebody is indifferent between two actions only if `constant + slope × p = 0`.
struct Equation {
    view: usize,
    card: u64,
    actions: (usize, usize),
    constant: Rational,
    slope: Rational,
}

impl Equation {
    fn shown(&self, solution: &Solution) -> Markup {
        let view = &solution.game.views()[self.view];
        let (sign, size) = if self.slope.is_negative() { ("−", -&self.slope) } else { ("+", self.slope.clone()) };
        html! {
            "Player " (view.player) ", " (view.name) ", card " (self.card) ": what " strong { (view.actions[self.actions.1]) } " pays more than "
            strong { (view.actions[self.actions.0]) } ", summed, is " (self.constant) " " (sign) " " @if !size.is_one() { (size) " " } "p, and that is 0 only at p = " strong { (-&self.constant / &self.slope) } "."
        }
    }
}

/// The equations of other players in the probability of one action, the other one of the pair taking the rest.
///
/// All other probabilities stay as they are, so every sum is linear in it: two evaluations tell constant and slope.
fn equations(
    solution: &Solution,
    passage: &Passage,
    (at, card): (usize, u64),
    (action, other): (usize, usize),
    together: &Rational,
) -> Vec<Equation> {
    let game = &solution.game;
    let with = |part: Rational| {
        let mut all: Vec<Vec<Piecewise>> =
            (0..game.views().len()).map(|view| solution.profile.at(view).to_vec()).collect();
        all[at][other] = replaced(&all[at][other], card, together - &part);
        all[at][action] = replaced(&all[at][action], card, part);
        Profile::new(game, all)
    };
    let (Ok(without), Ok(fully)) = (with(Rational::ZERO), with(together.clone())) else { return Vec::new() };
    let (zero, full) = (Evaluation::new(game, &without), Evaluation::new(game, &fully));
    let mut found = Vec::new();
    let equilibrium = Evaluation::new(game, &solution.profile);
    for player in game.players().iter().filter(|player| **player != game.views()[at].player) {
        let (zero, full) = (zero.action_values(*player), full.action_values(*player));
        let best = equilibrium.best_response(*player).action_values;
        for ((view, values), ((_, zero), (_, full))) in best.into_iter().zip(zero.iter().zip(&full)) {
            let runs = runs(game, &game.views()[view], &values, solution.profile.at(view));
            for run in
                runs.iter().filter(|run| game.holds(*player, run.first) && !passage.views[view].at(run.first).is_zero())
            {
                for pair in run.best.windows(2) {
                    let difference =
                        |values: &[Piecewise]| values[pair[1]].at(run.first) - values[pair[0]].at(run.first);
                    let constant = difference(zero);
                    let slope = (difference(full) - &constant) / together;
                    if !slope.is_zero() {
                        found.push(Equation { view, card: run.first, actions: (pair[0], pair[1]), constant, slope });
                    }
                }
            }
        }
    }
    found
}

/// The step function with another value at one card.
fn replaced(function: &Piecewise, card: u64, value: Rational) -> Piecewise {
    let change = value - function.at(card);
    let steps = [(card - 1, Rational::ZERO), (card, change), (function.cards(), Rational::ZERO)];
    // No run is empty: before the first card, and behind the last.
    let ends = [0, card - 1, card];
    function.plus(&Piecewise::steps(
        steps.into_iter().zip(ends).filter(|((last, _), end)| last > end).map(|(step, _)| step),
    ))
}
