#[cfg(test)]
mod tests;

use std::marker::PhantomData;

use super::card_cipher::{CardCipher, IdealCipher};
use super::fault::allow;
use super::setting::{boxed, real};
use super::system::{at_least, deals, playable};
use super::{
    Allowed, Cause, DealCost, DealTable, Gain, GainKind, MAX_PARTIES, MaskedDeck, NamedProtocol,
    OrFault, Parties, Party, Permutation, Protocol, Rules, Setting, Subgroup,
};

/// Groups of given sizes, drawn by nobody: every player learns his own group and no more.
///
/// Cards `0..n` stand for the players and `n..n+m` for the groups. A permutation `τ` has one cycle
/// for each group, its group card in it; conjugated by a joint secret `σ` that moves the players
/// only, it becomes a uniform one of its kind. Player `i` reads place `i` of its powers: himself or
/// the others of his group, and his group card. Source: the article on Werewolf.
///
/// Holds against all coalitions, if the masks do.
///
/// Cost: `2n (R + 1)(n + m)` re-maskings for groups of up to `R`. The article opens a row for every
/// power, `2n · 2R(n + m)`; one row for all of them says as little.
pub struct Grouping<V> {
    players: usize,
    sizes: Vec<usize>,
    /// The scramblers before and after the rows are made, each with the permutations it may use.
    pub(super) passes: Passes,
    cipher: PhantomData<fn() -> V>,
}

/// The protocol by name: groups of the sizes in a variant; without one a group of `hand` players,
/// and every other party alone.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "grouping",
    title: "Secret groups",
    about: "players in secret groups: one of as many as a hand has cards, the others alone; the \
        deck does not matter; or of the sizes in a variant, such as 3,2,1",
    assumes: super::setting::CURVE,
    is_proved: true,
    ideal: |setting| boxed(named::<IdealCipher>(setting)),
    real: real!(|setting| boxed(named::<super::card_cipher::ElGamal>(setting))),
    cost: DealCost::High,
    holds: |setting| Parties::coalitions(setting.players),
};

/// The groups of a setting.
pub(super) fn named<V: CardCipher>(setting: &Setting) -> Allowed<Grouping<V>> {
    let sizes = setting.sizes()?;
    let alone = setting.players.saturating_sub(setting.hand).min(MAX_PARTIES);
    let one = || [vec![setting.hand], vec![1; alone]].concat();
    Grouping::new(setting.players, if sizes.is_empty() { one() } else { sizes })
}

/// Two rounds of scrambling: who scrambles, with a permutation of which subgroup.
type Passes = [Vec<(Party, Subgroup)>; 2];

/// Both rounds by the same parties.
fn passes(by: Parties, among: Subgroup) -> Passes {
    std::array::from_fn(|_| by.iter().map(|party| (party, among)).collect())
}

impl<V: CardCipher> Grouping<V> {
    /// Groups of these sizes.
    ///
    /// Errors: fewer than three players or more than there is room for; an empty group; sizes that
    /// do not sum to the players.
    pub fn new(players: usize, sizes: Vec<usize>) -> Allowed<Self> {
        at_least(3, players, "two know each other's group")?;
        playable(players, 0, &[])?;
        let sum = sizes.iter().try_fold(0_usize, |sum, &size| sum.checked_add(size));
        let given = sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let expected = format!("groups of at least 1 that sum to {players}");
        let fits = sum == Some(players) && !sizes.contains(&0);
        allow(fits, format!("groups of {given}"), expected)?;
        let passes = passes(Parties::everybody(players), Subgroup::First(players));
        Ok(Self { players, sizes, passes, cipher: PhantomData })
    }

    /// The same with these parties alone to scramble. Any one of them that keeps his secret is
    /// enough, so fewer of them show by fewer branches what holds against coalitions without one of
    /// them.
    #[must_use]
    pub fn scrambled_by(self, scramblers: Parties) -> Self {
        Self { passes: passes(scramblers, Subgroup::First(self.players)), ..self }
    }

    /// The number of cards: one for each player and for each group.
    pub(super) fn values(&self) -> u64 {
        (self.players + self.sizes.len()) as u64
    }

    /// The scramblers, here and in what follows.
    pub(super) fn scramblers(&self) -> Parties {
        self.passes[0].iter().map(|step| step.0).collect()
    }

    /// One cycle for each group: its players, one after the other, and its card.
    fn cycles(&self) -> Result<Permutation, Cause> {
        let mut images: Vec<u32> = (0..(self.players + self.sizes.len()) as u32).collect();
        let mut first = 0;
        for (group, size) in self.sizes.iter().enumerate() {
            let card = self.players + group;
            (first..first + size).for_each(|player| images[player] = player as u32 + 1);
            images[first + size - 1] = card as u32;
            images[card] = first as u32;
            first += size;
        }
        Permutation::new(images)
    }

    /// Makes the groups; every party reads his own.
    pub fn deal<'v>(&self, cipher: &'v V, table: &mut DealTable<'_>) -> OrFault<Groups<'v, V>> {
        let cycles = self.cycles().map_err(|what| table.fault(None, what))?;
        let largest = self.sizes.iter().copied().max().unwrap_or(0);
        let powers: Vec<_> =
            std::iter::successors(Some(cycles.clone()), |power| Some(power.then(&cycles)))
                .take(largest)
                .collect();
        let (deck, _) = conjugates(&powers, &self.passes, cipher, table)?;
        let mut groups = Groups { deck, members: Vec::new() };
        for player in Party::all(self.players) {
            let pile = (0..groups.deck.height()).map(|row| (row, player.place()));
            let cards = groups.deck.read(table, pile, player)?;
            let unread = Member { group: self.sizes.len(), members: player.into(), row: 0 };
            let member =
                if table.reads(player) { self.member(player, &cards) } else { Some(unread) };
            let member = member.ok_or_else(|| table.fault(None, Cause::UnknownCard))?;
            table.gain(player, (member.group as u64) << 32 | u64::from(member.members.bits()));
            groups.members.push(member);
        }
        Ok(groups)
    }

