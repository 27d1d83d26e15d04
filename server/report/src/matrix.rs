//! Equilibria of matrices.

use rational_bluff::exact::counted;
use rational_bluff::solve::MatrixEquilibrium;

use crate::table::aligned;
use crate::text::{Paint, exact_and_decimal};

/// An equilibrium in words; rows and columns that are never taken are left out.
pub fn text(found: &MatrixEquilibrium, paint: Paint) -> String {
    let MatrixEquilibrium { value, mixtures: [rows, columns] } = found;
    let width = counted(columns.len(), "column", "columns");
    let title = format!("A matrix of {} and {width}", counted(rows.len(), "row", "rows"));
    let heading = |words: &str| [String::new(), paint.heading(words)];
    let mut lines = vec![paint.heading(&title)];
    lines.extend(heading("Value, to the player of the rows"));
    lines.push(format!("  {}", exact_and_decimal(value)));
    for (name, mixture) in [("row", rows), ("column", columns)] {
        lines.extend(heading(&format!("Player of the {name}s")));
        let taken = (1..).zip(mixture).filter(|(_, weight): &(usize, _)| !weight.is_zero());
        let cells = taken.map(|(at, weight)| vec![format!("{name} {at}"), weight.to_string()]);
        lines.extend(aligned(cells));
    }
    lines.extend(heading("Certificate"));
    lines.push(format!("  against these rows every column pays {value} or more"));
    lines.push(format!("  against these columns every row gets {value} or less"));
    lines.join("\n") + "\n"
}

/// An equilibrium as JSON, with the probability of every row and column.
pub fn json(found: &MatrixEquilibrium) -> String {
    let MatrixEquilibrium { value, mixtures: [rows, columns] } = found;
    crate::document::json(&object! { value, rows, columns })
}
