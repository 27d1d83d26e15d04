//! Points of a product of simplices from free numbers: `x_a = y_a² / Σ y²`, simplex by simplex.
//!
//! Every point has such roots, the boundary included, so a minimiser without constraints reaches
//! them all.

/// The stretches of the coordinates, one per simplex.
pub(super) fn stretches(simplices: &[usize]) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    simplices.iter().scan(0, |from, size| {
        let stretch = *from..*from + size;
        *from = stretch.end;
        Some(stretch)
    })
}

pub(super) fn point(simplices: &[usize], roots: &[f64]) -> Vec<f64> {
    let mut point: Vec<f64> = roots.iter().map(|root| root * root).collect();
    for stretch in stretches(simplices) {
        let total: f64 = point[stretch.clone()].iter().sum();
        let alike = 1.0 / stretch.len() as f64;
        for coordinate in &mut point[stretch] {
            *coordinate = if total > 0.0 { *coordinate / total } else { alike };
        }
    }
    point
}

/// From the gradient by the point to that by its roots.
pub(super) fn pulled_back(
    simplices: &[usize],
    roots: &[f64],
    point: &[f64],
    gradient: &[f64],
) -> Vec<f64> {
    let mut pulled = vec![0.0; roots.len()];
    for stretch in stretches(simplices) {
        let total: f64 = roots[stretch.clone()].iter().map(|root| root * root).sum();
        let mean: f64 = stretch.clone().map(|at| gradient[at] * point[at]).sum();
        for at in stretch {
            pulled[at] =
                if total > 0.0 { 2.0 * roots[at] * (gradient[at] - mean) / total } else { 0.0 };
        }
    }
    pulled
}
