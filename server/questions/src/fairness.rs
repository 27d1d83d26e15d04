//! Questions about the fairness of a protocol, of a game whose cards it deals, or of deals that
//! somebody has.

use std::time::Duration;

use bluff_dealing::fairness::{
    DealLines, FairnessCertificate, GivenDeals, MAX_BRANCHES, Sample, Statistics,
};
use bluff_dealing::play::{self, Dealt, Winnings};
use bluff_dealing::{NamedProtocol, PROTOCOLS, Setting};
use bluff_report::fairness::{FairnessAnswer, picture, row_names};
use bluff_report::json;
use rational_bluff::game::{FAMILIES, Game, GameFile, read_label};
use rational_bluff::solve::Method;

use crate::context::AnswerContext;
use crate::cost;
use crate::deal::{affordable, variant_field};
use crate::error::Error;
use crate::field::{FieldKind, QuestionField, whole};
use crate::given::{Given, in_words, unexpected};
use crate::limits::{PROVED, TESTED_DEALS};
use crate::over_http::{SHORT, limited_field};
use crate::question::{Question, Report, ReportForm};
use crate::text::is_game_file;

/// A question about fairness.
pub enum FairnessQuestion {
    /// Of a protocol.
    Protocol(ProtocolFairness),
    /// Of deals that somebody has.
    Hands {
        /// A line a deal; of a command, the name of the file.
        text: String,
        /// Cards in the deck.
        cards: u64,
        /// The game that is played with these cards, if the question is what it pays.
        game: Option<Game>,
    },
}

/// A question about the fairness of a protocol.
pub struct ProtocolFairness {
    /// The protocol.
    pub system: &'static NamedProtocol,
    /// Players, cards and cards for each player.
    pub setting: Setting,
    /// The game whose cards are dealt, if the question is what it pays.
    pub game: Option<Game>,
    /// Number of deals tested, and their seed; without them every sequence of coins is played.
    pub sample: Option<(u64, u64)>,
    /// Maximum number of sequences of coins that are played.
    pub branches: u64,
}

/// Maximum number of parties, and of cards, of any deal.
const MAX_PARTIES: u64 = 32;
const MAX_DEALT: u64 = 10_000;
/// Deals that are tested unless another number is given.
const DEALS: u64 = 100_000;

fn no_cards() -> Error {
    in_words("cards", "", "no cards", "a number or a game")
}

