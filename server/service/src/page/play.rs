//! A hand against the equilibrium. Everything that happened is in the address, so that a link plays
//! the hand again.

use std::hash::{BuildHasher, RandomState};

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use maud::{Markup, html};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::{FLIP, Game, Leaf, Player, View};

use crate::api::label::Label;
use crate::play::{Costs, Decision, Hand, HandState, SeededChance, dealt};
use crate::problem::Problem;
use crate::service::Service;

use super::frame::{Refused, number, page, wide};
use super::{Fields, fields, from_equilibrium};

/// The longest total that an address carries on, in characters. Exact sums of unlike fractions
/// grow.
const TOTAL: usize = 600;
/// The digits of a seed.
const SEED: usize = 16;

/// Parameters of the address.
struct PlayQuery {
    seat: Player,
    seed: Option<String>,
    decisions: Vec<String>,
    before: Tally,
}

/// Hands that were played to the end.
#[derive(Clone, Default)]
struct Tally {
    hands: u64,
    /// Sum of what they won, in antes.
    won: Rational,
    /// Sum of what the decisions in them lost on average, in antes.
    lost: Rational,
}

impl Tally {
    /// As fields of an address; none where there is nothing to carry on, or too much.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let fields = [
            ("hands", self.hands.to_string()),
            ("won", self.won.to_string()),
            ("lost", self.lost.to_string()),
        ];
        let short = fields.iter().all(|(_, text)| text.len() <= TOTAL);
        if self.hands > 0 && short { fields.into() } else { Vec::new() }
    }
}

impl PlayQuery {
    /// Reads the fields behind the question mark; `None` without a seat: nothing is asked yet.
    ///
    /// Errors: `Malformed`, naming the field.
    fn read(game: &Game, given: Vec<(String, String)>) -> Result<Option<Self>, Error> {
        let wrong = |key: &str, text: &str, expected: &str| {
            Error::Malformed(format!("{key} = {}, expected {expected}", printable(text)))
        };
        let (mut seat, mut seed, mut decisions, mut before) =
            (None, None, Vec::new(), Tally::default());
        for (key, text) in given {
            let total = || text.parse::<Rational>().ok().filter(|_| text.len() <= TOTAL);
            let number = format!("a number of at most {TOTAL} characters");
            match key.as_str() {
                "seat" => {
                    let names: Vec<String> = game.players().iter().map(Player::to_string).collect();
                    let player = game.players().iter().find(|player| player.to_string() == text);
                    seat = Some(*player.ok_or_else(|| {
                        wrong("seat", &text, &format!("one of: {}", names.join(", ")))
                    })?);
                }
                "seed" => {
                    let hexadecimal =
                        |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
                    if text.len() != SEED || !text.bytes().all(hexadecimal) {
                        return Err(wrong(
                            "seed",
                            &text,
                            &format!("{SEED} digits of 0 to 9 and a to f"),
                        ));
                    }
                    seed = Some(text);
                }
                "do" => decisions.push(text),
                "hands" => {
                    let hands = text
                        .parse::<u32>()
                        .map_err(|_| wrong("hands", &text, "a whole number below 2³²"))?;
                    before.hands = u64::from(hands);
                }
                "won" => before.won = total().ok_or_else(|| wrong("won", &text, &number))?,
                "lost" => {
                    let lost = total().filter(|lost| !lost.is_negative());
                    before.lost =
                        lost.ok_or_else(|| wrong("lost", &text, &format!("{number}, 0 or more")))?;
                }
                _ => {
                    let expected = "one of: seat, seed, do, hands, won, lost";
                    return Err(Error::Malformed(format!(
                        "{}, expected {expected}",
                        printable(&key)
                    )));
                }
            }
        }
        let Some(seat) = seat else {
            return if seed.is_none() && decisions.is_empty() {
                Ok(None)
            } else {
                Err(Error::Malformed("seat is missing, expected it beside seed and do".to_owned()))
            };
        };
        if seed.is_none() && !decisions.is_empty() {
            return Err(Error::Malformed("seed is missing, expected it beside do".to_owned()));
        }
        Ok(Some(Self { seat, seed, decisions, before }))
    }
}

