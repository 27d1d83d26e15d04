//! Many boards of one spot: each between proved bounds, on a line that is written as soon as it is
//! known.
//!
//! A part of the boards has a log of its own in the folder, which a process that is killed and
//! begun again goes on with. A run over all boards takes the lines of all logs there.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use bluff_dealing::hex;
use bluff_questions::error::Error;
use bluff_questions::interval::BoundedSpot;
use bluff_questions::{AnswerContext, not_allowed};
use bluff_report::csv::{DECIMALS, decimal, field};
use bluff_report::number::{outwards_to, percent};
use rational_bluff::cards::{CardSet, OpenCards};
use rational_bluff::exact::Rational;
use rational_bluff::exact::json::Entries;
use rational_bluff::solve::Control;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::compute::run_within;
use crate::file::{PartFile, next_line, printable, unread};

use super::board_table::COLUMNS;
use super::part::json_line;
use super::{BatchProgress, PlanPart};

/// Maximum length of a list of boards, in bytes.
pub const MAX_BOARDS_BYTES: usize = 1 << 20;
/// Maximum length of a line of a log, in bytes.
const MAX_LOG_LINE: u64 = 1 << 20;

/// A question about a spot, and the boards on which it is asked.
#[derive(Debug)]
pub struct BoardPlan {
    question: BoundedSpot,
    /// Boards, and the number of those that each stands for.
    boards: Vec<(OpenCards, u64)>,
}

/// The first line of a log.
#[derive(Serialize)]
struct LogHeader {
    format: &'static str,
    /// Digest of spot, accuracy and boards.
    plan: String,
}

/// Another line of it, and of the file of all boards: a board, and what was proved.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct BoardLine {
    board: String,
    /// Number of boards that suits make alike.
    boards: u64,
    label: String,
    /// The sum over all deals of the products of both weights.
    deals: Rational,
    lower: Rational,
    upper: Rational,
    exploitability: Rational,
    exploitability_of_pot: Rational,
    /// The part of all deals in which each action of the first decision is taken.
    first: Entries<Rational>,
}

/// The line of a board without bounds.
#[derive(Serialize)]
struct FailedBoard<'a> {
    board: &'a str,
    boards: u64,
    reason: &'a str,
}

/// The outcome of a run over boards.
#[derive(Debug)]
pub struct BoardsOutcome {
    /// The files written.
    pub files: Vec<PathBuf>,
    /// Boards without bounds, with the reason.
    pub failures: BTreeMap<String, String>,
    /// The means over all boards that have bounds, in words; `None` of a part.
    pub means: Option<String>,
}

impl BoardPlan {
    /// A question on the boards of a list, with blanks or commas between them, or on `all` boards
    /// up to suits.
    ///
    /// Errors: those of boards, `Refused` of one that is there twice and of an empty list.
    pub fn new(question: BoundedSpot, boards: &str) -> Result<Self, Error> {
        if boards.trim() == "all" {
            let boards = question.spot().boards_up_to_suits(question.lock());
            return Ok(Self { question, boards });
        }
        let cards = question.spot().board.dealt().len();
        let refused = |text: &str, allowed: &str| {
            Err(not_allowed(format!("board “{}”", printable(text)), allowed))
        };
        let (mut seen, mut list) = (HashSet::<CardSet>::new(), Vec::new());
        for text in boards.split([',', ';', ' ', '\t', '\n', '\r']).filter(|it| !it.is_empty()) {
            let board: OpenCards = text.parse()?;
            if board.dealt().len() != cards {
                return refused(text, &format!("{cards} cards, as the spot has"));
            }
            if !seen.insert(board.cards()) {
                return refused(text, "each board once");
            }
            list.push((board, 1));
        }
        match list.is_empty() {
            true => refused("", "all, or boards such as Ks9d6h QsJh2h"),
            false => Ok(Self { question, boards: list }),
        }
    }

    fn header(&self) -> String {
        let boards = self.boards.iter().map(|(board, count)| format!(" {board} {count}"));
        let boards: String = boards.collect();
        let (spot, within) = (self.question.spot().to_json(), self.question.within());
        let lock = self.question.lock().map(|lock| json!(lock).to_string()).unwrap_or_default();
        let plan = hex(&Sha256::digest(format!("{spot} {within}{lock}{boards}")));
        json_line(&LogHeader { format: "bluff-boards-1", plan })
    }

