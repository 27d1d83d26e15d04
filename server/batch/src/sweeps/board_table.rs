//! The table of all boards of a spot, as `bluff boards` writes it.

use bluff_questions::error::Error;
use bluff_questions::{not_allowed, unexpected};
use rational_bluff::cards::{Card, OpenCards};
use rational_bluff::exact::Rational;

/// The first columns; those of the actions follow.
pub(super) const COLUMNS: [&str; 8] = [
    "board",
    "boards",
    "deals",
    "lower",
    "upper",
    "exploitability",
    "exploitability_of_pot",
    "reason",
];
/// The most boards of a table: all flops, or all turns of a flop.
const MOST_BOARDS: usize = 1_755;
/// The most actions of the first decision.
const MOST_ACTIONS: usize = 100;

/// Boards of a spot, and what was proved on each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTable {
    /// The actions of the first decision.
    pub actions: Vec<String>,
    /// The boards that have bounds.
    pub rows: Vec<BoardRow>,
    /// The number of boards without bounds.
    pub failed: usize,
}

/// A board of the table. Units: chips beyond half of the pot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRow {
    /// The board.
    pub board: OpenCards,
    /// The deals of all boards that suits make alike to it.
    pub deals: Rational,
    /// Both bounds on the value of player I, which the file rounds outwards.
    pub ends: [Rational; 2],
    /// The exploitability as a part of the pot.
    pub of_pot: Rational,
    /// The part of all hands that takes each action.
    pub shares: Vec<Rational>,
}

impl BoardRow {
    /// The most cards of one suit: 1 on a rainbow flop, 3 on a monotone one.
    pub fn suited(&self) -> usize {
        let cards = self.board.dealt();
        let same = |card: &Card| cards.iter().filter(|it| it.suit() == card.suit()).count();
        cards.iter().map(same).max().unwrap_or_default()
    }

    /// True if two cards have one rank.
    pub fn is_paired(&self) -> bool {
        let cards = self.board.dealt();
        let same = |card: &Card| cards.iter().filter(|it| it.rank() == card.rank()).count();
        cards.iter().any(|card| same(card) > 1)
    }
}

impl BoardTable {
    /// Reads the file `boards.csv`.
    ///
    /// Errors: `Refused`, naming line and column.
    ///
    /// ```
    /// use bluff_batch::sweeps::BoardTable;
    /// let table = BoardTable::read(
    ///     "board,boards,deals,lower,upper,exploitability,exploitability_of_pot,reason,check,bet 5
    /// 8s8h3c,12,30,-1,1.5,1.25,0.125,,0.75,0.25
    /// AsAdAh,4,,,,,,no hand is left",
    /// )?;
    /// assert_eq!((table.actions.len(), table.rows.len(), table.failed), (2, 1, 1));
    /// assert!(table.rows[0].is_paired() && table.rows[0].suited() == 1);
    /// # Ok::<(), bluff_questions::error::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        let head = COLUMNS.join(",");
        let first = lines.next().map_or("", |(_, line)| line);
        let actions =
            first.strip_prefix(&head).filter(|rest| rest.is_empty() || rest.starts_with(','));
        let actions =
            actions.ok_or_else(|| unexpected("line 1", first, &format!("{head} and actions")))?;
        let actions: Vec<String> = actions.split(',').skip(1).map(str::to_owned).collect();
        let mut table = Self { actions, rows: vec![], failed: 0 };
        if table.actions.len() > MOST_ACTIONS {
            let given = format!("{} actions", table.actions.len());
            return Err(not_allowed(given, format!("at most {MOST_ACTIONS}")));
        }
        for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            match table.row(line, text)? {
                Some(row) => table.rows.push(row),
                None => table.failed += 1,
            }
            if table.rows.len() + table.failed > MOST_BOARDS {
                let allowed = format!("at most {MOST_BOARDS} boards");
                return Err(not_allowed(format!("line {line}"), allowed));
            }
        }
        Ok(table)
    }

    /// The board of a line; `None` of one without bounds.
    fn row(&self, line: usize, text: &str) -> Result<Option<BoardRow>, Error> {
        let columns = COLUMNS.into_iter().chain(self.actions.iter().map(String::as_str));
        let columns: Vec<&str> = columns.collect();
        let cells: Vec<&str> = text.split(',').map(str::trim).collect();
        let wrong = |column: &str, given: &str, allowed: &str| {
            unexpected(&format!("line {line}: {column}"), given, allowed)
        };
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let board: OpenCards = cell(0).parse().map_err(|_| wrong("board", cell(0), "cards"))?;
        if !(3..=5).contains(&board.dealt().len()) {
            return Err(wrong("board", cell(0), "three to five cards"));
        }
        if cells[1..].len() >= 2 && (2..7).all(|at| cell(at).is_empty()) {
            return Ok(None);
        }
        if cells.len() != columns.len() {
            let given = format!("{} cells", cells.len());
            return Err(wrong("board", &given, &format!("{} cells", columns.len())));
        }
        let number = |at: usize, is_share: bool| {
            let number = cell(at).parse::<Rational>().ok();
            let in_range = |number: &Rational| {
                number.abs() <= Rational::from(10).pow(18)
                    && (!is_share || !number.is_negative() && *number <= Rational::ONE)
            };
            let allowed = if is_share { "a part from 0 to 1" } else { "a number" };
            let number = number.filter(|number| cell(at).len() <= 64 && in_range(number));
            number.ok_or_else(|| wrong(columns[at], cell(at), allowed))
        };
        let [lower, upper] = [number(3, false)?, number(4, false)?];
        if lower > upper {
            return Err(wrong("upper", cell(4), "at least lower"));
        }
        let shares = (COLUMNS.len()..columns.len()).map(|at| number(at, true));
        Ok(Some(BoardRow {
            board,
            deals: number(1, false)? * number(2, false)?,
            ends: [lower, upper],
            of_pot: number(6, true)?,
            shares: shares.collect::<Result<_, _>>()?,
        }))
    }
}
