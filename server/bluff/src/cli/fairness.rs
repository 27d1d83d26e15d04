use std::sync::atomic::{AtomicU64, Ordering};

use bluff_dealing::fairness::MAX_BRANCHES;
use bluff_questions::error::Error;
use bluff_questions::fairness::{FairnessQuestion, FairnessText};
use bluff_questions::parse_whole;
use bluff_report::fairness::{FairnessAnswer, picture};
use clap::Args;
use rational_bluff::solve::{Method, solve};

use super::Answer;
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::counted;

/// Proves that a dealing protocol is fair, or tests it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff fairness --protocol barany-furedi --players 3 --cards 4 --exact
  bluff fairness --protocol barany-furedi --players 3 --cards 3 --exact --plant lowest-free-place
  bluff fairness --protocol barany-furedi --players 3 --cards 52 --hand 2 --deals 200000 --seed 1
  bluff fairness --protocol barany-furedi --cards 52 --plant sattolo --format svg > table.svg
  bluff fairness --protocol barany-furedi --game kuhn/n3-b1 --exact
  bluff fairness --protocol verified-deck --game von-neumann/n52-b2 --deals 20000 --seed 1

--exact plays every sequence of coins, with ideal ciphertexts. All outcomes must be equally likely,
and after every message each party may know its own part only.
Without it many deals are tested. Tests can reject a protocol and never prove that it is fair; what
no test covers is listed. All tests together reject fair deals once in a million samples.
--game deals the cards of a game, one to each player, plays its certified equilibrium, and compares
the payoffs with its values: as fractions over every sequence of coins, or on a sample by a bound
that holds for any number of deals.
Exit code 0: proved fair or equal, or no test rejects; 1: not so, or a test rejects; 2: no such
question.")]
pub(super) struct FairnessCommand {
    /// The protocol; an unknown name lists all
    #[arg(long, value_name = "NAME")]
    protocol: String,
    /// Number of parties [default: 3; with --game its players, and a helper where the protocol
    /// needs one]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    players: Option<String>,
    /// Cards in the deck
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    cards: Option<String>,
    /// Cards for each player [default: 1]
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    hand: Option<String>,
    /// A game, by its label, whose cards are dealt and played for; instead of --cards and --hand
    #[arg(long, value_name = "LABEL")]
    game: Option<String>,
    /// A bug to plant, for the checker to find; an unknown name lists all
    #[arg(long, value_name = "BUG")]
    plant: Option<String>,
    /// Play every sequence of coins
    #[arg(long, conflicts_with_all = ["deals", "seed"])]
    exact: bool,
    /// With --exact: the maximum number of sequences [default: 20000000]
    #[arg(long, value_name = "B", requires = "exact", allow_hyphen_values = true)]
    branches: Option<String>,
    /// Number of deals to test [default: 100000]
    #[arg(long, value_name = "D", allow_hyphen_values = true)]
    deals: Option<String>,
    /// The seed of the random numbers [default: 1]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<String>,
    #[command(flatten)]
    printing: Printing<FairnessAnswer>,
}

impl Printable for FairnessAnswer {
    fn formats() -> Vec<OutputFormat<Self>> {
        let drawn = |answer: &Self, _| match answer {
            Self::Tested(statistics) => picture(statistics).ok_or_else(no_picture),
            _ => Err(no_picture()),
        };
        vec![
            Self::format("text", "In words", |answer, paint| Ok(answer.text(paint))),
            Self::format("json", "The certificate, or all tests with their tables", |answer, _| {
                Ok(answer.json())
            }),
            Self::format("svg", "Cards by seats as a picture; of deals that were tested", drawn),
        ]
    }
}

impl FairnessCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let whole = |name, text: &Option<String>, least, default| {
            text.as_deref().map_or(Ok(default), |text| parse_whole(name, text, least..=u64::MAX))
        };
        let limit = whole("branches", &self.branches, 1, MAX_BRANCHES)?;
        let (deals, seed) =
            (whole("deals", &self.deals, 1, 100_000)?, whole("seed", &self.seed, 0, 1)?);
        let text = FairnessText {
            protocol: &self.protocol,
            players: self.players.as_deref(),
            cards: self.cards.as_deref(),
            hand: self.hand.as_deref(),
            bug: self.plant.as_deref(),
            game: self.game.as_deref(),
        };
        let question = FairnessQuestion::read(text, (!self.exact).then_some((deals, seed)))?;
        if self.printing.name() == "svg" && (question.game.is_some() || question.sample.is_none()) {
            return Err(no_picture());
        }
        let made = AtomicU64::new(0);
        let more = || match question.sample {
            Some((deals, _)) => format!(", {} of {deals} deals", made.load(Ordering::Relaxed)),
            None => String::new(),
        };
        let answer = counted(question.system.name, more, |control| {
            let progress = |more| _ = made.fetch_add(more, Ordering::Relaxed);
            question.answer(
                limit,
                |game| Ok(solve(game, Method::Auto, control)?.solution),
                control,
                &progress,
            )
        })?;
        Ok(Answer { no: answer.no(), ..self.printing.answer(&answer)? })
    }
}

fn no_picture() -> Error {
    Error::Malformed(
        "format svg, expected text or json here: there is no table of cards by seats to draw"
            .to_owned(),
    )
}
