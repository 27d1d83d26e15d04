use bluff_dealing::{Message, Party, Protocol};
use bluff_report::picture::messages::{Arrow, messages};
use maud::Markup;

/// The most messages that are drawn.
const DRAWN: usize = 60;

/// The first messages of a deal as a picture; `seen` says which can be read.
pub(super) fn drawn<'a>(
    protocol: &dyn Protocol,
    sent: impl Iterator<Item = &'a Message>,
    seen: impl Fn(&Message) -> bool,
) -> Markup {
    let parties = protocol.parties();
    let names: Vec<String> =
        Party::all(parties).map(|party| protocol.name(party).to_string()).collect();
    let arrow = |message: &Message| Arrow {
        from: message.from.place(),
        to: message.to.iter().map(Party::place).collect(),
        seen: seen(message),
    };
    let arrows: Vec<Arrow> = sent.take(DRAWN).map(arrow).collect();
    messages(&names, &arrows)
}
