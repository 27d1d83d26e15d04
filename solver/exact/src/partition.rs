use std::ops::Range;

/// The first number of a range without a property that only an initial stretch of it has; its end
/// if all have it.
///
/// Cost: as many questions as the length of the range has bits.
///
/// ```
/// use bluff_exact::partition_point;
/// assert_eq!(partition_point(1..100, |number| number * number < 50), 8);
/// ```
pub fn partition_point(range: Range<u64>, has: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (range.start, range.end.max(range.start));
    while low < high {
        let middle = low + (high - low) / 2;
        if has(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
