//! Numbers as people write them.

use std::borrow::Cow;

/// The largest exponent of ten.
const MAX_EXPONENT: usize = 30;
/// Maximum length of a text that is rewritten, in bytes.
const MAX_LENGTH: usize = 80;

/// A number in the one spelling of decimals: `.5` is `0.5`; `1_000`, `1e3` and `10^3` are `1000`.
/// Any other text is returned as it is.
///
/// ```
/// use bluff_poker::game::plain_number;
/// let written = [".5", "-.5", "1_000", "1e6", "2.5E3", "2.75e1", "10^3", "5/2", "1e-2", "2^3"];
/// let read = ["0.5", "-0.5", "1000", "1000000", "2500", "27.5", "1000", "5/2", "1e-2", "2^3"];
/// assert_eq!(written.map(plain_number), read);
/// ```
pub fn plain_number(text: &str) -> Cow<'_, str> {
    let plain =
        !text.contains(['_', 'e', 'E', '^']) && !text.trim_start_matches('-').starts_with('.');
    if plain || text.len() > MAX_LENGTH {
        return Cow::Borrowed(text);
    }
    rewritten(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn rewritten(text: &str) -> Option<String> {
    let (sign, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", text),
    };
    let power = magnitude.strip_prefix("10^").map(|exponent| ("1", exponent));
    let (mantissa, exponent) = match power.or_else(|| magnitude.split_once(['e', 'E'])) {
        Some((mantissa, exponent)) => (mantissa, digits(exponent)?.parse().ok()?),
        None => (magnitude, 0),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, digits(fraction)?),
        None => (mantissa, String::new()),
    };
    let whole = if whole.is_empty() { "0".to_owned() } else { digits(whole)? };
    if exponent > MAX_EXPONENT || mantissa.is_empty() {
        return None;
    }
    let (moved, rest) = fraction.split_at(exponent.min(fraction.len()));
    let zeros = "0".repeat(exponent - moved.len());
    let point = if rest.is_empty() { "" } else { "." };
    Some(format!("{sign}{whole}{moved}{zeros}{point}{rest}"))
}

/// Digits without the underscores between them.
fn digits(text: &str) -> Option<String> {
    let groups = text.split('_');
    let all = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    groups.clone().all(all).then(|| groups.collect())
}
