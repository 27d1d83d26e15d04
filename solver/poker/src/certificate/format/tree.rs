//! Documents of anybody's trees: solutions of a file that the document holds, or names by its hash.

use bluff_exact::Rational;
use bluff_exact::json::{Object, present};
use serde::ser::Error as _;
use serde::{Deserialize, Serialize};

use super::read::{SpelledNumber, claim, parsed};
use super::write::{LINE, LINES, Layout, Text};
use super::{DECIMALS, DocumentError, FORMAT, METHODS};
use crate::certificate::{
    Certificate, Certified, Refusal, TreeCandidate, TreeSolution, check_tree,
};
use crate::game::{MAX_PLAYERS, Player};
use crate::tree::{TreeFile, TreeLock, TreeProfile};
use bluff_exact::excerpt;

/// The kind of document that has a tree.
pub(in crate::certificate) const TREE_KIND: &str = "tree";

/// A file with its certified solution.
#[derive(Clone, Debug)]
pub struct CheckedTree {
    file: TreeFile,
    solution: Certified<TreeSolution>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeClaims {
    format: u32,
    kind: String,
    label: String,
    game: Object<TreeBlock>,
    #[serde(default, deserialize_with = "present")]
    locked: Option<Vec<Object<TreeLockBlock>>>,
    values: [SpelledNumber; 2],
    decimals: [String; 2],
    certificate: Object<Certificate<SpelledNumber>>,
    method: String,
    strategies: Vec<Object<TreeStrategyBlock>>,
}

#[derive(PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeBlock {
    file: String,
    name: String,
    sha256: String,
    players: Vec<String>,
    sum: SpelledNumber,
    nodes: String,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Probabilities of the actions of a set; names may be empty or repeat, so the set has a number.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeStrategyBlock {
    player: String,
    set: String,
    view: String,
    actions: Vec<String>,
    probabilities: Vec<SpelledNumber>,
}

/// A lock of an information set, by the number among those of the player.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeLockBlock<const REDUCED: bool = true> {
    player: String,
    set: String,
    probabilities: Vec<SpelledNumber<REDUCED>>,
}

