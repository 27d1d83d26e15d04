use std::marker::PhantomData;

use super::card_cipher::{CardCipher, IdealCipher};
use super::named::{DealCost, NamedProtocol, Setting, real};
use super::{
    Cause, Coins, DealTable, Fault, Gain, GainKind, MAX_DECK, MAX_PARTIES, MaskedDeck, Parties,
    Party, Permutation, Protocol, RefusedSetting, Subgroup,
};

/// A secret vote: every party learns how many votes each option has, nobody who gave them.
///
/// Each voter masks a row of all options and brings his choice to the front; the proof that it is
/// that row makes any ballot a legal one. The first cards are scrambled by all voters and opened.
/// Source: the article on Werewolf, where voter 1 scrambles alone and so knows who voted for what.
/// Its second row of cards is for voters who do not know how they shuffled; ours do.
///
/// A vote is an input, not a chance: as the protocol is checked it is a toss of the voter, so each
/// way to vote is equally likely, and he is entitled to it and to the tally. Holds against all
/// coalitions, who know what the tally leaves over for the others.
///
/// Cost: `mn + n²` re-maskings, `3n` messages.
pub struct Voting<V> {
    voters: usize,
    options: u64,
    /// The voters who scramble the ballots: all.
    pub(super) scramblers: Parties,
    card_cipher: PhantomData<fn() -> V>,
}

/// The protocol by name: one vote, whose options are the cards of the deck.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "voting",
    about: "a secret vote with an open tally; as many options as the deck has cards, hands do not \
        matter",
    ideal: made::<IdealCipher>,
    real: real!(made::<super::card_cipher::ElGamal>),
    cost: DealCost::High,
    holds: |setting| Parties::coalitions(setting.players),
};

fn made<V: CardCipher + 'static>(setting: &Setting) -> Result<Box<dyn Protocol>, RefusedSetting> {
    Ok(Box::new(Voting::<V>::new(setting.players, setting.cards)?))
}

impl<V: CardCipher> Voting<V> {
    /// A vote on so many options.
    ///
    /// Errors: fewer than two voters; no options, or too many of either.
    pub fn new(voters: usize, options: usize) -> Result<Self, RefusedSetting> {
        if voters < 2 {
            return Err(RefusedSetting::TooFewPlayers {
                given: voters,
                least: 2,
                why: "the tally would be the vote",
            });
        }
        if voters > MAX_PARTIES {
            return Err(RefusedSetting::TooManyPlayers { given: voters, most: MAX_PARTIES });
        }
        if !(1..=MAX_DECK).contains(&options) {
            let expected = format!("1 to {MAX_DECK} options");
            return Err(RefusedSetting::Given { given: format!("{options} options"), expected });
        }
        let scramblers = Parties::everybody(voters);
        Ok(Self { voters, options: options as u64, scramblers, card_cipher: PhantomData })
    }
}

impl<V: CardCipher> Protocol for Voting<V> {
    fn parties(&self) -> usize {
        self.voters
    }

    fn run(&self, table: &mut DealTable<'_>) -> Result<(), Fault> {
        let voters = Parties::everybody(self.voters);
        let card_cipher = V::agree(table, voters, self.options)?;
        let mut urn = Urn::new(&card_cipher, voters, self.options);
        for voter in voters.iter() {
            let choice = table.coins(voter).below(self.options);
            urn.cast(table, voter, choice)?;
        }
        urn.count(table, self.scramblers).map(|_| ())
    }

    /// The tally counts the votes.
    fn legal(&self, outcome: &[Gain]) -> bool {
        let (votes, tally) = outcome.split_at(self.voters.min(outcome.len()));
        let votes_for =
            |option: u64| votes.iter().filter(|vote| vote.value == option).count() as u64;
        tally.len() as u64 == self.options
            && (0..).zip(tally).all(|(option, count)| count.value == votes_for(option))
    }

    fn gains(&self) -> GainKind {
        GainKind::Other("votes and their tally")
    }

    fn outcomes(&self) -> u128 {
        u128::from(self.options).saturating_pow(self.voters as u32)
    }
}

/// A vote that goes on.
pub struct Urn<'v, V: CardCipher> {
    card_cipher: &'v V,
    voters: Parties,
    options: u64,
    ballots: Vec<(Party, V::Card)>,
}

