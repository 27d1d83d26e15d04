//! Werewolf without a moderator: roles by [`Grouping`], nights and days by `Urn`.

#[cfg(test)]
mod tests;
mod village;

pub use village::{Phase, Village, WOLVES, WerewolfSide};

use bluff_exact::{Rational, counted};

use super::card_cipher::{CardCipher, IdealCipher};
use super::fault::allow;
use super::grouping::members_told;
use super::setting::{boxed, real, singles};
use super::system::deals;
use super::voting::{is_tally, tally_told};
use super::{
    Allowed, DealCost, DealTable, Gain, GainKind, Grouping, MAX_PARTIES, NamedProtocol, OrFault,
    Parties, Party, Protocol, Rules, Setting, Urn,
};

/// A game of Werewolf: some wolves, who know one another, among villagers, who know nobody.
///
/// As a protocol it is the roles and the ballots of the first night with their tally, before any
/// tie is broken; wolves choose a villager by a toss. [`Werewolf::game`] plays to the end, and is
/// the variant `game`. Source:
/// the article on Werewolf; its gaps and their cures are told at [`Village`].
///
/// Holds against every coalition without one of those who scramble: shown exactly for three players
/// and two scramblers. The tally of the night shows every party how many wolves live, and the lot
/// and the days are public.
pub struct Werewolf<V> {
    players: usize,
    wolves: usize,
    roles: Grouping<V>,
    /// True if the protocol is the whole game.
    whole: bool,
    /// True if villagers cast blank ballots by night: always; the article has wolves vote alone.
    pub(super) blanks: bool,
}

/// The protocol by name: `hand` of the players are wolves. The variant `game` is the whole game.
///
/// Two of the parties scramble, which is enough against any single one and leaves few enough
/// branches for three players.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "werewolf",
    title: "Werewolf",
    about: "roles and first night of Werewolf, shuffled by two players; as many wolves as a hand \
        has cards, the deck does not matter; the variant game is all nights and days",
    assumes: super::setting::CURVE,
    is_proved: true,
    ideal: |setting| boxed(ideal(setting)),
    real: real!(|setting| boxed(named::<super::card_cipher::ElGamal>(setting))),
    cost: DealCost::High,
    holds: |setting| if setting.variant.is_none() { singles(setting.players) } else { Vec::new() },
};

/// The game of a setting.
fn named<V: CardCipher>(setting: &Setting) -> Allowed<Werewolf<V>> {
    let whole = setting.variant.is_some();
    let fits = setting.variant.as_deref().is_none_or(|variant| variant == "game");
    setting.allow_variant(fits, "game: all nights and days")?;
    Ok(Werewolf { whole, ..Werewolf::new(setting.players, setting.hand)? })
}

pub(super) fn ideal(setting: &Setting) -> Allowed<Werewolf<IdealCipher>> {
    let game = named(setting)?;
    let two = Party::all(2).collect();
    Ok(Werewolf { roles: game.roles.scrambled_by(two), ..game })
}

impl<V: CardCipher> Werewolf<V> {
    /// So many players, of whom some are wolves.
    ///
    /// Errors: no wolves, or so many that they have won already; as [`Grouping::new`].
    pub fn new(players: usize, wolves: usize) -> Allowed<Self> {
        let (some, all) =
            (counted(wolves, "wolf", "wolves"), counted(players, "player", "players"));
        let fits = wolves > 0 && wolves < players.div_ceil(2);
        allow(fits, format!("{some} among {all}"), "at least one, and fewer than villagers")?;
        let villagers = vec![1; (players - wolves).min(MAX_PARTIES)];
        let roles = Grouping::new(players, [vec![wolves], villagers].concat())?;
        Ok(Self { players, wolves, roles, whole: false, blanks: true })
    }

    /// Plays to the end, every party uniformly: wolves declare as soon as they win by it, and all
    /// roles are opened after it. One party cannot play this alone: who declares is read off all
    /// roles. Source: the article, rule by rule.
    pub fn game(&self, table: &mut DealTable<'_>) -> OrFault<WerewolfSide> {
        let cipher = V::agree(table, Parties::everybody(self.players), self.roles.values())?;
        let mut village = Village::settle(&self.roles, &cipher, table)?;
        table.announce(|| {
            let chance = chance_of_wolves(self.players as u64, self.wolves as u64);
            let wolves = counted(self.wolves, "wolf", "wolves");
            format!("{wolves} among {} players; chance of the wolves {chance}", self.players)
        });
        loop {
            let living = village.living;
            let wolves: Parties = living.iter().filter(|&player| village.is_wolf(player)).collect();
            if let Some(wolf) = wolves.iter().next().filter(|_| 2 * wolves.len() >= living.len()) {
                village.declare(table, wolf)?;
            }
            if let Phase::Over(side) = village.phase {
                village.reckon(table)?;
                return Ok(side);
            }
            for player in living.iter() {
                let vote = village.uniform(table, player);
                village.vote(table, player, vote)?;
            }
        }
    }
}

