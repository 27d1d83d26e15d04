//! Strategies as lines of CSV: what a player does with some cards at a view.

use bluff_exact::{RefusedValue, excerpt};

use super::Player;

/// The probability of an action with some cards at a view, as a line of CSV writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyLine<'a> {
    /// The number of the line, from 1.
    number: usize,
    text: &'a str,
    /// The player, if there is a column for him.
    pub player: Option<Player>,
    /// The view.
    pub view: &'a str,
    /// A card, a hand, or several: `3`, `3..7`, `AhKd`, `22+`.
    pub cards: &'a str,
    /// The action.
    pub action: &'a str,
    /// The probability.
    pub probability: &'a str,
}

/// Why a text is no strategy as CSV.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StrategyLineError(pub RefusedValue);

impl<'a> StrategyLine<'a> {
    /// The columns; a column player may stand before them, and cards may be called hands.
    pub const COLUMNS: &'static str = "view,card,action,probability";

    /// The lines of a text, each read when its turn comes. Lines without a letter are left out.
    ///
    /// Errors: [`StrategyLineError`], for a first line that does not name the columns, and for
    /// lines that do not have them.
    ///
    /// ```
    /// use bluff_poker::game::StrategyLine;
    /// let text = "view,hand,action,probability\n\"check, bet 10\", AhAd, call, 1/2";
    /// let mut lines = StrategyLine::all(text)?;
    /// let line = lines.next().unwrap()?;
    /// assert_eq!((line.view, line.cards, line.action), ("check, bet 10", "AhAd", "call"));
    /// # Ok::<(), bluff_poker::game::StrategyLineError>(())
    /// ```
    pub fn all(
        text: &'a str,
    ) -> Result<impl Iterator<Item = Result<Self, StrategyLineError>>, StrategyLineError> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let mut lines = lines.filter(|(_, line)| !line.is_empty());
        let head = lines.next().map_or("", |(_, line)| line);
        let columns = head.replace("hand", "card");
        let has_player = match columns.strip_prefix("player,").unwrap_or(&columns) {
            Self::COLUMNS => columns != Self::COLUMNS,
            _ => {
                let head = format!("the line “{}”", excerpt(head));
                let allowed = format!("JSON, or {}", Self::COLUMNS);
                return Err(StrategyLineError(RefusedValue::without_field(head, allowed)));
            }
        };
        Ok(lines.map(move |(number, line)| Self::read(number, line, (head, has_player))))
    }

    fn read(
        number: usize,
        text: &'a str,
        (head, has_player): (&str, bool),
    ) -> Result<Self, StrategyLineError> {
        // Views may have commas; what follows them has some in quotes only.
        let mut is_quoted = false;
        let mut cells = text.rsplitn(4, |letter| {
            is_quoted ^= letter == '"';
            letter == ',' && !is_quoted
        });
        let mut cell = || cells.next().unwrap_or_default().trim().trim_matches('"');
        let [probability, action, cards, view] = [(); 4].map(|()| cell());
        let (name, view) = match view.split_once(',').filter(|_| has_player) {
            Some((name, view)) => (Some(name), view.trim().trim_matches('"')),
            None => (None, view),
        };
        let line = Self { number, text, player: None, view, cards, action, probability };
        if view.is_empty() || name.is_some() != has_player {
            return Err(StrategyLineError(RefusedValue::without_field(line.place(), head)));
        }
        let player = name.map(str::parse).transpose().map_err(|_| {
            let given = format!("{}: player “{}”", line.place(), excerpt(name.unwrap_or_default()));
            StrategyLineError(RefusedValue::without_field(given, Player::ALLOWED))
        })?;
        Ok(Self { player, ..line })
    }

    /// The place of the line: `line 2, “check,all”`.
    pub fn place(&self) -> String {
        format!("line {}, “{}”", self.number, excerpt(self.text))
    }

    /// Words on what is wrong with the line: `line 2, “check,all”: expected …`.
    pub fn refused(&self, reason: &dyn ToString) -> String {
        format!("{}: {}", self.place(), reason.to_string())
    }
}