/// A block of strategies; a solution has more beside it.
#[derive(Deserialize)]
struct TreeProfileDocument {
    strategies: Vec<Object<GivenTreeStrategy>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenTreeStrategy {
    player: String,
    set: String,
    view: Option<String>,
    actions: Option<Vec<String>>,
    probabilities: Vec<SpelledNumber<false>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeLockDocument {
    lock: Vec<Object<TreeLockBlock<false>>>,
}

/// The file in which the probabilities of a document `{"lock": […]}` are rules.
///
/// Errors: [`DocumentError`].
pub fn read_tree_lock(file: TreeFile, text: &str) -> Result<TreeFile, DocumentError> {
    let document: TreeLockDocument = parsed(text)?;
    locked(file, document.lock)
}

fn locked<const REDUCED: bool>(
    file: TreeFile,
    blocks: Vec<Object<TreeLockBlock<REDUCED>>>,
) -> Result<TreeFile, DocumentError> {
    let numbers: Vec<_> = blocks_of(&file).map(|known| [known.player, known.set]).collect();
    let lock = |Object(block): Object<TreeLockBlock<REDUCED>>| {
        let set = place_of([block.player, block.set], &numbers)?;
        Ok((set, block.probabilities.into_iter().map(|SpelledNumber(number)| number).collect()))
    };
    let locks = blocks.into_iter().map(lock).collect::<Result<Vec<_>, DocumentError>>()?;
    claim("a lock:", true, !locks.is_empty())?;
    Ok(file.locked(locks)?)
}

/// The place of a player and a number of a set among those of a file. Errors: `UnknownSet`.
fn place_of(given: [String; 2], numbers: &[[String; 2]]) -> Result<usize, DocumentError> {
    let unknown = || DocumentError::UnknownSet {
        player: excerpt(&given[0]),
        set: excerpt(&given[1]),
        sets: numbers.len(),
    };
    numbers.iter().position(|known| *known == given).ok_or_else(unknown)
}

/// The strategies at every information set of a file, of `{"strategies": […]}` with blocks as those
/// of a solution, whose names may be left out.
///
/// Errors: [`DocumentError`]. Cost: blocks, if they are in the order of the file.
pub fn read_tree_profile(file: &TreeFile, text: &str) -> Result<TreeProfile, DocumentError> {
    let document: TreeProfileDocument = parsed(text)?;
    let names: Vec<_> = blocks_of(file).collect();
    let numbers: Vec<_> =
        names.iter().map(|name| [name.player.clone(), name.set.clone()]).collect();
    let mut all = vec![Vec::new(); names.len()];
    let given = document.strategies.len();
    claim("strategies at sets:", given, names.len())?;
    for (at, Object(block)) in document.strategies.into_iter().enumerate() {
        let key = [block.player, block.set];
        let at = if numbers[at] == key { at } else { place_of(key, &numbers)? };
        claim(
            "the view of a set:",
            block.view.as_ref().unwrap_or(&names[at].view),
            &names[at].view,
        )?;
        let actions = block.actions.as_ref().unwrap_or(&names[at].actions).join(", ");
        claim("the actions of a set:", actions, names[at].actions.join(", "))?;
        all[at] = block.probabilities.into_iter().map(|SpelledNumber(number)| number).collect();
    }
    Ok(TreeProfile::new(file.game(), all)?)
}

impl TreeBlock {
    fn of(file: &TreeFile) -> Self {
        let tree = file.game().tree();
        Self {
            file: file.kind().to_owned(),
            name: tree.title().to_owned(),
            sha256: file.sha256().to_owned(),
            players: tree.players().to_vec(),
            sum: SpelledNumber(file.game().sum().clone()),
            nodes: tree.nodes().len().to_string(),
            text: file.text().map(str::to_owned),
        }
    }
}

/// The block of each information set, without its probabilities, in the order of the file.
fn blocks_of(file: &TreeFile) -> impl Iterator<Item = TreeStrategyBlock> {
    file.game().numbered_sets().map(|(number, set)| TreeStrategyBlock {
        player: Player::first(MAX_PLAYERS)[set.player].to_string(),
        set: number.to_string(),
        view: set.name.clone(),
        actions: set.actions.clone(),
        probabilities: Vec::new(),
    })
}

impl CheckedTree {
    /// The file with a solution of its game. Errors: as [`check_tree`].
    pub fn check(file: TreeFile, candidate: TreeCandidate) -> Result<Self, Refusal> {
        let solution = check_tree(file.game(), candidate)?;
        Ok(Self { file, solution })
    }

    /// Reads a document and checks it from nothing but the file: the text beside it, or else the
    /// one that it holds.
    ///
    /// Errors: [`DocumentError`].
    pub fn verify(document: &str, beside: Option<&str>) -> Result<Self, DocumentError> {
        let Object(claims): Object<TreeClaims> = parsed(document)?;
        if claims.format != FORMAT {
            return Err(DocumentError::UnknownFormat { given: claims.format });
        }
        if !METHODS.contains(&claims.method.as_str()) {
            return Err(DocumentError::UnknownMethod { given: excerpt(&claims.method) });
        }
        let Object(game) = claims.game;
        let text = beside.or(game.text.as_deref()).ok_or(DocumentError::TreeText)?;
        let file = TreeFile::read(text)?;
        let found = TreeBlock::of(&file);
        claim("the kind", &claims.kind, TREE_KIND)?;
        claim("the hash of the file", &game.sha256, &found.sha256)?;
        claim("the label", &claims.label, file.label())?;
        let shown = |block| TreeBlock { text: None, ..block };
        let is_held = game.text.as_deref().is_none_or(|held| held == text);
        claim("that its text is that of the file:", is_held, true)?;
        claim("of the game", format!("{:?}", shown(game)), format!("{:?}", shown(found)))?;
        let file = match claims.locked {
            Some(lock) => locked(file, lock)?,
            None => file,
        };
        let mut probabilities = Vec::new();
        let sets = file.game().tree().sets().len();
        claim("strategies at sets:", claims.strategies.len(), sets)?;
        for (Object(mut given), found) in claims.strategies.into_iter().zip(blocks_of(&file)) {
            let taken = std::mem::take(&mut given.probabilities).into_iter();
            probabilities.push(taken.map(|SpelledNumber(number)| number).collect());
            claim("of an information set", format!("{given:?}"), format!("{found:?}"))?;
        }
        let profile = TreeProfile::new(file.game(), probabilities)?;
        let values = Some(claims.values.map(|SpelledNumber(value)| value));
        let candidate = TreeCandidate { values, profile, method: claims.method };
        let checked = Self::check(file, candidate)?;
        let Object(certificate) = claims.certificate;
        let found = format!("{:?}", checked.certificate());
        claim("the certificate", format!("{certificate:?}"), found)?;
        claim("the decimals", claims.decimals.join(", "), checked.decimals().join(", "))?;
        Ok(checked)
    }

    /// The file.
    pub fn file(&self) -> &TreeFile {
        &self.file
    }

    /// The solution of its game.
    pub fn solution(&self) -> &Certified<TreeSolution> {
        &self.solution
    }

    /// The bounds of the first player's value, which are equal.
    pub fn certificate(&self) -> Certificate<&Rational> {
        let value = &self.solution.values[0];
        Certificate::ZeroSum { lower: value, upper: value }
    }

    fn decimals(&self) -> [String; 2] {
        self.solution.values.each_ref().map(|value| value.decimal(DECIMALS))
    }

    /// The document as JSON text: a line per key, a line per information set.
    ///
    /// Errors: none, as long as a solution is text and numbers.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        self.written(&LINES)
    }

    /// The document as JSON text on one line, without an end of line.
    ///
    /// Errors: as [`Self::to_json`].
    pub fn to_json_line(&self) -> Result<String, serde_json::Error> {
        self.written(&LINE)
    }

    fn written(&self, layout: &Layout) -> Result<String, serde_json::Error> {
        let [first, next, end] = layout.keys;
        let mut text = Text { bytes: Vec::new(), layout };
        text.key(first, "format").json(&FORMAT)?;
        text.key(next, "kind").json(TREE_KIND)?;
        text.key(next, "label").json(&self.file.label())?;
        text.key(next, "game").json(&TreeBlock::of(&self.file))?;
        let locks = self.file.game().locks();
        if !locks.is_empty() {
            let names: Vec<_> = blocks_of(&self.file).collect();
            let block = |(set, mixture): &TreeLock| {
                let (player, set) = (names[*set].player.clone(), names[*set].set.clone());
                let probabilities = mixture.iter().cloned().map(SpelledNumber).collect();
                TreeLockBlock::<true> { player, set, probabilities }
            };
            let blocks: Vec<_> = locks.iter().map(block).collect();
            text.key(next, "locked").json(&blocks)?;
        }
        text.key(next, "values").json(&self.solution.values)?;
        text.key(next, "decimals").json(&self.decimals())?;
        text.key(next, "certificate").json(&self.certificate())?;
        text.key(next, "method").json(&self.solution.method)?;
        text.key(next, "strategies");
        for (index, mut block) in blocks_of(&self.file).enumerate() {
            let mixture = self.solution.profile.at(index).iter().cloned();
            block.probabilities = mixture.map(SpelledNumber).collect();
            text.plain(layout.views[usize::from(index > 0)]).json(&block)?;
        }
        let opening = if self.file.game().tree().sets().is_empty() { "[" } else { "" };
        text.plain(opening).plain(layout.views[2]).plain(end);
        String::from_utf8(text.bytes).map_err(serde_json::Error::custom)
    }
}
