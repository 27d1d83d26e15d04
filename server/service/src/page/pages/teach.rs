//! Lectures on the stage, exercises whose answers are computed here, and a sheet of them to print.

use axum::extract::State;
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::{Solver, unexpected};
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Unit, parse_label};
use rational_bluff::solve::Control;

use crate::service::Service;

use crate::page::parts::assets;
use crate::page::parts::frame::{PageResult, crumbs, page};
use crate::page::parts::number::number;

/// A lecture: the words of its tile, and each step with its address.
struct Lecture {
    title: &'static str,
    about: &'static str,
    shown: &'static str,
    steps: &'static [(&'static str, &'static str)],
}

const LECTURES: [Lecture; 6] = [
    Lecture {
        title: "How often should you bluff?",
        about: "Three cards and one bet: from the question to the equation.",
        shown: "b / (b + 2)",
        steps: &[
            ("/kuhn/n3-b1?tab=play", "One hand, before any theory"),
            ("/von-neumann/n3-b1", "Three cards: who bluffs, who calls"),
            ("/von-neumann/n3-b2", "A larger bet, fewer calls"),
            ("/von-neumann/n3-b1?tab=why", "The equation behind a call"),
            ("/formulas/von-neumann/b1", "Every deck at once"),
        ],
    },
    Lecture {
        title: "The whole deck",
        about: "From three cards to a million: bluff low, bet high, check between.",
        shown: "3 … 10⁶",
        steps: &[
            ("/von-neumann/n3-b2", "Three cards"),
            ("/von-neumann/n9-b2", "Nine"),
            ("/von-neumann/n28-b4", "Twenty-eight, and one card that mixes"),
            ("/von-neumann/n1000000-b2", "A million"),
            ("/compare/von-neumann/b2", "Small decks and the game on [0, 1]"),
            ("/formulas/von-neumann/b2", "The formula of all decks"),
        ],
    },
    Lecture {
        title: "Kuhn’s family",
        about: "One number moves three others; why the value stays.",
        shown: "0 ≤ α ≤ 1/3",
        steps: &[
            ("/kuhn/n3-b1", "One equilibrium"),
            ("/kuhn/n3-b1?tab=optimal", "All of them"),
            ("/kuhn/n3-b1?tab=why", "Why none is better"),
            ("/kuhn/n13-b1", "Thirteen cards"),
            ("/compare/kuhn/b1", "The limit of many cards"),
        ],
    },
    Lecture {
        title: "The opponent who errs",
        about: "Lock a player, see the answer change, see what it is worth.",
        shown: "I never bluffs",
        steps: &[
            ("/von-neumann/n9-b2", "The equilibrium"),
            ("/von-neumann/n9-b2?tab=lock", "Lock what a player does"),
            ("/von-neumann/n9-b2?card=1", "The worst card, counted out"),
            ("/von-neumann/n9-b2?tab=play", "Play, and read what each choice loses"),
        ],
    },
    Lecture {
        title: "Bet sizes",
        about: "Newman’s game: every size has its own bluffs.",
        shown: "1 2 3 4 5",
        steps: &[
            ("/newman/n14-b1", "One size"),
            ("/newman/n14-b5", "Five sizes"),
            ("/map/newman", "The value of each deck and limit"),
            ("/compare/newman/b5", "Small decks beside the limit"),
            ("/formulas/newman/b1", "A formula"),
        ],
    },
    Lecture {
        title: "Dealing without a dealer",
        about: "Several people, a shuffle each, nobody trusted.",
        shown: "♠ ? ♥ ?",
        steps: &[
            ("/deals", "A deal, message by message"),
            ("/fairness", "Are all deals equally likely?"),
            ("/tables", "A table of your own"),
            ("/book/dealing", "Who must be trusted for what"),
        ],
    },
];

