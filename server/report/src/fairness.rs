//! Fairness of deals: exact certificates and statistics.

use bluff_dealing::Setting;
use bluff_dealing::fairness::{
    CardBySeat, CardCount, CheckedSetting, DealPower, FairnessCertificate, GivenDeals, GivenSeat,
    StatisticLaw, Statistics, Test, TestVerdict,
};
use bluff_dealing::play::{self, Dealt, Winnings};
use rational_bluff::exact::counted;
use rational_bluff::game::Player;
use serde::Serialize;

use crate::deal::setting_words;
use crate::picture::heat_map::{Axes, HeatMap, heat_map};
use crate::runs::cards;
use crate::table::columns;
use crate::text::Paint;

/// The setting of a question as text.
fn setting(asked: &CheckedSetting) -> String {
    let CheckedSetting { protocol, setting, .. } = asked;
    let Setting { players, cards, hand, bug, variant } = setting;
    let setting = setting_words([players, cards, hand], variant.as_deref());
    format!("{protocol}, {setting}{}", planted(bug.as_deref()))
}

fn planted(bug: Option<&str>) -> String {
    bug.map(|bug| format!(", with the planted bug {bug}")).unwrap_or_default()
}

/// An answer to a question about fairness.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum FairnessAnswer {
    /// Of a protocol, by every sequence of coins.
    Proved(FairnessCertificate),
    /// Of a protocol, by a sample.
    Tested(Statistics),
    /// Of a game that is dealt by it, by every sequence of coins.
    Dealt(Dealt),
    /// Of such a game, by a sample, or by deals that somebody has.
    Won(Winnings),
    /// Of deals that somebody has.
    Given(GivenDeals),
}

impl FairnessAnswer {
    /// The answer as text.
    pub fn text(&self, paint: Paint) -> String {
        match self {
            Self::Proved(answer) => certificate(answer, paint),
            Self::Tested(answer) => statistics(answer, paint),
            Self::Dealt(answer) => dealt(answer, paint),
            Self::Won(answer) => won(answer, paint),
            Self::Given(answer) => given(answer, paint),
        }
    }

    /// The reason why the answer is no: not fair, or a test rejects.
    pub fn no(&self) -> Option<String> {
        let (no, why) = match self {
            Self::Proved(FairnessCertificate { asked, found }) => {
                let by = match &found.offenders[..] {
                    [] => String::new(),
                    some => format!(": {} can know too much", some.join(", ")),
                };
                (!found.fair, format!("{} is not fair{by}", asked.protocol))
            }
            Self::Tested(Statistics { asked, found }) => {
                let by = rejecting(&found.tests);
                (found.rejected, format!("{} is rejected by: {by}", asked.protocol))
            }
            Self::Given(answer) => {
                (answer.rejected, format!("rejected by: {}", rejecting(&answer.tests)))
            }
            Self::Dealt(Dealt { asked, found }) => {
                let breaking = match found.illegal.is_zero() {
                    true => String::new(),
                    false => {
                        format!(", and deals break the rules with probability {}", found.illegal)
                    }
                };
                (
                    !found.equal,
                    format!(
                        "{} dealt by {} does not pay its value{breaking}",
                        asked.game,
                        asked.protocol.as_deref().unwrap_or_default()
                    ),
                )
            }
            Self::Won(Winnings { asked, found }) => {
                let breaking = match found.illegal.as_str() {
                    "0" => String::new(),
                    many => format!(", and {many} deals break the rules"),
                };
                let play::DealtGame { game, protocol, .. } = asked;
                let by = protocol.as_deref().unwrap_or("the deal");
                (
                    found.rejects(),
                    format!("{by} is rejected: {game} does not pay its value{breaking}"),
                )
            }
        };
        no.then_some(why)
    }
}

/// A game dealt under every sequence of coins, as an aligned table.
fn dealt(Dealt { asked, found }: &Dealt, paint: Paint) -> String {
    let verdict = if found.equal { "equal" } else { "not equal" };
    let mut lines = vec![paint.heading(&format!("{}: {verdict}", game_setting(asked)))];
    lines.push(format!("Branches    {}: every sequence of coins was played", found.branches));
    for (name, probability) in [("No end", &found.unfinished), ("Illegal", &found.illegal)] {
        if !probability.is_zero() {
            lines.push(format!("{name:<10}  with probability {probability}"));
        }
    }
    let rows = found
        .value
        .iter()
        .zip(&found.dealt)
        .map(|(value, dealt)| [value, dealt].map(ToString::to_string).to_vec());
    lines.extend(by_player(&["value", "dealt"], rows));
    lines.join("\n") + "\n"
}

