use super::{Piece, Piecewise, Rational};

/// Functions of the card side by side: the runs of cards on which none of them changes, as first
/// card, last card, and those that are not 0 there, ascending, with their values on the first card.
///
/// One pass over the cards: the cost is in the number of pieces, and in what is not 0.
///
/// ```
/// use bluff_exact::{Piecewise, Rational, sweep};
/// let steps = |runs: [(u64, i64); 2]| {
///     Piecewise::steps(runs.map(|(last, value)| (last, Rational::from(value))))
/// };
/// let (call, raise) = (steps([(2, 0), (9, 1)]), steps([(5, 0), (9, 3)]));
/// let runs: Vec<_> =
///     sweep([&call, &raise]).map(|(first, last, values)| (first, last, values.len())).collect();
/// assert_eq!(runs, [(1, 2, 0), (3, 5, 1), (6, 9, 2)]);
/// ```
pub fn sweep<'a>(
    functions: impl IntoIterator<Item = &'a Piecewise>,
) -> impl Iterator<Item = (u64, u64, Vec<(usize, Rational)>)> {
    let (mut lasts, mut starting): (Vec<u64>, Vec<(u64, usize, &Piece)>) = Default::default();
    for (index, function) in functions.into_iter().enumerate() {
        lasts.extend(function.breaks());
        let pieces = function.pieces().filter(|(_, piece)| !piece.function.is_zero());
        starting.extend(pieces.map(|(first, piece)| (first, index, piece)));
    }
    lasts.sort_unstable();
    lasts.dedup();
    starting.sort_unstable_by_key(|(first, index, _)| (*first, *index));
    let mut starting = starting.into_iter().peekable();
    // Ascending.
    let mut active: Vec<(usize, &Piece)> = Vec::new();
    let mut first = 1;
    lasts.into_iter().map(move |last| {
        active.retain(|(_, piece)| piece.last >= first);
        while let Some((_, index, piece)) = starting.next_if(|(start, _, _)| *start == first) {
            active.insert(active.partition_point(|(other, _)| *other < index), (index, piece));
        }
        let values =
            active.iter().map(|(index, piece)| (*index, piece.function.at(first))).collect();
        (std::mem::replace(&mut first, last + 1), last, values)
    })
}
