use super::PlanLine;

/// Groups of parameters that no line joins, each in order.
pub(super) fn groups(lines: &[&PlanLine], parameters: usize) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..parameters).collect();
    for line in lines {
        let joined: Vec<usize> = line.parameters().map(|at| group[at]).collect();
        if let Some(least) = joined.iter().min() {
            group.iter_mut().filter(|of| joined.contains(of)).for_each(|of| *of = *least);
        }
    }
    let of = |first: usize| (0..parameters).filter(|at| group[*at] == first).collect::<Vec<_>>();
    (0..parameters).map(of).filter(|of| !of.is_empty()).collect()
}
