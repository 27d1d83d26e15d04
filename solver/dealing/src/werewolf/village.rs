use crate::card_cipher::CardCipher;
use crate::voting::leaders;
use crate::{Cause, Coins, DealTable, Grouping, Groups, MaskedDeck, OrFault, Parties, Party, Urn};

/// The group of the wolves; every villager is one of his own.
pub const WOLVES: usize = 0;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Every living player casts a ballot: wolves a name, villagers a blank one.
    Night,
    /// Every living player votes for one of the living.
    Day,
    /// These have won.
    Over(WerewolfSide),
}

/// A side that can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WerewolfSide {
    /// There are as many of them as of villagers when one of them says so.
    Wolves,
    /// Nobody was killed in a night, or the wolves said so too early.
    Villagers,
}

/// A game of Werewolf without a moderator that goes on.
///
/// The article leaves four gaps, closed here. Who sends votes at night would show who is a wolf,
/// and so would the messenger to the victim: every living player casts a ballot each night, a blank
/// one if he is a villager, and the tally names the victim; it also shows how many wolves live. A
/// tie is voted on once more and then decided by lot. A villager who casts a name is found in
/// [`Village::reckon`], after the game. A wolf may declare too early, and loses.
///
/// The dead neither vote nor scramble, but what is opened still takes their shares.
pub struct Village<'v, V: CardCipher> {
    cipher: &'v V,
    roles: Groups<'v, V>,
    scramblers: Parties,
    pub(super) living: Parties,
    pub(super) phase: Phase,
    again: bool,
    /// The number of the night, and of the day after it, from 1.
    round: usize,
    /// Whom the options of the vote stand for.
    names: Vec<Option<Party>>,
    pub(super) urn: Urn<'v, V>,
    /// All ballots of the nights, still masked.
    nights: Vec<(Party, V::Card)>,
}

impl<'v, V: CardCipher> Village<'v, V> {
    /// Deals the roles; the first night falls.
    pub(super) fn settle(
        roles: &Grouping<V>,
        cipher: &'v V,
        table: &mut DealTable<'_>,
    ) -> OrFault<Self> {
        let living = Parties::everybody(table.parties());
        let mut village = Self {
            cipher,
            roles: roles.deal(cipher, table)?,
            scramblers: roles.scramblers(),
            living,
            phase: Phase::Night,
            again: false,
            round: 1,
            names: Vec::new(),
            urn: Urn::new(cipher, living, living, 0),
            nights: Vec::new(),
        };
        village.call_the_vote();
        Ok(village)
    }

    /// True if this player read that he is a wolf; he alone and the other wolves know it.
    pub fn is_wolf(&self, player: Party) -> bool {
        self.roles.member(player).group == WOLVES
    }

    /// A player votes: by night for whom to kill, where a villager must say nobody, by day for whom
    /// to execute.
    ///
    /// Errors: names the player who has no vote, or whose vote is not among the options; and
    /// the player who breaks a vote.
    pub fn vote(&mut self, table: &mut DealTable<'_>, by: Party, vote: Option<Party>) -> OrFault {
        let illegal = |why| Cause::NotAllowed { what: "this vote".to_owned(), why };
        let over = matches!(self.phase, Phase::Over(_));
        table.require(!over, by, illegal("the game is over"))?;
        let option = self.names.iter().position(|&name| name == vote);
        let option =
            option.ok_or_else(|| table.fault(by, illegal("nobody of that name lives here")))?;
        self.urn.cast(table, by, option as u64)?;
        if self.urn.missing().is_none() { self.close_the_vote(table) } else { Ok(()) }
    }

    /// The vote of a player who gives nothing away: the wolf kills any living villager, and by day
    /// each player votes for any living one.
    pub(super) fn uniform(&self, table: &mut DealTable<'_>, by: Party) -> Option<Party> {
        let any = match self.phase {
            Phase::Day => self.living,
            _ if !self.is_wolf(by) => return None,
            _ => self.living.iter().filter(|&victim| !self.is_wolf(victim)).collect(),
        };
        any.iter().nth(table.coins(by).below(any.len().max(1) as u64) as usize)
    }

    fn call_the_vote(&mut self) {
        let nobody = (self.phase == Phase::Night).then_some(None);
        self.names = nobody.into_iter().chain(self.living.iter().map(Some)).collect();
        self.urn = Urn::new(self.cipher, self.living, self.hands(), self.names.len() as u64);
    }

    /// Those of the living who scramble.
    pub(super) fn hands(&self) -> Parties {
        self.scramblers.iter().filter(|&party| self.living.has(party)).collect()
    }

