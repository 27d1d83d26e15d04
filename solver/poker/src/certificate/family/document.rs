//! Family documents: a proof for all decks as JSON that anyone can check again.

mod blocks;
mod rows;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use bluff_exact::excerpt;
use bluff_exact::json::{Object, present};

use crate::certificate::Candidate;
use crate::certificate::format::{
    Beside, DeckValueBlock, DocumentError, FORMAT, KIND, QuadraticBlock, SpelledNumber, claim,
};
use crate::game::{Family, Game, GameFile, View};
use crate::json_text::from_json;
use crate::strategy::Profile;

use super::cover::{check_game, no_game};
use super::{
    CertifiedFamily, FamilyClaim, FamilyClass, FamilyError, MAX_MODULUS, MAX_WORK,
    QuadraticFormula, check_family,
};

use blocks::{ClassBlock, DeckBlock};

/// The largest family document read, in bytes.
pub const MAX_FAMILY_BYTES: usize = 64 << 20;
/// Kind of proof in these documents, by strategies and replies.
pub(in crate::certificate) const PROOF: &str = "strategies";
/// The method of the single decks, for the record.
pub(super) const METHOD: &str = "runs";

/// The family document of a certified family: [`Self::to_json`] writes one, [`Self::verify`] reads
/// one.
#[derive(Clone, Copy, Debug)]
pub struct AllDecksDocument<'a>(&'a CertifiedFamily, Option<u64>);

/// Claim of a family document, in the order in which it is written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FamilyBlock<'a> {
    format: u32,
    kind: Cow<'a, str>,
    label: String,
    game: Object<FamilyGame>,
    from: String,
    period: String,
    modulus: String,
    limit: SpelledNumber,
    formula: Object<QuadraticBlock>,
    exceptions: Vec<Object<DeckValueBlock>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    at: Option<Object<DeckValueBlock>>,
    proof: Cow<'a, str>,
    views: Vec<Object<FamilyView>>,
    classes: Vec<Object<ClassBlock>>,
    decks: Vec<Object<DeckBlock>>,
}

/// A view of the game, whose strategy has its place in each class.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FamilyView {
    player: String,
    view: String,
}

/// The rules of a family: a game without a deck.
#[derive(Debug, Serialize, Deserialize)]
struct FamilyGame {
    name: String,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    bets: Option<Vec<SpelledNumber>>,
    #[serde(flatten)]
    beside: Beside,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    tree: Option<Object<GameFile>>,
}

impl FamilyClass {
    /// Bytes that the class takes in a document.
    ///
    /// Errors: none, as long as a class is text and numbers.
    pub fn length(&self, game: &Game) -> Result<usize, serde_json::Error> {
        serde_json::to_string(&ClassBlock::of(game, 0, self)).map(|text| text.len())
    }
}

impl<'a> AllDecksDocument<'a> {
    /// The document of a certified family, with the value of one deck beside it if that is wanted.
    pub fn of(family: &'a CertifiedFamily, at: Option<u64>) -> Self {
        Self(family, at)
    }

    /// The document as JSON text: a line per key, class and deck.
    ///
    /// Errors: none, as long as a family is text and numbers.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let block = self.block();
        let mut lines = vec![
            line("format", &block.format)?,
            line("kind", &block.kind)?,
            line("label", &block.label)?,
            line("game", &block.game)?,
            line("from", &block.from)?,
            line("period", &block.period)?,
            line("modulus", &block.modulus)?,
            line("limit", &block.limit)?,
            line("formula", &block.formula)?,
            line("exceptions", &block.exceptions)?,
        ];
        lines.extend(block.at.as_ref().map(|at| line("at", at)).transpose()?);
        lines.extend([line("proof", &block.proof)?, line("views", &block.views)?]);
        lines.push(format!("  \"classes\": {}", per_line(&block.classes)?));
        lines.push(format!("  \"decks\": {}", per_line(&block.decks)?));
        Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
    }

    /// The document as JSON text on one line, without an end of line.
    ///
    /// Errors: as [`Self::to_json`].
    pub fn to_json_line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.block())
    }

    fn block(&self) -> FamilyBlock<'static> {
        let Self(family, at) = *self;
        let (game, formula) = (&family.game, &family.formula);
        let value =
            |n: u64| DeckValueBlock { n: n.to_string(), value: SpelledNumber(formula.value(n)) };
        let classes = (0..).zip(&family.classes);
        let class = |(residue, class)| Object(ClassBlock::of(game, residue, class));
        let view = |view: &View| {
            Object(FamilyView { player: view.player.to_string(), view: view.name.clone() })
        };
        FamilyBlock {
            format: FORMAT,
            kind: Cow::Borrowed(KIND),
            label: family.label(),
            game: Object(FamilyGame::of(game)),
            from: "2".to_owned(),
            period: formula.period().to_string(),
            modulus: family.modulus().to_string(),
            limit: SpelledNumber(formula.n2.clone()),
            formula: Object(QuadraticBlock {
                n2: SpelledNumber(formula.n2.clone()),
                n1: SpelledNumber(formula.n1.clone()),
                constants: formula.constants.iter().cloned().map(SpelledNumber).collect(),
            }),
            exceptions: formula.exceptions.iter().map(|(n, _)| Object(value(*n))).collect(),
            at: at.map(|n| Object(value(n))),
            proof: Cow::Borrowed(PROOF),
            views: game.views().iter().map(view).collect(),
            classes: classes.map(class).collect(),
            decks: family.single_decks().iter().map(|deck| Object(DeckBlock::of(deck))).collect(),
        }
    }

    /// Reads a document and checks it from nothing: the rules of the game, every class, every
    /// single deck, and every claimed number.
    ///
    /// Errors: [`FamilyError`], naming the class or the deck.
    pub fn verify(text: &str) -> Result<CertifiedFamily, FamilyError> {
        if text.len() > MAX_FAMILY_BYTES {
            return Err(DocumentError::TooLong { given: text.len() }.into());
        }
        let Object(block): Object<FamilyBlock<'_>> = from_json(text).map_err(malformed)?;
        block.verify()
    }
}

