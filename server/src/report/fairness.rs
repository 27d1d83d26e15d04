//! Whether deals are fair: exact certificates and statistics, for both doors.

use rational_bluff::protocol::fairness::{Asked, CardBySeat, Certificate, Law, Statistics, Test, Verdict};

use super::cards;
use super::heat_map::{Axes, HeatMap, heat_map};
use super::text::Paint;

/// What was asked, in words.
fn asked(Asked { protocol, players, cards, hand, bug, .. }: &Asked) -> String {
    let bug = bug.as_ref().map(|bug| format!(", with the planted bug {bug}")).unwrap_or_default();
    format!("{protocol}, {players} players, {cards} cards, {hand} each{bug}")
}

/// A certificate in words.
pub fn certificate(certificate: &Certificate, paint: Paint) -> String {
    let verdict = if certificate.fair { "fair" } else { "unfair" };
    let mut lines = vec![paint.heading(&format!("{}: {verdict}", asked(&certificate.asked)))];
    lines.push(format!("Branches    {}: every sequence of coins was played", certificate.branches));
    if certificate.unfinished != "0" {
        lines.push(format!("No end      with probability {}; the rest is given an end", certificate.unfinished));
    }
    lines.push(format!("Outcomes    {}", certificate.outcomes));
    let view = |(who, views): &(String, String)| format!("{who} {views}");
    lines.push(format!("Views       {}", certificate.views.iter().map(view).collect::<Vec<_>>().join(", ")));
    lines.push(format!("Laws        {}", certificate.laws));
    lines.extend(certificate.witness.iter().map(|witness| format!("Witness     {witness}")));
    lines.join("\n") + "\n"
}

/// Why the answer is no, if it is.
pub fn unfair(fair: bool, protocol: &str, offenders: &[String]) -> Option<String> {
    let by = if offenders.is_empty() { String::new() } else { format!(": {} can know too much", offenders.join(", ")) };
    (!fair).then(|| format!("{protocol} is not fair{by}"))
}

/// Statistics as an aligned table.
pub fn statistics(found: &Statistics, paint: Paint) -> String {
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
        let said = if *verdict == Verdict::Rejected { "  rejected" } else { "" };
        format!(
            "{name:wide$}  {statistic:>12.3}  {:>12}  {p_value:>9.2e}  {level:>9.2e}  {detects:>9.2e}{said}",
            law(test.law)
        )
    }));
    lines.push(match found.fair {
        true => "No test rejects; fair deals pass with probability 1 − 10⁻⁶ or more.".to_owned(),
        false => "The deals are not fair.".to_owned(),
    });
    lines.join("\n") + "\n"
}

fn law(law: Law) -> String {
    match law {
        Law::ChiSquare(freedom) => format!("χ²({freedom})"),
        Law::Normal => "normal".to_owned(),
        Law::Zero => "zero".to_owned(),
    }
}

/// How often each card came to each seat, as a picture: what each cell adds to the statistic.
pub fn picture(found: &Statistics) -> Option<String> {
    let table: &CardBySeat = found.table.as_ref()?;
    let all = |row| (0..table.seats.len()).map(move |column| (row, column));
    let cells = (0..table.cards.len()).flat_map(all);
    let cells = cells.map(|(row, column)| (row as u64, column, table.contribution(row, column))).collect();
    let title = format!("{}: {} deals, cards by seats", found.asked.protocol, found.deals);
    let names: Vec<String> = table.cards.iter().map(|&(first, last)| cards(first, last)).collect();
    let by = "by card and by seat: how far a count is from what is expected, squared over that";
    let axes = Axes { across: "cards", names: Some(&names), by };
    Some(heat_map(&HeatMap { title: &title, rows: table.seats.clone(), cells, axes }))
}
