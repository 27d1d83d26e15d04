use std::error::Error;

use bluff_exact::json::Entries;
use bluff_exact::json::json_words;
use bluff_exact::{excerpt, whole_number};
use serde::Deserialize;

use bluff_poker::game::{Game, parse_label, read_label};

use super::game::{GameTable, TablePlayer};
use super::key::hash;
use super::table_fault::TableFault;
use crate::fault::allow;
use crate::{Allowed, NamedProtocol, Protocol, Setting, hex, unhex};

/// The version that is written, and the only one that is read.
const FORMAT: u32 = 1;
/// The longest time to wait for a message, in seconds.
const LONGEST_CLOCK: u64 = 86_400;

/// The protocol that deals the cards of a game.
const OF_GAMES: &str = "verified-deck";
/// The protocol whose variants ask for roles that a seat alone does not know.
const WHOLE_GAME: &str = "werewolf";
/// The most hands of a game at one table.
const MOST_HANDS: u64 = 1_000;

/// The agreement of a table, `table.json`: what is dealt among how many and by which variant of the
/// protocol, or the game and its number of hands, and how long a seat waits for a message. All
/// seats have the same bytes.
///
/// ```
/// use bluff_dealing::Setting;
/// use bluff_dealing::seat::{TableDocument, TableFault};
/// let (system, setting) = Setting::parse("verified-deck", ["3", "52", "2"], None, None)?;
/// let table = TableDocument::new(system, &setting, 60, [7; 32])?;
/// assert_eq!(TableDocument::parse(table.text())?.name(), table.name());
/// # Ok::<(), TableFault>(())
/// ```
#[derive(Clone)]
pub struct TableDocument {
    pub(super) system: &'static NamedProtocol,
    pub(super) setting: Setting,
    /// The game that is played, and the number of hands.
    pub(super) game: Option<(Game, u64)>,
    pub(super) clock: u64,
    /// The name of the table: a hash of the text.
    pub(super) id: [u8; 32],
    text: String,
}

