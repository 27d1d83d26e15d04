use std::marker::PhantomData;

use bluff_exact::counted;

use super::card_cipher::{CardCipher, IdealCipher};
use super::fault::allow;
use super::setting::{boxed, real};
use super::system::{at_least, playable};
use super::{
    Allowed, Cause, Coins, DealCost, DealTable, Gain, GainKind, MAX_DECK, MaskedDeck,
    NamedProtocol, OrFault, Parties, Party, Permutation, Protocol, Rules, Setting, Subgroup,
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
    cipher: PhantomData<fn() -> V>,
}

/// The protocol by name: one vote, whose options are the cards of the deck.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "voting",
    title: "Secret vote",
    about: "a secret vote with an open tally; as many options as the deck has cards, hands do not \
        matter",
    assumes: super::setting::CURVE,
    is_proved: true,
    ideal: |setting| boxed(Voting::<IdealCipher>::new(setting)),
    real: real!(|setting| boxed(Voting::<super::card_cipher::ElGamal>::new(setting))),
    cost: DealCost::High,
    holds: |setting| Parties::coalitions(setting.players),
};

impl<V: CardCipher> Voting<V> {
    /// A vote on as many options as the deck of a setting has cards.
    ///
    /// Errors: fewer than two voters; no options, or too many of either.
    pub(super) fn new(setting: &Setting) -> Allowed<Self> {
        let &Setting { players: voters, cards: options, .. } = setting;
        at_least(2, voters, "the tally would be the vote")?;
        playable(voters, 0, &[])?;
        let fits = (1..=MAX_DECK).contains(&options);
        allow(fits, format!("{options} options"), format!("1 to {MAX_DECK} options"))?;
        let scramblers = Parties::everybody(voters);
        Ok(Self { voters, options: options as u64, scramblers, cipher: PhantomData })
    }
}

impl<V: CardCipher> Protocol for Voting<V> {
    fn rules(&self) -> Rules {
        let outcomes = u128::from(self.options).saturating_pow(self.voters as u32);
        Rules::new(self.voters, GainKind::Other { what: "votes and their tally", outcomes })
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let voters = Parties::everybody(self.voters);
        let cipher = V::agree(table, voters, self.options)?;
        let mut urn = Urn::new(&cipher, voters, self.scramblers, self.options);
        for voter in voters.iter() {
            let choice = table.coins(voter).below(self.options);
            urn.cast(table, voter, choice)?;
        }
        urn.count(table).map(|_| ())
    }

    /// The tally counts the votes.
    fn legal(&self, outcome: &[Gain]) -> bool {
        let (votes, tally) = outcome.split_at(self.voters.min(outcome.len()));
        tally.len() as u64 == self.options && is_tally(votes, tally)
    }

    fn told(&self, to: Parties, known: &[u64]) -> Option<String> {
        let option = |option: u64| format!("option {}", option + 1);
        match to.len() {
            1 => known.last().map(|vote| format!("votes for {}", option(*vote))),
            _ => tally_told(known, self.options as usize, 0, option),
        }
    }
}

/// True if these counts are those of the votes, by option.
pub(super) fn is_tally(votes: &[Gain], tally: &[Gain]) -> bool {
    let count = |option: u64| votes.iter().filter(|vote| vote.value == option).count() as u64;
    (0..).zip(tally).all(|(option, counted)| counted.value == count(option))
}

/// A vote that goes on.
pub struct Urn<'v, V: CardCipher> {
    cipher: &'v V,
    voters: Parties,
    scramblers: Parties,
    options: u64,
    ballots: Vec<(Party, V::Card)>,
}

impl<'v, V: CardCipher> Urn<'v, V> {
    /// No ballot yet; the options are `0..options`.
    pub fn new(cipher: &'v V, voters: Parties, scramblers: Parties, options: u64) -> Self {
        Self { cipher, voters, scramblers, options, ballots: Vec::new() }
    }

