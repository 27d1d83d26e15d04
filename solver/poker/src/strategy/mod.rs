//! Strategies and what they are worth, exactly and by runs of cards.
//!
//! A [`Profile`] holds one behavior strategy per player. [`Evaluation`] gives expected payoffs,
//! best responses and the payoff of every action at every information set, by prefix sums: the cost
//! is in the number of runs, never in the number of deals.

mod behavior;
mod best_response;
mod counterfactual;
mod decision;
mod distinct_cards;
mod explanation;
mod leaf_products;
mod lock;
mod passage;
mod power_series;
mod reply;
mod whole_values;

pub use behavior::{NAMED_ACTIONS, Profile, ProfileError, Run, ViewStrategy, named, two_actions};
pub use best_response::{BestResponse, Evaluation, Gains};
pub use decision::Decision;
pub use explanation::{
    ActionExplanation, CardExplanation, Ending, Explainer, NoSuchCard, PayoffTerm, ViewExplanation,
};
pub use lock::locked;
pub use passage::Passage;
pub use reply::{ReplyRun, ViewReply};
