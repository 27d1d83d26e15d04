//! Proofs of what the errata say, computed anew: exact numbers, and what they show.

use bluff_batch::error::Error;
use maud::{Markup, html};
use rational_bluff::continuous::{Bets, Digits, Real, continuous};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Stakes, parse_label};
use rational_bluff::pure::{count_pure_equilibria, cut_equilibria};
use rational_bluff::solve::{Control, Method, newman_saturation, solve};
use rational_bluff::strategy::{Evaluation, Gains, Profile};

use super::errata::{Printed, printed};
use super::frame::number;
use super::trial::written;

/// Digits after the point of what is no fraction.
const DIGITS: usize = 16;
/// The deck of Newman's game whose value is computed.
const LARGE: u64 = 1_000;

/// What is computed for the proof of a correction of this name; nothing if words are enough.
///
/// Errors: those of the library.
pub(super) fn of(id: &str, control: &Control) -> Result<Markup, Error> {
    match id {
        "value-65-2" => value_of_the_printed_strategies(),
        "integer-bet-limit" => limit_of_whole_bets(),
        "best-bet" => best_bet(),
        "cuts-22-to-24" => pure_equilibria(&[22, 23, 24], control),
        "multiples-of-9" => pure_equilibria(&[9, 10, 18, 19], control),
        "fast-nlp-objective" => objective(),
        _ => Ok(html! {}),
    }
}

/// Strategies by card, as papers print them, of a game with one bet: the first is that of player I, who bets; the others call.
fn profile(game: &Game, by_card: &[&[Rational]]) -> Result<Profile, Error> {
    let view = |taken: &&[Rational]| {
        let taken = Piecewise::steps((1..).zip(taken.iter().cloned()));
        vec![taken.subtracted_from(&Rational::ONE), taken]
    };
    // What is typed in has the form that the game asks for; a test computes every proof.
    Profile::new(game, by_card.iter().map(view).collect()).map_err(|error| Error::Internal(error.to_string()))
}

/// Where strategies can be seen judged.
fn judged(game: &Game, profile: &Profile) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (at, text) in written(game, profile).iter().enumerate() {
        query.append_pair(&format!("view{at}"), text);
    }
    format!("/try/{}?{}", game.label(), query.finish())
}

fn gains(game: &Game, profile: &Profile) -> Gains {
    Gains::of(game, &Evaluation::new(game, profile))
}

fn value_of_the_printed_strategies() -> Result<Markup, Error> {
    let Printed { label, printed: value, bet, call } = printed("three-player/n65-b2")?;
    let game = parse_label(label)?;
    let profile = profile(&game, &[bet, call, call])?;
    let Gains { gains, payoffs } = gains(&game, &profile);
    let value = value.clone().unwrap_or_default();
    let gains: Vec<String> = gains.iter().map(ToString::to_string).collect();
    Ok(html! {
        p { "The strategies printed beside it pay player I " (number(&payoffs[0])) ". What the three players would gain by deviating is " span.exact { (gains.join(", ")) } ": they are an equilibrium, and this is its value. The number printed, " (number(&value)) ", misses it by " span.exact { ((&payoffs[0] - &value).abs()) } "; it looks like the continued fraction of a float." }
        p { "To see it: " a href=(judged(&game, &profile)) { "the printed strategies, judged" } " and " a href=(format!("/{label}#certificate")) { "the certificate of the game" } "." }
    })
}

fn limit_of_whole_bets() -> Result<Markup, Error> {
    let limit = continuous("newman", &Bets::Whole, Digits::default())?.value();
    let saturated = newman_saturation(LARGE)?;
    Ok(html! {
        p { "The limit is (4π² − 39)/(4π² − 36) = " (limit.decimal(DIGITS)) ", and 1/7 is " (Rational::ratio(1, 7).decimal(DIGITS)) ". With " (LARGE) " cards bets up to " (saturated.bet()) " matter, and the value is " (saturated.value().decimal(DIGITS)) ". To see it: " a href="/compare/newman/bmax" { "decks beside the limit" } "." }
    })
}

