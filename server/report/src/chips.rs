//! Chips in words.

use rational_bluff::exact::Rational;
use rational_bluff::spot::SpotChips;

use crate::number::brief;

/// A number as a decimal, where that has at most two places.
pub fn two_places(number: &Rational) -> Option<String> {
    Some(number.decimal(2)).filter(|text| !text.ends_with('…'))
}

/// Chips as such a decimal, else as a short fraction.
///
/// ```
/// use bluff_report::chips::chips;
/// use rational_bluff::exact::Rational;
/// assert_eq!([(99, 5), (20, 3)].map(|(n, d)| chips(&Rational::ratio(n, d))), ["19.8", "20/3"]);
/// ```
pub fn chips(number: &Rational) -> String {
    two_places(number).unwrap_or_else(|| brief(number))
}

/// The pot, the chips that the player who acts must pay to call, and those that are left:
/// `pot 15, 5 to call, 35 and 40 behind`.
pub fn on_table(table: &SpotChips, player: Option<usize>) -> String {
    let behind = table.behind.each_ref().map(chips);
    let behind = if behind[0] == behind[1] { &behind[..1] } else { &behind };
    let call = player.map(|player| table.to_call(player)).filter(|call| !call.is_zero());
    let call = call.map_or_else(String::new, |call| format!("{} to call, ", chips(&call)));
    format!("pot {}, {call}{} behind", chips(&table.pot()), behind.join(" and "))
}
