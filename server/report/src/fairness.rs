//! Whether deals are fair: exact certificates and statistics, for both doors.

use bluff_dealing::fairness::{
    CardBySeat, CheckedSetting, FairnessCertificate, StatisticLaw, Statistics, Test, TestVerdict,
};
use bluff_dealing::play::{self, Dealt, Winnings};
use rational_bluff::game::Player;

use crate::picture::heat_map::{Axes, HeatMap, heat_map};
use crate::runs::cards;
use crate::text::Paint;

/// What was asked, in words.
fn asked(CheckedSetting { protocol, players, cards, hand, bug, .. }: &CheckedSetting) -> String {
    format!("{protocol}, {players} players, {cards} cards, {hand} each{}", planted(bug.as_deref()))
}

fn planted(bug: Option<&str>) -> String {
    bug.map(|bug| format!(", with the planted bug {bug}")).unwrap_or_default()
}

/// An answer to a question about fairness.
#[derive(Debug)]
pub enum FairnessAnswer {
    /// Of a protocol, by every sequence of coins.
    Proved(FairnessCertificate),
    /// Of a protocol, by a sample.
    Tested(Statistics),
    /// Of a game that is dealt by it, by every sequence of coins.
    Dealt(Dealt),
    /// Of such a game, by a sample.
    Won(Winnings),
}

impl FairnessAnswer {
    /// In words.
    pub fn text(&self, paint: Paint) -> String {
        match self {
            Self::Proved(found) => certificate(found, paint),
            Self::Tested(found) => statistics(found, paint),
            Self::Dealt(found) => dealt(found, paint),
            Self::Won(found) => won(found, paint),
        }
    }

    /// As a document.
    pub fn json(&self) -> String {
        match self {
            Self::Proved(found) => crate::document::json(found),
            Self::Tested(found) => crate::document::json(found),
            Self::Dealt(found) => crate::document::json(found),
            Self::Won(found) => crate::document::json(found),
        }
    }

    /// Why the answer is no, if it is: not fair, or a test rejects.
    pub fn no(&self) -> Option<String> {
        let (no, why) = match self {
            Self::Proved(FairnessCertificate { asked, fair, offenders, .. }) => {
                let by = match &offenders[..] {
                    [] => String::new(),
                    some => format!(": {} can know too much", some.join(", ")),
                };
                (!fair, format!("{} is not fair{by}", asked.protocol))
            }
            Self::Tested(found) => {
                let rejecting =
                    found.tests.iter().filter(|test| test.verdict == TestVerdict::Rejected);
                let names: Vec<&str> = rejecting.map(|test| test.name.as_str()).collect();
                (
                    found.rejected,
                    format!("{} is rejected by: {}", found.asked.protocol, names.join(", ")),
                )
            }
            Self::Dealt(Dealt { asked, illegal, equal, .. }) => {
                let breaking = match illegal.as_str() {
                    "0" => String::new(),
                    often => format!(", and deals break the rules with probability {often}"),
                };
                (
                    !equal,
                    format!(
                        "{} dealt by {} does not pay its value{breaking}",
                        asked.game, asked.protocol
                    ),
                )
            }
            Self::Won(found) => {
                let breaking = match found.illegal.as_str() {
                    "0" => String::new(),
                    many => format!(", and {many} deals break the rules"),
                };
                let play::DealtGame { game, protocol, .. } = &found.asked;
                (
                    found.rejects(),
                    format!("{protocol} is rejected: {game} does not pay its value{breaking}"),
                )
            }
        };
        no.then_some(why)
    }
}

