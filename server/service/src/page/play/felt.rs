//! The table: cards, chips, and the actions to choose from.

use bluff_report::picture::advice::capital;
use bluff_report::picture::minus;
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{FLIP, Leaf, Player};

use crate::play::Hand;

use super::super::frame::{columns, number};
use super::super::icon;
use super::query::PlayQuery;
use super::session::SeatedPlayer;
use super::stakes::{Seen, TableStakes};

/// The most discs of a stack of chips.
const DISCS: i64 = 8;

/// The table at a turn of the visitor, or at the end of a hand.
pub(super) fn felt(seated: &SeatedPlayer<'_>, hand: &Hand, turn: Result<usize, &Leaf>) -> Markup {
    let game = seated.game;
    let seen = match turn {
        Ok(view) => TableStakes::new(game).at_view(view),
        Err(leaf) => Seen {
            paid: leaf.paid.iter().map(|paid| paid.amount().clone()).collect(),
            certain: true,
        },
    };
    let won = turn.err().map(|leaf| leaf.payoffs(&hand.cards));
    let won = |player: Player| won.as_ref().map(|won| &won[player.index()]);
    let known =
        turn.ok().map_or_else(|| vec![true; hand.steps.len()], |view| hand.seen(game, view));
    // The last action of each player that the seat has seen.
    let last = |player: Player| {
        let steps = hand.steps.iter().zip(&known).rev();
        let mut own = steps.filter(|((at, _), _)| game.views()[*at].player == player);
        own.next()
            .filter(|(_, seen)| **seen)
            .map(|((at, action), _)| game.views()[*at].actions[*action].as_str())
    };
    let seat = seated.seat;
    let folded = |player| last(player) == Some("fold");
    html! {
        div.felt {
            div.seats-row {
                @for player in game.players().iter().filter(|player| **player != seat) {
                    div.seat.out[folded(*player)] {
                        @match turn {
                            Ok(_) => div.card-back { (icon::mark()) span.unseen { "a card face down"
                                } },
                            Err(_) => (face(hand.cards[player.index()], game.n())),
                        }
                        p {
                            b { "Equilibrium" }
                            span.soft {
                                "player " (player)
                                @if let Some(action) = last(*player) { ", " (does(action)) }
                            }
                            @if let Some(won) = won(*player) { (gain(won)) }
                        }
                    }
                }
            }
            (pot(seated, &seen, last))
            div.seats-row {
                div.seat.mine.out[folded(seat)] {
                    (face(hand.cards[seat.index()], game.n()))
                    p {
                        b { "You" }
                        span.soft { "player " (seat) ", card " (hand.cards[seat.index()]) " of "
                            (game.n()) }
                        @if let Some(won) = won(seat) { (gain(won)) }
                    }
                }
            }
        }
    }
}

/// Chips on the table: the antes together, and the bet of each player.
fn pot<'a>(
    seated: &SeatedPlayer<'_>,
    seen: &Seen,
    last: impl Fn(Player) -> Option<&'a str>,
) -> Markup {
    let ante = Rational::ONE;
    let players = seated.game.players();
    let antes = Rational::from(players.len() as u64);
    html! {
        div.pot {
            p {
                b.sum { (seen.pot()) @if !seen.certain { small { " or more" } } }
                span.soft { "in the pot" }
            }
            p { (chips(&antes, "ante")) span.soft { "antes " (antes) } }
            @for (player, paid) in players.iter().zip(&seen.paid).filter(|(_, paid)| **paid > ante)
                {
                @let more = paid - &ante;
                p {
                    (chips(&more, last(*player).map_or("value", colour)))
                    span {
                        @if *player == seated.seat { "you" } @else { "player " (player) }
                        ": " b { (more) }
                    }
                }
            }
        }
    }
}

/// A stack of chips: a disc for each ante.
fn chips(amount: &Rational, class: &str) -> Markup {
    let whole = amount.to_f64().ceil() as i64;
    let discs = whole.clamp(1, DISCS);
    let height = 22 + 6 * (discs - 1);
    html! {
        svg class={ "chips " (class) } width="44" height=(height)
            viewBox=(format!("0 0 44 {height}"))
            aria-hidden="true" {
            @for disc in 0..discs {
                @let y = height - 11 - 6 * disc;
                path.rim d=(format!("M3 {y}v4a19 7 0 0 0 38 0v-4z")) {}
                ellipse.top cx="22" cy=(y) rx="19" ry="7" {}
                ellipse.spots cx="22" cy=(y) rx="12" ry="4" {}
            }
        }
    }
}

/// A card face up, and how high it is in the deck.
fn face(card: u64, n: u64) -> Markup {
    let size = match card.to_string().len() {
        ..=2 => "short",
        3..=4 => "middle",
        _ => "long",
    };
    let share = format!("{:.2}%", 100.0 * card as f64 / n as f64);
    html! {
        div class={ "card-face " (size) } {
            span.corner aria-hidden="true" { (card) }
            b.rank { (card) }
            svg.level width="100%" height="4" aria-hidden="true" {
                rect.all width="100%" height="4" rx="2" {}
                rect.part width=(share) height="4" rx="2" {}
            }
            span.corner.foot aria-hidden="true" { (card) }
        }
    }
}