impl<'v, V: CardCipher> Urn<'v, V> {
    /// No ballot yet; the options are `0..options`.
    pub fn new(card_cipher: &'v V, voters: Parties, options: u64) -> Self {
        Self { card_cipher, voters, options, ballots: Vec::new() }
    }

    /// True if all have voted.
    pub fn complete(&self) -> bool {
        self.missing().is_none()
    }

    fn missing(&self) -> Option<Party> {
        self.voters.iter().find(|voter| !self.ballots.iter().any(|ballot| ballot.0 == *voter))
    }

    /// The ballots, masked, by voter.
    pub fn ballots(&self) -> &[(Party, V::Card)] {
        &self.ballots
    }

    /// A voter puts his ballot in.
    ///
    /// Errors: names the voter for a vote that is not his, a second one, or one for no option;
    /// `BadShuffle` for a ballot that is none.
    pub fn cast(
        &mut self,
        table: &mut DealTable<'_>,
        voter: Party,
        choice: u64,
    ) -> Result<(), Fault> {
        let illegal = |why| Cause::NotAllowed { what: "this vote".to_owned(), why };
        if !self.voters.has(voter) {
            return Err(table.fault(voter, illegal("he has no vote here")));
        }
        if self.ballots.iter().any(|ballot| ballot.0 == voter) {
            return Err(table.fault(voter, illegal("he has voted")));
        }
        if choice >= self.options {
            return Err(
                table.fault(voter, Cause::OutOfRange { given: choice, below: self.options })
            );
        }
        table.gain(voter, choice);
        let mut row =
            MaskedDeck::open(self.card_cipher, self.options, &[(0..self.options).collect()]);
        let to_the_front = Permutation::rotation(row.piles(), row.piles() - choice as usize);
        row.arrange(table, voter, Subgroup::All, to_the_front)?;
        self.ballots.push((voter, row.card(0, 0).clone()));
        Ok(())
    }

    /// Scrambles and opens the ballots: how many votes each option has.
    ///
    /// Errors: `Silent` names a voter who has not voted.
    pub fn count(&self, table: &mut DealTable<'_>, scramblers: Parties) -> Result<Vec<u64>, Fault> {
        if let Some(voter) = self.missing() {
            return Err(table.fault(voter, Cause::Silent));
        }
        let ballots = self.ballots.iter().map(|ballot| ballot.1.clone()).collect();
        let mut pile = MaskedDeck::of(self.card_cipher, self.options, ballots);
        pile.scramble_jointly(table, scramblers, Subgroup::All)?;
        let opened = pile.turn_first_row(table)?;
        let votes_for = |option| opened.iter().filter(|&&vote| vote == option).count() as u64;
        let tally: Vec<u64> = (0..self.options).map(votes_for).collect();
        let everybody = Parties::everybody(table.parties());
        tally.iter().for_each(|&count| table.gain(everybody, count));
        Ok(tally)
    }
}

/// The options with the most votes, at least one, among those from `first` on.
pub(super) fn leaders(tally: &[u64], first: usize) -> Vec<u64> {
    let counts = (0..).zip(tally).skip(first);
    let most = counts.clone().map(|(_, &count)| count).max().unwrap_or(0);
    counts.filter(|&(_, &count)| count == most && most > 0).map(|(option, _)| option).collect()
}

