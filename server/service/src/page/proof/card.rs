//! Payoffs of the actions of one card, deal by deal.

use bluff_report::{named_hand, noun};
use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Leaf, Player, View};
use rational_bluff::strategy::{Evaluation, Passage};

use super::super::frame::{columns, number, wide};
use super::indifference::fixed;

/// The most views that are shown at once, the most actions of one, and the most ends of the hand
/// that are counted out.
const VIEWS: usize = 6;
const ACTIONS: usize = 12;
const ENDS: usize = 24;

/// A card of a solved game, and what its actions are worth at every view of those who may hold it.
struct CardProof<'a> {
    solution: &'a Solution,
    evaluation: &'a Evaluation<'a>,
    passage: Passage,
    card: u64,
    views: Vec<(usize, Vec<Piecewise>)>,
}

/// Proof of the numbers of one card, from one view on.
pub(super) fn shown<'a>(
    solution: &'a Solution,
    evaluation: &'a Evaluation<'a>,
    card: u64,
    from: usize,
) -> Markup {
    let (game, label) = (&solution.game, solution.game.label());
    let players = game.players().iter().filter(|player| game.holds(**player, card));
    let views =
        players.flat_map(|player| evaluation.best_response(*player).action_values).collect();
    let one =
        CardProof { solution, evaluation, passage: Passage::of(game, evaluation), card, views };
    let mut places: Vec<usize> =
        one.views.iter().map(|(at, _)| *at).filter(|at| *at >= from).collect();
    places.sort_unstable();
    html! {
        section aria-labelledby="card" {
            h2 id="card" { (named_hand(game, "Card", card)) }
            p.soft {
                a href=(format!("/{label}?card={card}#card")) {
                    "This " (noun(game)) " in the equilibrium"
                }
                ", and "
                a href=(format!("/proof/{label}")) { "the proof of the value" }
            }
            @for at in places.iter().take(VIEWS) { (one.view(*at)) }
            @if let Some(next) = places.get(VIEWS) {
                p {
                    (places.len() - VIEWS)
                    " more views are left out: "
                    a href=(format!("/proof/{label}?card={card}&view={next}#card")) {
                        "go on from “"
                        (game.views()[*next].name)
                        "”"
                    }
                    "."
                }
            }
        }
    }
}

impl CardProof<'_> {
    fn view(&self, at: usize) -> Markup {
        let (game, view) = (&self.solution.game, &self.solution.game.views()[at]);
        let values =
            self.views.iter().filter(|(view, _)| *view == at).flat_map(|(_, values)| values);
        let coming = self.passage.views[at].at(self.card);
        let played = self.solution.profile.at(at).iter().map(|part| part.at(self.card));
        let rows = played
            .zip(values)
            .enumerate()
            .map(|(action, (part, value))| (action, part, value.at(self.card)));
        let rows: Vec<(usize, Rational, Rational)> = rows.collect();
        let best = rows.iter().map(|(_, _, sum)| sum).max();
        let chief =
            |(_, part, sum): &&(usize, Rational, Rational)| !part.is_zero() || Some(sum) == best;
        let listed: Vec<_> =
            rows.iter().filter(|row| rows.len() <= ACTIONS || chief(row)).take(ACTIONS).collect();
        html! {
            h3 { "Player " (view.player) ", " (view.name) }
            @if coming.is_zero() {
                p { "Play never comes here with this " (noun(game)) "." }
            } @else {
                p { "Play comes here in " strong { (coming) } " deals of the other cards. Each \
                    counts with its probability" @if game.has_ranges() { " and weight" } "." }
                (wide(&view.name, &html! { table {
                    caption { "Payoff of each action: the sum over these deals, divided by their \
                        number" }
                    (columns(["Action", "Played", "Sum", "Payoff"]))
                    tbody { @for (action, part, sum) in &listed {
                        tr {
                            th scope="row" { (view.actions[*action]) }
                            td { (part) }
                            td { (sum) }
                            td { (sum) " / " (coming) " = " (number(&(sum / &coming))) }
                        }
                    } }
                } }))
                @if listed.len() < rows.len() {
                    p.soft {
                        (rows.len() - listed.len())
                        " more actions are left out; none pays more."
                    }
                }
                @if let [one, other] = game.players() {
                    (self.counted(at, if view.player == *one { *other } else { *one }))
                }
                (fixed(self.solution, &self.passage, (at, self.card), &rows))
            }
        }
    }

    /// The deals behind each sum, of two players: who wins how many of them.
    fn counted(&self, at: usize, other: Player) -> Markup {
        let (game, view) = (&self.solution.game, &self.solution.game.views()[at]);
        let sequences = || view.actions.iter().zip(view.first_sequence..);
        let own = |leaf: &&Leaf| leaf.sequences[view.player.index()];
        let leaves =
            |sequence: usize| game.leaves().iter().filter(move |leaf| own(leaf) == sequence);
        let ends: usize = sequences().map(|(_, sequence)| leaves(sequence).count()).sum();
        if ends > ENDS {
            return html! { p.soft { "The hand has " (ends) " ends from here; pages count the deals \
            of at most " (ENDS) "." } };
        }
        let shares = game.copies() > 1;
        let heads = ["Action", "Then", "Won", "Shared", "Lost", "Sum"];
        let heads = heads.into_iter().filter(|head| shares || *head != "Shared");
        html! {
            (wide(&format!("{}, deal by deal", view.name), &html! { table {
                caption { "Deals behind the sums: each " (noun(game)) " of player " (other)
                    " counts with the probability of that action"
                    @if !game.deck().is_ranks() { ", and a tie half as won" } }
                (columns(heads))
                tbody { @for (action, sequence) in sequences() {
                    @for leaf in leaves(sequence) {
                        @let players = (view.player, other);
                        @let count = Count::of(game, self.evaluation, players, leaf, self.card);
                        tr {
                            th scope="row" { (action) }
                            td { (named(game, other, leaf.sequences[other.index()])) }
                            td { (times(&count.won, &leaf.payoff(view.player, view.player))) }
                            @if shares {
                                td { (times(&count.shared, &leaf.tied_payoff(view.player))) }
                            }
                            td { (times(&count.lost, &leaf.payoff(view.player, other))) }
                            td { (count.sum((view.player, other), leaf)) }
                        }
                    }
                    @for (later, best) in self.later(view.player, sequence) {
                        tr {
                            th scope="row" { (action) }
                            td { (later.name) }
                            td colspan=(if shares { 3 } else { 2 }) { "the best there" }
                            td { (best) }
                        }
                    }
                } }
            } }))
        }
    }

    /// The views at which a player acts again after an own sequence, and what the best action there
    /// is worth.
    fn later(&self, player: Player, sequence: usize) -> impl Iterator<Item = (&View, Rational)> {
        let views =
            self.views.iter().map(|(at, values)| (&self.solution.game.views()[*at], values));
        let below = views.filter(move |(view, _)| view.player == player && view.parent == sequence);
        below.map(|(view, values)| {
            (view, values.iter().map(|value| value.at(self.card)).max().unwrap_or_default())
        })
    }
}

