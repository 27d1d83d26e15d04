//! Rivers of hold'em with wide ranges, solved exactly.
//!
//! Hands that no payoff tells apart are made one (`classes`). Regret minimisation comes near an
//! equilibrium (`cfr`), which shows the actions that each hand may take in it (`kept`). The game of
//! these actions alone is a small linear program (`restricted`), solved in doubles until no action
//! left out would gain, then exactly (`search`). The judge decides; where it refuses, the actions
//! that gain exactly are added. So the search ends: at worst with the whole game.

mod betting;
mod cfr;
mod classes;
mod kept;
mod pay;
mod restricted;
mod search;
mod showdown;
mod spot;
#[cfg(test)]
mod tests;