/// One of these, each equally likely, by joint coins: a row of them is scrambled by all, and the
/// first card opened.
///
/// Votes may end in a tie, for which the article has no rule: here they are repeated once, and then
/// comes the lot.
pub(super) fn lot<V: CardCipher>(
    card_cipher: &V,
    table: &mut DealTable<'_>,
    among: &[u64],
    scramblers: Parties,
) -> Result<u64, Fault> {
    let values = among.iter().copied().max().map_or(0, |most| most + 1);
    let mut row = MaskedDeck::open(card_cipher, values, &[among.to_vec()]);
    row.scramble_jointly(table, scramblers, Subgroup::All)?;
    let drawn = row.show(table, 0, 0)?;
    table.gain(Parties::everybody(table.parties()), drawn);
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairness::{self, FairnessReport};
    use crate::{CoinOdometer, Event, Seeded, WireWord};
    use bluff_exact::control::Control;
    use std::collections::BTreeMap;

    fn checked(setting: &Setting, coalitions: &[Parties]) -> FairnessReport {
        let protocol = PROTOCOL.protocol(setting).expect("a vote");
        fairness::exact(&protocol, coalitions, fairness::MAX_BRANCHES, &Control::new())
            .expect("few branches")
    }

    fn with_table<T>(n: usize, run: impl FnOnce(&IdealCipher, &mut DealTable<'_>) -> T) -> T {
        let mut coins: Vec<Seeded> = (0..n as u64).map(Seeded::of).collect();
        run(&IdealCipher::new(Parties::everybody(n)), &mut DealTable::new(n, &mut coins))
    }

    /// Every way to vote, times 3! ways to scramble for each voter.
    #[test]
    fn nobody_learns_who_voted_for_what() {
        for (cards, ways) in [(2, 8), (3, 27)] {
            let found = checked(
                &Setting { players: 3, cards, hand: 0, bug: None },
                &Parties::coalitions(3),
            );
            assert_eq!(
                (found.branches, found.outcomes, found.breaches),
                (ways * 216, ways as usize, Vec::new())
            );
        }
    }

    #[test]
    fn who_scrambles_alone_knows_all_votes() {
        let setting =
            Setting { players: 3, cards: 2, hand: 0, bug: Some("voter-one-scrambles-alone") };
        let found = checked(&setting, &super::super::named::singles(3));
        assert_eq!(found.offenders(), [Parties::from(Party::at(0))]);
    }

    #[test]
    fn illegal_votes_are_refused_and_named() {
        let (dead, twice, beyond) = with_table(3, |card_cipher, table| {
            let voters = Parties::everybody(3).without(Party::at(2));
            let mut urn = Urn::new(card_cipher, voters, 2);
            assert_eq!(urn.cast(table, Party::at(0), 1), Ok(()));
            let dead = urn.cast(table, Party::at(2), 1);
            let twice = urn.cast(table, Party::at(0), 0);
            let beyond = urn.cast(table, Party::at(1), 2);
            let missing = urn.count(table, voters).expect_err("a vote is missing");
            assert_eq!((missing.who, missing.what), (Some(Party::at(1)), Cause::Silent));
            assert_eq!(urn.cast(table, Party::at(1), 1), Ok(()));
            assert_eq!(urn.count(table, voters), Ok(vec![0, 2]));
            (dead, twice, beyond)
        });
        for (refused, who, why) in [
            (dead, 2, "this vote is not allowed here: he has no vote here"),
            (twice, 0, "this vote is not allowed here: he has voted"),
            (beyond, 1, "2, expected a number below 2"),
        ] {
            let fault = refused.expect_err("an illegal vote");
            assert_eq!((fault.who, fault.what.to_string().as_str()), (Some(Party::at(who)), why));
        }
    }

    /// Two votes in one session, on the same options: what `replaced` says of the second is what
    /// was sent at the first.
    #[cfg(feature = "cryptography")]
    fn two_votes(replaced: impl Fn(usize) -> Option<usize>) -> Result<(), Fault> {
        use crate::card_cipher::ElGamal;
        let (mut coins, voters): (Vec<Seeded>, _) =
            ((0..3).map(Seeded::of).collect(), Parties::everybody(3));
        let mut sent = Vec::new();
        let mut table = DealTable::new(3, &mut coins).attacked_by(|at, envelope| {
            if let Some(first) = replaced(at) {
                envelope.body = Some(Vec::clone(&sent[first]));
            }
            sent.extend(envelope.body.clone());
        });
        let card_cipher = ElGamal::agree(&mut table, voters, 2)?;
        for votes in [[0, 1, 1], [1, 0, 0]] {
            let mut urn = Urn::new(&card_cipher, voters, 2);
            for (voter, choice) in voters.iter().zip(votes) {
                urn.cast(&mut table, voter, choice)?;
            }
            urn.count(&mut table, voters)?;
        }
        Ok(())
    }

    /// Three keys, then three ballots, three scrambles and three shares a vote: message 12 is P1's
    /// second ballot.
    #[cfg(feature = "cryptography")]
    #[test]
    fn a_ballot_counts_once_in_a_session() {
        assert_eq!(two_votes(|_| None), Ok(()));
        for voter in 0..3 {
            let ended = two_votes(|at| (at == 12 + voter).then_some(3 + voter));
            let expected =
                Fault { who: Some(Party::at(voter)), what: Cause::BadShuffle, at: 12 + voter };
            assert_eq!(ended, Err(expected));
        }
    }

    /// The shares of one card, shown twice: the second time they are made anew.
    #[cfg(feature = "cryptography")]
    #[test]
    fn a_share_counts_once_in_a_session() {
        use crate::card_cipher::ElGamal;
        let shown_twice = |replayed: bool| {
            let (mut coins, both): (Vec<Seeded>, _) =
                ((0..2).map(Seeded::of).collect(), Parties::everybody(2));
            let mut sent = Vec::new();
            let mut table = DealTable::new(2, &mut coins).attacked_by(|at, envelope| {
                if at == 5 && replayed {
                    envelope.body = Some(Vec::clone(&sent[3]));
                }
                sent.extend(envelope.body.clone());
            });
            let card_cipher = ElGamal::agree(&mut table, both, 2)?;
            let deck = MaskedDeck::open(&card_cipher, 2, &[vec![0, 1]]);
            deck.show(&mut table, 0, 0).and_then(|_| deck.show(&mut table, 0, 0))
        };
        assert_eq!(shown_twice(false), Ok(0));
        let what = Cause::BadProof { of: "the share" };
        assert_eq!(shown_twice(true), Err(Fault { who: Some(Party::at(1)), what, at: 5 }));
    }

    /// A ballot box cannot be stuffed: a row with one option twice is not the open row.
    #[test]
    fn a_ballot_that_is_none_is_named() {
        let mut coins: Vec<Seeded> = (0..3).map(Seeded::of).collect();
        let mut table = DealTable::new(3, &mut coins).attacked_by(|at, envelope| {
            for word in envelope.body.iter_mut().flatten().filter(|_| at == 1) {
                if let WireWord::Sealed(sealed) = word {
                    sealed.content = 1;
                }
            }
        });
        let fault = Voting::<IdealCipher>::new(3, 2)
            .expect("a vote")
            .run(&mut table)
            .expect_err("a forged ballot");
        assert_eq!((fault.who, fault.what, fault.at), (Some(Party::at(1)), Cause::BadShuffle, 1));
    }

    #[test]
    fn masks_and_messages_are_counted() {
        for (n, m) in [(3, 2), (5, 4), (9, 10)] {
            let mut coins: Vec<Seeded> = (0..n as u64).map(Seeded::of).collect();
            let mut table = DealTable::new(n, &mut coins);
            Voting::<IdealCipher>::new(n, m)
                .expect("a vote")
                .run(&mut table)
                .expect("honest voters");
            let masks = |event: &Event| match event {
                Event::Message(message) => {
                    message.body.iter().filter(|word| matches!(word, WireWord::Sealed(_))).count()
                }
                _ => 0,
            };
            assert_eq!(table.log().iter().map(masks).sum::<usize>(), m * n + n * n);
            assert_eq!(table.messages(), 3 * n);
        }
    }

    #[test]
    fn a_tie_has_leaders_and_a_lot_is_even() {
        assert_eq!(leaders(&[1, 2, 0, 2], 0), [1, 3]);
        assert_eq!(leaders(&[5, 2, 0, 1], 1), [1]);
        assert_eq!(leaders(&[5, 0, 0], 1), [0_u64; 0]);
        let (mut odometer, mut drawn) = (CoinOdometer::new(), BTreeMap::new());
        loop {
            let voters = Parties::everybody(2);
            let mut table = DealTable::new(2, &mut odometer);
            let lot = lot(&IdealCipher::new(voters), &mut table, &[1, 3, 4], voters)
                .expect("honest voters");
            *drawn.entry(lot).or_insert(0) += 1;
            drop(table);
            if !odometer.turn() {
                break;
            }
        }
        assert_eq!(drawn, BTreeMap::from([(1, 12), (3, 12), (4, 12)]));
    }

    #[test]
    fn votes_that_cannot_be() {
        assert!(matches!(
            Voting::<IdealCipher>::new(1, 2).err(),
            Some(RefusedSetting::TooFewPlayers { .. })
        ));
        assert!(matches!(
            Voting::<IdealCipher>::new(33, 2).err(),
            Some(RefusedSetting::TooManyPlayers { .. })
        ));
        assert!(matches!(
            Voting::<IdealCipher>::new(3, 0).err(),
            Some(RefusedSetting::Given { .. })
        ));
    }
}
