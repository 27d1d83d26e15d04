//! Deals without a dealer: their setting, and the check of a record.

use std::time::Duration;

use bluff_dealing::{
    Cause, DealCost, DealDocument, DealError, NamedProtocol, PROTOCOLS, SEED_WORDS, Setting,
};
use bluff_report::deal::{DealVerdict, text};
use bluff_report::json;
use rational_bluff::exact::excerpt;
use rational_bluff::exact::json::json_words;
use rational_bluff::solve::Control;

use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::given::{Given, in_words, not_allowed, unexpected};
use crate::limits::{DEALT_CARDS, DEALT_PLAYERS};
use crate::over_http::{INSTANT, SHORT, beyond, beyond_of};
use crate::question::{Question, Report, ReportForm};

/// Reads a deal document.
///
/// Errors: `Deal`, if it is none.
pub fn read_deal(text: &str) -> Result<DealDocument, Error> {
    serde_json::from_str(text)
        .map_err(|error| Error::Deal(DealError::Malformed { reason: json_words(error) }))
}

/// Plays a deal again on its revealed coins.
///
/// Errors: a document that is no deal, and spent limits: these are no verdict.
pub fn check_deal(deal: &DealDocument, control: &Control) -> Result<DealVerdict, Error> {
    let refusal = match deal.verify(control).map_err(Error::from) {
        Ok(()) => None,
        Err(Error::Deal(error)) if error.is_refusal() => Some(error),
        Err(error) => return Err(error),
    };
    Ok(DealVerdict::new(deal, refusal))
}

/// The field of a variant.
pub(crate) fn variant_field() -> QuestionField {
    let about = "Sizes of groups or hands, edges of channels, turns after the deal, or the whole \
        game, as the protocol takes: 3,2,1";
    QuestionField::new(FieldKind::Optional, "variant", "TEXT", about, "3,2,1")
}

/// Deals of random coins in which hands clash, one after the other, at most.
const TRIES: u64 = 100;

/// The seed of all coins: 64 hexadecimal digits, or random ones of the system.
///
/// Errors: `Malformed`; `System` if it has no random numbers.
pub fn parse_seed(text: Option<&str>) -> Result<[u8; 32], Error> {
    let Some(text) = text else {
        let mut seed = [0; 32];
        let filled = getrandom::fill(&mut seed);
        filled.map_err(|error| Error::System(format!("no random numbers: {error}")))?;
        return Ok(seed);
    };
    bluff_dealing::parse_seed(text).map_err(|_| unexpected("seed", &excerpt(text), SEED_WORDS))
}

/// A question for a deal, or for the check of one.
pub enum DealingQuestion {
    /// A new deal.
    New {
        /// The protocol.
        system: &'static NamedProtocol,
        /// Players, cards, cards for each player, and the variant.
        setting: Setting,
        /// The seed of all coins; random ones if it is none.
        seed: Option<[u8; 32]>,
    },
    /// A deal that is played again.
    Again(Box<DealDocument>),
}

/// The answer to a [`DealingQuestion`].
#[derive(Debug)]
pub enum DealReport {
    /// The record of every seat.
    Dealt(Box<DealDocument>),
    /// The verdict on every message.
    Verdict(DealVerdict),
}

