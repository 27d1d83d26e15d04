//! A table among people who do not trust each other: each runs this command on his own machine.

mod folder;
mod game;
mod relay;
mod review;
mod secret;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use bluff_batch::file::read_text;
use bluff_dealing::seat::{Joined, Mailbox, Seat, SeatRecord, TableDocument, TableFault};
use bluff_dealing::{DealCost, Setting, hex};
use bluff_questions::deal::parse_seed;
use bluff_questions::error::Error;
use bluff_questions::{ReportForm, parse_whole};
use bluff_report::json;
use bluff_report::text::Paint;
use clap::{Args, Subcommand};
use rational_bluff::exact::{RefusedValue, counted};
use rational_bluff::solve::Control;
use serde::Serialize;

use super::Answer;
use super::output::{answer, failure, message};
use super::printing::{OutputArgs, Printable, Printing};
use folder::FolderMailbox;
use game::SeatPlayer;
use relay::RelayMailbox;
use review::ReviewTable;

/// The exit code of a table that stopped, where nobody can be named.
const HALTED: u8 = 3;
/// Maximum length of a table, in bytes.
const TABLE_BYTES: usize = 1 << 16;

/// Deals cards among people who do not trust each other, each at his own machine
#[derive(Args, Debug)]
#[command(after_help = "\
Each player runs `bluff table join` with the same table and a mailbox that all reach. The mailbox
sees no card and needs no trust: what it alters is refused.

Examples:
  bluff table new --protocol verified-deck --players 3 --cards 52 --hand 2 > table.json
  bluff table join table.json --seat 1 --at /mnt/shared
  bluff table watch table.json --at https://poker.example.org
  bluff table new --game kuhn/n3-b1 --hands 100 > kuhn.json
  bluff table join kuhn.json --seat 1 --at /mnt/shared --play equilibrium

Exit code 0: done, and every seat said so; 1: somebody is to blame and is named; 2: bad input;
3: the table stopped, and nobody can be named; 130: interrupted, the same command comes back.

The command for values over ranges is `bluff grid`.")]
pub(super) struct TableCommand {
    #[command(subcommand)]
    step: TableStep,
}

#[derive(Debug, Subcommand)]
enum TableStep {
    New(NewTable),
    Join(JoinTable),
    Watch(WatchTable),
    Review(ReviewTable),
}

/// Prints a new table, of which every player gets the same bytes
#[derive(Args, Debug)]
struct NewTable {
    /// The label of a game that is played: with one card for each player, or push-fold
    #[arg(
        long,
        value_name = "LABEL",
        conflicts_with_all = ["protocol", "players", "cards", "hand", "variant"]
    )]
    game: Option<String>,
    /// Hands of the game
    #[arg(
        long,
        value_name = "N",
        default_value = TableDocument::HANDS,
        requires = "game",
        allow_hyphen_values = true
    )]
    hands: String,
    /// The protocol; an unknown name lists all
    #[arg(long, value_name = "NAME", default_value = "verified-deck")]
    protocol: String,
    /// Number of players
    #[arg(
        long,
        value_name = "P",
        default_value = TableDocument::PLAYERS,
        allow_hyphen_values = true
    )]
    players: String,
    /// Cards in the deck
    #[arg(long, value_name = "K", default_value = TableDocument::CARDS, allow_hyphen_values = true)]
    cards: String,
    /// Cards for each player
    #[arg(long, value_name = "H", default_value = TableDocument::HAND, allow_hyphen_values = true)]
    hand: String,
    /// The variant of the protocol, as `bluff deal` takes it
    #[arg(long, value_name = "TEXT")]
    variant: Option<String>,
    /// Seconds that a seat waits for a message; who is silent for longer is to blame
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = TableDocument::CLOCK,
        allow_hyphen_values = true
    )]
    clock: String,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Args, Debug)]
struct TablePlace {
    /// The table, as `bluff table new` printed it
    #[arg(value_name = "TABLE")]
    table: String,
    /// The mailbox: a folder that all players reach, or the address of any `bluff serve`
    #[arg(long, value_name = "PLACE")]
    at: String,
    /// Lets the address of another machine be http, without encryption
    #[arg(long)]
    plain: bool,
    /// The token, where the operator of the address gives any
    #[arg(long, value_name = "TOKEN", env = "BLUFF_TOKEN", hide_env_values = true)]
    token: Option<String>,
}