    /// The first who has not voted, if there is one.
    pub(super) fn missing(&self) -> Option<Party> {
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
    pub fn cast(&mut self, table: &mut DealTable<'_>, voter: Party, choice: u64) -> OrFault {
        let illegal = |why| Cause::NotAllowed { what: "this vote".to_owned(), why };
        table.require(self.voters.has(voter), voter, illegal("he has no vote here"))?;
        let first = self.ballots.iter().all(|ballot| ballot.0 != voter);
        table.require(first, voter, illegal("he has voted"))?;
        let option = table.below(voter, choice, self.options as usize)?;
        table.gain(voter, choice);
        let mut row = MaskedDeck::open(self.cipher, self.options, &[(0..self.options).collect()]);
        let to_the_front = Permutation::rotation(row.piles(), row.piles() - option);
        row.arrange(table, voter, Subgroup::All, to_the_front)?;
        self.ballots.push((voter, row.card(0, 0).clone()));
        Ok(())
    }

    /// Scrambles and opens the ballots: how many votes each option has.
    ///
    /// Errors: `Silent` names a voter who has not voted.
    pub fn count(&self, table: &mut DealTable<'_>) -> OrFault<Vec<u64>> {
        if let Some(voter) = self.missing() {
            return Err(table.fault(voter, Cause::Silent));
        }
        let ballots = self.ballots.iter().map(|ballot| ballot.1.clone()).collect();
        let mut pile = MaskedDeck::of(self.cipher, self.options, ballots);
        pile.scramble(table, self.scramblers, Subgroup::All)?;
        let opened = pile.turn_first_row(table)?;
        let votes_for = |option| opened.iter().filter(|&&vote| vote == option).count() as u64;
        let tally: Vec<u64> = (0..self.options).map(votes_for).collect();
        let everybody = Parties::everybody(table.parties());
        tally.iter().for_each(|&count| table.gain(everybody, count));
        Ok(tally)
    }

    /// One of these options, each equally likely, by joint coins: a row of them is scrambled by
    /// all, and the first card opened.
    ///
    /// Votes may end in a tie, for which the article has no rule: here they are repeated once, and
    /// then comes the lot.
    pub(super) fn lot(&self, table: &mut DealTable<'_>, among: &[u64]) -> OrFault<u64> {
        let mut row = MaskedDeck::open(self.cipher, self.options, &[among.to_vec()]);
        row.scramble(table, self.scramblers, Subgroup::All)?;
        let drawn = row.show(table, 0, 0)?;
        table.gain(Parties::everybody(table.parties()), drawn);
        Ok(drawn)
    }
}

/// The options with the most votes, at least one, among those from `first` on.
pub(super) fn leaders(tally: &[u64], first: usize) -> Vec<u64> {
    let counts = (0..).zip(tally).skip(first);
    let most = counts.clone().map(|(_, &count)| count).max().unwrap_or(0);
    counts.filter(|&(_, &count)| count == most && most > 0).map(|(option, _)| option).collect()
}

/// The last count of a tally in words, unless it is 0, and at the end of the tally its leaders
/// among the options from `first` on.
pub(super) fn tally_told(
    tally: &[u64],
    options: usize,
    first: usize,
    name: impl Fn(u64) -> String,
) -> Option<String> {
    let (&count, before) = tally.split_last()?;
    let option = before.len() as u64;
    let votes = || format!("{}: {}", name(option), counted(count, "vote", "votes"));
    let lead = if tally.len() < options { Vec::new() } else { leaders(tally, first) };
    let lead: Vec<String> = lead.into_iter().map(&name).collect();
    let most = (!lead.is_empty()).then(|| format!("most votes: {}", lead.join(" and ")));
    let parts: Vec<String> = (count > 0).then(votes).into_iter().chain(most).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{changing, coins, every, fault, played};
    use crate::{WireWord, messages};
    use std::collections::BTreeMap;

    #[test]
    fn illegal_votes_are_refused_and_named() {
        let mut coins = coins(3, 1);
        let (cipher, table) =
            (IdealCipher::new(Parties::everybody(3)), &mut DealTable::new(3, &mut coins));
        let voters = Parties::everybody(3).without(Party::at(2));
        let mut urn = Urn::new(&cipher, voters, voters, 2);
        assert_eq!(urn.cast(table, Party::at(0), 1), Ok(()));
        let dead = urn.cast(table, Party::at(2), 1);
        let twice = urn.cast(table, Party::at(0), 0);
        let beyond = urn.cast(table, Party::at(1), 2);
        let missing = urn.count(table).expect_err("a vote is missing");
        assert_eq!((missing.who, missing.what), (Some(Party::at(1)), Cause::Silent));
        assert_eq!(urn.cast(table, Party::at(1), 1), Ok(()));
        assert_eq!(urn.count(table), Ok(vec![0, 2]));
        for (refused, who, why) in [
            (dead, 2, "this vote is not allowed here: he has no vote here"),
            (twice, 0, "this vote is not allowed here: he has voted"),
            (beyond, 1, "2, expected a number below 2"),
        ] {
            let fault = refused.expect_err("an illegal vote");
            assert_eq!((fault.who, fault.what.to_string().as_str()), (Some(Party::at(who)), why));
        }
    }

    /// Plays with real ciphers, where message `at` is message `earlier` once more if there is any.
    #[cfg(feature = "cryptography")]
    fn repeated<T>(
        parties: usize,
        repeated: Option<(usize, usize)>,
        play: impl FnOnce(&crate::card_cipher::ElGamal, &mut DealTable<'_>) -> OrFault<T>,
    ) -> OrFault<T> {
        let (mut coins, mut sent) = (coins(parties, 1), Vec::new());
        let mut table = DealTable::new(parties, &mut coins).attacked_by(|at, envelope| {
            if let Some((_, earlier)) = repeated.filter(|repeated| repeated.0 == at) {
                envelope.body = Some(Vec::clone(&sent[earlier]));
            }
            sent.extend(envelope.body.clone());
        });
        let keepers = Parties::everybody(parties);
        let cipher = crate::card_cipher::ElGamal::agree(&mut table, keepers, 2)?;
        play(&cipher, &mut table)
    }

    /// Two votes in one session, on the same options. Three keys, then three ballots, three
    /// scrambles and three shares a vote: message 12 is P1's second ballot.
    #[cfg(feature = "cryptography")]
    #[test]
    fn a_ballot_counts_once_in_a_session() {
        let two_votes = |again| {
            repeated(3, again, |cipher, table| {
                let voters = Parties::everybody(3);
                for votes in [[0, 1, 1], [1, 0, 0]] {
                    let mut urn = Urn::new(cipher, voters, voters, 2);
                    for (voter, choice) in voters.iter().zip(votes) {
                        urn.cast(table, voter, choice)?;
                    }
                    urn.count(table)?;
                }
                Ok(())
            })
        };
        assert_eq!(two_votes(None), Ok(()));
        for voter in 0..3 {
            let expected = fault(voter, 12 + voter, Cause::BadShuffle);
            assert_eq!(two_votes(Some((12 + voter, 3 + voter))), Err(expected));
        }
    }

    /// The shares of one card, shown twice: the second time they are made anew.
    #[cfg(feature = "cryptography")]
    #[test]
    fn a_share_counts_once_in_a_session() {
        let shown_twice = |again| {
            repeated(2, again, |cipher, table| {
                let deck = MaskedDeck::open(cipher, 2, &[vec![0, 1]]);
                deck.show(table, 0, 0).and_then(|_| deck.show(table, 0, 0))
            })
        };
        assert_eq!(shown_twice(None), Ok(0));
        let what = Cause::BadProof { of: "the share" };
        assert_eq!(shown_twice(Some((5, 3))), Err(fault(1, 5, what)));
    }

    /// A ballot box cannot be stuffed: a row with one option twice is not the open row.
    #[test]
    fn a_ballot_that_is_none_is_named() {
        let stuffed = changing(1, |body| {
            for word in body {
                if let WireWord::Sealed(sealed) = word {
                    sealed.content = 1;
                }
            }
        });
        let vote = Voting::<IdealCipher>::new(&Setting::new(3, 2, 0)).expect("a vote");
        assert_eq!(played(&vote, 1, stuffed).0, Err(fault(1, 1, Cause::BadShuffle)));
    }

    #[test]
    fn masks_and_messages_are_counted() {
        for (n, m) in [(3, 2), (5, 4), (9, 10)] {
            let vote = Voting::<IdealCipher>::new(&Setting::new(n, m, 0)).expect("a vote");
            let (ended, log) = played(&vote, 1, |_, _| {});
            assert_eq!(ended, Ok(()));
            let words = messages(&log).flat_map(|message| &message.body);
            let masks = words.filter(|word| matches!(word, WireWord::Sealed(_))).count();
            assert_eq!((masks, messages(&log).count()), (m * n + n * n, 3 * n));
        }
    }

    #[test]
    fn a_tie_has_leaders_and_a_lot_is_even() {
        assert_eq!(leaders(&[1, 2, 0, 2], 0), [1, 3]);
        assert_eq!(leaders(&[5, 2, 0, 1], 1), [1]);
        assert_eq!(leaders(&[5, 0, 0], 1), [0_u64; 0]);
        let mut drawn = BTreeMap::new();
        every(|coins| {
            let voters = Parties::everybody(2);
            let (cipher, mut table) = (IdealCipher::new(voters), DealTable::new(2, coins));
            let urn = Urn::new(&cipher, voters, voters, 5);
            let lot = urn.lot(&mut table, &[1, 3, 4]).expect("honest voters");
            *drawn.entry(lot).or_insert(0) += 1;
        });
        assert_eq!(drawn, BTreeMap::from([(1, 12), (3, 12), (4, 12)]));
    }
}