/// `GET /play/{label}`: choose a seat; `?seat=` deals a hand and leads to its address; `&seed=`
/// with a `do=` for each decision plays it.
pub(crate) async fn show(
    State(service): State<Service>,
    label: Result<Label, Problem>,
    query: Fields,
) -> Result<Response, Refused> {
    let Label(label) = label?;
    let given = fields(query)?;
    let answer = from_equilibrium(&service, label.clone(), move |solution, _| {
        let title = format!("{label}: play against the equilibrium");
        let Some(asked) = PlayQuery::read(&solution.game, given)? else {
            return Ok(page(&title, &seats(&solution.game)));
        };
        let Some(seed) = asked.seed.clone() else {
            let seed = RandomState::new().hash_one(&label);
            let fields = asked.before.fields().into_iter();
            let totals: String = fields.map(|(name, text)| format!("&{name}={text}")).collect();
            let dealt = format!("/play/{label}?seat={}&seed={seed:016x}{totals}", asked.seat);
            return Ok(Redirect::to(&dealt).into_response());
        };
        Ok(page(&title, &table(&solution, &asked, &seed)?))
    });
    Ok(answer.await?)
}

fn seats(game: &Game) -> Markup {
    let label = game.label();
    html! {
        h1 { (label) ": play against the equilibrium" }
        p {
            "Take a seat. You get a card, and the others play the "
            a href=(format!("/{label}")) { "equilibrium" }
            ", mixing actions with its exact probabilities. For each of your decisions the page \
                says what it loses."
        }
        form.ask action=(format!("/play/{label}#hand")) method="get" {
            div.field {
                label for="seat" { "Seat" }
                select id="seat" name="seat" {
                    @for player in game.players() { option value=(player) { "Player " (player) } }
                }
            }
            button type="submit" { "Deal" }
        }
    }
}

/// An action of one player; nothing where the visitor does not see it yet.
enum Told<'a> {
    Other { player: Player, action: Option<&'a str> },
    Mine { view: &'a View, action: usize, choice: Decision },
}

fn table(solution: &Certified<Solution>, asked: &PlayQuery, seed: &str) -> Result<Markup, Error> {
    let (game, seat) = (&solution.game, asked.seat);
    let label = game.label();
    let mut chance = SeededChance::of(format!("{label} {seat} {seed}"));
    let cards = dealt(game, &mut chance);
    let hand = Hand::played(game, &solution.profile, (cards, seat), &asked.decisions, &mut chance)?;
    let card = hand.cards[seat.index()];
    let costs = Costs::of(game, &solution.profile, seat);
    let seen = match hand.state(game) {
        HandState::Turn(view) => hand.seen(game, view),
        HandState::Over(_) => vec![true; hand.steps.len()],
    };
    let steps = hand.steps.iter().zip(seen);
    let told: Vec<Told> =
        steps.filter_map(|(step, seen)| tell(game, &costs, (seat, card), *step, seen)).collect();
    let lost: Rational = told.iter().map(Told::loss).sum();
    Ok(html! {
        h1 { (label) ": play against the equilibrium" }
        section aria-labelledby="hand" {
            h2 id="hand" tabindex="-1" { "Hand " (asked.before.hands + 1) }
            p.lead {
                "You are player "
                (seat)
                ". Your card is "
                strong { (card) }
                ", of 1 to "
                (game.n())
                "."
            }
            @if !told.is_empty() {
                ol.hand { @for one in &told { li { (one.words()) } } }
            }
            @match hand.state(game) {
                HandState::Turn(view) => (turn(game, view, asked, seed)),
                HandState::Over(leaf) => (over(game, leaf, &hand.cards, asked, &lost)),
            }
        }
        section aria-labelledby="rules" {
            h2 id="rules" { "About this table" }
            p.soft {
                "A decision loses the difference between the best action and yours: on average \
                    over the others' cards and choices, given your card and the actions so far, if \
                    you then play as well as possible. The others play the "
                a href=(format!("/{label}")) { "equilibrium" }
                " of this "
                a href=(format!("/{label}#tree")) { "betting tree" }
                "."
            }
            p.soft { "The address holds the whole hand, so a link to it plays it again. Chance is \
                the bytes of SHA-256 of “" (label) " " (seat) " " (seed) " k” for k = 0, 1, …: \
                first a card and one of its copies for each player, all anew if two hold the same; \
                then the others' choices. Probabilities are whole numbers of tickets, counted from \
                the lowest card or the first action on. A ticket of q takes as many bits as q − 1 \
                has, from whole bytes whose lowest bits are dropped, and is drawn again unless it \
                is below q; of a single ticket nothing is drawn. So nothing is rounded; and who \
                computes the hash can see the others' cards." }
            p { a href=(format!("/play/{label}")) { "Take another seat" } }
        }
    })
}

fn tell<'a>(
    game: &'a Game,
    costs: &Costs,
    (seat, card): (Player, u64),
    (at, action): (usize, usize),
    seen: bool,
) -> Option<Told<'a>> {
    let view = &game.views()[at];
    Some(match view.player {
        player if player != seat => {
            Told::Other { player, action: seen.then_some(view.actions[action].as_str()) }
        }
        _ => Told::Mine { view, action, choice: costs.choice(at, card)? },
    })
}