    /// Counts the votes; blank ones do not count.
    fn close_the_vote(&mut self, table: &mut DealTable<'_>) -> OrFault {
        let tally = self.urn.count(table)?;
        let night = self.phase == Phase::Night;
        if night {
            self.nights.extend_from_slice(self.urn.ballots());
        }
        let lead = leaders(&tally, usize::from(night));
        let chosen = match lead[..] {
            [] => None,
            [one] => Some(one),
            _ if !self.again => {
                self.tell(table, &tally, "a tie, the vote is repeated");
                self.again = true;
                self.call_the_vote();
                return Ok(());
            }
            ref tied => Some(self.urn.lot(table, tied)?),
        };
        let victim = chosen.and_then(|option| self.names.get(option as usize).copied().flatten());
        self.living = victim.map_or(self.living, |victim| self.living.without(victim));
        let fate = if night { "killed" } else { "executed" };
        self.tell(
            table,
            &tally,
            &match victim {
                Some(victim) if lead.len() > 1 => format!("player {victim} is {fate} by lot"),
                Some(victim) => format!("player {victim} is {fate}"),
                None => "nobody is killed, and the villagers win".to_owned(),
            },
        );
        self.again = false;
        self.round += usize::from(!night);
        self.phase = match victim {
            Some(_) if self.living.is_empty() => Phase::Over(WerewolfSide::Villagers),
            Some(_) if night => Phase::Day,
            Some(_) => Phase::Night,
            None => Phase::Over(WerewolfSide::Villagers),
        };
        self.call_the_vote();
        Ok(())
    }

    /// Announces a vote: the options that got any, and what follows.
    fn tell(&self, table: &mut DealTable<'_>, tally: &[u64], follows: &str) {
        let votes = |(name, count): (&Option<Party>, &u64)| match name {
            Some(player) => format!("player {player}: {count}"),
            None => format!("blank: {count}"),
        };
        table.announce(|| {
            let given = self.names.iter().zip(tally).filter(|(_, count)| **count > 0);
            let votes: Vec<String> = given.map(votes).collect();
            let time = if self.phase == Phase::Night { "night" } else { "day" };
            format!("{time} {}, votes for {}; {follows}", self.round, votes.join(", "))
        });
    }

    /// A wolf says that the wolves have won: all living players open their group cards, he first.
    ///
    /// Errors: names the player who may not say so.
    pub fn declare(&mut self, table: &mut DealTable<'_>, by: Party) -> OrFault {
        let illegal = |why| Cause::NotAllowed { what: "this declaration".to_owned(), why };
        let over = matches!(self.phase, Phase::Over(_));
        table.require(!over, by, illegal("the game is over"))?;
        table.require(self.living.has(by), by, illegal("he is dead"))?;
        let opened = self.open_roles(table, by.into())?;
        table.require(opened.has(by), by, illegal("he opens as a villager"))?;
        let wolves = 1 + self.open_roles(table, self.living.without(by))?.len();
        let won = 2 * wolves >= self.living.len();
        table.announce(|| {
            let side = if won { "wolves" } else { "villagers" };
            format!(
                "player {by} declares, {wolves} of {} are wolves; the {side} win",
                self.living.len()
            )
        });
        self.phase = Phase::Over(if won { WerewolfSide::Wolves } else { WerewolfSide::Villagers });
        Ok(())
    }

    /// These players open their group cards: the wolves among them.
    fn open_roles(&self, table: &mut DealTable<'_>, players: Parties) -> OrFault<Parties> {
        let mut wolves = Parties::NONE;
        for player in players.iter() {
            if self.roles.show(table, player)? == WOLVES {
                wolves = wolves.and(player.into());
            }
        }
        Ok(wolves)
    }

    /// After the game: all roles are opened, and what villagers cast at night; ballots of wolves
    /// stay closed.
    ///
    /// Errors: names a villager whose ballot was not blank; `NotAllowed` before the end.
    pub fn reckon(&self, table: &mut DealTable<'_>) -> OrFault {
        if !matches!(self.phase, Phase::Over(_)) {
            let what = "opening ballots of the night".to_owned();
            return Err(table.fault(None, Cause::NotAllowed { what, why: "the game is not over" }));
        }
        let wolves = self.open_roles(table, Parties::everybody(table.parties()))?;
        let (voters, cards): (Vec<Party>, Vec<V::Card>) =
            self.nights.iter().filter(|ballot| !wolves.has(ballot.0)).cloned().unzip();
        let ballots =
            MaskedDeck::of(self.cipher, table.parties() as u64 + 1, cards).turn_first_row(table)?;
        table.announce(|| format!("all roles are opened: wolves {wolves}"));
        match voters.into_iter().zip(ballots).find(|&(_, ballot)| ballot != 0) {
            Some((villager, _)) => {
                let what = "a name on a ballot of the night".to_owned();
                Err(table.fault(villager, Cause::NotAllowed { what, why: "he is a villager" }))
            }
            None => Ok(()),
        }
    }
}
