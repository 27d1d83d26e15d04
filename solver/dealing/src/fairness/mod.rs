//! One checker for every protocol: is the deal fair, and can any party know more than its part?
//!
//! Let `X` be the secret outcome, `f(X, C)` what a coalition `C` is entitled to, and the view of
//! `C` everything its members tossed, sent, received or could read. [`exact()`] runs a protocol
//! under every sequence of coins and asks:
//!
//! * F1: every outcome is legal;
//! * F2: every legal outcome is equally likely;
//! * F3: after every event, the law of `X` given the view is the law of `X` given `f(X, C)`, and
//!   the view determines `f`. While a card that several messages bring is on its way, whoever it is
//!   for is judged once it has come, by all that was seen.
//!
//! F4, that the rules on the revealed coins give the recorded messages, is what
//! `DealDocument::verify` asks. Source: Bárány and Füredi, conditions (1) to (4) and Lemma 2, in
//! one statement.

pub(crate) mod branches;
mod card_by_seat;
pub(crate) mod chunks;
mod deals;
mod document;
mod exact;
mod given;
mod hand_test;
mod law;
mod numbering;
mod question;
mod sample;
mod seat;
mod statistic;
mod views;

pub use branches::NotChecked;
pub use card_by_seat::CardBySeat;
pub use deals::{CardCount, DealPower, GivenDeals, GivenSeat};
pub use document::{AnswerDocument, CheckedSetting, FairnessCertificate, NotVerified, Statistics};
pub use exact::{
    Breach, CoalitionKnowledge, FairnessReport, MAX_BRANCHES, Witness, exact, knowledge,
};
pub use given::{DealLines, SeenDeal, card_name};
pub use sample::{Sample, sample};
pub use statistic::{FAMILY_LEVEL, StatisticLaw, Test, TestVerdict};
