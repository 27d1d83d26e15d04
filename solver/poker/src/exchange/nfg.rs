//! Gambit's `.nfg`, both ways.

use std::collections::HashSet;
use std::fmt;

use super::reader::{FileReader, FileToken, all_quoted, payoffs, quoted};
use super::{ExchangeError, MAX_CELLS, Strategic};
use bluff_exact::Rational;

/// The text of a `.nfg` file, version 1, with a line of payoffs per cell.
impl fmt::Display for Strategic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "NFG 1 R {} {{ {}}}\n", quoted(&self.title), all_quoted(&self.players))?;
        for (strategies, opening) in
            self.strategies.iter().zip(["{ "].into_iter().chain(std::iter::repeat("")))
        {
            writeln!(out, "{opening}{{ {}}}", all_quoted(strategies))?;
        }
        writeln!(out, "}}\n{}\n", quoted(&self.comment))?;
        for cell in &self.payoffs {
            writeln!(out, "{}", payoffs(cell).replace(',', ""))?;
        }
        Ok(())
    }
}

impl Strategic {
    /// Reads a `.nfg` file: strategies by name or by number, and either a list of payoffs or
    /// outcomes and their numbers.
    ///
    /// Errors: `FileTooLong`, `Malformed` with line and column. Cost: linear in the text.
    ///
    /// ```
    /// use bluff_poker::exchange::Strategic;
    /// let pennies = Strategic::read(
    ///     r#"NFG 1 R "matching pennies" { "I" "II" } { 2 2 } 1 -1 -1 1 -1 1 1 -1"#,
    /// )?;
    /// assert_eq!(pennies.payoffs().len(), 4);
    /// let error = Strategic::read(r#"NFG 1 R "" { "I" "II" } { 2 2 } 1 -1 x"#).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1, column 38: “x”, expected a payoff, for instance 2, -1/3 or 0.25"
    /// );
    /// # Ok::<(), bluff_poker::exchange::ExchangeError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, ExchangeError> {
        let mut reader = FileReader::new(text)?;
        let title = reader.title("NFG", "1")?;
        let players =
            reader.list("the players in brackets", |reader| reader.text("the name of a player"))?;
        let place = reader.place();
        let strategies = reader.list("the strategies of each player in brackets", |reader| {
            if *reader.peek() == FileToken::Open {
                let mut names = HashSet::new();
                return reader.list("strategies", |reader| {
                    reader.name_once("the name of a strategy", &mut names)
                });
            }
            let place = reader.place();
            let count = reader.index("strategies in brackets, or how many there are")?;
            if count > MAX_CELLS {
                let given = format!("{count} strategies");
                return Err(place.refused(given, format!("at most {MAX_CELLS}")));
            }
            Ok((1..=count).map(|name| name.to_string()).collect())
        })?;
        if strategies.len() != players.len() {
            let given = format!("strategies of {}", strategies.len());
            return Err(place.refused(given, format!("of {} players", players.len())));
        }
        let mut counts = strategies.iter().map(Vec::len);
        let cells = counts.try_fold(1_usize, usize::checked_mul);
        let Some(cells) = cells.filter(|cells| (1..=MAX_CELLS).contains(cells)) else {
            let pairs = format!("1 to {MAX_CELLS} pairs");
            return Err(place.refused("strategies of no or too many pairs", pairs));
        };
        let comment = reader.text_if_any()?.unwrap_or_default();
        let cell = |reader: &mut FileReader<'_>| {
            players.iter().map(|_| reader.number("a payoff")).collect()
        };
        let payoffs: Vec<Vec<Rational>> = if *reader.peek() == FileToken::Open {
            let mut outcomes = vec![vec![Rational::ZERO; players.len()]];
            outcomes.extend(reader.list("outcomes in brackets", |reader| {
                reader.expect(&FileToken::Open, "an outcome: “{”, its name, payoffs")?;
                reader.text("the name of an outcome")?;
                let payoffs = cell(reader)?;
                reader.expect(&FileToken::Close, "“}” after a payoff for each player")?;
                Ok(payoffs)
            })?);
            let most = outcomes.len() - 1;
            let outcome = |reader: &mut FileReader<'_>| {
                let (place, number) = (reader.place(), reader.index("the number of an outcome")?);
                outcomes.get(number).cloned().ok_or_else(|| {
                    place.refused(format!("outcome {number}"), format!("0 to {most}"))
                })
            };
            (0..cells).map(|_| outcome(&mut reader)).collect::<Result<_, _>>()?
        } else {
            (0..cells).map(|_| cell(&mut reader)).collect::<Result<_, _>>()?
        };
        reader.expect(&FileToken::End, "the end of the file: every cell has its payoffs")?;
        Ok(Self { title, comment, players, strategies, payoffs })
    }
}