fn best_bet() -> Result<Markup, Error> {
    let value = |bets: &Bets| continuous("three-player", bets, Digits::default());
    let (printed, best) = (value(&Bets::Stakes(Stakes::bet(Rational::ratio(207, 100))))?, value(&Bets::Best(None))?);
    let decimal = |real: Real| real.decimal(DIGITS);
    Ok(html! {
        p { "With a bet of 2.07 the value is " (decimal(printed.value())) ": the payoff printed, but for its last digit. With the best bet it is " (decimal(best.value())) ", which is more. These digits are certain: intervals with rational ends enclose them." }
        p { "To see it: " a href="/api/v1/continuous/three-player/b207_100" { "the game with a bet of 2.07" } " and " a href="/api/v1/continuous/three-player/best" { "with the best one" } "; " a href="/findings#best-bet" { "Findings" } " says why no other bet from 1/64 to 1000 is better." }
    })
}

/// The value, the pure equilibria and those in cuts of von Neumann's game with b = 2.
fn pure_equilibria(decks: &[u64], control: &Control) -> Result<Markup, Error> {
    let b = Rational::from(2);
    let row = |n: &u64| {
        let game = parse_label(&format!("von-neumann/n{n}-b2"))?;
        let value = solve(&game, Method::Auto, control)?.solution.values[0].clone();
        Ok((*n, game.label(), value, cut_equilibria(*n, &b)?, count_pure_equilibria(*n, &b)?))
    };
    let rows = decks.iter().map(row).collect::<Result<Vec<_>, Error>>()?;
    Ok(html! {
        p { "Every choice of cuts was tried and compared with all replies, exactly; each value has its certificate. That there are no other pure equilibria rests on " a href="/completeness" { "an argument" } "." }
        div.wide { table {
            caption { "Von Neumann’s game with a bet of 2" }
            thead { tr { th scope="col" { "Cards" } th scope="col" { "Value" } th scope="col" { "Equilibria in cuts" } th scope="col" { "Pure equilibria" } } }
            tbody { @for (n, label, value, cuts, count) in &rows { tr {
                th scope="row" { a href=(format!("/{label}")) { (n) } }
                td { (number(value)) }
                td {
                    @if cuts.is_empty() { "none" }
                    @for cut in cuts { "I checks " (cut.check_from) " to " (cut.check_to) ", II calls from " (cut.call_from) " " }
                }
                td { a href=(format!("/api/v1/pure/{label}")) { (count) } }
            } } }
        } }
    })
}

fn objective() -> Result<Markup, Error> {
    let Printed { label, bet, call, .. } = printed("three-player/n4-b1")?;
    let game = parse_label(label)?;
    // One of the callers leaves card 3 to the other.
    let apart = |third: Rational| call.iter().take(2).cloned().chain([third, Rational::ONE]).collect::<Vec<_>>();
    let (bold, timid) = (apart(Rational::ratio(1, 2)), apart(Rational::default()));
    let alike = profile(&game, &[bet, call, call])?;
    let apart = profile(&game, &[bet, &bold, &timid])?;
    let sums = |profile: &Profile| {
        let Gains { gains, payoffs } = gains(&game, profile);
        let best: Vec<Rational> = payoffs.iter().zip(&gains).map(|(payoff, gain)| payoff + gain).collect();
        (&best[0] + &best[1] + &best[1], &best[0] + &best[1] + &best[2])
    };
    let rows = [("II and III alike, as printed", alike), ("II calls card 3 with 1/2, III never", apart)];
    Ok(html! {
        p { "Every v is at least what a best response pays, so its least sum is that of the best responses. Below are two profiles of the game with 4 cards and a bet of 1. The sum as printed is less for the second than for the first, whose 0 the paper lists as the optimum: the printed program would not stop there, and its sum is no test of equilibria: both profiles are equilibria. With the v of player III the sum is what all players together would gain by deviating, since payoffs sum to 0: never negative, and 0 exactly at equilibria." }
        div.wide { table {
            caption { "The sum of what best responses pay" }
            thead { tr { th scope="col" { "Strategies" } th scope="col" { "As printed" } th scope="col" { "Corrected" } } }
            tbody { @for (name, profile) in &rows { @let (as_printed, corrected) = sums(profile); tr {
                th scope="row" { a href=(judged(&game, profile)) { (name) } }
                td { (number(&as_printed)) }
                td { (number(&corrected)) }
            } } }
        } }
    })
}