fn malformed(error: impl ToString) -> FamilyError {
    DocumentError::Malformed { reason: error.to_string() }.into()
}

fn line(key: &str, part: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(format!("  \"{key}\": {}", serde_json::to_string(part)?))
}

fn per_line<T: Serialize>(items: &[T]) -> Result<String, serde_json::Error> {
    let lines = items.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    if lines.is_empty() {
        return Ok("[]".to_owned());
    }
    Ok(format!("[\n    {} ]", lines.join(",\n    ")))
}

impl FamilyGame {
    fn of(game: &Game) -> Self {
        let built_in = game.family().is_some();
        Self {
            name: game.name().to_owned(),
            bets: built_in.then(|| game.bets().into_iter().map(SpelledNumber).collect()),
            beside: Beside(game.stakes().beside_bets()),
            tree: (!built_in).then(|| Object(GameFile::of(game))),
        }
    }

    /// The game, with some deck.
    fn game(self) -> Result<Game, FamilyError> {
        let Some(Object(tree)) = self.tree else {
            let bets = self.bets.into_iter().flatten().map(|SpelledNumber(bet)| bet);
            let bets: Vec<_> = bets.collect();
            let family = Family::known(&self.name).map_err(no_game)?;
            return family.from_bets((LEAST, 1), &bets, &self.beside.0).map_err(no_game);
        };
        let stakes = self.beside.0.iter().map(|(parameter, _)| parameter.key);
        if let Some(key) = self.bets.iter().map(|_| "bets").chain(stakes).next() {
            return Err(DocumentError::BesideTree { key }.into());
        }
        let game = tree.documented().map_err(no_game)?;
        claim("the name of the game", &self.name, game.name())?;
        Ok(game)
    }
}

/// A deck that every family with three players at most has, to read its rules.
const LEAST: u64 = 3;

impl FamilyBlock<'_> {
    fn verify(self) -> Result<CertifiedFamily, FamilyError> {
        if self.format != FORMAT {
            return Err(DocumentError::UnknownFormat { given: self.format }.into());
        }
        if self.kind != KIND || self.proof != PROOF {
            let reason = format!("expected the kind “{KIND}” with the proof “{PROOF}”");
            return Err(malformed(reason));
        }
        let Object(game) = self.game;
        let game = game.game()?;
        check_game(&game)?;
        let count = self.classes.len();
        if !(1..=MAX_MODULUS as usize).contains(&count) {
            return Err(FamilyError::ClassCount { given: count });
        }
        let runs: usize = self.classes.iter().map(|Object(class)| class.runs()).sum();
        if runs.saturating_mul(game.leaves().len()) > MAX_WORK {
            let ends = game.leaves().len();
            return Err(malformed(format!(
                "{runs} runs and {ends} ends of the hand, expected at most {MAX_WORK} for their \
                 product"
            )));
        }
        let view = |Object(FamilyView { player, view })| (player, view);
        let places = blocks::places(&game, self.views.into_iter().map(view))?;
        let mut classes: Vec<FamilyClass> = Vec::with_capacity(count);
        for (residue, Object(class)) in (0..).zip(self.classes) {
            let class = class.read(&game, &places, residue);
            let part = || format!("class {residue} of {count}");
            classes.push(class.map_err(|error| error.in_part(part))?);
        }
        let deck = |Object(deck): Object<DeckBlock>| {
            let part = format!("the deck of {} cards", excerpt(&deck.n));
            deck.read(&game, &places).map_err(|error| error.in_part(|| part))
        };
        let decks: Vec<(u64, Candidate)> =
            self.decks.into_iter().map(deck).collect::<Result<_, FamilyError>>()?;
        let Object(QuadraticBlock { n2, n1, constants }) = self.formula;
        let exception = |Object(DeckValueBlock { n, value: SpelledNumber(value) })| {
            Ok::<_, FamilyError>((blocks::deck_size(&n)?, value))
        };
        let formula = QuadraticFormula {
            n2: n2.0,
            n1: n1.0,
            constants: constants.into_iter().map(|SpelledNumber(constant)| constant).collect(),
            exceptions: self.exceptions.into_iter().map(exception).collect::<Result<_, _>>()?,
        };
        let at = self.at.map(exception).transpose()?;
        game.check_words().map_err(no_game)?;
        let family = check_family(FamilyClaim { game, formula, classes, decks })?;
        claim("the label", &self.label, family.label())?;
        claim("the least deck", &self.from, "2")?;
        claim("the period", &self.period, family.formula.period())?;
        claim("the number of classes", &self.modulus, family.modulus())?;
        claim("the limit", &self.limit.0, &family.formula.n2)?;
        if let Some((n, value)) = at {
            claim("the value", value, family.formula.value(n))?;
        }
        Ok(family)
    }
}

/// A candidate with these strategies at one deck.
fn candidate(profile: Profile) -> Candidate {
    Candidate { values: None, profile, method: METHOD.to_owned() }
}
