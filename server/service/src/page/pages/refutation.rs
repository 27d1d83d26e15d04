//! Proofs of what the errata say, as they are shown: exact numbers, and what they show.

use bluff_report::picture::with_minus;
use maud::{Markup, html};
use rational_bluff::continuous::Real;
use rational_bluff::errata::{Judged, PureDeck, Refutation};
use rational_bluff::exact::Rational;

use crate::page::pages::evaluate;
use crate::page::parts::frame::{columns, number};

/// Digits after the point of what is no fraction.
const DIGITS: usize = 16;

/// A refutation in words and numbers.
pub(in crate::page) fn shown(refutation: &Refutation) -> Markup {
    match refutation {
        Refutation::Value { judged, printed } => value(judged, printed),
        Refutation::WholeBets { limit, cards, bet, value } => {
            whole_bets(limit, *cards, *bet, value)
        }
        Refutation::BestBet { printed, best } => best_bet(printed, best),
        Refutation::Pure(decks) => pure_equilibria(decks),
        Refutation::Objective(profiles) => objective(profiles),
    }
}

/// The address where strategies can be seen judged.
fn judged_at(Judged { game, profile, .. }: &Judged) -> String {
    evaluate::address(game, profile)
}

fn value(judged: &Judged, printed: &Rational) -> Markup {
    let (label, payoffs) = (judged.game.label(), &judged.gains.payoffs);
    let gains: Vec<String> = judged.gains.gains.iter().map(ToString::to_string).collect();
    html! {
        p {
            "The strategies printed beside it pay player I "
            (number(&payoffs[0]))
            ". What the three players would gain by deviating is "
            span.exact { (gains.join(", ")) }
            ": they are an equilibrium, and this is its value. The number printed, "
            (number(printed))
            ", misses it by "
            span.exact { ((&payoffs[0] - printed).abs()) }
            "; it looks like the continued fraction of a float."
        }
        p {
            "To see it: "
            a href=(judged_at(judged)) { "the printed strategies, judged" }
            " and "
            a href=(format!("/{label}#certificate")) { "the certificate of the game" }
            "."
        }
    }
}

fn whole_bets(limit: &Real, cards: u64, bet: u64, value: &Rational) -> Markup {
    html! {
        p {
            "The limit is (4π² − 39)/(4π² − 36) = "
            (with_minus(&limit.decimal(DIGITS)))
            ", and 1/7 is "
            (Rational::ratio(1, 7).decimal(DIGITS))
            ". With "
            (cards)
            " cards bets up to "
            (bet)
            " matter, and the value is "
            (with_minus(&value.decimal(DIGITS)))
            ". To see it: "
            a href="/compare/newman/bmax" { "decks beside the limit" }
            "."
        }
    }
}

fn best_bet(printed: &Real, best: &Real) -> Markup {
    html! {
        p { "With a bet of 2.07 the value is " (printed.decimal(DIGITS)) ": the payoff printed, \
            but for its last digit. With the best bet it is " (best.decimal(DIGITS)) ", which is \
            more. These digits are certain: intervals with ends that are fractions enclose them." }
        p {
            "To see it: "
            a href="/continuous/three-player/b207_100" { "the game with a bet of 2.07" }
            " and "
            a href="/continuous/three-player/best" { "with the best one" }
            "; "
            a href="/findings#best-bet" { "Findings" }
            " says why no other bet from 1/64 to 1000 is better."
        }
    }
}

fn pure_equilibria(decks: &[PureDeck]) -> Markup {
    html! {
        p {
            "Every choice of cuts was tried and compared with all replies, exactly; each value has \
                its certificate. That there are no other pure equilibria rests on "
            a href="/completeness" { "an argument" }
            "."
        }
        div.wide { table {
            caption { "Von Neumann’s game with a bet of 2" }
            (columns(["Cards", "Value", "Equilibria in cuts", "Pure equilibria"]))
            tbody {
                @for PureDeck { game, value, cuts, count } in decks {
                    @let label = game.label();
                    tr {
                        th scope="row" { a href=(format!("/{label}")) { (game.n()) } }
                        td { (number(value)) }
                        td {
                            @if cuts.is_empty() { "none" }
                            @for cut in cuts {
                                "I checks "
                                (cut.check_from)
                                " to "
                                (cut.check_to)
                                ", II calls from "
                                (cut.call_from)
                                " "
                            }
                        }
                        td { a href=(format!("/pure/{label}")) { (count) } }
                    }
                }
            }
        } }
    }
}

fn objective([alike, apart]: &[Judged; 2]) -> Markup {
    let rows =
        [("II and III alike, as printed", alike), ("II calls card 3 with 1/2, III never", apart)];
    html! {
        p { "Every v is at least what a best response pays, so its least sum is that of the best \
            responses. Below are two profiles of the game with 4 cards and a bet of 1. The sum as \
            printed is less for the second than for the first, whose 0 the paper lists as the \
            optimum: the printed program would not stop there, and its sum is no test of \
            equilibria: both profiles are equilibria. With the v of player III the sum is what all \
            players together would gain by deviating, since payoffs sum to 0: never negative, and \
            0 exactly at equilibria." }
        div.wide { table {
            caption { "The sum of what best responses pay" }
            (columns(["Strategies", "As printed", "Corrected"]))
            tbody { @for (name, judged) in rows { @let (as_printed, corrected) = judged.sums(); tr {
                th scope="row" { a href=(judged_at(judged)) { (name) } }
                td { (number(&as_printed)) }
                td { (number(&corrected)) }
            } } }
        } }
    }
}
