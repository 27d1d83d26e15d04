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

/// [`partition_point`], looked for around a guess.
///
/// Cost: as many questions as twice the distance of the guess has bits.
///
/// ```
/// use bluff_exact::partition_near;
/// for guess in [0, 7, 8, 9, 1_000] {
///     assert_eq!(partition_near(1..100, guess, |number| number * number < 50), 8);
/// }
/// ```
pub fn partition_near(range: Range<u64>, guess: u64, has: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (range.start, range.end.max(range.start));
    let guess = guess.clamp(low, high);
    let steps = || (0..u64::BITS).map(|power| 1 << power);
    for below in steps().map_while(|step| guess.checked_sub(step)) {
        if below < low {
            break;
        }
        if has(below) {
            low = below + 1;
            break;
        }
        high = below;
    }
    for above in steps().map_while(|step| guess.checked_add(step - 1)) {
        if above >= high {
            break;
        }
        if !has(above) {
            high = above;
            break;
        }
        low = above + 1;
    }
    partition_point(low..high, has)
}
