//! Documents read: what they claim is checked from the rules of the game.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::certificate::{Candidate, Certificate, Certified, Solution, check, judge, judge_near};
use crate::game::{CARDS, COPIES, Family, Game, GameError, Parameter, ParameterKind, Value};
use crate::json_text::from_json;
use crate::strategy::{Profile, Run, ViewStrategy, locked};
use bluff_exact::json::{Entries, NumberText, Object, present};
use bluff_exact::{Rational, excerpt, whole_number};

use super::{
    Beside, Document, DocumentError, FORMAT, GameBlock, MAX_DOCUMENT_BYTES, METHODS, decimals,
};

/// Claim of a solution document.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "its fields in braces")]
struct Claims {
    format: u32,
    label: String,
    game: Object<GameBlock<SpelledNumber>>,
    #[serde(default, deserialize_with = "present")]
    locked: Option<Vec<Object<StrategyBlock<true>>>>,
    values: Vec<SpelledNumber>,
    decimals: Vec<String>,
    strategies: Vec<Object<StrategyBlock<true>>>,
    certificate: Object<Certificate<SpelledNumber>>,
    method: String,
}

/// A profile document: strategies alone, or a solution document without what it claims beside them.
#[derive(Debug, Deserialize)]
struct ProfileDocument {
    strategies: Vec<Object<StrategyBlock<false>>>,
}

/// A lock: strategies of some views, with some cards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockDocument {
    lock: Vec<Object<StrategyBlock<false>>>,
}

/// The strategy at one view; `REDUCED`: with numbers in the one spelling of solution documents.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategyBlock<const REDUCED: bool> {
    player: String,
    view: String,
    runs: Vec<Object<RunBlock<REDUCED>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunBlock<const REDUCED: bool> {
    cards: [NumberText; 2],
    actions: Entries<SpelledNumber<REDUCED>>,
}

/// A number; `REDUCED`: in the one spelling of documents, otherwise as people write it.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(in crate::certificate) struct SpelledNumber<const REDUCED: bool = true>(
    pub(in crate::certificate) Rational,
);

/// A whole number without leading zeros or a sign.
pub(super) struct SpelledWhole(pub(super) u64);

impl<'de> Deserialize<'de> for SpelledWhole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let number = text.parse().ok().filter(|number: &u64| number.to_string() == text);
        let expected = || format!("“{}”, expected a whole number", excerpt(&text));
        number.map(Self).ok_or_else(|| D::Error::custom(expected()))
    }
}

impl<const REDUCED: bool> fmt::Debug for SpelledNumber<REDUCED> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

impl Document<'_> {
    /// Reads the document of an equilibrium and checks it from nothing: the rules of the game, the
    /// strategies, every claimed number.
    ///
    /// Errors: [`DocumentError`], naming the culprit.
    pub fn verify(text: &str) -> Result<Certified<Solution>, DocumentError> {
        Self::read(text, false)
    }

    /// [`Self::verify`], also of a document that claims what three or more players gain.
    pub(in crate::certificate) fn judged(text: &str) -> Result<Certified<Solution>, DocumentError> {
        Self::read(text, true)
    }

    fn read(text: &str, with_gains: bool) -> Result<Certified<Solution>, DocumentError> {
        let Object(document): Object<Claims> = parsed(text)?;
        let Claims { format, label, game: Object(block), values, decimals: digits, .. } = document;
        if format != FORMAT {
            return Err(DocumentError::UnknownFormat { given: format });
        }
        if !METHODS.contains(&document.method.as_str()) {
            return Err(DocumentError::UnknownMethod { given: excerpt(&document.method) });
        }
        let (name, n) = (block.name.clone(), block.n.clone());
        let mut game = block.game()?;
        if let Some(lock) = document.locked {
            let lock = view_strategies(&game, lock)?;
            game = locked(game, &lock)?;
            claim("a lock:", true, game.is_locked())?;
        }
        let strategies = view_strategies(&game, document.strategies)?;
        game.check_words()?;
        claim("the label", label, game.label())?;
        // A game with its own tree has its name and its deck there too.
        claim("the name of the game", name, game.name())?;
        claim("the number of cards", n, game.n())?;
        let profile = Profile::from_runs(&game, &strategies)?;
        let values = Some(values.into_iter().map(|SpelledNumber(value)| value).collect());
        let Object(certificate) = document.certificate;
        let claims_none = certificate.gains().iter().all(|SpelledNumber(gain)| gain.is_zero());
        let candidate = Candidate { values, profile, method: document.method };
        let exact = certificate.quadratic().map(|exact| exact.map(|number| number.0.clone()));
        let solution = match exact {
            Some(exact) => judge_near(&game, candidate, exact)?,
            None if claims_none || !with_gains => check(&game, candidate)?,
            None => judge(&game, candidate)?,
        };
        let found = format!("{:?}", solution.certificate);
        claim("the certificate", format!("{certificate:?}"), found)?;
        let found = decimals(&solution);
        if digits != found {
            let (claimed, found) = (digits.join(", "), found.join(", "));
            return Err(DocumentError::Claim { what: "the decimals", claimed, found });
        }
        Ok(solution)
    }
}