impl Question for FairnessQuestion {
    const NAME: &'static str = "fairness";
    const ABOUT: &'static str = "Proves that a dealing protocol is fair, or tests it or your deals";
    const MORE: &'static str = "\
exact plays every sequence of coins, with ideal ciphertexts. All outcomes must be equally likely,
and after every message each party may know its own part only.
Without it many deals are tested. Tests can reject a protocol and never prove that it is fair; what
no test covers is listed. All tests together reject fair deals once in a million samples.
game deals the cards of a game, one to each player, plays its certified equilibrium, and compares
the payoffs with its values: as fractions over every sequence of coins, or on a sample by a bound
that holds for any number of deals.
hands are deals of yours: a line a deal, seats apart by ;, cards by blanks or commas, as numbers or
as As, - for not seen. Match logs of the Annual Computer Poker Competition and hand histories of
PokerStars are read as they are. A bias may be too small for so many deals: power says how large.
Exit code 0: proved fair or equal, or no test rejects; 1: not so, or a test rejects; 2: no such
question.";
    const EXAMPLES: &'static [&'static str] = &[
        "--protocol barany-furedi --players 3 --cards 4 --exact",
        "--protocol barany-furedi --players 3 --cards 3 --exact --plant lowest-free-place",
        "--protocol barany-furedi --players 3 --cards 52 --hand 2 --deals 200000 --seed 1",
        "--protocol barany-furedi --cards 52 --plant sattolo --format svg > table.svg",
        "--protocol barany-furedi --game kuhn/n3-b1 --exact",
        "--protocol verified-deck --game von-neumann/n52-b2 --deals 20000 --seed 1",
        "--hands deals.csv --cards 52",
        "--hands hands.csv --game kuhn/n3-b1",
    ];
    const TOPIC: &'static str = "dealing";
    const EXAMPLE: &'static [(&'static str, &'static str)] =
        &[("protocol", "barany-furedi"), ("cards", "3"), ("deals", "1000")];
    type Report = FairnessAnswer;

    fn fields() -> Vec<QuestionField> {
        use FieldKind::{Flag, Lines, Optional};
        let players = "Number of parties [default: 3; with game its players, and a helper where \
            the protocol needs one]";
        let game = "A game, by its label, whose cards are dealt and played for; instead of cards \
            and hand";
        let hands = "Deals of yours, a line each, with cards or game; no protocol";
        let branches = "With exact: the maximum number of sequences [default: 20000000]";
        let [protocol, cards, hand, plant, exact, deals, seed] = [
            "The protocol; an unknown name lists all",
            "Cards in the deck",
            "Cards for each player [default: 1]",
            "A bug to plant, for the checker to find; an unknown name lists all",
            "Play every sequence of coins",
            "Number of deals to test [default: 100000]",
            "The seed of the random numbers [default: 1]",
        ];
        vec![
            QuestionField::new(Optional, "protocol", "NAME", protocol, "barany-furedi"),
            QuestionField::new(whole(2, MAX_PARTIES), "players", "P", players, "3"),
            QuestionField::new(whole(1, MAX_DEALT), "cards", "K", cards, "52"),
            QuestionField::new(whole(1, MAX_DEALT), "hand", "H", hand, "2"),
            variant_field(),
            QuestionField::new(Optional, "game", "LABEL", game, "kuhn/n3-b1"),
            QuestionField::new(Lines, "hands", "FILE", hands, "As Kd;Qh Qs\n2c 2d;-"),
            QuestionField::new(Optional, "plant", "BUG", plant, "sattolo"),
            QuestionField::new(Flag, "exact", "", exact, "true"),
            QuestionField::new(whole(1, u64::MAX), "branches", "B", branches, "20000"),
            QuestionField::new(whole(1, u64::MAX), "deals", "D", deals, "1000"),
            QuestionField::new(whole(0, u64::MAX), "seed", "S", seed, "1"),
        ]
    }

    fn read(given: &Given) -> Result<Self, Error> {
        if let Some(text) = given.text("hands") {
            return Self::of_hands(text, given);
        }
        let exact = given.flag("exact");
        let branches = given.whole("branches", 1..=u64::MAX)?;
        let deals = given.whole("deals", 1..=u64::MAX)?;
        let seed = given.whole("seed", 0..=u64::MAX)?;
        let stray = match exact {
            true => [("deals", deals), ("seed", seed)],
            false => [("branches", branches), ("branches", None)],
        };
        if let Some((key, number)) = stray.into_iter().find_map(|(key, it)| Some((key, it?))) {
            let expected = if exact { "none beside exact" } else { "none without exact" };
            return Err(unexpected(key, &number.to_string(), expected));
        }
        let sample = (!exact).then(|| (deals.unwrap_or(DEALS), seed.unwrap_or(1)));
        let branches = branches.unwrap_or(MAX_BRANCHES);
        let protocol = given.text("protocol").ok_or_else(|| {
            let all: Vec<&str> = PROTOCOLS.iter().map(|system| system.name).collect();
            in_words("protocol", "", "no protocol", format!("hands, or one of: {}", all.join(", ")))
        })?;
        let system = NamedProtocol::named(protocol)?;
        let bug = given.text("plant");
        let planted = bug.map(|bug| system.bug(bug)).transpose()?;
        let (players, game) = (given.text("players"), given.text("game"));
        let Some(label) = game else {
            let cards = given.text("cards").ok_or_else(no_cards)?;
            let counts = [players.unwrap_or("3"), cards, given.text("hand").unwrap_or("1")];
            let (system, setting) = Setting::parse(protocol, counts, given.text("variant"), bug)?;
            let asked = ProtocolFairness { system, setting, game: None, sample, branches };
            return Ok(Self::Protocol(asked));
        };
        let expected = "none beside a game: each player is dealt one of its cards";
        given.refuse(["cards", "hand", "variant"], expected)?;
        let players = players.map(Setting::parse_players).transpose()?;
        let game = read_game(label)?;
        let setting = play::setting(system, &game, players, planted)?;
        Ok(Self::Protocol(ProtocolFairness { system, setting, game: Some(game), sample, branches }))
    }

    fn title(&self) -> String {
        match self {
            Self::Protocol(asked) => asked.system.name.to_owned(),
            Self::Hands { .. } => "deals".to_owned(),
        }
    }

    fn has_form(&self, form: &str) -> bool {
        let is_drawn = match self {
            Self::Protocol(asked) => asked.game.is_none() && asked.sample.is_some(),
            Self::Hands { game, .. } => game.is_none(),
        };
        form != "svg" || is_drawn
    }

    fn cost(&self) -> Result<Duration, Error> {
        match self {
            Self::Protocol(asked) => asked.cost(),
            Self::Hands { game, .. } => {
                game.as_ref().map_or(Ok(()), cost::affordable).map(|()| SHORT)
            }
        }
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<FairnessAnswer, Error> {
        let (text, cards, game) = match self {
            Self::Protocol(asked) => return asked.answer(work),
            Self::Hands { text, cards, game } => (text, cards, game),
        };
        // The cards alone have the names that games give to so many.
        let alone = || FAMILIES.into_iter().find(|one| one.card_names.len() as u64 == cards);
        let names = match &game {
            Some(game) => game.card_names(),
            None => alone().map_or(&[][..], |family| family.card_names),
        };
        let lines = || Ok::<_, Error>(DealLines::new(work.lines(&text)?, cards).with_names(names));
        let Some(game) = game else {
            return Ok(FairnessAnswer::Given(GivenDeals::new(lines()?, work.control)?));
        };
        let solution = work.solve(&game, Method::Auto)?;
        let played = (&solution.game, &solution.profile);
        Ok(FairnessAnswer::Won(Winnings::given(lines()?, played, work.control)?))
    }
}

