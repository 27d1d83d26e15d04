//! The table: cards, chips, and the actions to choose from.

use bluff_report::picture::advice::capital;
use bluff_report::picture::colour;
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{ANTE, Leaf, Player, Unit};

use crate::play::Hand;

use super::cards;
use super::query::PlayQuery;
use super::session::SeatedPlayer;
use super::stakes::{Seen, TableStakes};
use crate::page::parts::frame::columns;
use crate::page::parts::icon;
use crate::page::parts::number::{brief, part};
use crate::page::parts::tabs::GameTab;

/// The most discs of a stack of chips.
const DISCS: i64 = 8;

/// The table at a turn of the visitor, or at the end of a hand.
pub(super) fn felt(seated: &SeatedPlayer<'_>, hand: &Hand, end: Result<&Leaf, usize>) -> Markup {
    let game = seated.game;
    let stakes = TableStakes::new(game);
    let seen = match end {
        Err(view) => stakes.at_view(view),
        Ok(leaf) => Seen { paid: game.chips(leaf), certain: true },
    };
    let won = end.ok().map(|leaf| game.payoffs_of(leaf, &hand.held));
    let won = |player: Player| won.as_ref().map(|won| &won[player.index()]);
    let known = hand.seen(game);
    // The last action of each player that the seat has seen.
    let last = |player: Player| {
        let steps = hand.steps.iter().zip(&known).rev();
        let mut own = steps.filter(|((at, _), _)| game.views()[*at].player == player);
        own.next()
            .filter(|(_, seen)| **seen)
            .map(|((at, action), _)| game.views()[*at].actions[*action].as_str())
    };
    let seat = seated.seat;
    let place = |player: Player| {
        let mine = player == seat;
        html! {
            div.seat.mine[mine].out[last(player) == Some("fold")] {
                @if mine || end.is_ok() {
                    (cards::faces(game, &hand.held, player))
                } @else {
                    div.holding { @for _ in 0..cards::count(game) {
                        div.card-back { (icon::mark()) span.unseen { "a card face down" } }
                    } }
                }
                p {
                    b { @if mine { "You" } @else { "Equilibrium" } }
                    span.soft {
                        "player " (player)
                        @if mine { ", " (cards::words(game, &hand.held, player)) }
                        @else if let Some(action) = last(player) { ", " (does(action)) }
                    }
                    @if let Some(won) = won(player) { (gain(won)) }
                }
            }
        }
    };
    html! {
        div.felt {
            div.seats-row {
                @for player in game.players().iter().filter(|player| **player != seat) {
                    (place(*player))
                }
            }
            (cards::open(game, hand, end.ok()))
            (pot(seated, &stakes, &seen, last))
            div.seats-row { (place(seat)) }
        }
    }
}

/// Name of what is paid before anybody acts.
fn posted(seated: &SeatedPlayer<'_>) -> &'static str {
    match seated.game.unit() {
        Unit::BigBlind if seated.game.stakes().get(&ANTE).is_some() => "blinds and antes",
        Unit::BigBlind => "blinds",
        Unit::Ante => "antes",
        Unit::Chip => "paid before",
    }
}

/// Chips on the table: antes and blinds together, and what each player has paid beyond.
fn pot<'a>(
    seated: &SeatedPlayer<'_>,
    stakes: &TableStakes<'_>,
    seen: &Seen,
    last: impl Fn(Player) -> Option<&'a str>,
) -> Markup {
    let (players, before) = (seated.game.players(), stakes.posted());
    let antes: Rational = before.iter().cloned().sum();
    let beyond = seen.paid.iter().zip(before).map(|(paid, before)| paid - before);
    html! {
        div.pot {
            p {
                b.sum { (brief(&seen.pot())) @if !seen.certain { small { " or more" } } }
                span.soft { (seated.game.unit()) " in the pot" }
            }
            p { (chips(&antes, "ante")) span.soft { (posted(seated)) " " (brief(&antes)) } }
            @for (player, more) in players.iter().zip(beyond).filter(|(_, more)| more.is_positive())
                {
                p {
                    (chips(&more, last(*player).map_or("value", colour)))
                    span {
                        @if *player == seated.seat { "you" } @else { "player " (player) }
                        ": " b { (brief(&more)) }
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

/// Gain of a player, with a sign.
fn gain(won: &Rational) -> Markup {
    let sign = if won.is_positive() { "+" } else { "" };
    html! { strong.gain { (sign) (brief(won)) } }
}

/// An action as its player does it: "bets 4".
fn does(action: &str) -> String {
    match action.split_once(' ') {
        Some((word, size)) => format!("{word}s {size}"),
        None => format!("{action}s"),
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
        return if paid.is_one() && game.unit() == Unit::Ante {
            "give up the ante".to_owned()
        } else {
            format!("give up the {paid} that you paid")
        };
    }
    match stakes.ends(view, action) {
        Some(_) if game.has_flip() => "showdown, which a flip may turn".to_owned(),
        Some(2..) if game.deck().is_ranks() => format!("the higher card takes {pot}"),
        Some(2..) => format!("the better hand takes {pot}"),
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
) -> Markup {
    let game = seated.game;
    html! {
        form.actions action=(format!("/{}", game.label())) method="get"
            aria-label={ "Your turn, " (game.views()[at].name) } {
            (GameTab::Play.hidden())
            (asked.hidden())
            (choices(seated, at))
            (shortcuts())
        }
        (hint(seated, hand, at))
    }
}

/// The buttons of a view.
pub(super) fn choices(seated: &SeatedPlayer<'_>, at: usize) -> Markup {
    let (view, stakes) = (&seated.game.views()[at], TableStakes::new(seated.game));
    let keys = keys(&view.actions);
    html! {
        p.whose { "Your turn, " (view.name) }
        @for (action, (name, key)) in view.actions.iter().zip(&keys).enumerate() {
            button.act type="submit" name="do" value=(name)
                data-key=[key.as_ref().map(|key| key.to_lowercase())] {
                @if let Some(key) = key { kbd.scripted { (key) } }
                span {
                    b { span class={ "dot " (colour(name)) } {} (capital(name)) @if name == "call" {
                        (size(&stakes, at, action, seated.seat).unwrap_or_default()) } }
                    small { (outcome(seated, &stakes, at, action)) }
                }
            }
        }
    }
}

/// Keys that work at any time.
pub(super) fn shortcuts() -> Markup {
    html! {
        p.keys.scripted {
            span { kbd { "W" } " " a href="#worst" data-key="w" { "worst hands" } }
        }
    }
}

/// Payoff of every action, and its probability in the equilibrium, for those who ask.
fn hint(seated: &SeatedPlayer<'_>, hand: &Hand, at: usize) -> Markup {
    let view = &seated.game.views()[at];
    let card = hand.held.hands[seated.seat.index()];
    html! {
        details.hint-box {
            summary data-key="h" { kbd.scripted { "H" } " Hint" }
            @if let Some(decision) = seated.decision(hand, at) {
                table {
                    (columns(["Action", "pays", "in equilibrium"]))
                    tbody {
                        @for (action, pays) in decision.payoffs.iter().enumerate() {
                            @let played = seated.solution.profile.at(at)[action].at(card);
                            tr.best[*pays == decision.best] {
                                th scope="row" { (view.actions[action]) }
                                td { (brief(pays)) }
                                td { (part(&played, false)) }
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