impl GameBlock<SpelledNumber> {
    /// The game of a document, which spells numbers in one way and says nothing beside a tree.
    fn game(self) -> Result<Game, DocumentError> {
        if let Some(Object(tree)) = self.tree {
            let stakes = self.beside.0.iter().map(|(parameter, _)| parameter.key);
            let bets = self.bets.iter().map(|_| "bets");
            if let Some(key) = bets.chain(stakes).chain(self.copies.iter().map(|_| "copies")).next()
            {
                return Err(DocumentError::BesideTree { key });
            }
            return Ok(tree.documented()?);
        }
        let copies = self.copies.unwrap_or_else(|| "1".to_owned());
        let deck = (CARDS.whole(&self.n)?, COPIES.whole(&copies)?);
        for text in [&self.n, &copies] {
            Rational::from_canonical(text).map_err(GameError::from)?;
        }
        let bets: Vec<Rational> =
            self.bets.into_iter().flatten().map(|SpelledNumber(bet)| bet).collect();
        Ok(Family::known(&self.name)?.from_bets(deck, &bets, &self.beside.0)?)
    }
}

pub(in crate::certificate) fn claim(
    what: &'static str,
    claimed: impl ToString,
    found: impl ToString,
) -> Result<(), DocumentError> {
    let (claimed, found) = (claimed.to_string(), found.to_string());
    if claimed == found { Ok(()) } else { Err(DocumentError::Claim { what, claimed, found }) }
}

/// The profile in a profile document or a solution document; only `strategies` is read.
///
/// Errors: [`DocumentError`].
pub fn read_profile(game: &Game, text: &str) -> Result<Profile, DocumentError> {
    let document: ProfileDocument = parsed(text)?;
    Ok(Profile::from_runs(game, &view_strategies(game, document.strategies)?)?)
}

/// The game in which the probabilities of a document `{"lock": […]}` are rules; cards and views
/// left out are free, and hands may go by their names.
///
/// Errors: [`DocumentError`].
pub fn read_lock(game: Game, text: &str) -> Result<Game, DocumentError> {
    let document: LockDocument = parsed(text)?;
    let strategies = view_strategies(&game, document.lock)?;
    Ok(locked(game, &strategies)?)
}

/// The strategies of a document, not yet compared with the views of the game.
fn view_strategies<const REDUCED: bool>(
    game: &Game,
    blocks: Vec<Object<StrategyBlock<REDUCED>>>,
) -> Result<Vec<ViewStrategy>, DocumentError> {
    let card = |NumberText { text, bare }: &NumberText| {
        let spelled = !REDUCED || !bare && Rational::from_canonical(text).is_ok();
        let card = whole_number("card", text, 0..=u64::MAX).ok().filter(|_| spelled);
        let named = || (!REDUCED).then(|| game.hand_number(text).ok());
        card.or_else(|| named().flatten())
            .ok_or_else(|| DocumentError::BadCard { given: excerpt(text), n: game.n() })
    };
    let run = |Object(RunBlock { cards: [first, last], actions: Entries(actions) })| {
        let actions = actions.into_iter();
        let actions = actions.map(|(action, SpelledNumber(number))| (action, number)).collect();
        Ok(Run { first: card(&first)?, last: card(&last)?, actions })
    };
    let strategy = |Object(StrategyBlock { player, view, runs })| {
        let runs = runs.into_iter().map(run).collect::<Result<_, DocumentError>>()?;
        Ok(ViewStrategy { player: player.parse()?, view, runs })
    };
    blocks.into_iter().map(strategy).collect()
}

pub(super) fn parsed<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, DocumentError> {
    if text.len() > MAX_DOCUMENT_BYTES {
        return Err(DocumentError::TooLong { given: text.len() });
    }
    from_json(text).map_err(|reason| DocumentError::Malformed { reason })
}

impl<'de, const REDUCED: bool> Deserialize<'de> for SpelledNumber<REDUCED> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !REDUCED {
            return Rational::deserialize(deserializer).map(Self);
        }
        let text = Cow::<str>::deserialize(deserializer)?;
        Rational::from_canonical(&text).map(Self).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Beside {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Entries(entries) = Entries::<serde_json::Value>::deserialize(deserializer)?;
        let stake = |(key, value): (String, serde_json::Value)| {
            let known = Parameter::of_stakes(&key).filter(|parameter| !parameter.is_bets());
            let unknown = || {
                let names = "name, n, bets, copies, tree or the stakes of the game";
                D::Error::custom(format!("unknown field `{}`, expected {names}", excerpt(&key)))
            };
            let parameter = known.ok_or_else(unknown)?;
            let value = match parameter.kind {
                ParameterKind::Whole(..) => u64::deserialize(value).map(Value::Whole),
                ParameterKind::Number => SpelledNumber::deserialize(value)
                    .map(|SpelledNumber::<true>(number)| Value::Number(number)),
                ParameterKind::Numbers => {
                    Vec::deserialize(value).map(|numbers: Vec<SpelledNumber>| {
                        Value::Numbers(
                            numbers.into_iter().map(|SpelledNumber(number)| number).collect(),
                        )
                    })
                }
            };
            Ok((parameter, value.map_err(D::Error::custom)?))
        };
        entries.into_iter().map(stake).collect::<Result<_, D::Error>>().map(Self)
    }
}
