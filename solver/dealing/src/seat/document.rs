use bluff_exact::{excerpt, whole_number};
use serde::{Deserialize, Serialize};

use super::key::hash;
use super::table_fault::TableFault;
use crate::{NamedProtocol, Setting, hex, unhex};

/// The version that is written, and the only one that is read.
const FORMAT: u32 = 1;
/// The longest time to wait for a message, in seconds.
const LONGEST_CLOCK: u64 = 86_400;

/// The agreement of a table, `table.json`: what is dealt among how many, and how long a seat waits
/// for a message. All seats have the same bytes.
///
/// ```
/// use bluff_dealing::Setting;
/// use bluff_dealing::seat::TableDocument;
/// let (system, setting) = Setting::parse("verified-deck", ["3", "52", "2"], None)?;
/// let table = TableDocument::new(system, setting, 60, [7; 32]);
/// assert_eq!(TableDocument::parse(table.text()), Ok(table));
/// # Ok::<(), bluff_dealing::RefusedSetting>(())
/// ```
#[derive(Clone)]
pub struct TableDocument {
    pub(super) system: &'static NamedProtocol,
    pub(super) setting: Setting,
    pub(super) clock: u64,
    /// The name of the table: a hash of the text.
    pub(super) id: [u8; 32],
    text: String,
}

impl PartialEq for TableDocument {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl std::fmt::Debug for TableDocument {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableText {
    format: u32,
    table: String,
    protocol: String,
    players: String,
    cards: String,
    hand: String,
    clock: String,
}

impl TableDocument {
    /// A new table for this deal. The clock is in seconds; the random bytes make its name.
    pub fn new(
        system: &'static NamedProtocol,
        setting: Setting,
        clock: u64,
        chance: [u8; 32],
    ) -> Self {
        let text = TableText {
            format: FORMAT,
            table: hex(&chance),
            protocol: system.name.to_owned(),
            players: setting.players.to_string(),
            cards: setting.cards.to_string(),
            hand: setting.hand.to_string(),
            clock: clock.to_string(),
        };
        let text = serde_json::to_string(&text).unwrap_or_default() + "\n";
        Self { system, setting, clock, id: hash("table", &[text.as_bytes()]), text }
    }

    /// The clock from text, in seconds.
    ///
    /// Errors: `Refused` for what is no whole number of seconds up to a day.
    pub fn parse_clock(text: &str) -> Result<u64, TableFault> {
        let clock = whole_number("clock", text, 1..=LONGEST_CLOCK);
        clock.map_err(|error| TableFault::Refused(error.to_string()))
    }

    /// Reads a table.
    ///
    /// Errors: `Refused` for unknown and missing keys, and for what no protocol takes.
    pub fn parse(text: &str) -> Result<Self, TableFault> {
        let refused = |reason: String| TableFault::Refused(format!("not a table: {reason}"));
        let read: TableText =
            serde_json::from_str(text).map_err(|error| refused(error.to_string()))?;
        if read.format != FORMAT {
            return Err(refused(format!("format {}, expected format {FORMAT}", read.format)));
        }
        unhex(&read.table).map_err(|_| {
            let given = excerpt(&read.table);
            refused(format!("table “{given}”, expected 64 hexadecimal digits"))
        })?;
        let counts = [&read.players, &read.cards, &read.hand].map(String::as_str);
        let (system, setting) = Setting::parse(&read.protocol, counts, None)
            .map_err(|error| refused(error.to_string()))?;
        let clock = Self::parse_clock(&read.clock)?;
        Ok(Self {
            system,
            setting,
            clock,
            id: hash("table", &[text.as_bytes()]),
            text: text.into(),
        })
    }

    /// The number of its seats, servers among them.
    pub fn seats(&self) -> usize {
        self.system.dealing(&self.setting).map_or(0, |protocol| protocol.parties())
    }

    /// The text, as every seat must have it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name of the table, 64 hexadecimal digits.
    pub fn name(&self) -> String {
        hex(&self.id)
    }
}
