//! Werewolf without a moderator: roles by [`Grouping`], nights and days by `Urn`.

mod chance;
#[cfg(any(test, feature = "planted-bugs"))]
pub(super) mod planted;
#[cfg(test)]
mod tests;
mod village;

pub use chance::chance_of_wolves;
pub use village::{Phase, PlayerMove, Village, WOLVES, WerewolfSide};

use bluff_exact::{counted, excerpt};

use super::card_cipher::{CardCipher, IdealCipher};
use super::setting::{boxed, real, singles};
use super::system::deals;
use super::voting::is_tally;
use super::{
    Allowed, DealCost, DealTable, Gain, GainKind, Grouping, MAX_PARTIES, NamedProtocol, OrFault,
    Parties, Party, Protocol, RefusedSetting, Setting,
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
    if let Some(other) = setting.variant.as_deref().filter(|variant| *variant != "game") {
        let given = format!("variant = {}", excerpt(other));
        return Err(RefusedSetting::unexpected(given, "game: all nights and days"));
    }
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
        if wolves == 0 || wolves >= players.div_ceil(2) {
            let wolves = counted(wolves, "wolf", "wolves");
            let given = format!("{wolves} among {}", counted(players, "player", "players"));
            let expected = "at least one, and fewer than villagers";
            return Err(RefusedSetting::unexpected(given, expected));
        }
        let villagers = vec![1; (players - wolves).min(MAX_PARTIES)];
        let roles = Grouping::new(players, [vec![wolves], villagers].concat())?;
        Ok(Self { players, wolves, roles, whole: false })
    }

    /// Deals the roles and calls the first night.
    pub fn settle<'v>(&self, cipher: &'v V, table: &mut DealTable<'_>) -> OrFault<Village<'v, V>> {
        Village::settle(&self.roles, cipher, table)
    }

    /// Plays to the end, every party uniformly: wolves declare as soon as they win by it, and all
    /// roles are opened after it. One party cannot play this alone: who declares is read off all
    /// roles. Source: the article, rule by rule.
    pub fn game(&self, table: &mut DealTable<'_>) -> OrFault<WerewolfSide> {
        let cipher = V::agree(table, Parties::everybody(self.players), self.roles.values())?;
        let mut village = self.settle(&cipher, table)?;
        table.announce(|| {
            let chance = chance_of_wolves(self.players as u64, self.wolves as u64);
            let wolves = counted(self.wolves, "wolf", "wolves");
            format!("{wolves} among {} players; chance of the wolves {chance}", self.players)
        });
        loop {
            let living = village.living();
            let wolves: Parties = living.iter().filter(|&player| village.is_wolf(player)).collect();
            if let Some(wolf) = wolves.iter().next().filter(|_| 2 * wolves.len() >= living.len()) {
                village.act(table, wolf, PlayerMove::Declare)?;
            }
            if let Phase::Over(side) = village.phase() {
                village.reckon(table)?;
                return Ok(side);
            }
            for player in living.iter() {
                let action = village.uniform(table, player);
                village.act(table, player, action)?;
            }
        }
    }
}

impl<V: CardCipher> Protocol for Werewolf<V> {
    fn parties(&self) -> usize {
        self.players
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        if self.whole {
            return self.game(table).map(drop);
        }
        let everybody = Parties::everybody(self.players);
        let cipher = V::agree(table, everybody, self.roles.values())?;
        let mut village = self.settle(&cipher, table)?;
        for player in everybody.iter() {
            let ballot = match village.uniform(table, player) {
                PlayerMove::Night(Some(victim)) => victim.place() as u64 + 1,
                _ => 0,
            };
            village.urn.cast(table, player, ballot)?;
        }
        village.urn.count(table, village.hands()).map(|_| ())
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
        self.roles.legal(roles)
            && ballots.iter().enumerate().all(may)
            && tally.len() == n + 1
            && is_tally(ballots, tally)
    }

    fn gains(&self) -> GainKind {
        GainKind::Other("roles, votes and their tally")
    }

    /// Roles, and for every wolf any villager.
    fn outcomes(&self) -> u128 {
        let villagers = self.players - self.wolves;
        deals(self.players, villagers)
            .saturating_mul((villagers as u128).saturating_pow(self.wolves as u32))
    }
}
