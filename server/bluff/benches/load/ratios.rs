//! Rows L1 and L3: requests per second against a bare handler that answers with the same bytes.

use std::path::Path;
use std::time::Duration;

use crate::client::{Answers, Asked, Clients, ask};
use crate::process::{Process, parts, processor_seconds};
use crate::{Args, Expected, Figure};

use Question::{Anew, Has, Same};

/// Connections that stay open.
const CONNECTIONS: usize = 64;
/// The largest decks there are, another in every request.
pub(crate) const FAR: fn(u64) -> String =
    |number| format!("/api/v1/solutions/von-neumann/n{}-b2", 1_000_000_000_000_000_000 - number);
/// The largest deck, with another bet in every request: 10007 is a prime, so every fraction is in
/// lowest terms.
const FAR_FRACTION: fn(u64) -> String = |number| {
    let numerator = number + number / 10_006 + 1;
    format!("/api/v1/solutions/von-neumann/n1000000000000000000-b{numerator}_10007")
};

/// Question that is asked again and again, or anew every time.
#[derive(Clone, Copy)]
enum Question {
    Same(&'static str),
    /// The client has it already.
    Has(&'static str),
    Anew(fn(u64) -> String),
}

/// Comparisons: row, words, question, minimum ratio.
const QUESTIONS: [(&str, &str, Question, f64); 6] = [
    ("L1", "small document, linear program", Same("/api/v1/solutions/kuhn/n3-b1"), 0.8),
    ("L1", "threshold form, n = 100", Same("/api/v1/solutions/von-neumann/n100-b2"), 0.8),
    ("L1", "kept linear program, n = 100", Same("/api/v1/solutions/kuhn/n100-b1"), 0.8),
    ("L1", "n near 10^18, b = 2, computed anew", Anew(FAR), 0.5),
    ("L1", "n = 10^18, b = k/10007, computed anew", Anew(FAR_FRACTION), 0.5),
    ("L3", "304, the client has it", Has("/api/v1/solutions/von-neumann/n100-b2"), 0.8),
];

/// A process in turns with others: requests per second of each turn, all answers, processor time of
/// its own and of the client.
#[derive(Default)]
struct Turns {
    rates: Vec<f64>,
    all: Answers,
    seconds: f64,
    client: f64,
}

impl Turns {
    fn take(&mut self, process: &Process, clients: &Clients, status: u16) {
        let (before, client) = (process.taken().seconds, processor_seconds("self"));
        let answers = ask(std::slice::from_ref(clients)).remove(0);
        self.seconds += process.taken().seconds - before;
        self.client += processor_seconds("self") - client;
        let statuses = answers.statuses();
        assert!(statuses.keys().eq([&status]), "{statuses:?}");
        self.rates.push(answers.per_second(status));
        self.all.add(answers);
        process.forget_log();
    }

    /// Processor time per request, the client's too: what limits both where nothing else does.
    fn cost(&self) -> f64 {
        (self.seconds + self.client) / self.all.answers.len() as f64
    }

    fn words(&self, status: u16) -> String {
        let all = &self.all;
        let each = self.seconds / all.answers.len() as f64 * 1e6;
        let (half, most) = (all.percentile(50.0, &[status]), all.percentile(99.0, &[status]));
        format!("{:.0}/s p50 {half:.2} p99 {most:.2} ms {each:.0} us cpu", all.per_second(status))
    }
}

/// The median of the ratios of turns that stood beside one another.
fn ratio(ours: &Turns, others: &Turns) -> f64 {
    let mut ratios: Vec<f64> =
        ours.rates.iter().zip(&others.rates).map(|(ours, theirs)| ours / theirs).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

pub(crate) fn ratios(args: &Args, folder: &Path) -> Vec<Figure> {
    let service = Process::service(folder, "");
    let asked = |row: &str| args.rows.is_empty() || args.rows.iter().any(|asked| asked == row);
    let mut figures = Vec::new();
    for (row, words, question, least) in QUESTIONS.into_iter().filter(|question| asked(question.0))
    {
        let (shown, headers, status) = match question {
            Same(path) => (path.to_owned(), String::new(), 200),
            Anew(path) => (path(20_000), String::new(), 200),
            Has(path) => {
                let first = service.get(path, "");
                let mut lines = parts(&first).0.lines();
                let tag = lines.find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
                (path.to_owned(), format!("if-none-match: {tag}\r\n"), 304)
            }
        };
        let bare = Process::bare(folder, &service.get(&shown, &headers));
        let clients = |process: &Process, asked: Asked| Clients {
            address: process.address.clone(),
            asked,
            connections: CONNECTIONS,
            rate: None,
            first: 0,
            most: u64::MAX,
            time: Duration::from_secs_f64(args.seconds),
        };
        let (mut ours, mut theirs) = (Turns::default(), Turns::default());
        for _ in 0..args.turns {
            let asked = match question {
                Anew(path) => Asked::Each(path),
                Same(_) | Has(_) => Asked::Same(shown.clone(), headers.clone()),
            };
            let mut loading = clients(&service, asked.clone());
            loading.first = ours.all.answers.len() as u64;
            ours.take(&service, &loading, status);
            theirs.take(&bare, &clients(&bare, asked), status);
        }
        let beside = format!(
            "{:.2} by processor time; ours {}; bare {}",
            theirs.cost() / ours.cost(),
            ours.words(status),
            theirs.words(status)
        );
        let least = Expected::AtLeast(least);
        figures.push(Figure::new(row, words, ratio(&ours, &theirs), least, beside));
        let latency = ours.all.percentile(99.0, &[status]) / theirs.all.percentile(99.0, &[status]);
        let most = if matches!(question, Anew(_)) { 4.0 } else { 2.0 };
        let (words, most) = (format!("{words}: p99"), Expected::AtMost(most));
        figures.push(Figure::new(row, words, latency, most, String::new()));
    }
    figures
}
