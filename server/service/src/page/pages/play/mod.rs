//! Hands against the equilibrium at a table. Everything that happened is in the address, so that a
//! link plays the hands again.

mod cards;
pub(crate) mod class;
mod felt;
pub(crate) mod hall;
mod lobby;
mod query;
mod score;
mod session;
mod stakes;

use std::hash::{BuildHasher, RandomState};

use axum::response::{IntoResponse, Redirect};
use bluff_questions::error::Error;
use bluff_report::named_hand;
use bluff_report::picture::tree;
use maud::{Markup, html};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::{Game, GameArguments, Leaf, Spelling};
use rational_bluff::strategy::{Evaluation, Passage};

use crate::api::solutions::GameSource;
use crate::play::Hand;
use crate::problem::{Problem, ReplyResult};
use crate::service::Service;

use crate::page::parts::frame::{PageResult, Refused, columns, game_crumbs, page, wide, wrong};
use crate::page::parts::head::framed;
use crate::page::parts::number::brief;
use crate::page::parts::request::{Fields, from_equilibrium};
use crate::page::parts::tabs::GameTab;
use crate::page::parts::{assets, titles};
pub(crate) use cards::{rank, suit};
use query::{PAST, PastHand, PlayQuery};
use session::{PlayedHand, SeatChoice, SeatedPlayer};

/// `GET /play`: tables to choose from; `?label=` leads to the table of a game.
pub(crate) async fn choose(query: Fields) -> PageResult {
    query.all_known(&["label"])?;
    let Some(label) = query.text("label") else {
        return Ok(page("Play against an equilibrium", &lobby::tables(None)));
    };
    Ok(match GameArguments::from_label(label).and_then(|named| named.game(Spelling::Fields)) {
        Ok(_) => Redirect::to(&GameTab::Play.address(label, "")).into_response(),
        Err(error) => {
            let problem = Problem::from(Error::from(error));
            let main = lobby::tables(Some((label, &problem.message())));
            wrong(problem, "Play against an equilibrium", &main)
        }
    })
}

/// `GET /{label}?tab=play`: choose a seat; `seat=` deals a hand and leads to its address; `seed=`
/// with a `do=` for each decision plays it.
pub(crate) async fn show(service: &Service, label: String, query: Fields) -> ReplyResult {
    query.all_known(&[&["tab"], &PlayQuery::FIELDS[..]].concat())?;
    let answer = from_equilibrium(service, GameSource::Label(label.clone()), move |solution, _| {
        let title = format!("Play {}", titles::title(&solution.game));
        let Some(asked) = PlayQuery::read(&solution.game, query.0.clone())? else {
            return Ok(page(&title, &seats(solution)));
        };
        let Some(seed) = asked.seed.clone() else {
            let seed = RandomState::new().hash_one(&label);
            let asked = PlayQuery { seed: Some(format!("{seed:016x}")), ..asked };
            return Ok(Redirect::to(&asked.address(&label)).into_response());
        };
        let table = html! {
            (table(solution, &asked, &seed)?)
            script src=(assets::TABLE.address) defer {}
        };
        Ok(page(&title, &table))
    });
    answer.await
}

/// `GET /play/river`: spots of rivers have no label, so a hand has no address.
pub(crate) async fn river() -> Refused {
    let words = "label = river, expected a game with a label: spots of rivers have none, and \
        /holdem shows how they are played";
    Error::Malformed(words.to_owned()).into()
}

/// The choice of a seat.
fn seats(solution: &Solution) -> Markup {
    let game = &solution.game;
    let label = game.label();
    let passage = Passage::of(game, &Evaluation::new(game, &solution.profile));
    let main = html! {
        div.two.lobby data-part="stage" {
            form.seats action=(format!("/{label}")) method="get" {
                (GameTab::Play.hidden())
                h2 { "Take a seat" }
                p.soft { "The others play the equilibrium exactly. For each of your decisions the \
                    page says what it loses." }
                @for (player, value) in game.players().iter().zip(&solution.values) {
                    button.act type="submit" name="seat" value=(player)
                        data-key=(player.index() + 1) {
                        kbd.scripted { (player.index() + 1) }
                        span {
                            b { "Player " (player) }
                            small {
                                @if player.index() == 0 { "acts first" } @else { "acts later" }
                                ", wins " (brief(value)) " " (game.unit()) " a hand in equilibrium"
                            }
                        }
                    }
                }
            }
            @if tree::fits(game) {
                section.panel aria-labelledby="betting" {
                    h3 id="betting" { "The betting" }
                    (tree::tree(game, &passage, "tree"))
                }
            }
        }
        script src=(assets::TABLE.address) defer {}
    };
    framed(GameTab::Play, solution, ("", &[]), (None, &main))
}