/// Gain of a player, with a sign.
fn gain(won: &Rational) -> Markup {
    let sign = if won.is_positive() { "+" } else { "" };
    html! { strong.gain { (sign) (minus(won)) } }
}

/// An action as its player does it: "bets 4".
fn does(action: &str) -> String {
    match action.split_once(' ') {
        Some((word, size)) => format!("{word}s {size}"),
        None => format!("{action}s"),
    }
}

/// Class of the colour of an action.
pub(in super::super) fn colour(action: &str) -> &'static str {
    match action.split(' ').next() {
        Some("check") => "check",
        Some("fold") => "fold",
        Some("call") => "call",
        Some("raise") => "raise",
        _ => "value",
    }
}

/// The key of each action: the letter of its word, digits for several sizes.
fn keys(actions: &[String]) -> Vec<Option<String>> {
    let word = |action: &str| action.split(' ').next().unwrap_or_default().to_owned();
    let several = |of: &str| actions.iter().filter(|other| word(other) == word(of)).count() > 1;
    let mut digits = 1..=9;
    let key = |action: &String| match word(action).as_str() {
        _ if several(action) => digits.next().map(|digit| digit.to_string()),
        "check" => Some("K".to_owned()),
        other => other.chars().next().map(|letter| letter.to_uppercase().to_string()),
    };
    actions.iter().map(key).collect()
}

/// Cost of an action, and the pot after it.
fn outcome(
    seated: &SeatedPlayer<'_>,
    stakes: &TableStakes<'_>,
    view: usize,
    action: usize,
) -> String {
    let game = seated.game;
    let seat = seated.seat.index();
    let (now, then) = (stakes.at_view(view), stakes.after(view, action));
    let pot = if then.certain { then.pot().to_string() } else { format!("{} or more", then.pot()) };
    let cost = &then.paid[seat] - &now.paid[seat];
    if game.views()[view].actions[action] == "fold" {
        let paid = &now.paid[seat];
        return if paid.is_one() {
            "give up the ante".to_owned()
        } else {
            format!("give up the {paid} that you paid")
        };
    }
    match stakes.ends(view, action) {
        Some(_) if game.stakes().get(&FLIP).is_some() => format!("showdown for {pot}"),
        Some(2..) => format!("the higher card takes {pot}"),
        _ if cost.is_zero() => "pay nothing".to_owned(),
        _ => format!("pay {cost}, the pot is then {pot}"),
    }
}

/// The actions at a view, as equal buttons, and a hint.
pub(super) fn actions(
    seated: &SeatedPlayer<'_>,
    hand: &Hand,
    at: usize,
    asked: &PlayQuery,
    seed: &str,
) -> Markup {
    let game = seated.game;
    let (view, stakes) = (&game.views()[at], TableStakes::new(game));
    let keys = keys(&view.actions);
    html! {
        form.actions action=(format!("/play/{}", game.label())) method="get"
            aria-label={ "Your turn, " (view.name) } {
            input type="hidden" name="seat" value=(asked.seat);
            input type="hidden" name="seed" value=(seed);
            @for (name, text) in asked.earlier() {
                input type="hidden" name=(name) value=(text);
            }
            @for decision in &asked.decisions { input type="hidden" name="do" value=(decision); }
            p.whose { "Your turn, " (view.name) }
            @for (action, (name, key)) in view.actions.iter().zip(&keys).enumerate() {
                button.act type="submit" name="do" value=(name)
                    data-key=[key.as_ref().map(|key| key.to_lowercase())] {
                    @if let Some(key) = key { kbd.scripted { (key) } }
                    span {
                        b { span class={ "dot " (colour(name)) } {} (capital(name)) @if name ==
                            "call" { (size(&stakes, at, action, seated.seat).unwrap_or_default()) }
                                }
                        small { (outcome(seated, &stakes, at, action)) }
                    }
                }
            }
            (super::keys())
        }
        (hint(seated, hand, at))
    }
}

/// Payoff of every action, and its probability in the equilibrium, for those who ask.
fn hint(seated: &SeatedPlayer<'_>, hand: &Hand, at: usize) -> Markup {
    let view = &seated.game.views()[at];
    let card = hand.cards[seated.seat.index()];
    html! {
        details.hint-box {
            summary data-key="h" { kbd.scripted { "H" } " Hint" }
            @if let Some(decision) = seated.decision(hand, at) {
                table {
                    (columns(["Action", "pays", "in equilibrium"]))
                    tbody {
                        @for (action, pays) in decision.payoffs.iter().enumerate() {
                            tr.best[*pays == decision.best] {
                                th scope="row" { (view.actions[action]) }
                                td { (number(pays)) }
                                td { (number(&seated.solution.profile.at(at)[action].at(card))) }
                            }
                        }
                    }
                }
            } @else {
                p { "In equilibrium play never comes here." }
            }
        }
    }
}

/// Cost of a call, behind its word.
fn size(stakes: &TableStakes<'_>, at: usize, action: usize, seat: Player) -> Option<String> {
    let cost =
        &stakes.after(at, action).paid[seat.index()] - &stakes.at_view(at).paid[seat.index()];
    cost.is_positive().then(|| format!(" {cost}"))
}