    /// The bounds on a board.
    ///
    /// Errors: those of the spot on that board, and of the solve.
    fn line(&self, (board, boards): &(OpenCards, u64), control: &Control) -> Result<String, Error> {
        let report = run_within(control, || {
            self.question.on_board(board)?.answer(AnswerContext::of(control))
        })?;
        Ok(json_line(&BoardLine {
            board: board.to_string(),
            boards: *boards,
            label: report.label,
            deals: report.deals,
            lower: report.bounds.lower,
            upper: report.bounds.upper,
            exploitability: report.bounds.exploitability,
            exploitability_of_pot: report.bounds.of_pot,
            first: Entries(report.first),
        }))
    }

    /// The lines of all logs of a folder, by board. A last line without an end is that of a process
    /// that was killed.
    ///
    /// Errors: logs that cannot be read, and those of another question.
    fn logged(&self, folder: &Path) -> Result<HashMap<String, String>, Error> {
        let known: HashSet<String> = self.boards.iter().map(|(it, _)| it.to_string()).collect();
        let failed = |error| unread(&folder.display().to_string(), &error);
        let header = self.header();
        let mut lines = HashMap::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !name.starts_with("part-") || !name.ends_with(".jsonl") {
                continue;
            }
            let name = path.display().to_string();
            let failed = |error| unread(&name, &error);
            let mut reader = BufReader::new(File::open(&path).map_err(failed)?);
            let mut number = 0_u64;
            while let Some(line) = next_line(&mut reader, MAX_LOG_LINE).map_err(failed)? {
                number += 1;
                let is_torn = !line.ends_with('\n') && (line.len() as u64) < MAX_LOG_LINE;
                if is_torn && (number > 1 || header.starts_with(&line)) {
                    break;
                }
                let found = serde_json::from_str::<BoardLine>(&line).ok();
                let board = found.map(|found| found.board).filter(|board| known.contains(board));
                match board {
                    _ if number == 1 && line == header => {}
                    Some(board) if number > 1 => drop(lines.insert(board, line)),
                    _ => {
                        let allowed = "a line of the same spot, within and boards, or a folder \
                                       without other files part-K-of-N.jsonl";
                        return Err(not_allowed(format!("{name}: line {number}"), allowed));
                    }
                }
            }
        }
        Ok(lines)
    }
}

/// The log of a part, which this process alone writes to.
struct BoardLog {
    file: File,
    path: PathBuf,
}

impl BoardLog {
    /// Errors: `System`, of a log that cannot be written to or that another process has.
    fn open(path: PathBuf) -> Result<Self, Error> {
        let refused = |reason: String| Error::System(format!("{}: {reason}", path.display()));
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(|error| refused(error.to_string()))?;
        let busy = |_| refused("another process is writing there".to_owned());
        file.try_lock().map_err(busy)?;
        Ok(Self { file, path })
    }

    /// Takes a line without an end away, and begins an empty log.
    fn mend(&mut self, header: &str) -> Result<(), Error> {
        let failed = |error| unread(&self.path.display().to_string(), &error);
        let text = fs::read(&self.path).map_err(failed)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end as u64 + 1);
        let cut = self.file.set_len(whole).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map_err(failed)?;
        if whole == 0 { self.append(header) } else { Ok(()) }
    }

    fn append(&mut self, line: &str) -> Result<(), Error> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Error::NotWritten(format!("{}: {error}", self.path.display())))
    }
}