/// A game dealt under every sequence of coins, as an aligned table.
fn dealt(found: &Dealt, paint: Paint) -> String {
    let verdict = if found.equal { "equal" } else { "not equal" };
    let mut lines = vec![paint.heading(&format!("{}: {verdict}", game_asked(&found.asked)))];
    lines.push(format!("Branches    {}: every sequence of coins was played", found.branches));
    for (name, probability) in [("No end", &found.unfinished), ("Illegal", &found.illegal)] {
        if probability != "0" {
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

/// A game dealt many times, as an aligned table.
fn won(found: &Winnings, paint: Paint) -> String {
    let asked = game_asked(&found.asked);
    let mut lines =
        vec![paint.heading(&format!("{asked}: {} deals, seed {}", found.deals, found.seed))];
    for (count, what) in
        [(&found.unfinished, "came to no end"), (&found.illegal, "broke the rules")]
    {
        if count != "0" {
            lines.push(format!("{count} deals {what}"));
        }
    }
    let rows = found.value.iter().enumerate().map(|(at, value)| {
        let numbers = [found.standard_error[at], found.p_value[at], found.level[at]]
            .map(|number| format!("{number:.2e}"));
        let verdict = if found.rejected[at] { "rejected" } else { "" };
        let mut row = vec![value.to_string(), found.mean[at].decimal(MEAN_DIGITS)];
        row.extend(numbers);
        row.push(verdict.to_owned());
        row
    });
    lines.extend(by_player(&["value", "mean", "error", "p", "level", ""], rows));
    lines.push(if found.rejects() { REJECTED } else { NOT_REJECTED }.to_owned());
    lines.join("\n") + "\n"
}

/// Digits of a mean in words; the document has it exactly.
const MEAN_DIGITS: usize = 6;

/// What a sample without a rejection says.
const NOT_REJECTED: &str = "No test rejects. Fair deals pass with probability 1 − 10⁻⁶ or more; \
    unfair ones may pass too: only --exact proves.";
/// What a sample with a rejection says.
const REJECTED: &str = "Rejected: fair deals come to this with probability 10⁻⁶ at most.";

/// What was asked of a game, in words.
fn game_asked(play::DealtGame { protocol, game, players, bug, .. }: &play::DealtGame) -> String {
    format!("{game} dealt by {protocol} among {players}{}", planted(bug.as_deref()))
}

/// A table with a line for each player.
fn by_player(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    let heads = std::iter::once("player")
        .chain(heads.iter().copied())
        .map(str::to_owned)
        .collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = rows.collect();
    let names = Player::first(rows.len()).iter().map(ToString::to_string);
    let rows = names.zip(rows).map(|(name, row)| [vec![name], row].concat());
    let table: Vec<Vec<String>> = std::iter::once(heads).chain(rows).collect();
    let wide = |column: usize| {
        table.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(at, cell)| format!("{cell:<width$}", width = wide(at)))
            .collect();
        cells.join("  ").trim_end().to_owned()
    };
    table.iter().map(line).collect()
}

/// A certificate in words.
fn certificate(certificate: &FairnessCertificate, paint: Paint) -> String {
    let verdict = if certificate.fair { "fair" } else { "unfair" };
    let mut lines = vec![paint.heading(&format!("{}: {verdict}", asked(&certificate.asked)))];
    lines.push(format!("Branches    {}: every sequence of coins was played", certificate.branches));
    if certificate.unfinished != "0" {
        lines.push(format!(
            "No end      with probability {}; the rest is given an end",
            certificate.unfinished
        ));
    }
    lines.push(format!("Outcomes    {}", certificate.outcomes));
    let view = |(who, views): &(String, String)| format!("{who} {views}");
    lines.push(format!(
        "Views       {}",
        certificate.views.iter().map(view).collect::<Vec<_>>().join(", ")
    ));
    lines.push(format!("Laws        {}", certificate.laws));
    lines.extend(certificate.witness.iter().map(|witness| format!("Witness     {witness}")));
    lines.join("\n") + "\n"
}

/// Statistics as an aligned table.
fn statistics(found: &Statistics, paint: Paint) -> String {
    let heading = format!("{}: {} deals, seed {}", asked(&found.asked), found.deals, found.seed);
    let wide = found.tests.iter().map(|test| test.name.len()).max().unwrap_or_default().max(4);
    let mut lines = vec![paint.heading(&heading)];
    if found.unfinished != "0" {
        lines.push(format!("{} deals came to no end", found.unfinished));
    }
    lines.push(format!(
        "{:wide$}  {:>12}  {:>12}  {:>9}  {:>9}  {:>9}",
        "test", "statistic", "law", "p", "level", "detects"
    ));
    lines.extend(found.tests.iter().map(|test| {
        let Test { name, statistic, p_value, level, detects, verdict, .. } = test;
        let said = if *verdict == TestVerdict::Rejected { "  rejected" } else { "" };
        format!(
            "{name:wide$}  {statistic:>12.3}  {:>12}  {p_value:>9.2e}  {level:>9.2e}  \
             {detects:>9.2e}{said}",
            law(test.law)
        )
    }));
    lines.extend(found.untested.iter().map(|what| format!("Not tested: {what}")));
    lines.push(if found.rejected { REJECTED } else { NOT_REJECTED }.to_owned());
    lines.join("\n") + "\n"
}

fn law(law: StatisticLaw) -> String {
    match law {
        StatisticLaw::ChiSquare(freedom) => format!("χ²({freedom})"),
        StatisticLaw::Normal => "normal".to_owned(),
        StatisticLaw::Zero => "zero".to_owned(),
    }
}

/// How often each card came to each seat, as a picture: what each cell adds to the statistic.
pub fn picture(found: &Statistics) -> Option<String> {
    let table: &CardBySeat = found.table.as_ref()?;
    let all = |row| (0..table.seats.len()).map(move |column| (row, column));
    let cells = (0..table.cards.len()).flat_map(all);
    let cells =
        cells.map(|(row, column)| (row as u64, column, table.contribution(row, column))).collect();
    let title = format!("{}: {} deals, cards by seats", found.asked.protocol, found.deals);
    let names: Vec<String> = table.cards.iter().map(|&(first, last)| cards(first, last)).collect();
    let by = "by card and by seat: how far a count is from what is expected, squared over that";
    let axes = Axes { across: "cards", names: Some(&names), by };
    Some(heat_map(&HeatMap { title: &title, rows: table.seats.clone(), cells, axes }))
}