/// The whole of a table, which a script swaps for the next one.
fn table(solution: &Certified<Solution>, asked: &PlayQuery, seed: &str) -> Result<Markup, Error> {
    let game = &solution.game;
    let (label, seated) = (game.label(), SeatedPlayer::new(solution, asked.seat));
    let mut rounds = seated.rounds(asked)?;
    let hand = seated.hand(seed, &asked.decisions)?;
    let this = PastHand { seed: seed.to_owned(), decisions: asked.decisions.clone() };
    let mine: Vec<SeatChoice<'_>> =
        hand.steps.iter().filter_map(|step| seated.choice(&hand, *step)).collect();
    let last = match mine.last() {
        Some(choice) => Some((asked.number(), seated.name(&hand), choice)),
        None => rounds
            .iter()
            .rev()
            .find_map(|round| Some((round.number, round.card.clone(), round.worst()?))),
    };
    let head = html! {
        div.hand-head {
            div { (game_crumbs(game, &[], &label)) h1 { "Hand " (asked.number()) } }
            p.last role="status" { @if let Some((number, card, choice)) = &last {
                (score::loss(asked, (*number, card, choice)))
            } }
        }
    };
    let end = seated.end(&hand);
    let below = match end {
        Err(view) => felt::actions(&seated, &hand, view, asked),
        Ok(leaf) => over(&seated, leaf, &hand, asked, this.clone()),
    };
    let felt = felt::felt(&seated, &hand, end);
    let told = told(&seated, &hand);
    rounds.extend(seated.round(asked.number(), this, &hand));
    Ok(html! {
        (GameTab::Play.row(game, None))
        div.table data-part="table" {
            div.two {
                div {
                    (head)
                    (felt)
                    (below)
                    (told)
                }
                div.stack.scores { (score::panels(&seated, asked, &rounds)) }
            }
            (about(game, asked, seed))
        }
    })
}

/// Steps of the hand in words, as far as the seat sees them.
fn told(seated: &SeatedPlayer<'_>, hand: &Hand) -> Markup {
    let game = seated.game;
    let seen = hand.seen(game);
    html! {
        @if !hand.steps.is_empty() {
            section aria-labelledby="steps" {
                h3 id="steps" { "This hand" }
                ol.hand-steps { @for ((at, action), seen) in hand.steps.iter().zip(seen) {
                    @let view = &game.views()[*at];
                    li {
                        @match seated.choice(hand, (*at, *action)) {
                            Some(choice) => (mine(&choice)),
                            None if view.player == seated.seat => {
                                "You: " strong { (view.actions[*action]) } "."
                            }
                            None if seen => {
                                "Player " (view.player) ": " strong { (view.actions[*action]) }
                            }
                            None => {
                                "Player " (view.player) " has acted; you do not see how"
                            }
                        }
                    }
                } }
            }
        }
    }
}

/// A decision of the visitor in words.
fn mine(choice: &SeatChoice<'_>) -> Markup {
    let (loss, names, decision) = (choice.loss(), choice.better(), &choice.decision);
    let [best, pays] = [&decision.best, &decision.payoffs[choice.action]].map(brief);
    html! {
        "You: " strong { (choice.name()) } ". "
        @match (loss.is_zero(), names.len()) {
            (true, 1) => { "Nothing is lost: it is best, and pays " (best) "." }
            (true, _) => {
                "Nothing is lost: " (names.join(" and ")) " are equally good, and pay " (best) "."
            }
            (false, _) => {
                "It loses exactly " strong { (brief(&loss)) } ": it pays "
                (pays) ", and " (names.join(" or ")) " " (best) "."
            }
        }
    }
}

