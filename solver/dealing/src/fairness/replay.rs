use crate::{
    Cause, CoinSource, DealTable, Event, Fault, Gain, Message, OrFault, Protocol, messages, outcome,
};

/// Runs the rules again on revealed coins, for the outcome they give, and names the sender of the
/// first message that differs from the record (F4).
///
/// A fault in the record itself is no defence: what was recorded up to it must still be what the
/// coins give. A party that chose its coins badly is not found, and cannot be.
///
/// Cost: the run ends at the first message that differs.
///
/// Errors: a [`Fault`] with the first sender whose message is another one, `NoSuchCoins` if the
/// coins do not suffice.
pub fn replay(
    protocol: &dyn Protocol,
    session: [u8; 32],
    record: &[Event],
    coins: &mut dyn CoinSource,
) -> OrFault<Vec<Gain>> {
    let (mut recorded, mut sent) = (messages(record), 0);
    let mut differs = None;
    let mut table = DealTable::new(protocol.parties(), coins).observed_by(|at, message| {
        sent = at + 1;
        let other = recorded.next();
        if other == Some(message) {
            return true;
        }
        let recorded = other.map_or_else(|| "nothing".to_owned(), words);
        // If another party wrote there, the one whose turn it was kept silent.
        let what = Cause::Differs { expected: words(message), recorded };
        differs = Some(Fault { who: Some(message.from), what, at });
        false
    });
    (table.session, table.record) = (session, false);
    let ended = protocol.run(&mut table);
    let log = table.into_log();
    if let Some(fault) = differs {
        return Err(fault);
    }
    match recorded.next() {
        None => ended.map(|()| outcome(&log)),
        Some(message) => {
            let what = Cause::Differs { expected: "nothing".to_owned(), recorded: words(message) };
            Err(Fault { who: Some(message.from), what, at: sent })
        }
    }
}

/// A message in a few words: what it is and how it begins.
fn words(message: &Message) -> String {
    let begins: Vec<String> = message.body.iter().take(4).map(|word| format!("{word}")).collect();
    let more = if message.body.len() > begins.len() { " …" } else { "" };
    format!("“{}” to {}: {}{more}", message.what, message.to, begins.join(" "))
}
