//! Solution documents, format 1: an equilibrium as JSON that anyone can check again.

use std::io::Write;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::exact::{Rational, excerpt};
use crate::game::{Beside, Game, GameError, GameFile, parse_copies, parse_deck};
use crate::strategy::{Profile, ProfileError, Run, ViewStrategy};

use super::{Candidate, Certificate, Certified, Refusal, Solution, check};

/// The version that is written, and the newest that is read.
pub const FORMAT: u32 = 1;
/// The largest document read, in bytes.
pub const MAX_DOCUMENT_BYTES: usize = 64 << 20;
/// Digits after the point in `decimals`.
const DECIMALS: usize = 21;

/// Why a document was not certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// A text longer than any document.
    #[error("a document of {given} bytes, expected at most {MAX_DOCUMENT_BYTES}")]
    TooLong {
        /// What was given.
        given: usize,
    },
    /// Not a solution document.
    #[error("not a solution document: {reason}")]
    Malformed {
        /// What is wrong.
        reason: String,
    },
    /// A version that is not known.
    #[error("format {given}, expected format {FORMAT}")]
    UnknownFormat {
        /// What was given.
        given: u32,
    },
    /// A game that there is not.
    #[error("the game: {0}")]
    Game(#[from] GameError),
    /// A card that the deck does not have.
    #[error("card “{given}”, expected a whole number from 1 to {n}")]
    BadCard {
        /// What was given.
        given: String,
        /// The number of cards.
        n: u64,
    },
    /// Strategies that are not of this game.
    #[error("the strategies: {0}")]
    Profile(#[from] ProfileError),
    /// The strategies are no equilibrium.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// A number that checking does not find.
    #[error("the document claims {what} {claimed}, but it is {found}")]
    Claim {
        /// What it is.
        what: &'static str,
        /// What it says.
        claimed: String,
        /// What checking finds.
        found: String,
    },
}

impl DocumentError {
    /// Whether the document was understood and its claim is false, rather than being no document at all.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Profile(_) | Self::Refused(_) | Self::Claim { .. })
    }
}

/// A solution document, or a profile document (the same without `values`, `decimals` and `certificate`).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    format: u32,
    label: String,
    game: GameBlock,
    values: Vec<Rational>,
    decimals: Vec<String>,
    strategies: Vec<StrategyBlock>,
    certificate: CertificateBlock,
    method: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameBlock {
    name: String,
    n: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bets: Vec<Rational>,
    /// The number of players, where the name does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    players: Option<usize>,
    /// The raise, of a game with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    raise: Option<Rational>,
    /// The probability with which the lower card wins a showdown, of a game with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flip: Option<Rational>,
    /// The probability that player I holds the winning hand, of a game with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    win: Option<Rational>,
    /// The number of copies of each card, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    copies: Option<String>,
    /// The whole game file, for a game that is not one of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tree: Option<GameFile>,
}

/// The strategy at one view, as documents spell it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyBlock {
    player: String,
    view: String,
    runs: Vec<RunBlock>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunBlock {
    cards: [String; 2],
    actions: Actions,
}