/// Solves the boards of a part that no log of the folder has. Part 1 of 1 takes the lines of all
/// logs, and writes `boards.jsonl` and `boards.csv` in the order of the plan.
///
/// Errors: those of logs and of the disk, and `Stopped`: every line that was written stays. A board
/// that fails is no error; it is tried again by the next run.
pub fn solve_boards(
    plan: &BoardPlan,
    part: PlanPart,
    folder: &Path,
    control: &Control,
    progress: &BatchProgress,
) -> Result<BoardsOutcome, Error> {
    let made = fs::create_dir_all(folder);
    made.map_err(|error| Error::System(format!("{}: {error}", folder.display())))?;
    let mut log = BoardLog::open(folder.join(part.file()))?;
    let mut lines = plan.logged(folder)?;
    log.mend(&plan.header())?;
    // Neighbours cost much the same.
    let own = plan.boards.iter().skip(part.number as usize - 1).step_by(part.count as usize);
    let own: Vec<&(OpenCards, u64)> = own.collect();
    progress.total.store(own.len() as u64, Ordering::Relaxed);
    let mut failures = BTreeMap::new();
    for board in own {
        let name = board.0.to_string();
        if lines.contains_key(&name) {
            progress.before.fetch_add(1, Ordering::Relaxed);
            progress.done.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        match plan.line(board, control) {
            // Half an answer is none, and no failure either.
            Err(error) if control.cancelled() => return Err(error),
            Err(error) => {
                progress.failed.fetch_add(1, Ordering::Relaxed);
                failures.insert(name, error.message());
            }
            Ok(line) => {
                log.append(&line)?;
                progress.done.fetch_add(1, Ordering::Relaxed);
                lines.insert(name, line);
            }
        }
    }
    if part.count > 1 {
        return Ok(BoardsOutcome { files: vec![log.path], failures, means: None });
    }
    let mut means = BoardMeans::default();
    let (mut json, mut csv) = (String::new(), String::new());
    for (board, boards) in &plan.boards {
        let board = &board.to_string();
        let reason = failures.get(board).map_or("", String::as_str);
        match lines.get(board).and_then(|line| Some((line, serde_json::from_str(line).ok()?))) {
            Some((line, read)) => {
                json += line;
                csv += &BoardLine::csv(&read);
                means.add(read);
            }
            None => {
                json += &json_line(&FailedBoard { board, boards: *boards, reason });
                csv += &format!("{board},{boards},,,,,,{}\n", field(reason));
            }
        }
    }
    let actions = means.first.0.iter().map(|(action, _)| format!(",{}", field(action)));
    let head = COLUMNS.join(",");
    let csv = format!("{head}{}\n{csv}", actions.collect::<String>());
    let files = [("boards.jsonl", json), ("boards.csv", csv)].map(|(name, text)| {
        let mut file = PartFile::begin(folder.join(name), "; all solved boards are logged")?;
        file.write(&text)?;
        file.finish()
    });
    let files = files.into_iter().collect::<Result<_, Error>>()?;
    Ok(BoardsOutcome { files, failures, means: means.text() })
}

impl BoardLine {
    /// The line with decimals, for a spreadsheet. What is proved stays true: it is rounded
    /// outwards.
    fn csv(&self) -> String {
        let [lower, upper] = outwards_to([&self.lower, &self.upper], DECIMALS);
        let [exploitability, of_pot] = [&self.exploitability, &self.exploitability_of_pot]
            .map(|most| outwards_to([most, most], DECIMALS)[1].clone());
        let numbers = [&self.deals, &lower, &upper, &exploitability, &of_pot];
        let numbers = numbers.map(decimal).join(",");
        let shares = self.first.0.iter().map(|(_, share)| format!(",{}", decimal(share)));
        format!("{},{},{numbers},{}\n", self.board, self.boards, shares.collect::<String>())
    }
}

/// Sums over boards, each weighted by its deals.
#[derive(Default)]
struct BoardMeans {
    deals: Rational,
    ends: [Rational; 2],
    first: Entries<Rational>,
}

impl BoardMeans {
    fn add(&mut self, line: BoardLine) {
        let weight = line.deals * Rational::from(line.boards);
        self.deals = &self.deals + &weight;
        for (sum, end) in self.ends.iter_mut().zip([&line.lower, &line.upper]) {
            *sum = &*sum + &(end * &weight);
        }
        // Every board of a spot has the same sizes.
        for (at, (action, share)) in line.first.0.into_iter().enumerate() {
            match self.first.0.get_mut(at) {
                Some((_, sum)) => *sum = &*sum + &(share * &weight),
                None => self.first.0.push((action, share * &weight)),
            }
        }
    }

    /// The means in words; `None` without a deal.
    fn text(&self) -> Option<String> {
        if self.deals.is_zero() {
            return None;
        }
        let [lower, upper] = self.ends.each_ref().map(|sum| (sum / &self.deals).decimal(6));
        let share = |(action, sum): &(String, Rational)| {
            format!(", {action} {}", percent(&(sum / &self.deals)))
        };
        let shares: String = self.first.0.iter().map(share).collect();
        Some(format!("mean over all deals: value of player I from {lower} to {upper}{shares}"))
    }
}