impl Told<'_> {
    fn loss(&self) -> Rational {
        match self {
            Self::Other { .. } => Rational::ZERO,
            Self::Mine { action, choice, .. } => choice.loss(*action),
        }
    }

    fn words(&self) -> Markup {
        let (view, action, choice) = match self {
            Self::Other { player, action: Some(action) } => {
                return html! { "Player " (player) ": " strong { (action) } };
            }
            Self::Other { player, action: None } => {
                return html! { "Player " (player) " has acted; you do not see how" };
            }
            Self::Mine { view, action, choice } => (view, *action, choice),
        };
        let (loss, best) = (choice.loss(action), number(&choice.best));
        let names =
            view.actions.iter().zip(&choice.payoffs).filter(|(_, pays)| **pays == choice.best);
        let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
        html! {
            "You: " strong { (view.actions[action]) } ". "
            @match (loss.is_zero(), names.len()) {
                (true, 1) => { "Nothing is lost: it is best, and pays " (best) "." }
                (true, _) => { "Nothing is lost: " (names.join(" and ")) " are equally good, and \
                    pay " (best) "." }
                (false, _) => {
                    "It loses exactly "
                    strong { (number(&loss)) }
                    ": it pays "
                    (number(&choice.payoffs[action]))
                    ", and "
                    (names.join(" or "))
                    " "
                    (best)
                    "."
                }
            }
        }
    }
}

/// Parameters of the address, as hidden fields of the form that continues the hand.
fn carried(asked: &PlayQuery, seed: &str) -> Markup {
    html! {
        input type="hidden" name="seat" value=(asked.seat);
        input type="hidden" name="seed" value=(seed);
        @for (name, text) in asked.before.fields() { input type="hidden" name=(name) value=(text); }
        @for decision in &asked.decisions { input type="hidden" name="do" value=(decision); }
    }
}

fn turn(game: &Game, view: usize, asked: &PlayQuery, seed: &str) -> Markup {
    let view = &game.views()[view];
    html! {
        form action=(format!("/play/{}#hand", game.label())) method="get" {
            (carried(asked, seed))
            fieldset.actions {
                legend { "Your turn, " (view.name) }
                @for action in &view.actions {
                    button type="submit" name="do" value=(action) { (action) }
                }
            }
        }
    }
}

fn over(game: &Game, leaf: &Leaf, cards: &[u64], asked: &PlayQuery, lost: &Rational) -> Markup {
    let (label, seat) = (game.label(), asked.seat);
    let won = leaf.payoffs(cards);
    let Tally { hands, won: chips, lost: all } = &asked.before;
    let after = Tally { hands: hands + 1, won: chips + &won[seat.index()], lost: all + lost };
    let shown = if leaf.live.len() == 1 { "the others folded" } else { "cards were shown down" };
    html! {
        h3 { "The hand is over: " (shown) }
        (wide("All cards", &html! { table {
            caption { "All cards, and what each player wins, in antes" }
            thead {
                tr {
                    th scope="col" { "Player" }
                    th scope="col" { "Card" }
                    th scope="col" { "Wins" }
                }
            }
            tbody { @for ((player, card), won) in game.players().iter().zip(cards).zip(&won) {
                tr.best [*player == seat] {
                    th scope="row" { (player) @if *player == seat { " (you)" } }
                    td { (card) }
                    td { (number(won)) }
                }
            } }
        } }))
        @if game.stakes().get(&FLIP).is_some() && leaf.live.len() > 1 { p.soft { "Cards shown down \
            pay their average over the flip." } }
        p { "Your play in this hand lost exactly " strong { (number(lost)) } " on average against \
            the equilibrium: see "
            a href=(format!("/{label}?card={}#card", cards[seat.index()])) { "what every action \
                pays with card " (cards[seat.index()]) } "." }
        dl.totals {
            dt { "Hands" } dd { (after.hands) }
            dt { "Won" } dd { (number(&after.won)) }
            dt { "Lost by your decisions, on average" }
            dd {
                (number(&after.lost))
                ", "
                (number(&(&after.lost / &Rational::from(after.hands))))
                " per hand"
            }
        }
        @if after.fields().is_empty() { p.soft { "These totals are too long for an address; the \
            next hand begins anew." } }
        form action=(format!("/play/{label}#hand")) method="get" {
            input type="hidden" name="seat" value=(seat);
            @for (name, text) in after.fields() { input type="hidden" name=(name) value=(text); }
            p { button type="submit" { "Next hand" } }
        }
    }
}