/// A JSON object in the order of the actions, each key once.
#[derive(Clone, Debug)]
struct Actions(Vec<(String, Rational)>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum CertificateBlock {
    ZeroSum { lower: Rational, upper: Rational },
    Nash { gains: Vec<Rational> },
}

/// A profile document: strategies alone.
#[derive(Clone, Debug, Deserialize)]
struct ProfileDocument {
    strategies: Vec<StrategyBlock>,
}

impl Document {
    /// The document of a certified solution.
    pub fn of(solution: &Certified<Solution>) -> Self {
        let game = &solution.game;
        let built_in = game.stakes().is_some();
        let Beside { players, raise, flip, win } = game.beside();
        Self {
            format: FORMAT,
            label: game.label(),
            game: GameBlock {
                name: game.name().to_owned(),
                n: game.n().to_string(),
                bets: game.bets(),
                players,
                raise,
                flip,
                win,
                copies: (built_in && game.copies() > 1).then(|| game.copies().to_string()),
                tree: (!built_in).then(|| GameFile::of(game)),
            },
            values: solution.values.clone(),
            decimals: solution.values.iter().map(|value| value.decimal(DECIMALS)).collect(),
            strategies: strategy_blocks(game, &solution.profile),
            certificate: CertificateBlock::of(&solution.certificate),
            method: solution.method.clone(),
        }
    }

    /// The document as JSON text: a line per key, a line per run.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let mut text = Text(Vec::with_capacity(2_048));
        text.plain("{\n  \"format\": ").json(&self.format)?.plain(",\n  \"label\": ").json(&self.label)?;
        text.plain(",\n  \"game\": ").json(&self.game)?.plain(",\n  \"values\": ").json(&self.values)?;
        text.plain(",\n  \"decimals\": ").json(&self.decimals)?.plain(",\n  \"strategies\": [\n");
        for (index, StrategyBlock { player, view, runs }) in self.strategies.iter().enumerate() {
            text.plain(if index == 0 { "    { \"player\": " } else { ",\n    { \"player\": " }).json(player)?;
            text.plain(", \"view\": ").json(view)?.plain(", \"runs\": [\n      ");
            for (index, run) in runs.iter().enumerate() {
                text.plain(if index == 0 { "" } else { ",\n      " }).run(run)?;
            }
            text.plain(" ] }");
        }
        text.plain(" ],\n  \"certificate\": ").json(&self.certificate)?;
        text.plain(",\n  \"method\": ").json(&self.method)?.plain("\n}\n");
        String::from_utf8(text.0).map_err(serde::ser::Error::custom)
    }

    /// The document as JSON text on one line, without an end of line.
    pub fn to_json_line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Reads a document and checks it from nothing: the rules of the game, the strategies, every claimed number.
    ///
    /// Errors: [`DocumentError`], naming the culprit.
    pub fn verify(text: &str) -> Result<Certified<Solution>, DocumentError> {
        if text.len() > MAX_DOCUMENT_BYTES {
            return Err(DocumentError::TooLong { given: text.len() });
        }
        let document: Self = serde_json::from_str(text).map_err(malformed)?;
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
        let decimals: Vec<String> = solution.values.iter().map(|value| value.decimal(DECIMALS)).collect();
        claim("the decimals", &document.decimals.join(", "), &decimals.join(", "))?;
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

/// The strategies of a profile as documents spell them.
pub fn strategy_blocks(game: &Game, profile: &Profile) -> Vec<StrategyBlock> {
    let run = |run: Run| RunBlock {
        cards: [run.first, run.last].map(|card| card.to_string()),
        actions: Actions(run.actions),
    };
    let block = |view: ViewStrategy| StrategyBlock {
        player: view.player.to_string(),
        view: view.view,
        runs: view.runs.into_iter().map(run).collect(),
    };
    profile.to_runs(game).into_iter().map(block).collect()
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

/// JSON text as it grows.
struct Text(Vec<u8>);

impl Text {
    fn plain(&mut self, text: &str) -> &mut Self {
        self.0.extend_from_slice(text.as_bytes());
        self
    }

    fn json(&mut self, value: &impl Serialize) -> Result<&mut Self, serde_json::Error> {
        serde_json::to_writer(&mut self.0, value)?;
        Ok(self)
    }

    /// A run as serde writes it: most of a document, so without a look at every digit for what JSON escapes.
    fn run(&mut self, RunBlock { cards: [first, last], actions }: &RunBlock) -> Result<&mut Self, serde_json::Error> {
        self.plain("{\"cards\":[\"").plain(first).plain("\",\"").plain(last).plain("\"],\"actions\":{");
        for (index, (action, probability)) in actions.0.iter().enumerate() {
            self.plain(if index == 0 { "" } else { "," }).json(action)?;
            // Writing to a vector cannot fail.
            let _ = write!(self.0, ":\"{probability}\"");
        }
        Ok(self.plain("}}"))
    }
}

impl GameBlock {
    fn game(&self) -> Result<Game, GameError> {
        match &self.tree {
            Some(tree) => tree.clone().game(),
            None => {
                let copies = self.copies.as_deref().map_or(Ok(1), parse_copies)?;
                let beside = Beside {
                    players: self.players,
                    raise: self.raise.clone(),
                    flip: self.flip.clone(),
                    win: self.win.clone(),
                };
                Game::from_bets(&self.name, (parse_deck(&self.n)?, copies), &self.bets, &beside)
            }
        }
    }
}

impl CertificateBlock {
    fn of(certificate: &Certificate) -> Self {
        match certificate.clone() {
            Certificate::ZeroSum { lower, upper } => Self::ZeroSum { lower, upper },
            Certificate::Nash { gains } => Self::Nash { gains },
        }
    }
}

impl Serialize for Actions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (action, probability) in &self.0 {
            map.serialize_entry(action, probability)?;
        }
        map.end()
    }
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