fn deals(count: &str) -> String {
    counted(count, "deal", "deals")
}

/// A game dealt many times, as an aligned table.
fn won(Winnings { asked, found: answer }: &Winnings, paint: Paint) -> String {
    let setting = game_setting(asked);
    let seed = answer.seed.as_ref().map(|seed| format!(", seed {seed}")).unwrap_or_default();
    let heading = format!("{setting}: {}{seed}", deals(&answer.deals));
    let mut lines = vec![paint.heading(&heading)];
    for (count, what) in
        [(&answer.unfinished, "came to no end"), (&answer.illegal, "broke the rules")]
    {
        if count != "0" {
            lines.push(format!("{} {what}", deals(count)));
        }
    }
    let rows = answer.value.iter().enumerate().map(|(at, value)| {
        let numbers = [answer.standard_error[at], answer.p_value[at], answer.level[at]]
            .map(|number| format!("{number:.2e}"));
        let verdict = if answer.rejected[at] { "rejected" } else { "" };
        let mut row = vec![value.to_string(), answer.mean[at].decimal(MEAN_DIGITS)];
        row.extend(numbers);
        row.push(verdict.to_owned());
        row
    });
    lines.extend(by_player(&["value", "mean", "error", "p", "level", ""], rows));
    let last = match (answer.rejects(), &asked.protocol) {
        (true, _) => REJECTED,
        (false, Some(_)) => NOT_REJECTED,
        (false, None) => WORTH_AS_MUCH,
    };
    lines.push(last.to_owned());
    lines.join("\n") + "\n"
}

/// Digits of a mean as text; the document has it exactly.
const MEAN_DIGITS: usize = 6;

/// Last line of a sample without a rejection.
const NOT_REJECTED: &str = "No test rejects. Fair deals pass with probability 1 − 10⁻⁶ or more; \
    unfair ones may pass too: only --exact proves.";
/// Last line of somebody's deals without a rejection.
const NO_SIGN: &str = "No sign against: fair deals pass with probability 1 − 10⁻⁶ or more. A bias \
    smaller than those above may pass too.";
/// Last line of somebody's deals of a game without a rejection.
const WORTH_AS_MUCH: &str = "No sign against: fair deals pass with probability 1 − 10⁻⁶ or more. \
    Unfair ones may be worth as much: --cards in place of --game tests the cards themselves.";
/// Last line of a sample with a rejection.
const REJECTED: &str = "Rejected: fair deals come to this with probability 10⁻⁶ at most.";

/// The game, its protocol and its players as text.
fn game_setting(play::DealtGame { protocol, game, players, bug, .. }: &play::DealtGame) -> String {
    let by = protocol.as_ref().map(|protocol| format!(" by {protocol}")).unwrap_or_default();
    format!("{game} dealt{by} among {players}{}", planted(bug.as_deref()))
}

/// A table with a line for each player.
fn by_player(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    let heads = ["player"].iter().chain(heads).map(ToString::to_string).collect();
    let names = Player::first(usize::MAX).iter().map(ToString::to_string);
    let rows = names.zip(rows).map(|(name, row)| [vec![name], row].concat());
    columns([heads].into_iter().chain(rows))
}

/// A certificate as text.
fn certificate(FairnessCertificate { asked, found }: &FairnessCertificate, paint: Paint) -> String {
    let verdict = if found.fair { "fair" } else { "unfair" };
    let mut lines = vec![paint.heading(&format!("{}: {verdict}", setting(asked)))];
    lines.push(format!("Branches    {}: every sequence of coins was played", found.branches));
    if !found.unfinished.is_zero() {
        lines.push(format!(
            "No end      with probability {}; the rest is given an end",
            found.unfinished
        ));
    }
    lines.push(format!("Outcomes    {}", found.outcomes));
    let view = |(who, views): &(String, String)| format!("{who} {views}");
    lines.push(format!(
        "Views       {}",
        found.views.iter().map(view).collect::<Vec<_>>().join(", ")
    ));
    lines.push(format!("Laws        {}", found.laws));
    lines.extend(found.witness.iter().map(|witness| format!("Witness     {witness}")));
    lines.join("\n") + "\n"
}

