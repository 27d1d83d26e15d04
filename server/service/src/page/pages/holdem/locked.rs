//! Locks of a proved spot: hands whose play at a place is a rule, and the spot solved again.

use bluff_questions::error::Error;
use bluff_report::number::outwards;
use maud::{Markup, html};
use rational_bluff::cards::HandClass;
use rational_bluff::exact::Rational;
use rational_bluff::spot::{NodeHand, SpotLock};
use serde_json::Value;

use crate::problem::ReplyResult;
use crate::proved_spots::{KeptSpot, OpenPlace};
use crate::service::Service;

use crate::page::parts::lock::{form_of, given_row};
use crate::page::parts::request::Fields;

use super::form::RoomForm;
use super::hand_list::share;
use super::place::{SpotPage, address, certified, closer};
use super::waiting::waiting;

/// The page that solves a spot again, with other rules at a place or closer.
///
/// Errors: those of hands, of probabilities and of the spot.
pub(super) async fn again(
    service: &Service,
    kept: &KeptSpot,
    place: &OpenPlace,
    query: &Fields,
) -> ReplyResult {
    let (game, locked) = (&place.document["game"], place.document.get("locked"));
    let lock = locked.map(|lock| serde_json::from_value::<SpotLock>(lock.clone()).ok());
    let mut lock = lock.flatten().unwrap_or_default();
    if let Some(hands) = query.text("hands") {
        let actions = &place.node.actions;
        let row = given_row(query, actions.len())?.unwrap_or_default();
        let played = actions.iter().cloned().zip(row).collect();
        let with = lock.with(&place.node.view, hands, played);
        lock = with.map_err(|error| Error::Malformed(error.to_string()))?;
    }
    let within = match query.text("within") {
        Some(text) => Rational::part(text).map_err(Error::from)?,
        // As close as it is, in one digit.
        None => closer(&kept.of_pot)
            .map_or(Rational::ratio(1, 1000), |unit| -(-&kept.of_pot / &unit).floor() * &unit),
    };
    let form = RoomForm::of_file(game);
    let place_path = query.text("path").unwrap_or_default();
    let lock = Some(lock).filter(|lock| !lock.is_empty());
    waiting(service, &form, (game.to_string(), lock, place_path), within).await
}

impl SpotPage {
    /// The form that locks some hands, with what they play now.
    pub(super) fn lock_form(&self, class: HandClass, hands: &[(&NodeHand, Rational)]) -> Markup {
        let actions = &self.actions;
        let played: Vec<Rational> = (0..actions.len()).map(|at| share(hands, at)).collect();
        let locked = hands.iter().find(|(hand, _)| hand.is_locked);
        let locked = locked.map(|(hand, _)| hand.probabilities.as_slice());
        let title = format!("Lock {}", self.node().view);
        let played = (actions.as_slice(), played.as_slice(), locked);
        let free = self.place.free.as_ref().filter(|_| locked.is_some());
        let these = format!("{}&hands={class}", address(&self.label, &self.path));
        let free = free.map(|label| [these, address(label, &self.path)]);
        form_of(("/holdem", &self.kept()), &title, &class.to_string(), played, free)
    }

    /// The bounds with the lock, next to those without it; nothing of a free spot.
    ///
    /// Errors: those of the document of the free spot.
    pub(super) fn locked_sentence(&self, ends: [&Rational; 2]) -> Result<Markup, Error> {
        let Some(label) = &self.place.free else { return Ok(html! {}) };
        let free = self.free.as_ref().map(|kept| {
            let document: Value = serde_json::from_str(&kept.document).unwrap_or_default();
            certified(&document)
        });
        let free = free.transpose()?.map(|[lower, upper, _]| outwards(&lower, &upper));
        let [least, most] = outwards(ends[0], ends[1]);
        Ok(html! { p.bounds data-part="change" role="status" {
            b { "With the lock, player I’s value is between " (least) " and " (most) " chips" }
            @if let Some([least, most]) = free {
                "; " a href=(address(label, &self.path)) { "without it" } ", between " (least)
                " and " (most)
            }
            "."
        } })
    }
}