impl<V: CardCipher> Protocol for Werewolf<V> {
    /// Roles, and for every wolf any villager.
    fn rules(&self) -> Rules {
        let villagers = self.players - self.wolves;
        let outcomes = deals(self.players, villagers)
            .saturating_mul((villagers as u128).saturating_pow(self.wolves as u32));
        Rules::new(self.players, GainKind::Other { what: "roles, votes and their tally", outcomes })
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        if self.whole {
            return self.game(table).map(drop);
        }
        let everybody = Parties::everybody(self.players);
        let cipher = V::agree(table, everybody, self.roles.values())?;
        let mut village = Village::settle(&self.roles, &cipher, table)?;
        if !self.blanks {
            let wolves = everybody.iter().filter(|&player| village.is_wolf(player)).collect();
            village.urn = Urn::new(&cipher, wolves, village.hands(), self.players as u64 + 1);
        }
        for player in everybody.iter() {
            match village.uniform(table, player) {
                None if !self.blanks => table.gain(player, 0),
                victim => {
                    let ballot = victim.map_or(0, |victim| victim.place() as u64 + 1);
                    village.urn.cast(table, player, ballot)?;
                }
            }
        }
        village.urn.count(table).map(|_| ())
    }

    /// Roles as groups, names from wolves only and none of a wolf, and a tally of them.
    fn legal(&self, outcome: &[Gain]) -> bool {
        let n = self.players;
        let [roles, ballots, tally] =
            [0..n, n..2 * n, 2 * n..3 * n + 1].map(|part| outcome.get(part).unwrap_or(&[]));
        let wolf =
            |player: usize| roles.get(player).is_some_and(|role| role.value >> 32 == WOLVES as u64);
        let blank = |ballot: &Gain| ballot.value == 0;
        let may = |(player, ballot): (usize, &Gain)| {
            wolf(player) != blank(ballot) && (blank(ballot) || !wolf(ballot.value as usize - 1))
        };
        let cast: Vec<Gain> =
            ballots.iter().filter(|ballot| self.blanks || !blank(ballot)).copied().collect();
        self.roles.legal(roles)
            && ballots.iter().enumerate().all(may)
            && tally.len() == n + 1
            && is_tally(&cast, tally)
    }

    /// In the whole game votes are told by its events.
    fn told(&self, to: Parties, known: &[u64]) -> Option<String> {
        let name =
            |option: u64| if option == 0 { "blank".to_owned() } else { format!("P{option}") };
        match (to.len(), known) {
            (1, [role]) if role >> 32 == WOLVES as u64 => {
                Some(format!("wolves: {}", members_told(*role)))
            }
            (1, [_]) => Some("villager".to_owned()),
            _ if self.whole => None,
            (1, _) => known.last().map(|ballot| format!("ballot: {}", name(*ballot))),
            _ => tally_told(known, self.players + 1, 1, name),
        }
    }
}

/// The exact chance of the wolves, before the first night, if every player plays uniformly: wolves
/// kill a villager, the living execute one of themselves, and wolves declare as soon as they win by
/// it.
///
/// Cost: `players · wolves` states.
///
/// ```
/// use bluff_dealing::chance_of_wolves;
/// assert_eq!(chance_of_wolves(9, 2).to_string(), "27/32");
/// ```
pub fn chance_of_wolves(players: u64, wolves: u64) -> Rational {
    let villagers = players.saturating_sub(wolves);
    // The chances at night with the wolves there are, for each number of villagers from 0; first
    // without any wolf.
    let mut fewer = vec![Rational::from(0_u64); villagers as usize + 1];
    for wolves in 1..=wolves {
        let mut nights: Vec<Rational> = Vec::new();
        for villagers in 0..=villagers {
            // One villager is killed; without a majority of the others the day takes any of the
            // living.
            let chance = if wolves + 1 >= villagers {
                Rational::from(1_u64)
            } else {
                let (left, living) = (villagers - 1, wolves + villagers - 1);
                let part = |of: u64| Rational::from(of) / Rational::from(living);
                part(wolves) * fewer[left as usize].clone()
                    + part(left) * nights[left as usize - 1].clone()
            };
            nights.push(chance);
        }
        fewer = nights;
    }
    fewer.pop().unwrap_or_else(|| Rational::from(0_u64))
}
