use crate::control::Control;
use crate::protocol::{Event, Fault, Gain, Kind, Message, Protocol, Source, Table, messages, outcome};

/// Runs the rules again on revealed coins, for the outcome they give, and names the sender of the first message that differs from the record (F4).
///
/// A fault in the record itself is no defence: what was recorded up to it must still be what the coins give.
/// Whoever chose his coins badly is not found; nobody can find him.
///
/// Errors: a [`Fault`] with the first sender whose message is another one, `NoSuchCoins` if the coins do not suffice.
pub fn replay(
    protocol: &dyn Protocol,
    session: [u8; 32],
    record: &[Event],
    coins: &mut dyn Source,
) -> Result<Vec<Gain>, Fault> {
    replay_within(protocol, session, record, coins, &Control::new())
}

/// The same, until it is cancelled: then with the fault `Stopped`.
pub(in crate::protocol) fn replay_within(
    protocol: &dyn Protocol,
    session: [u8; 32],
    record: &[Event],
    coins: &mut dyn Source,
    control: &Control,
) -> Result<Vec<Gain>, Fault> {
    let mut table = Table::new(protocol.parties(), coins).stopped_by(control);
    table.session = session;
    table.record = false;
    let ended = protocol.run(&mut table);
    let mut recorded = messages(record);
    for (at, message) in messages(table.log()).enumerate() {
        let other = recorded.next();
        if !other.is_some_and(|other| alike(other, message)) {
            let recorded = other.map_or_else(|| "nothing".to_owned(), words);
            // If another party wrote there, the one whose turn it was kept silent.
            return Err(Fault {
                who: Some(message.from),
                what: Kind::Differs { expected: words(message), recorded },
                at,
            });
        }
    }
    match recorded.next() {
        None => ended.map(|()| outcome(table.log())),
        Some(message) => {
            let what = Kind::Differs { expected: "nothing".to_owned(), recorded: words(message) };
            Err(Fault { who: Some(message.from), what, at: table.messages() })
        }
    }
}

/// Whether two messages say the same; what kind of message it is follows from its place.
fn alike(one: &Message, other: &Message) -> bool {
    (one.from, one.to, &one.body) == (other.from, other.to, &other.body)
}

/// A message in a few words: what it is and how it begins.
fn words(message: &Message) -> String {
    let begins: Vec<String> = message.body.iter().take(4).map(|word| format!("{word}")).collect();
    let more = if message.body.len() > begins.len() { " …" } else { "" };
    format!("“{}” to {}: {}{more}", message.what, message.to, begins.join(" "))
}
