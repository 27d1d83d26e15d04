use bluff_batch::file::read_text;
use bluff_dealing::DealDocument;
use bluff_questions::deal::{check_deal, parse_seed, parse_setting, read_deal};
use bluff_questions::error::Error;
use bluff_report as report;
use bluff_report::deal::{DealVerdict, text};
use clap::Args;

use super::Answer;
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;

/// The largest deal document read, in bytes.
const DOCUMENT_BYTES: usize = 256 << 20;

/// Deals cards without a dealer, and checks such deals
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff deal --protocol barany-furedi --players 3 --cards 52 --hand 2
  bluff deal --protocol barany-furedi --players 3 --cards 52 --hand 2 --format json > deal.json
  bluff deal --verify deal.json

This one process plays all parties: it shows the protocol and makes records for tests. Among people
who do not trust each other, each party runs its own part.
Exit code 0: dealt, or every message is right; 1: the first party that cheated is named; 2: no such
deal.")]
pub(super) struct DealCommand {
    /// The protocol; an unknown name lists all
    #[arg(long, value_name = "NAME", required_unless_present = "verify")]
    protocol: Option<String>,
    /// Number of players
    #[arg(long, value_name = "P", default_value = "3", allow_hyphen_values = true)]
    players: String,
    /// Cards in the deck
    #[arg(long, value_name = "K", default_value = "52", allow_hyphen_values = true)]
    cards: String,
    /// Cards for each player
    #[arg(long, value_name = "H", default_value = "1", allow_hyphen_values = true)]
    hand: String,
    /// The seed of all coins, 64 hexadecimal digits [default: random]
    #[arg(long, value_name = "HEX")]
    seed: Option<String>,
    /// Play a deal document again on its revealed coins; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["protocol", "seed"])]
    verify: Option<String>,
    #[command(flatten)]
    printing: Printing<DealDocument>,
}

impl Printable for DealDocument {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "Hands and messages", |deal, paint| Ok(text(deal, paint))),
            Self::format("json", "The record of every seat, for programs", |deal, _| {
                Ok(report::json(deal))
            }),
        ]
    }
}

impl Printable for DealVerdict {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "A sentence", |verdict, _| Ok(verdict.text())),
            Self::format("json", "For programs", |verdict, _| Ok(verdict.json())),
        ]
    }
}

impl DealCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        if let Some(file) = &self.verify {
            let printing = self.printing.instead::<DealVerdict>("--verify")?;
            let deal = read_deal(&read_text(file, DOCUMENT_BYTES)?)?;
            let verdict = watched(&deal.protocol, |control| check_deal(&deal, control))?;
            return Ok(Answer { no: verdict.no(), ..printing.answer(&verdict)? });
        }
        let protocol = self.protocol.unwrap_or_default();
        let (system, setting) =
            parse_setting(&protocol, [&self.players, &self.cards, &self.hand], None)?;
        let seed = parse_seed(self.seed.as_deref())?;
        self.printing.answer(&watched(&protocol, |control| {
            Ok(DealDocument::deal(system, &setting, seed, control)?)
        })?)
    }
}