/// The values of a new table that nobody gave, as text.
impl TableDocument {
    /// Players.
    pub const PLAYERS: &str = "2";
    /// Cards in the deck.
    pub const CARDS: &str = "52";
    /// Cards for each player.
    pub const HAND: &str = "1";
    /// Hands of a game.
    pub const HANDS: &str = "100";
    /// Seconds that a seat may be silent.
    pub const CLOCK: &str = "60";
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableText {
    format: u32,
    table: String,
    protocol: Option<String>,
    game: Option<String>,
    players: Option<String>,
    cards: Option<String>,
    hand: Option<String>,
    variant: Option<String>,
    hands: Option<String>,
    clock: String,
}

fn not_a_table(reason: String) -> TableFault {
    TableFault::Refused(format!("not a table: {reason}"))
}

impl TableText {
    /// The protocol with its setting, and the game and its hands if one is played.
    fn deal(&self) -> Result<TableDeal, Box<dyn Error>> {
        let counts = [&self.players, &self.cards, &self.hand];
        let [players, cards, hand] = counts.map(Option::as_deref);
        let deal = (self.protocol.as_deref(), players, cards, hand);
        let played = (self.game.as_deref(), self.hands.as_deref(), self.variant.as_deref());
        match (deal, played) {
            ((Some(name), Some(players), Some(cards), Some(hand)), (None, None, variant)) => {
                let (system, setting) =
                    Setting::parse(name, [players, cards, hand], variant, None)?;
                let fits = system.name != WHOLE_GAME || setting.variant.is_none();
                setting.allow_variant(fits, "none: one process has all its roles")?;
                Ok((system, setting, None))
            }
            ((None, None, None, None), (Some(label), Some(hands), None)) => {
                let hands = whole_number("hands", hands, 1..=MOST_HANDS)?;
                let game = parse_label(label)?;
                GameTable::new(&game, hands, None)?;
                let setting = Setting::new(game.players().len(), game.n() as usize, 1);
                Ok((NamedProtocol::named(OF_GAMES)?, setting, Some((game, hands))))
            }
            _ => {
                let expected = "protocol, players, cards and hand, or game and hands";
                Err(format!("other keys, expected {expected}").into())
            }
        }
    }
}

/// A protocol with its setting, and the game and its hands if one is played.
type TableDeal = (&'static NamedProtocol, Setting, Option<(Game, u64)>);

impl TableDocument {
    /// A new table for this deal. The clock is in seconds; the random bytes make its name.
    ///
    /// Errors: `Refused` for sizes that no protocol takes, and another clock.
    pub fn new(
        system: &NamedProtocol,
        setting: &Setting,
        clock: u64,
        chance: [u8; 32],
    ) -> Result<Self, TableFault> {
        let counts = [setting.players, setting.cards, setting.hand].map(|count| count.to_string());
        let mut entries: Vec<(&str, &str)> = vec![("protocol", system.name)];
        entries.extend(
            ["players", "cards", "hand"].into_iter().zip(counts.iter().map(String::as_str)),
        );
        entries.extend(setting.variant.iter().map(|variant| ("variant", variant.as_str())));
        Self::written(&entries, clock, chance)
    }

    /// A new table for so many hands of the game with this label, in any spelling.
    ///
    /// Errors: `Refused` for a game that is not played at a table, and another number of hands.
    pub fn of_game(
        label: &str,
        hands: &str,
        clock: u64,
        chance: [u8; 32],
    ) -> Result<Self, TableFault> {
        let game = read_label(label).map_err(|error| not_a_table(error.to_string()))?;
        Self::written(&[("game", &game.label()), ("hands", hands)], clock, chance)
    }

    /// The table with these entries.
    fn written(deal: &[(&str, &str)], clock: u64, chance: [u8; 32]) -> Result<Self, TableFault> {
        let (table, clock) = (hex(&chance), clock.to_string());
        let entries = [&[("table", table.as_str())], deal, &[("clock", &clock)]].concat();
        let entries = entries.into_iter().map(|(key, text)| (key.to_owned(), text.into()));
        let entries = [("format".to_owned(), FORMAT.into())].into_iter().chain(entries);
        let text = serde_json::to_string(&Entries::<serde_json::Value>(entries.collect()));
        Self::parse(&(text.unwrap_or_default() + "\n"))
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
        let read: TableText =
            serde_json::from_str(text).map_err(|error| not_a_table(json_words(error)))?;
        if read.format != FORMAT {
            return Err(not_a_table(format!("format {}, expected format {FORMAT}", read.format)));
        }
        unhex(&read.table).map_err(|_| {
            let given = excerpt(&read.table);
            not_a_table(format!("table “{given}”, expected 64 hexadecimal digits"))
        })?;
        let (system, setting, game) =
            read.deal().map_err(|error| not_a_table(error.to_string()))?;
        let clock = Self::parse_clock(&read.clock)?;
        let id = hash("table", &[text.as_bytes()]);
        Ok(Self { system, setting, game, clock, id, text: text.into() })
    }

    /// The number of its seats, servers among them.
    pub fn seats(&self) -> usize {
        self.protocol(None).map_or(0, |protocol| protocol.parties())
    }

    /// The game that is played at it, if it is not only dealt.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref().map(|(game, _)| game)
    }

    /// The protocol of its seats, where this player decides.
    ///
    /// Errors: a player at a table without a game.
    pub(super) fn protocol(
        &self,
        player: Option<Box<dyn TablePlayer>>,
    ) -> Allowed<Box<dyn Protocol>> {
        let Some((game, hands)) = &self.game else {
            allow(player.is_none(), "a deal without betting", "a table with a game")?;
            return self.system.dealing(&self.setting);
        };
        Ok(Box::new(GameTable::new(game, *hands, player)?))
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
