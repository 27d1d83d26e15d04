//! Every party can play its part alone: what it sends depends on its own coins and on what it was
//! sent, and on nothing else.

use super::testing::{Ended, coins, played, replayed};
use crate::{
    CoinSource, Coins, DealTable, Event, Gain, GainKind, Message, OrFault, PROTOCOLS, Party,
    Protocol, Rules, Seated, Seeded, Setting, messages, outcome,
};

/// The coins of one party, and any coins for the others.
struct OwnCoins {
    party: Party,
    own: Seeded,
    others: Seeded,
}

impl CoinSource for OwnCoins {
    fn toss(&mut self, party: Party, n: u64) -> u64 {
        let coins = if party == self.party { &mut self.own } else { &mut self.others };
        Coins::toss(coins, n)
    }
}

/// An honest deal that comes to an end, and the number of its coins.
struct HonestDeal {
    number: u64,
    record: Vec<Event>,
}

fn honest(protocol: &dyn Protocol) -> HonestDeal {
    let deal = |number| {
        let (ended, record) = played(protocol, number, |_, _| {});
        ended.is_ok().then_some(HonestDeal { number, record })
    };
    (1..100).find_map(deal).expect("one of these comes to an end")
}

/// Plays the part of one party: of the record it gets the messages that were sent to it.
fn alone(protocol: &dyn Protocol, party: Party, deal: &HonestDeal) -> Ended {
    let own = coins(protocol.parties(), deal.number).swap_remove(party.place());
    let mut coins = OwnCoins { party, own, others: Seeded::of(99_999) };
    let mut recorded = messages(&deal.record);
    let mut table = DealTable::new(protocol.parties(), &mut coins).attacked_by(|_, envelope| {
        if let Some(message) = recorded.next().filter(|message| message.to.has(party)) {
            envelope.body = Some(message.body.clone());
        }
    });
    table.seated = Some(Seated::One(party));
    (protocol.run(&mut table), table.into_log())
}

/// Why this is not what the party sent, and what it gained, in the whole deal.
fn differs(protocol: &dyn Protocol, party: Party, deal: &HonestDeal) -> Option<String> {
    let (record, (ended, log)) = (&deal.record, alone(protocol, party, deal));
    let own = |message: &Message| (message.from == party).then(|| message.body.clone());
    let heard = |log: &[Event]| -> Vec<_> {
        messages(log)
            .map(|message| (message.from, message.to, message.what, own(message)))
            .collect()
    };
    let gained = |log: &[Event]| -> Vec<Gain> {
        outcome(log).into_iter().filter(|gain| gain.to.has(party)).collect()
    };
    let (expected, found) = (heard(record), heard(&log));
    if let Some(at) =
        (0..expected.len().max(found.len())).find(|&at| expected.get(at) != found.get(at))
    {
        return Some(format!("party {party} at message {at} of {}; {ended:?}", expected.len()));
    }
    let same = ended.is_ok() && gained(record) == gained(&log);
    (!same).then(|| {
        format!("party {party}: {ended:?}, {:?}, expected {:?}", gained(&log), gained(record))
    })
}

/// Over real ciphers where there are any: the parties of an ideal one share its store. Every deal
/// also comes to a legal end, and can be replayed. Each protocol has as few players as it takes;
/// `cycle` also more, as nobody relays a message in a triangle.
#[test]
fn every_party_of_every_system_plays_alone() {
    let size = |players| Setting::new(players, players, 1);
    for system in PROTOCOLS {
        let least = [2, 3, 4].map(size).into_iter().find(|setting| (system.ideal)(setting).is_ok());
        let relayed = [4, 5, 6].map(size).into_iter().filter(|_| system.name == "cycle");
        for setting in least.into_iter().chain(relayed) {
            let protocol = system.dealing(&setting).expect("allowed");
            let (deal, name) = (honest(&*protocol), (system.name, setting.players));
            assert!(protocol.legal(&outcome(&deal.record)), "{name:?}");
            assert_eq!(replayed(&*protocol, &deal.record).map(drop), Ok(()), "{name:?}");
            for party in Party::all(protocol.parties()) {
                assert_eq!(differs(&*protocol, party, &deal), None, "{name:?}");
            }
        }
    }
}

/// Two protocols that nobody can play, as the code of one party uses what another one keeps to
/// itself.
struct Unplayable {
    unsent_coin: bool,
}

impl Protocol for Unplayable {
    fn rules(&self) -> Rules {
        Rules::new(3, GainKind::Other { what: "nothing", outcomes: 1 })
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let [first, second, third] = [0, 1, 2].map(Party::at);
        let coin = table.coins(second).below(1 << 32);
        let told = table.send(second, third, "a number", &coin)?;
        let known = if self.unsent_coin { coin } else { told };
        table.send(first, third, "the same number", &known).map(drop)
    }

    fn legal(&self, _outcome: &[Gain]) -> bool {
        true
    }
}

#[test]
fn what_a_party_cannot_know_is_found() {
    for unsent_coin in [true, false] {
        let protocol = Unplayable { unsent_coin };
        let deal = honest(&protocol);
        let found = Party::all(3).map(|party| differs(&protocol, party, &deal)).collect::<Vec<_>>();
        assert_eq!(found, [Some("party 1 at message 1 of 2; Ok(())".to_owned()), None, None]);
    }
}
