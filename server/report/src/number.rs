//! A number for people: short first, with the exact one in its place where exactness is the point.

use rational_bluff::exact::Rational;

/// Most digits of a number that is read at a glance.
const FEW: usize = 7;
/// Most places after the point of a bound.
const MOST_PLACES: usize = 15;

/// The text of a number with a minus sign.
pub fn with_minus(digits: &str) -> String {
    digits.replace('-', "−")
}

/// A number in full, with a minus sign.
pub fn minus(number: &Rational) -> String {
    with_minus(&number.to_string())
}

/// True of a number that is short in full: whole, or a fraction of at most seven digits.
pub fn is_short(number: &Rational) -> bool {
    let text = number.to_string();
    number.is_integer() || text.bytes().filter(u8::is_ascii_digit).count() <= FEW
}

/// A number in full where it is short, else rounded to a decimal of seven digits.
///
/// ```
/// use bluff_report::number::brief;
/// use rational_bluff::exact::Rational;
/// assert_eq!(brief(&Rational::ratio(-113, 1134)), "−113/1134");
/// assert_eq!(brief(&Rational::ratio(12345, 67891)), "0.181836");
/// assert_eq!(brief(&Rational::ratio(1, 123456789)), "8.10 × 10^−9");
/// ```
pub fn brief(number: &Rational) -> String {
    if is_short(number) { minus(number) } else { rounded(number) }
}

/// A number rounded to a decimal of seven digits: `0.181836`.
///
/// A number that is not whole keeps the zeros of its decimal, as `1.000000` is not 1; one near zero
/// is written by its first digits and a power of ten.
pub fn rounded(number: &Rational) -> String {
    let whole = number.abs().floor().to_string().len();
    let places = FEW.saturating_sub(whole);
    if number.abs() < Rational::ratio(1, 1000) && !number.is_zero() {
        let text = format!("{:.2e}", number.to_f64());
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        return with_minus(&match number.to_f64() == 0.0 {
            true => "less than 10^-300".to_owned(),
            false => format!("{digits} × 10^{power}"),
        });
    }
    let text = nearest(number, places).decimal(places);
    let is_exact = (number * &Rational::from(10).pow(places)).is_integer();
    with_minus(&if is_exact { text } else { padded(text, places) })
}

/// A decimal with zeros up to so many places after the point.
fn padded(text: String, places: usize) -> String {
    match text.split_once('.') {
        Some((whole, digits)) => format!("{whole}.{digits:0<places$}"),
        None if places == 0 => text,
        None => format!("{text}.{:0<places$}", ""),
    }
}

/// A probability: a short fraction, else per cent.
pub fn share(part: &Rational) -> String {
    if is_short(part) { part.to_string() } else { percent(part) }
}

/// A probability in per cent, to a tenth: never 0 or 100 unless it is.
///
/// ```
/// use bluff_report::number::percent;
/// use rational_bluff::exact::Rational;
/// assert_eq!(percent(&Rational::ratio(1, 3)), "33.3\u{a0}%");
/// assert_eq!(percent(&Rational::ratio(1, 4000)), "< 0.1\u{a0}%");
/// assert_eq!(percent(&Rational::ONE), "100\u{a0}%");
/// ```
pub fn percent(part: &Rational) -> String {
    let tenths = nearest(part, 3);
    let shown = (&tenths * &Rational::from(100)).decimal(1);
    let zero = if tenths == *part || shown.contains('.') { "" } else { ".0" };
    let text = match (tenths.is_zero() && !part.is_zero(), tenths.is_one() && !part.is_one()) {
        (true, _) => "< 0.1".to_owned(),
        (_, true) => "> 99.9".to_owned(),
        _ => shown + zero,
    };
    text + "\u{a0}%"
}

/// Two bounds as decimals that are rounded outwards, with a digit more than their gap has.
///
/// ```
/// use bluff_report::number::outwards;
/// use rational_bluff::exact::Rational;
/// let bounds = [Rational::ratio(-45_035, 10_000), Rational::ratio(-44_008, 10_000)];
/// assert_eq!(outwards(&bounds[0], &bounds[1]), ["−4.51", "−4.40"]);
/// ```
pub fn outwards(lower: &Rational, upper: &Rational) -> [String; 2] {
    let gap = upper - lower;
    let unit = |places: &usize| Rational::from(10).pow(*places);
    let places = 1 + (0..MOST_PLACES).find(|at| &gap * &unit(at) >= Rational::ONE).unwrap_or(FEW);
    outwards_to([lower, upper], places).map(|end| with_minus(&padded(end.decimal(places), places)))
}

/// Per cent with two digits, rounded up, without the sign.
///
/// ```
/// use bluff_report::number::percent_up;
/// use rational_bluff::exact::Rational;
/// assert_eq!(percent_up(&Rational::ratio(1, 30_000)), "0.0034");
/// ```
pub fn percent_up(part: &Rational) -> String {
    let [_, most] = outwards(&Rational::ZERO, &(part * &Rational::from(100)));
    most
}

/// Two bounds rounded outwards to so many places after the point.
///
/// ```
/// use bluff_report::number::outwards_to;
/// use rational_bluff::exact::Rational;
/// let third = Rational::ratio(1, 3);
/// let [lower, upper] = outwards_to([&-&third, &third], 2).map(|end| end.to_string());
/// assert_eq!((lower.as_str(), upper.as_str()), ("-17/50", "17/50"));
/// ```
pub fn outwards_to([lower, upper]: [&Rational; 2], places: usize) -> [Rational; 2] {
    let unit = Rational::from(10).pow(places);
    let down = |number: &Rational| (number * &unit).floor() / &unit;
    [down(lower), -down(&-upper)]
}

/// The nearest number with so many places after the point; of two, the greater one.
fn nearest(number: &Rational, places: usize) -> Rational {
    let unit = Rational::from(10).pow(places);
    (number * &unit + Rational::ratio(1, 2)).floor() / unit
}