    /// The group that a player reads off his cards; `None` unless there is one group card.
    fn member(&self, player: Party, cards: &[u64]) -> Option<Member> {
        let players = self.players as u64;
        let row = cards.iter().position(|&card| card >= players)?;
        let (group_cards, others): (Vec<u64>, Vec<u64>) =
            cards.iter().partition(|&&card| card >= players);
        let others = others.into_iter().map(|card| Party::at(card as usize));
        let one = group_cards.iter().all(|&card| card == cards[row]);
        let (group, members) = ((cards[row] - players) as usize, others.chain([player]).collect());
        one.then_some(Member { group, members, row })
    }
}

impl<V: CardCipher> Protocol for Grouping<V> {
    fn rules(&self) -> Rules {
        let orders = |size: usize| deals(size, size);
        let all = orders(self.players);
        let outcomes = self.sizes.iter().fold(all, |ways, &size| ways / orders(size));
        Rules::new(self.players, GainKind::Other { what: "groups", outcomes })
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let cipher = V::agree(table, Parties::everybody(self.players), self.values())?;
        self.deal(&cipher, table).map(|_| ())
    }

    /// Every group has its size, and its members know one another.
    fn legal(&self, outcome: &[Gain]) -> bool {
        let group = |gain: &Gain| (gain.value >> 32) as usize;
        let members = |wanted: usize| -> Parties {
            let own = outcome.iter().filter(|gain| group(gain) == wanted);
            own.fold(Parties::NONE, |members, gain| members.and(gain.to))
        };
        outcome.len() == self.players
            && self.sizes.iter().enumerate().all(|(group, &size)| members(group).len() == size)
            && outcome.iter().all(|gain| members(group(gain)).bits() == gain.value as u32)
    }

    fn told(&self, _: Parties, known: &[u64]) -> Option<String> {
        known.last().map(|group| format!("group {}: {}", (group >> 32) + 1, members_told(*group)))
    }
}

/// The members of a group, as a player gains it.
pub(super) fn members_told(group: u64) -> String {
    let members = Party::all(MAX_PARTIES).filter(|party| group >> party.place() & 1 == 1);
    members.map(|party| format!("P{party}")).collect::<Vec<_>>().join("+")
}

/// Groups that were made: who has read what, and the cards on the table.
pub struct Groups<'v, V: CardCipher> {
    deck: MaskedDeck<'v, V>,
    members: Vec<Member>,
}

/// A player's knowledge of his group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number of the group, from 0.
    pub group: usize,
    /// All of its members.
    pub members: Parties,
    /// The row of the group card in his pile.
    row: usize,
}

impl<V: CardCipher> Groups<'_, V> {
    /// The group that this player has read.
    pub fn member(&self, player: Party) -> Member {
        self.members[player.place()]
    }

    /// A player shows every party which group he is in.
    ///
    /// Errors: `NotAllowed` for a place of a group, which would show a member of it, and for a card
    /// that is no group card.
    pub fn show(&self, table: &mut DealTable<'_>, place: Party) -> OrFault<usize> {
        let players = self.members.len();
        let what = format!("opening place {place}");
        let Some(member) = self.members.get(place.place()) else {
            let why = "places of groups stay closed, each would show a member";
            return Err(table.fault(None, Cause::NotAllowed { what, why }));
        };
        let row =
            table.publish(place, "where the sender's group card lies", &(member.row as u64))?;
        let row = table.below(place, row, self.deck.height())?;
        let card = self.deck.show(table, row, place.place())? as usize;
        let why = "it is no group card";
        card.checked_sub(players).ok_or_else(|| table.fault(place, Cause::NotAllowed { what, why }))
    }
}

/// Turns known permutations into secret ones of the same kind: all are conjugated by one joint `σ`
/// that nobody knows.
///
/// A first row shows `σ`, row `j` shows `τj; σ`. All are moved once more by a joint `r`, and the
/// first is opened: `r; σ`, which is uniform whatever `σ` is. Sorted by it, row `j` is
/// `σ⁻¹; τj; σ`. Returns these rows and the row that was opened.
fn conjugates<'v, V: CardCipher>(
    maps: &[Permutation],
    [first, second]: &Passes,
    cipher: &'v V,
    table: &mut DealTable<'_>,
) -> OrFault<(MaskedDeck<'v, V>, Permutation)> {
    let k = maps.first().map_or(0, Permutation::len);
    let mut deck =
        MaskedDeck::open(cipher, k as u64, &vec![(0..k as u64).collect(); maps.len() + 1]);
    first.iter().try_for_each(|&(party, among)| deck.scramble(table, party, among))?;
    for (row, map) in maps.iter().enumerate() {
        deck.permute_row(row + 1, &map.inverse());
    }
    second.iter().try_for_each(|&(party, among)| deck.scramble(table, party, among))?;
    let opened = deck.turn_first_row(table)?.into_iter().map(|card| card as u32).collect();
    let opened = Permutation::new(opened).map_err(|what| table.fault(None, what))?;
    deck.permute(&opened);
    Ok((deck, opened))
}
