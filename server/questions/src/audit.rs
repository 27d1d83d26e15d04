//! Audits: how far a strategy of a spot is from an equilibrium.

use std::sync::Arc;
use std::time::Duration;

use bluff_report::text::Paint;
use bluff_report::{json, object};
use rational_bluff::exact::{Rational, counted};
use rational_bluff::spot::{Spot, SpotAudit, SpotLoss, audit};

use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::given::{Given, unexpected};
use crate::interval::bounds_text;
use crate::over_http::SHORT;
use crate::question::{Question, Report, ReportForm};

/// Entries of a tree that is judged in about a second.
const SHORT_ENTRIES: u64 = 1_000_000;

/// Mistakes that are named in words.
const WORST: usize = 3;

/// A question how far a strategy is from an equilibrium.
#[derive(Clone, Debug)]
pub struct AuditQuestion {
    spot: Spot,
    strategy: Arc<String>,
}

/// The bounds that a strategy proves.
#[derive(Debug)]
pub struct AuditReport {
    label: String,
    pot: Rational,
    audit: SpotAudit,
}

impl Question for AuditQuestion {
    const NAME: &'static str = "audit";
    const ABOUT: &'static str =
        "Judges a strategy of a spot of hold'em exactly: both best responses to it";
    const MORE: &'static str = "\
STRATEGY is a document of bounds or a plan file, CSV with the columns view, hand, action and
probability, a dump of TexasSolver with all streets, or the name of a plan: passive (always check or
call), last (always the last action), mix (the first action 3/4, the last 1/4).

The value of the spot is between the bounds, whatever the strategy is. Exploitability is half of
what both players gain by best responses.";
    const EXAMPLES: &'static [&'static str] = &["turn.json passive", "turn.json mix --json"];
    const TOPIC: &'static str = "checking";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("game", SPOT), ("strategy", "mix")];
    type Report = AuditReport;

    fn fields() -> Vec<QuestionField> {
        use FieldKind::{Game, Text};
        let strategy = "The strategy, or passive, last or mix";
        let spot = "A game file of format 2: a river, a turn or a flop of hold'em";
        vec![
            QuestionField::new(Game { needed: true }, "game", "FILE", spot, SPOT),
            QuestionField::new(Text, "strategy", "STRATEGY", strategy, "mix"),
        ]
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let game = given.needed("game");
        if Spot::board_of(game).is_none() {
            let allowed = "a game file of format 2 with the deck hold'em and betting";
            return Err(unexpected("game", game, allowed));
        }
        Ok(Self {
            spot: Spot::read(game).map_err(|error| Error::from(error).of_field("game"))?,
            strategy: given.shared("strategy").cloned().unwrap_or_default(),
        })
    }

    fn title(&self) -> String {
        self.spot.label()
    }

    fn cost(&self) -> Result<Duration, Error> {
        let entries = self.spot.entries();
        if entries > SHORT_ENTRIES {
            return Err(Error::Beyond(format!(
                "a tree of {}, expected at most {SHORT_ENTRIES} over HTTP; bluff audit takes more",
                counted(entries, "entry", "entries")
            )));
        }
        Ok(SHORT)
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<AuditReport, Error> {
        let memory = work.control.memory().unwrap_or(u64::MAX);
        let audit = work.control.run(|| audit(&self.spot, &self.strategy, memory))??;
        Ok(AuditReport { label: self.spot.label(), pot: self.spot.betting.pot.clone(), audit })
    }
}

/// The spot of the example.
const SPOT: &str = include_str!("audit.json");

impl Report for AuditReport {
    const SCHEMA: &'static str = "Audit";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![ReportForm::text("In words", Self::text), ReportForm::json("For programs", Self::json)]
    }
}

impl AuditReport {
    fn text(&self, paint: Paint) -> String {
        let SpotAudit { bounds, losses, off_one, even, rounding } = &self.audit;
        let mut text = bounds_text((&self.label, false), &self.pot, bounds, paint);
        let [first, second] = losses.gains.each_ref().map(|gain| gain.decimal(6));
        text += &format!("Gains  player I {first}, player II {second} chips by best responses\n");
        for SpotLoss { player, view, hand, action, loss } in losses.worst.iter().take(WORST) {
            let loss = loss.decimal(6);
            text +=
                &format!("Mistake  {player}, {view}, {hand}: {action} loses {loss} chips a deal\n");
        }
        if !rounding.is_zero() {
            let rows = counted(even, "row", "rows");
            text += &format!(
                "Reading  rounded to parts of {rounding}; rows missed 1 by {} at most; {rows} \
                 without probabilities became even\n",
                off_one.decimal(9)
            );
        }
        text
    }

    fn json(&self) -> String {
        let SpotAudit { bounds, losses, off_one, even, rounding } = &self.audit;
        let gap = &bounds.upper - &bounds.lower;
        let worst = losses.worst.iter().map(|it| {
            object! {
                player: it.player,
                view: &it.view,
                hand: it.hand.to_string(),
                action: &it.action,
                loss: &it.loss,
            }
        });
        json(&object! {
            label: &self.label,
            lower: &bounds.lower,
            upper: &bounds.upper,
            gap: &gap,
            gap_of_pot: &gap / &self.pot,
            exploitability: &bounds.exploitability,
            exploitability_of_pot: &bounds.of_pot,
            gains: &losses.gains,
            worst: worst.collect::<Vec<_>>(),
            rounding,
            off_one,
            even_rows: *even,
        })
    }
}