/// Takes a seat, deals, and prints the hand; the same command comes back
#[derive(Args, Debug)]
struct JoinTable {
    #[command(flatten)]
    place: TablePlace,
    /// The number of the seat, from 1
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seat: String,
    /// The file of the secret, 32 bytes; made if it is not there [default: beside the table]
    #[arg(long, value_name = "FILE")]
    secret: Option<String>,
    /// The player at a table with a game; `equilibrium` is the certified strategy
    #[arg(long, value_name = "WHO", default_value = "me", value_parser = ["me", "equilibrium"])]
    play: String,
    /// The file of your cards and choices, for `bluff table review` [default: beside the table]
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    #[command(flatten)]
    printing: Printing<TableEnd>,
}

/// Checks every public proof of a table, with no seat and no secret
#[derive(Args, Debug)]
struct WatchTable {
    #[command(flatten)]
    place: TablePlace,
    #[command(flatten)]
    printing: Printing<TableEnd>,
}

/// The end of a table, as a seat or a spectator prints it.
#[derive(Debug, Serialize)]
pub(super) struct TableEnd {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
    /// The part of the outcome that the seat learned, in words.
    hand: Vec<String>,
    /// The number of hands of a game, and what each player has won in antes.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<PlayedHands>,
    messages: String,
    bytes: String,
    /// The hash of all messages; players compare it.
    history: String,
}

/// The hands of a game.
#[derive(Debug, Serialize)]
struct PlayedHands {
    hands: usize,
    won: Vec<String>,
}

impl TableEnd {
    fn of(seat: Option<usize>, (record, played): (&SeatRecord, Option<PlayedHands>)) -> Self {
        Self {
            seat: seat.map(|seat| seat.to_string()),
            hand: record.told.clone(),
            played,
            messages: record.messages.to_string(),
            bytes: record.sent.to_string(),
            history: hex(&record.chain),
        }
    }

    fn text(&self, _: Paint) -> String {
        let messages = counted(self.messages.parse().unwrap_or(0), "message", "messages");
        let history = format!("History {}, the same at every seat\n", self.history);
        let won = self.played.as_ref().map_or_else(String::new, |played| {
            let hands = counted(played.hands as u64, "hand", "hands");
            format!("{hands}, won: {}\n", played.won.join(", "))
        });
        let hand = self.hand.join(", ");
        won + &match &self.seat {
            Some(seat) => {
                format!("Seat {seat}  {hand}\n{messages}, {} bytes sent\n{history}", self.bytes)
            }
            None if hand.is_empty() => {
                format!("{messages}, every public proof is right\n{history}")
            }
            None => {
                format!("All learned: {hand}\n{messages}, every public proof is right\n{history}")
            }
        }
    }
}

impl Printable for TableEnd {
    fn formats() -> Vec<ReportForm<Self>> {
        vec![ReportForm::text("In words", Self::text), ReportForm::json("For programs", json)]
    }
}

/// The arguments, with `bluff table GAME …` of older versions as `bluff grid GAME …`.
pub(super) fn with_grid(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let words = ["new", "join", "watch", "review", "help", "-h", "--help"];
    let old = |word: &OsString| !words.iter().any(|known| word == known);
    if arguments.get(1).is_some_and(|word| word == "table") && arguments.get(2).is_some_and(old) {
        arguments[1] = "grid".into();
    }
    arguments
}

fn refused(error: Error) -> TableFault {
    TableFault::Refused(error.message())
}

impl TableCommand {
    pub(super) fn run(self) -> ExitCode {
        let ended = match self.step {
            TableStep::New(new) => new.text(),
            TableStep::Join(join) => join.play(),
            TableStep::Watch(watch) => watch.check(),
            TableStep::Review(review) => review.compared().map_err(refused),
        };
        match ended {
            Ok(written) => answer(&written),
            Err(TableFault::Refused(reason)) => failure(&Error::Malformed(reason)),
            Err(fault) => {
                message(&fault.to_string());
                let named = matches!(fault, TableFault::Blamed { .. });
                ExitCode::from(if named { 1 } else { HALTED })
            }
        }
    }
}