impl Question for DealingQuestion {
    const NAME: &'static str = "deal";
    const ABOUT: &'static str = "Deals cards without a dealer, or verifies such a deal";
    const MORE: &'static str = "\
This one process plays all parties: it shows the protocol and makes records for tests. Among people
who do not trust each other, each runs `bluff table join`.
Exit code 0: dealt, or every message is right; 1: the first party that cheated is named; 2: no such
deal.";
    const EXAMPLES: &'static [&'static str] = &[
        "--protocol barany-furedi --players 3 --cards 52 --hand 2",
        "--protocol golle --players 3 --cards 6 --json > deal.json",
        "--protocol grouping --players 6 --variant 3,2,1",
        "--protocol werewolf --players 9 --hand 2 --variant game",
        "--verify deal.json",
    ];
    const TOPIC: &'static str = "dealing";
    const EXAMPLE: &'static [(&'static str, &'static str)] =
        &[("protocol", "barany-furedi"), ("cards", "3"), ("seed", SEED)];
    const IS_SECRET: bool = true;
    type Report = DealReport;

    fn fields() -> Vec<QuestionField> {
        use FieldKind::{File, Optional};
        let seed = "The seed of all coins, 64 hexadecimal digits [default: random]";
        let verify = "Play a deal document again on its revealed coins, or without seats check its \
            public proofs; - for standard input";
        let protocol = "The protocol; an unknown name lists all";
        let [players, cards, hand] = [
            "Number of players [default: 3]",
            "Cards in the deck [default: 52]",
            "Cards for each player [default: 1]",
        ];
        vec![
            QuestionField::new(Optional, "protocol", "NAME", protocol, "barany-furedi"),
            QuestionField::new(Optional, "players", "P", players, "3"),
            QuestionField::new(Optional, "cards", "K", cards, "52"),
            QuestionField::new(Optional, "hand", "H", hand, "2"),
            variant_field(),
            QuestionField::new(Optional, "seed", "HEX", seed, SEED),
            QuestionField::new(File, "verify", "FILE", verify, "{\"format\": 2, …}"),
        ]
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let (protocol, seed) = (given.text("protocol"), given.text("seed"));
        if let Some(text) = given.text("verify") {
            if protocol.is_some() || seed.is_some() {
                return Err(not_allowed("verify beside protocol or seed", "it without them"));
            }
            return Ok(Self::Again(Box::new(read_deal(text)?)));
        }
        let protocol = protocol.ok_or_else(|| {
            let names: Vec<&str> = PROTOCOLS.iter().map(|protocol| protocol.name).collect();
            in_words("protocol", "", "no protocol", format!("one of: {}", names.join(", ")))
        })?;
        let counts = [("players", "3"), ("cards", "52"), ("hand", "1")];
        let counts = counts.map(|(key, first)| given.text(key).unwrap_or(first));
        let (system, setting) = Setting::parse(protocol, counts, given.text("variant"), None)?;
        Ok(Self::New {
            system,
            setting,
            seed: seed.map(|seed| parse_seed(Some(seed))).transpose()?,
        })
    }

    fn title(&self) -> String {
        match self {
            Self::New { system, .. } => system.name.to_owned(),
            Self::Again(deal) => deal.protocol.clone(),
        }
    }

    fn cost(&self) -> Result<Duration, Error> {
        match self {
            Self::New { system, setting, .. } => {
                affordable_for_real(system, setting)?;
                Ok(INSTANT)
            }
            Self::Again(deal) => {
                let (protocol, setting) = deal.setting()?;
                affordable_for_real(protocol, &setting)?;
                Ok(SHORT)
            }
        }
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<DealReport, Error> {
        Ok(match self {
            Self::New { system, setting, seed } => {
                DealReport::Dealt(Box::new(dealt(system, &setting, seed, work.control)?))
            }
            Self::Again(deal) => DealReport::Verdict(check_deal(&deal, work.control)?),
        })
    }
}

/// A deal from the coins of a seed, or from random ones: hands at random that clash are drawn again
/// from other coins.
///
/// Errors: those of [`DealDocument::deal`]; `System` if the system has no random numbers.
pub fn dealt(
    system: &NamedProtocol,
    setting: &Setting,
    seed: Option<[u8; 32]>,
    control: &Control,
) -> Result<DealDocument, Error> {
    let clash = |error: &DealError| {
        let unfinished = Cause::Unfinished { tries: 1 };
        matches!(error, DealError::NoDeal { fault } if fault.what == unfinished)
    };
    let mut tries = 1..if seed.is_some() { 1 } else { TRIES };
    loop {
        let coins = seed.map_or_else(|| parse_seed(None), Ok)?;
        let deal = DealDocument::deal(system, setting, coins, control);
        if !deal.as_ref().is_err_and(clash) || tries.next().is_none() {
            return Ok(deal?);
        }
    }
}

/// A seed, as an example: 64 hexadecimal digits.
pub const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

impl Report for DealReport {
    const SCHEMA: &'static str = "DealAnswer";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("Hands and messages", |report: &Self, paint| match report {
                Self::Dealt(deal) => text(deal, paint),
                Self::Verdict(verdict) => verdict.text(),
            }),
            ReportForm::json(
                "The record of every seat, for programs",
                |report: &Self| match report {
                    Self::Dealt(deal) => json(deal),
                    Self::Verdict(verdict) => json(verdict),
                },
            ),
        ]
    }

    fn no(&self) -> Option<String> {
        match self {
            Self::Dealt(_) => None,
            Self::Verdict(verdict) => verdict.no(),
        }
    }
}

/// Refuses deals over real ciphers that are too large for HTTP.
///
/// Errors: `Beyond`.
fn affordable_for_real(protocol: &NamedProtocol, setting: &Setting) -> Result<(), Error> {
    affordable(setting)?;
    let work = setting.players * setting.players.saturating_sub(1) / 2 * setting.cards;
    match protocol.cost {
        DealCost::Bounded(most) if work > most => {
            let given = format!("pairs of players × cards = {work}");
            Err(beyond(given, format!("{most} for {}", protocol.name)))
        }
        _ => Ok(()),
    }
}

/// Refuses deals that are too large for HTTP.
///
/// Errors: `Beyond`.
pub fn affordable(setting: &Setting) -> Result<(), Error> {
    for (name, given, most) in
        [("players", setting.players, DEALT_PLAYERS), ("cards", setting.cards, DEALT_CARDS)]
    {
        if given > most {
            return Err(beyond_of(name, given, most));
        }
    }
    Ok(())
}
