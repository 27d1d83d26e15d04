//! Programs in doubles throughout, for methods that solve many and believe none.

use super::basis::Basis;
use super::compressed::Compressed;
use super::crash;
use super::model::Model;
use super::simplex::SimplexEnd;
use super::solve::Guess;
use super::{Control, Stopped};

/// A linear program in doubles: minimise `cost · x` within the bounds of columns and rows.
///
/// Infinite bounds are none. Nothing proves what [`FloatProgram::minimum`] finds.
///
/// ```
/// use bluff_lp::{Control, FloatProgram};
///
/// // The greatest x with 3 x ≤ 4, and again from there with 3 x ≤ 2.
/// let mut program = FloatProgram::new(vec![(-1.0, [0.0, f64::INFINITY])]);
/// program.add_row([f64::NEG_INFINITY, 4.0], [(0, 3.0)]);
/// let first = program.minimum(None, &Control::new())?.ok_or(bluff_lp::Stopped)?;
/// assert!((first.point.primal[0] - 4.0 / 3.0).abs() < 1e-9);
/// let mut tighter = FloatProgram::new(vec![(-1.0, [0.0, f64::INFINITY])]);
/// tighter.add_row([f64::NEG_INFINITY, 2.0], [(0, 3.0)]);
/// let again = tighter.minimum(Some(&first.basis), &Control::new())?.ok_or(bluff_lp::Stopped)?;
/// assert_eq!(again.float_pivots, 0);
/// # Ok::<(), bluff_lp::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct FloatProgram {
    cost: Vec<f64>,
    columns: Vec<[f64; 2]>,
    rows: Vec<[f64; 2]>,
    entries: Compressed<f64>,
}

impl FloatProgram {
    /// A program without rows, from the cost of each column and its bounds.
    pub fn new(columns: Vec<(f64, [f64; 2])>) -> Self {
        let (cost, columns) = columns.into_iter().unzip();
        Self { cost, columns, rows: Vec::new(), entries: Compressed::default() }
    }

    /// Adds a row with these bounds of its sum; `entries` name each column at most once, in order.
    pub fn add_row(&mut self, bounds: [f64; 2], entries: impl IntoIterator<Item = (usize, f64)>) {
        self.entries.push_list(entries);
        self.rows.push(bounds);
    }

    /// A point thought best, from a basis if one is given; `None` where doubles find none.
    ///
    /// # Errors
    /// [`Stopped`] if `control` was cancelled.
    pub fn minimum(
        &self,
        start: Option<&Basis>,
        control: &Control,
    ) -> Result<Option<Guess>, Stopped> {
        let bounds = [0, 1].map(|side| {
            let all = self.columns.iter().chain(&self.rows).map(move |bounds| bounds[side]);
            all.map(|bound| bound.is_finite().then_some(bound)).collect()
        });
        let model = Model::of_rows(self.entries.clone(), self.cost.clone(), bounds);
        let (end, guess) = model.guess(crash::start(&model, start), control)?;
        Ok(matches!(end, SimplexEnd::Optimal).then_some(guess))
    }
}
