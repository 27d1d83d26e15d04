use crate::control::check_cancelled;
use crate::exact::Rational;

use super::PlanLine;

/// Corners of a polytope that are listed.
pub(super) const MAX_CORNERS: usize = 10_000;
/// Comparisons of two corners with a third one allowed for a list: about a second.
const MAX_WORK: u64 = 200_000_000;

/// A corner, and the rows that are 0 there as a set of bits.
struct Corner {
    point: Vec<Rational>,
    tight: Vec<u64>,
}

impl Corner {
    fn common(&self, other: &Self) -> Vec<u64> {
        self.tight.iter().zip(&other.tight).map(|(one, two)| one & two).collect()
    }

    fn has(&self, rows: &[u64]) -> bool {
        self.tight.iter().zip(rows).all(|(tight, rows)| rows & !tight == 0)
    }

    fn set(&mut self, row: usize) {
        self.tight[row / 64] |= 1 << (row % 64);
    }
}

/// The corners of the polytope of these rows in the parameters `used`, each of which is from 0 to
/// 1; `None` if there are too many. Of other parameters the corners have 0.
///
/// The simplex `λ ≥ 0`, `Σ λ ≤ d + 1` is cut by one row after another (double description). Two
/// corners are joined by an edge if and only if no third one has all rows that both have.
pub(super) fn corners(rows: &[PlanLine], used: &[usize]) -> Option<Vec<Vec<Rational>>> {
    let (dimension, parameters) = (used.len(), rows.first().map_or(0, |row| row.slopes.len()));
    let words = (rows.len() + dimension + 1).div_ceil(64);
    let bound = Rational::from(dimension as i64 + 1);
    // Bits: the rows, then the sides of the simplex.
    let corner = |far: Option<usize>| {
        let mut corner = Corner { point: vec![Rational::ZERO; parameters], tight: vec![0; words] };
        (0..=dimension).filter(|at| far.unwrap_or(dimension) != *at).for_each(|at| {
            corner.set(rows.len() + at);
        });
        if let Some(far) = far {
            corner.point[used[far]] = bound.clone();
        }
        corner
    };
    let mut found: Vec<Corner> = (0..dimension).map(Some).chain([None]).map(corner).collect();
    let mut work = 0;
    for (row, line) in rows.iter().enumerate().rev() {
        let values: Vec<Rational> = found.iter().map(|corner| line.at(&corner.point)).collect();
        let side = |wanted: std::cmp::Ordering| {
            let value = values.iter().enumerate().filter(move |(_, value)| value.sign() == wanted);
            value.map(|(at, _)| at).collect::<Vec<_>>()
        };
        let [kept, cut] = [std::cmp::Ordering::Greater, std::cmp::Ordering::Less].map(side);
        let mut made = Vec::new();
        for one in &kept {
            check_cancelled();
            for other in &cut {
                let common = found[*one].common(&found[*other]);
                let rows: u32 = common.iter().map(|word| word.count_ones()).sum();
                if (rows as usize) + 1 < dimension {
                    continue;
                }
                let third = |(at, third): (usize, &Corner)| {
                    at != *one && at != *other && third.has(&common)
                };
                work += found.len() as u64;
                if found.iter().enumerate().any(third) {
                    continue;
                }
                let part = &values[*one] / &(&values[*one] - &values[*other]);
                let ends = found[*one].point.iter().zip(&found[*other].point);
                let point = ends.map(|(from, to)| from + &part * (to - from)).collect();
                let mut corner = Corner { point, tight: common };
                corner.set(row);
                made.push(corner);
            }
            if work > MAX_WORK {
                return None;
            }
        }
        let on_row = found.iter_mut().zip(&values).filter(|(_, value)| value.is_zero());
        on_row.for_each(|(corner, _)| corner.set(row));
        let mut value = values.iter();
        found.retain(|_| value.next().is_none_or(|value| !value.is_negative()));
        found.extend(made);
        if found.len() > MAX_CORNERS {
            return None;
        }
    }
    let mut points: Vec<_> = found.into_iter().map(|corner| corner.point).collect();
    points.sort();
    Some(points)
}