impl NewTable {
    fn text(self) -> Result<Answer, TableFault> {
        let clock = TableDocument::parse_clock(&self.clock)?;
        let chance = parse_seed(None).map_err(refused)?;
        let written = |table: TableDocument, helpers: &str| {
            message(&format!("a table of {} seats{helpers}", table.seats()));
            Answer { file: self.output.file(), ..table.text().to_owned().into() }
        };
        if let Some(game) = &self.game {
            let table = TableDocument::of_game(game, &self.hands, clock, chance)?;
            return Ok(written(table, ""));
        }
        let counts = [&self.players, &self.cards, &self.hand].map(String::as_str);
        let variant = self.variant.as_deref();
        let (system, setting) = Setting::parse(&self.protocol, counts, variant, None)?;
        system.dealing(&setting)?;
        if system.cost != DealCost::Low {
            message(&format!("{} takes seconds or minutes for a few cards", system.name));
        }
        let table = TableDocument::new(system, &setting, clock, chance)?;
        Ok(written(table, ", helpers among them"))
    }
}

impl TablePlace {
    fn table(&self) -> Result<TableDocument, TableFault> {
        let text = read_text(&self.table, TABLE_BYTES).map_err(refused)?;
        TableDocument::parse(&text)
    }

    fn mailbox(&self, table: &str, seated: bool) -> Result<Box<dyn Mailbox>, TableFault> {
        if self.at.contains("://") {
            let relay = RelayMailbox::open(&self.at, table, self.plain, self.token.clone());
            return Ok(Box::new(relay.map_err(refused)?));
        }
        let is_port = |(_, port): (&str, &str)| port.parse::<u16>().is_ok();
        if self.at.rsplit_once(':').is_some_and(is_port) && !Path::new(&self.at).exists() {
            let allowed = format!("a folder, or an address such as http://{}", self.at);
            return Err(TableFault::Refused(RefusedValue::of("at", &self.at, allowed).to_string()));
        }
        let folder = FolderMailbox::open(&self.at, table, seated);
        Ok(Box::new(folder.map_err(|error| TableFault::Refused(error.to_string()))?))
    }

    fn played(
        &self,
        table: &TableDocument,
        seat: Option<(usize, &Seat)>,
        decides: impl FnOnce(SeatPlayer) -> Result<SeatPlayer, Error>,
    ) -> Result<TableEnd, TableFault> {
        let mailbox = self.mailbox(&table.name(), seat.is_some())?;
        let control = Control::new();
        let seats = table.seats();
        message(&format!("waiting for all {seats} seats; keys in words, to compare elsewhere:"));
        let mut heard = |party: bluff_dealing::Party, words: String| {
            message(&format!("seat {party}  {words}"));
        };
        let (sender, news) = std::sync::mpsc::channel();
        let player = table.game().map(|game| decides(SeatPlayer::watching(game, sender)));
        let player = player.transpose().map_err(refused)?;
        let mut joined = Joined::at(table, seat, &*mailbox, &control, &mut heard)?;
        if let Some(player) = player {
            joined = joined.played_by(Box::new(player))?;
        }
        let record = joined.play()?;
        let played = news.try_iter().last().map(|(hands, won)| PlayedHands {
            hands,
            won: won.iter().map(ToString::to_string).collect(),
        });
        Ok(TableEnd::of(seat.map(|(number, _)| number), (&record, played)))
    }
}

impl JoinTable {
    fn play(self) -> Result<Answer, TableFault> {
        let table = self.place.table()?;
        let number = parse_whole("--seat", &self.seat, 1..=table.seats() as u64);
        let number = number.map_err(refused)? as usize;
        let file = |named: Option<String>, suffix: &str| {
            named.unwrap_or_else(|| {
                let stem = self.place.table.strip_suffix(".json").unwrap_or(&self.place.table);
                format!("{stem}-{}-seat-{number}.{suffix}", &table.name()[..8])
            })
        };
        let secret = secret::kept(&file(self.secret, "secret")).map_err(refused)?;
        let (record, seat) = (file(self.record, "hands"), Seat::new(secret));
        let decides = |player: SeatPlayer| {
            player.seated(number - 1, &record, &secret, self.play == "equilibrium")
        };
        let end = self.place.played(&table, Some((number, &seat)), decides)?;
        self.printing.answer(&end).map_err(refused)
    }
}

impl WatchTable {
    fn check(self) -> Result<Answer, TableFault> {
        let end = self.place.played(&self.place.table()?, None, Ok)?;
        self.printing.answer(&end).map_err(refused)
    }
}
