use sha2::{Digest, Sha256};

use super::{TreeError, TreeGame, TreeLock};
use crate::exchange::{Extensive, Strategic};

/// The longest text that is kept, in bytes: 1 MiB.
const MAX_HELD_BYTES: usize = 1 << 20;

/// A file of Gambit and the game in it. Its name is the hash of its bytes.
#[derive(Clone, Debug)]
pub struct TreeFile {
    text: Option<String>,
    kind: &'static str,
    sha256: String,
    game: TreeGame,
}

impl TreeFile {
    /// `efg` or `nfg` by the first word of a text; of other texts none.
    pub fn kind_of(text: &str) -> Option<&'static str> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let is_word = |rest: &str| !rest.starts_with(|letter: char| letter.is_alphanumeric());
        let is_kind = |word: &str| text.strip_prefix(word).is_some_and(is_word);
        ["efg", "nfg"].into_iter().find(|kind| is_kind(&kind.to_uppercase()))
    }

    /// The game of a text of either kind, for two players and of a constant sum.
    ///
    /// Errors: [`TreeError`].
    pub fn read(text: &str) -> Result<Self, TreeError> {
        Self::of(text, TreeGame::of_two, TreeGame::of_table)
    }

    /// The same for 1 to 10 players and with any payoffs. Errors: as [`TreeGame::of_any`].
    pub fn read_any(text: &str) -> Result<Self, TreeError> {
        Self::of(text, TreeGame::of_any, |table| TreeGame::of_any(Extensive::of_table(table)))
    }

    fn of(
        text: &str,
        of_tree: impl FnOnce(Extensive) -> Result<TreeGame, TreeError>,
        of_table: impl FnOnce(&Strategic) -> Result<TreeGame, TreeError>,
    ) -> Result<Self, TreeError> {
        let kind = Self::kind_of(text).unwrap_or("efg");
        let game = match kind {
            "nfg" => of_table(&Strategic::read(text)?),
            _ => of_tree(Extensive::read(text)?),
        }?;
        let sha256 = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        let text = (text.len() <= MAX_HELD_BYTES).then(|| text.to_owned());
        Ok(Self { text, kind, sha256, game })
    }

    /// The same file with probabilities that are rules. Errors: as [`TreeGame::locked`].
    pub fn locked(self, locks: Vec<TreeLock>) -> Result<Self, TreeError> {
        Ok(Self { game: self.game.locked(locks)?, ..self })
    }

    /// The whole file, for its document; `None` of more than 1 MiB.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// `efg` or `nfg`.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The hash of the file, 64 hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The name of the game: `tree/` and 16 digits of the hash.
    pub fn label(&self) -> String {
        format!("tree/{}", &self.sha256[..16])
    }

    /// The game.
    pub fn game(&self) -> &TreeGame {
        &self.game
    }
}