fn read_game(label: &str) -> Result<Game, Error> {
    Ok(if is_game_file(label) { GameFile::read(label)? } else { read_label(label)? })
}

impl FairnessQuestion {
    /// Deals that somebody has.
    ///
    /// Errors: any other field but one of cards and game, both, or none of them.
    fn of_hands(text: &str, given: &Given) -> Result<Self, Error> {
        let others =
            ["protocol", "players", "hand", "variant", "plant", "branches", "deals", "seed"];
        given.refuse(others, "none beside hands")?;
        if given.flag("exact") {
            return Err(unexpected("exact", "true", "none beside hands"));
        }
        let cards = given.whole("cards", 1..=MAX_DEALT)?;
        let (cards, game) = match (cards, given.text("game")) {
            (Some(cards), None) => (cards, None),
            (None, Some(label)) => {
                let game = read_game(label)?;
                (game.n(), Some(game))
            }
            (Some(cards), Some(_)) => {
                let expected = "none beside a game: its deck is known";
                return Err(unexpected("cards", &cards.to_string(), expected));
            }
            (None, None) => return Err(no_cards()),
        };
        Ok(Self::Hands { text: text.to_owned(), cards, game })
    }
}

impl ProtocolFairness {
    fn cost(&self) -> Result<Duration, Error> {
        affordable(&self.setting)?;
        self.game.as_ref().map_or(Ok(()), cost::affordable)?;
        let (players, cards) = PROVED;
        let Setting { players: given, cards: deck, .. } = self.setting;
        match self.sample {
            None if given > players || deck > cards => Err(Error::Beyond(format!(
                "{given} players and {deck} cards, expected at most {players} and {cards} over \
                 HTTP, or a number of deals; the bluff command takes more"
            ))),
            Some((deals, _)) => limited_field("deals", deals, TESTED_DEALS).map(|()| SHORT),
            None => Ok(SHORT),
        }
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<FairnessAnswer, Error> {
        let Self { system, setting, game, sample, branches } = &self;
        let (branches, control) = (*branches, work.control);
        control.begin_parts(sample.map_or(0, |(deals, _)| deals));
        let Some(game) = game else {
            return Ok(match *sample {
                None => FairnessAnswer::Proved(FairnessCertificate::new(
                    system, setting, branches, control,
                )?),
                Some(sample) => {
                    FairnessAnswer::Tested(Statistics::new(system, setting, sample, control)?)
                }
            });
        };
        let solution = work.solve(game, Method::Auto)?;
        let played = (&solution.game, &solution.profile);
        Ok(match *sample {
            None => FairnessAnswer::Dealt(Dealt::new(system, setting, played, branches, control)?),
            Some(sample) => {
                FairnessAnswer::Won(Winnings::new(system, setting, played, sample, control)?)
            }
        })
    }
}

impl Report for FairnessAnswer {
    const SCHEMA: &'static str = "Fairness";

    fn forms() -> Vec<ReportForm<Self>> {
        let drawn = |answer: &Self| match answer {
            Self::Tested(Statistics { asked, found: Sample { table: Some(table), deals, .. } }) => {
                Ok(picture(&asked.protocol, deals, table, &row_names(table)))
            }
            Self::Tested(_) => Ok(String::new()),
            Self::Given(GivenDeals { table, deals, names, .. }) => {
                Ok(picture("Deals", deals, table, names))
            }
            // Refused before the work.
            _ => Err(Error::Internal("no picture".to_owned())),
        };
        vec![
            ReportForm::text("In words", Self::text),
            ReportForm::json("The certificate, or all tests with their tables", json),
            ReportForm::svg("Cards by seats as a picture; of deals that were tested", drawn),
        ]
    }

    fn no(&self) -> Option<String> {
        self.no()
    }
}
