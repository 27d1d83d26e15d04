//! The sparse program as text for other solvers, with names that can be read.

use std::fmt::Write;

use crate::engine::lp::{Column, Row, TextFormat};
use crate::exact::Rational;

use super::SequenceForm;
use super::index_map::ReplyConstraint;

impl SequenceForm<'_> {
    /// The program as text, for any LP solver.
    pub fn text(&self, format: TextFormat) -> String {
        let (mut text, comment) = (String::new(), format.comment());
        let (game, own) = (self.game, self.map.own);
        let _ = writeln!(text, "{comment} {}: the program of player {own}.", game.label());
        let per_hand = game.deals() / Rational::from(game.copies());
        let _ = writeln!(
            text,
            "{comment} Minus the optimum, divided by {per_hand}, is the value of the game to \
             player {own}, plus"
        );
        let _ = writeln!(text, "{comment} {} that no choice changes.", self.constant() / per_hand);
        if game.has_ranges() {
            let _ = writeln!(
                text,
                "{comment} Each card counts with its weight in the range of the player who holds \
                 it."
            );
        }
        for line in self.map.legend(game) {
            let _ = writeln!(text, "{comment} {line}");
        }
        let names = self.names();
        let column = |column: Column| names.0[column.index()].clone();
        text + &self.problem.to_text(format, column, |row| names.1[row.index()].clone())
    }

    fn names(&self) -> (Vec<String>, Vec<String>) {
        let mut columns = vec![String::new(); self.problem.column_count()];
        let mut rows: Vec<String> =
            (0..self.problem.row_count()).map(|row| format!("plan{row}")).collect();
        for (family, sequence) in self.map.prefix.iter().zip(&self.map.families) {
            for (column, card) in family.iter().zip(1..) {
                columns[column.index()] = format!("X{sequence}_{card}");
            }
        }
        for (view, payoffs) in self.map.payoff.iter().enumerate() {
            for (column, card) in payoffs.iter().zip(1..) {
                columns[column.index()] = format!("q{view}_{card}");
            }
        }
        for (sequence, replies) in self.map.replies.iter().enumerate() {
            for (reply, card) in replies.iter().zip(1..) {
                if let ReplyConstraint::Row(row) = reply {
                    rows[Row::index(*row)] = format!("reply{sequence}_{card}");
                }
            }
        }
        (columns, rows)
    }
}