fn times(count: &Rational, pays: &Rational) -> Markup {
    html! { (count) @if !count.is_zero() { " × " (pays) } }
}

/// Number of deals that end at a leaf, each with the other's probability of acting so.
struct Count {
    won: Rational,
    shared: Rational,
    lost: Rational,
}

impl Count {
    fn of(
        game: &Game,
        evaluation: &Evaluation<'_>,
        (player, other): (Player, Player),
        leaf: &Leaf,
        card: u64,
    ) -> Self {
        let (reach, copies) = (
            evaluation.own_reach(other, leaf.sequences[other.index()]),
            Rational::from(game.copies()),
        );
        let kernel = game.kernel(leaf.board);
        let [all, wins] = match kernel {
            None => [reach.total() * &copies - reach.at(card), Rational::ZERO],
            // Ties are counted half as won.
            Some(kernel) => (1..=game.n()).fold([Rational::ZERO; 2], |[all, won], hand| {
                let [ways, wins] = kernel.deal(card, hand);
                let reach = reach.at(hand);
                [all + ways * &reach, won + wins * reach]
            }),
        };
        if let [winner] = leaf.live.as_slice() {
            let (won, lost) =
                if *winner == player { (all, Rational::ZERO) } else { (Rational::ZERO, all) };
            return Self { won, shared: Rational::ZERO, lost };
        }
        if kernel.is_some() {
            return Self { lost: all - &wins, won: wins, shared: Rational::ZERO };
        }
        let won = reach.sum_below().at(card) * &copies;
        let shared = reach.at(card) * (copies - Rational::ONE);
        let lost = &(&all - &won) - &shared;
        Self { won, shared, lost }
    }

    fn sum(&self, (player, other): (Player, Player), leaf: &Leaf) -> Rational {
        let won = &self.won * &leaf.payoff(player, player);
        won + &self.shared * &leaf.tied_payoff(player) + &self.lost * &leaf.payoff(player, other)
    }
}

/// The last action of a player's sequence, in words.
fn named(game: &Game, player: Player, sequence: usize) -> String {
    let own =
        |view: &View| Some(view.actions.get(sequence.checked_sub(view.first_sequence)?)?.clone());
    let action = game.views_of(player).find_map(|(_, view)| own(view));
    action.map_or_else(
        || format!("before player {player} acts"),
        |action| format!("player {player}: {action}"),
    )
}
