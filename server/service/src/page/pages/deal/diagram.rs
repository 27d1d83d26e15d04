use bluff_dealing::{Message, Party};
use bluff_report::picture::messages::{Arrow, messages};
use maud::Markup;

use super::Played;

/// The most messages that are drawn.
const DRAWN: usize = 60;

/// The first messages of a deal as a picture.
pub(super) fn drawn(played: &Played) -> Markup {
    let parties = played.protocol.parties();
    let names: Vec<String> =
        Party::all(parties).map(|party| played.protocol.name(party).to_string()).collect();
    let arrow = |message: &Message| Arrow {
        from: message.from.place(),
        to: message.to.iter().map(Party::place).collect(),
        seen: played.sees(message),
    };
    let arrows: Vec<Arrow> = played.messages().take(DRAWN).map(arrow).collect();
    messages(&names, &arrows)
}
