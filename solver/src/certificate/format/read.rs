//! Documents read: what they claim is checked from the rules of the game.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::certificate::{Candidate, Certified, Solution, check};
use crate::exact::{Rational, excerpt};
use crate::game::Game;
use crate::strategy::{Profile, Run, ViewStrategy};

use super::{CertificateBlock, Document, DocumentError, FORMAT, GameBlock, MAX_DOCUMENT_BYTES, decimals};

/// What a solution document claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    format: u32,
    label: String,
    game: GameBlock,
    values: Vec<Rational>,
    decimals: Vec<String>,
    strategies: Vec<StrategyBlock>,
    certificate: CertificateBlock<Rational>,
    method: String,
}

/// A profile document: strategies alone, or a solution document without what it claims beside them.
#[derive(Debug, Deserialize)]
struct ProfileDocument {
    strategies: Vec<StrategyBlock>,
}

/// The strategy at one view, as documents spell it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategyBlock {
    player: String,
    view: String,
    runs: Vec<RunBlock>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunBlock {
    cards: [String; 2],
    actions: Actions,
}

/// A JSON object in the order of the actions, each key once.
#[derive(Debug)]
struct Actions(Vec<(String, Rational)>);

impl Document<'_> {
    /// Reads a document and checks it from nothing: the rules of the game, the strategies, every claimed number.
    ///
    /// Errors: [`DocumentError`], naming the culprit.
    pub fn verify(text: &str) -> Result<Certified<Solution>, DocumentError> {
        if text.len() > MAX_DOCUMENT_BYTES {
            return Err(DocumentError::TooLong { given: text.len() });
        }
        let document: Claims = serde_json::from_str(text).map_err(malformed)?;
        if document.format != FORMAT {
            return Err(DocumentError::UnknownFormat { given: document.format });
        }
        let game = document.game.game()?;
        claim("the label", &document.label, &game.label())?;
        // A game with its own tree has its name and its deck there too.
        claim("the name of the game", &document.game.name, game.name())?;
        claim("the number of cards", &document.game.n, &game.n().to_string())?;
        let profile = profile_of(&game, &document.strategies)?;
        let candidate = Candidate { values: Some(document.values.clone()), profile, method: document.method.clone() };
        let solution = check(&game, candidate)?;
        let found = CertificateBlock::of(&solution.certificate);
        claim("the certificate", &format!("{:?}", document.certificate), &format!("{found:?}"))?;
        claim("the decimals", &document.decimals.join(", "), &decimals(&solution).join(", "))?;
        Ok(solution)
    }
}

fn claim(what: &'static str, claimed: &str, found: &str) -> Result<(), DocumentError> {
    if claimed == found {
        return Ok(());
    }
    Err(DocumentError::Claim { what, claimed: claimed.to_owned(), found: found.to_owned() })
}

/// The profile in a profile document or a solution document; only `strategies` is read.
///
/// Errors: [`DocumentError`].
pub fn read_profile(game: &Game, text: &str) -> Result<Profile, DocumentError> {
    if text.len() > MAX_DOCUMENT_BYTES {
        return Err(DocumentError::TooLong { given: text.len() });
    }
    let document: ProfileDocument = serde_json::from_str(text).map_err(malformed)?;
    profile_of(game, &document.strategies)
}

fn profile_of(game: &Game, blocks: &[StrategyBlock]) -> Result<Profile, DocumentError> {
    let card = |text: &String| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let card = if digits { text.parse::<u64>().ok() } else { None };
        card.ok_or_else(|| DocumentError::BadCard { given: excerpt(text), n: game.n() })
    };
    let run = |run: &RunBlock| {
        let [first, last] = &run.cards;
        Ok(Run { first: card(first)?, last: card(last)?, actions: run.actions.0.clone() })
    };
    let strategy = |block: &StrategyBlock| {
        let runs = block.runs.iter().map(run).collect::<Result<_, DocumentError>>()?;
        Ok(ViewStrategy { player: block.player.parse()?, view: block.view.clone(), runs })
    };
    let strategies = blocks.iter().map(strategy).collect::<Result<Vec<_>, DocumentError>>()?;
    Ok(Profile::from_runs(game, &strategies)?)
}

fn malformed(error: serde_json::Error) -> DocumentError {
    DocumentError::Malformed { reason: error.to_string() }
}

impl<'de> Deserialize<'de> for Actions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Actions;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object with a probability for each action")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Actions, A::Error> {
                let mut actions: Vec<(String, Rational)> = Vec::new();
                while let Some((action, probability)) = map.next_entry()? {
                    actions.push((action, probability));
                }
                let mut names: Vec<&str> = actions.iter().map(|(action, _)| action.as_str()).collect();
                names.sort_unstable();
                if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
                    return Err(serde::de::Error::custom(format!("action “{}” stands twice", excerpt(twice[0]))));
                }
                Ok(Actions(actions))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