/// The quantity that an exercise asks for.
enum Quantity {
    /// The probability of the action of a player, by index, with a card.
    Part(usize, &'static str, u64),
    /// The value to player I.
    Value,
}

/// An exercise: its game, the question, what its answer is, and the reason without its numbers.
struct Exercise(&'static str, &'static str, Quantity, &'static str);

const EXERCISES: [Exercise; 8] = [
    Exercise(
        "kuhn/n3-b1",
        "Kuhn’s game: you are player II, hold the queen and face a bet of 1. How often must you \
            call so that the jack’s bluff gains nothing?",
        Quantity::Part(1, "call", 2),
        "The bluff risks 1 to win the pot of 2, and the king always calls.",
    ),
    Exercise(
        "kuhn/n3-b1",
        "Player I has checked, and you hold the jack. How often do you bet?",
        Quantity::Part(1, "bet 1", 1),
        "So often that a queen gains nothing by calling.",
    ),
    Exercise(
        "kuhn/n3-b1",
        "What is Kuhn’s game worth to player I?",
        Quantity::Value,
        "To act first is a disadvantage, and no strategy of the family changes it.",
    ),
    Exercise(
        "von-neumann/n3-b1",
        "Player II may only call or fold. What are three cards and a bet of 1 worth to player I?",
        Quantity::Value,
        "Acting first is an advantage here: player II may only answer.",
    ),
    Exercise(
        "von-neumann/n3-b2",
        "The bet is 2 instead of 1. How often may player I bluff with the lowest card, at most?",
        Quantity::Part(0, "bet 2", 1),
        "A larger bet gives the caller worse odds, so there may be more bluffs to a value bet.",
    ),
    Exercise(
        "von-neumann/n28-b4",
        "28 cards and a bet of 4: how often does player I bet with card 3?",
        Quantity::Part(0, "bet 4", 3),
        "Cards 1 and 2 always bluff; this one fills the number of bluffs up.",
    ),
    Exercise(
        "von-neumann/n9-b2",
        "What are nine cards and a bet of 2 worth to player I?",
        Quantity::Value,
        "Count out the deals of every card.",
    ),
    Exercise(
        "newman/n14-b5",
        "Player I may bet any whole number up to 5. What are fourteen cards worth?",
        Quantity::Value,
        "Never less than with one size, since nobody has to use the others.",
    ),
];

/// The answer of an exercise with its unit, which is empty for a probability.
type Answer = (Rational, Option<Unit>);

impl Exercise {
    /// Errors: those of the label and of the solve.
    fn answer(&self, solver: &dyn Solver, control: &Control) -> Result<Answer, Error> {
        let Self(label, _, quantity, _) = self;
        let game = parse_label(label)?;
        let solution = solver.one_of_many(&game, control)?;
        Ok(match quantity {
            Quantity::Value => (solution.values[0].clone(), Some(game.unit())),
            Quantity::Part(player, action, card) => {
                let named =
                    |view: usize| game.views()[view].actions.iter().position(|name| name == action);
                let of_player = |view: &usize| game.views()[*view].player.index() == *player;
                let places = (0..game.views().len()).filter(of_player);
                let place = places.filter_map(|view| Some((view, named(view)?))).next();
                let (view, action) = place
                    .ok_or_else(|| unexpected("action", action, &format!("one of {label}")))?;
                (solution.profile.at(view)[action].at(*card), None)
            }
        })
    }
}

/// The answers of all exercises, in their order.
async fn answers(service: &Service) -> Result<Vec<Answer>, Error> {
    let solver = service.clone();
    let solved =
        move |control: &Control| EXERCISES.iter().map(|one| one.answer(&solver, control)).collect();
    service.pool.run_quoted(SHORT, solved).await
}

/// `GET /teach`: the lectures and the exercises.
pub(crate) async fn show(State(service): State<Service>) -> PageResult {
    let answers = answers(&service).await?;
    Ok(page("Teach", &body(&answers)))
}

fn body(answers: &[Answer]) -> Markup {
    html! {
        link rel="stylesheet" href=(assets::TEACH_STYLE.address);
        (crumbs(&[("/book", "Learn")], "Teach"))
        h1 { "Teach with it, " span { "six lectures, ready to show" } }
        p.ways {
            a.button.first href="/class" { "Open a class" } " "
            a.button href="/teach/sheet" { "Sheet to print" } " "
            a.button href="/book/teach" { "Keys of the stage, notebooks" }
        }
        div.families { @for lecture in &LECTURES { (tile(lecture)) } }
        h2 id="exercises" { "Exercises" }
        ol.exercises { @for (exercise, answer) in EXERCISES.iter().zip(answers) {
            @let Exercise(label, question, ..) = exercise;
            li {
                p { (question) }
                details {
                    summary { "Answer" }
                    p { (solved(exercise, answer)) " "
                        a href=(format!("/{label}?tab=why")) { "The proof" } "." }
                }
            }
        } }
        h2 { "In your own page" }
        pre {
            "<iframe src=\"/kuhn/n3-b1?embed\" width=\"720\" height=\"760\"></iframe>"
        }
    }
}

fn tile(lecture: &Lecture) -> Markup {
    let Lecture { title, about, shown, steps } = lecture;
    html! {
        article.panel.door {
            span.shown.law aria-hidden="true" { (shown) }
            h2 { (title) }
            p { (about) }
            ol.lecture-steps { @for (address, words) in *steps {
                @let join = if address.contains('?') { '&' } else { '?' };
                li { a href=(format!("{address}{join}lecture")) { (words) } }
            } }
        }
    }
}

fn solved(Exercise(.., reason): &Exercise, (answer, unit): &Answer) -> Markup {
    html! {
        b { (number(answer)) @if let Some(unit) = unit { " " (unit) } } ". " (reason)
    }
}

/// `GET /teach/sheet`: the exercises with room to write, and the answers on a page of their own.
pub(crate) async fn sheet(State(service): State<Service>) -> PageResult {
    let answers = answers(&service).await?;
    let main = html! {
        link rel="stylesheet" href=(assets::TEACH_STYLE.address);
        (crumbs(&[("/book", "Learn"), ("/teach", "Teach")], "Sheet"))
        h1 { "Exercises, " span { "bluffing with few cards" } }
        p.rules { "Each player pays an ante of 1 and holds one card; the higher card wins." }
        ol.exercises.sheet { @for Exercise(_, question, ..) in &EXERCISES { li { (question) } } }
        section.answers {
            h2 { "Answers" }
            ol.exercises { @for (exercise, answer) in EXERCISES.iter().zip(&answers) {
                li { (solved(exercise, answer)) }
            } }
        }
    };
    Ok(page("Exercises", &main))
}

#[cfg(test)]
mod tests {
    use bluff_questions::Library;

    use super::*;

    #[test]
    fn exercises_have_the_answers_that_are_known_by_hand() {
        let known = ["1/3", "1/3", "-1/18", "1/18", "1/2", "2/3", "1/9", "13/98"];
        for (exercise, known) in EXERCISES.iter().zip(known) {
            let (answer, _) = exercise.answer(&Library, &Control::new()).unwrap();
            assert_eq!(answer.to_string(), known, "{}", exercise.1);
        }
    }
}