/// The end of a hand: who won, all cards, and the way to the next hand.
fn over(
    seated: &SeatedPlayer<'_>,
    leaf: &Leaf,
    hand: &Hand,
    asked: &PlayQuery,
    this: PastHand,
) -> Markup {
    let (game, seat) = (seated.game, seated.seat);
    let (label, won) = (game.label(), game.payoffs_of(leaf, &hand.held));
    let held = hand.held.hands[seat.index()];
    let card = seated.name(hand);
    let ended = if leaf.live.len() == 1 { "the others folded" } else { "cards were shown down" };
    let next = following(seated, asked, this);
    let too_long = next.before.hands > 0 && next.before.fields().is_empty();
    html! {
        form.actions action=(format!("/{label}")) method="get" {
            (GameTab::Play.hidden())
            (next.hidden())
            button.act.first type="submit" data-key="n" data-focus {
                kbd.scripted { "N" }
                span { b { "Next hand" } small { "The hand is over: " (ended) } }
            }
            a.note href=(format!("/{label}?card={card}#card")) {
                "what every action pays with " (named_hand(game, "card", held))
            }
            (felt::shortcuts())
        }
        @if too_long {
            p.soft { "These totals are too long for an address; the score begins anew." }
        }
        details.all {
            summary { "All cards, and what each player wins" }
            (wide("All cards", &html! { table {
                (columns(["Player", "Card", "Wins"]))
                tbody { @for (player, won) in game.players().iter().zip(&won) {
                    tr.best[*player == seat] {
                        th scope="row" { (player) @if *player == seat { " (you)" } }
                        td { (cards::text(game, &hand.held, *player)) }
                        td { (brief(won)) }
                    }
                } }
            } }))
            @if game.pot(leaf).is_none() {
                p.soft { "Cards shown down pay their average over the flip." }
            }
        }
    }
}

/// The address of the next hand: this one joins the past, and the oldest becomes a total where
/// there are too many.
fn following(seated: &SeatedPlayer<'_>, asked: &PlayQuery, this: PastHand) -> PlayQuery {
    let (mut past, mut before) = (asked.past.clone(), asked.before.clone());
    past.push(this);
    while past.len() >= PAST {
        let oldest = past.remove(0);
        let hand = seated.hand(&oldest.seed, &oldest.decisions).ok();
        if let Some(round) =
            hand.and_then(|hand| seated.round(before.hands + 1, oldest.clone(), &hand))
        {
            before.hands += 1;
            before.won += &round.won;
            before.lost += &PlayedHand::lost(&round);
        }
    }
    PlayQuery { seat: asked.seat, seed: None, decisions: Vec::new(), past, before }
}

fn about(game: &Game, asked: &PlayQuery, seed: &str) -> Markup {
    let (label, seat) = (game.label(), asked.seat);
    html! {
        section.about aria-labelledby="about" {
            h2 id="about" { "About this table" }
            p { "A decision loses the difference between the best action and yours: on average \
                over the others' cards and choices, given your card and the betting so far, if you \
                then play as well as possible. So a good decision loses nothing, even if the cards \
                run against you. That is luck." }
            p { "The others play the " a href=(format!("/{label}")) { "equilibrium" } " of this "
                a href=(format!("/{label}#tree")) { "betting tree" } ". They mix with its exact \
                probabilities, and do not learn from how you play." }
            p { "The address holds all your hands, so a link to it plays them again. "
                a href=(GameTab::Play.address(&label, "")) { "Take another seat" } " or "
                a href="/play" { "another table" } "." }
            details {
                summary { "How the cards are drawn, to check that they are fair" }
                p.soft {
                    "Chance is the bytes of SHA-256 of “" (label) " " (seat) " " (seed) " k” for \
                        k = 0, 1, …, drawn from by "
                    a href="/book/pages#how-cards-are-drawn" { "these rules" }
                    ". A visitor who computes the hash can see the others' cards."
                }
            }
        }
    }
}