/// Statistics as an aligned table.
fn statistics(Statistics { asked, found: answer }: &Statistics, paint: Paint) -> String {
    let heading = format!("{}: {}, seed {}", setting(asked), deals(&answer.deals), answer.seed);
    let mut lines = vec![paint.heading(&heading)];
    if answer.unfinished != "0" {
        lines.push(deals(&answer.unfinished) + " came to no end");
    }
    lines.extend(tests(&answer.tests));
    lines.extend(answer.untested.iter().map(|what| format!("Not tested: {what}")));
    lines.push(if answer.rejected { REJECTED } else { NOT_REJECTED }.to_owned());
    lines.join("\n") + "\n"
}

/// Tests that somebody's deals were put to.
fn given(answer: &GivenDeals, paint: Paint) -> String {
    let seat = |seat: &GivenSeat| format!("{} each at {}", seat.cards, seat.name);
    let seats: Vec<String> = answer.seats.iter().map(seat).collect();
    let heading = format!("{}, {} cards: {}", deals(&answer.deals), answer.cards, seats.join(", "));
    let mut lines = vec![paint.heading(&heading)];
    lines.extend(tests(&answer.tests));
    if let Some(CardCount { seat, card, count, expected }) = &answer.farthest {
        lines
            .push(format!("Farthest off: card {card} at {seat}, {count} times, {expected:.1} due"));
    }
    lines.extend(answer.power.iter().map(|DealPower { points, deals }| {
        format!("Found 9 times in 10: a card {points:.2} points too often, in {deals} deals")
    }));
    lines.extend(answer.untested.iter().map(|what| format!("Not tested: {what}")));
    lines.push(if answer.rejected { REJECTED } else { NO_SIGN }.to_owned());
    lines.join("\n") + "\n"
}

/// The names of rows of cards: their numbers.
pub fn row_names(table: &CardBySeat) -> Vec<String> {
    table.cards.iter().map(|&(first, last)| cards(first, last)).collect()
}

/// Tests as an aligned table.
fn tests(tests: &[Test]) -> Vec<String> {
    let wide = tests.iter().map(|test| test.name.len()).max().unwrap_or_default().max(4);
    let mut lines = Vec::new();
    lines.push(format!(
        "{:wide$}  {:>12}  {:>12}  {:>9}  {:>9}  {:>9}",
        "test", "statistic", "law", "p", "level", "detects"
    ));
    lines.extend(tests.iter().map(|test| {
        let Test { name, statistic, p_value, level, detects, verdict, .. } = test;
        let rejected = if *verdict == TestVerdict::Rejected { "  rejected" } else { "" };
        format!(
            "{name:wide$}  {statistic:>12.3}  {:>12}  {p_value:>9.2e}  {level:>9.2e}  \
             {detects:>9.2e}{rejected}",
            law(test.law)
        )
    }));
    lines
}

/// The names of the tests that reject.
fn rejecting(tests: &[Test]) -> String {
    let rejecting = tests.iter().filter(|test| test.verdict == TestVerdict::Rejected);
    rejecting.map(|test| test.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn law(law: StatisticLaw) -> String {
    match law {
        StatisticLaw::ChiSquare(freedom) => format!("χ²({freedom})"),
        StatisticLaw::Farthest { cards: 1, .. } => "binomial".to_owned(),
        StatisticLaw::Farthest { cards, .. } => format!("of {cards}"),
        StatisticLaw::Zero => "zero".to_owned(),
    }
}

/// A picture of cards by seats: each cell shows its contribution to the statistic. Rows of cards
/// have these names.
pub fn picture(of: &str, count: &str, table: &CardBySeat, names: &[String]) -> String {
    let all = |row| (0..table.seats.len()).map(move |column| (row, column));
    let cells = (0..table.cards.len()).flat_map(all);
    let cells =
        cells.map(|(row, column)| (row as u64, column, table.contribution(row, column))).collect();
    let title = format!("{of}: {}, cards by seats", deals(count));
    let by = "by card and by seat: how far a count is from what is expected, squared over that";
    let tone = "tone: (count − expected)² / expected, negative where the count is too low";
    let axes = Axes { across: "cards", up: "seats", names: Some(names), tone, by };
    heat_map(&HeatMap { title: &title, rows: table.seats.clone(), cells, axes })
}
