//! Every protocol by its name, and settings from text.

use bluff_exact::{did_you_mean, excerpt, nearest, one_of, whole_number};

use super::fault::allow_field;
use super::{
    Allowed, GainKind, MAX_DECK, MAX_PARTIES, NamedProtocol, Parties, Protocol, RefusedSetting,
    Setting,
};

/// Every protocol there is.
pub const PROTOCOLS: [&NamedProtocol; 13] = [
    &super::barany_furedi::PROTOCOL,
    &super::cycle::PROTOCOL,
    &super::checking::PROTOCOL,
    &super::splitting::PROTOCOL,
    &super::padlocks::PROTOCOL,
    &super::verified_deck::PROTOCOL,
    &super::verified_deck::TWO_SERVERS,
    &super::golle::PROTOCOL,
    &super::crepeau::PROTOCOL,
    &super::insertion::PROTOCOL,
    &super::grouping::PROTOCOL,
    &super::voting::PROTOCOL,
    &super::werewolf::PROTOCOL,
];

/// The protocols that have variants, each with an example: players, cards, cards of a hand, and the
/// text.
pub const VARIANTS: [(&str, [&str; 3], &str); 6] = [
    ("barany-furedi", ["3", "6", "1"], "1,2,0"),
    ("cycle", ["4", "5", "1"], "1-2,2-3,3-4,4-1,1-3"),
    ("checking", ["3", "6", "0"], "2,1,1"),
    ("crepeau", ["2", "3", "1"], "open:1:1,discard:2,draw:2"),
    ("grouping", ["6", "1", "0"], "3,2,1"),
    ("werewolf", ["3", "1", "1"], "game"),
];

/// The protocols in which the cards of a hand do not matter.
const WITHOUT_HANDS: [&str; 2] = ["insertion", "voting"];

impl Setting {
    /// A protocol by name, and its setting from text: players, cards, cards for each player, a
    /// variant and a planted bug. A hand of no cards deals nothing, so it is refused unless a
    /// variant has hands of its own, or nobody gets a hand.
    ///
    /// Errors: `Count` for what is no whole number that protocols take; names that are not known.
    ///
    /// ```
    /// use bluff_dealing::Setting;
    /// let (system, setting) = Setting::parse("padlocks", ["3", "52", "1"], None, None)?;
    /// assert_eq!((system.name, setting.cards), ("padlocks", 52));
    /// let refused = Setting::parse("padlocks", ["33", "52", "1"], None, None).err().unwrap();
    /// assert_eq!(refused.to_string(), "players = 33, expected a whole number from 2 to 32");
    /// # Ok::<(), bluff_dealing::RefusedSetting>(())
    /// ```
    pub fn parse(
        protocol: &str,
        [players, cards, hand]: [&str; 3],
        variant: Option<&str>,
        bug: Option<&str>,
    ) -> Allowed<(&'static NamedProtocol, Self)> {
        let system = NamedProtocol::named(protocol)?;
        let cards = whole_number("cards", cards, 1..=MAX_DECK as u64)? as usize;
        let is_dealt = variant.is_none_or(str::is_empty) && !WITHOUT_HANDS.contains(&system.name);
        let least = u64::from(is_dealt);
        let hand = whole_number("hand", hand, least..=MAX_DECK as u64)? as usize;
        let players = Self::parse_players(players)?;
        let bug = bug.map(|bug| system.bug(bug).map(str::to_owned)).transpose()?;
        Ok((system, Self { bug, ..Self::new(players, cards, hand).with_variant(variant) }))
    }

    /// The number of players from text.
    ///
    /// Errors: `Count` for what is no whole number that protocols take.
    pub fn parse_players(text: &str) -> Allowed<usize> {
        Ok(whole_number("players", text, 2..=MAX_PARTIES as u64)? as usize)
    }
}

impl NamedProtocol {
    /// Refuses sizes that no protocol takes, before anything is made of them, and a variant of one
    /// that has none.
    fn possible(&self, setting: &Setting) -> Allowed {
        for (name, given, most) in [
            ("players", setting.players, MAX_PARTIES),
            ("cards", setting.cards, MAX_DECK),
            ("hand", setting.hand, MAX_DECK),
        ] {
            let words = format!("{name} = {given}");
            allow_field(given <= most, (name, given), words, format!("at most {most}"))?;
        }
        let names = VARIANTS.map(|variant| variant.0);
        let fits = setting.variant.is_none() || names.contains(&self.name);
        let expected = format!("none for {}, only for {}", self.name, names.join(", "));
        setting.allow_variant(fits, expected)
    }

    /// The coalitions against which the protocol of a setting is checked.
    ///
    /// Errors: a setting that is only played.
    pub(super) fn checked_against(&self, setting: &Setting) -> Allowed<Vec<Parties>> {
        let coalitions = (self.holds)(setting);
        let expected = "none: a whole game is played, and its parts checked";
        setting.allow_variant(!coalitions.is_empty(), expected)?;
        Ok(coalitions)
    }

    /// The protocol of this name.
    ///
    /// Errors: `UnknownProtocol` with all names.
    pub fn named(name: &str) -> Allowed<&'static Self> {
        let unknown = || RefusedSetting::UnknownProtocol {
            given: excerpt(name),
            expected: one_of(name, PROTOCOLS.map(|system| system.name)),
        };
        PROTOCOLS.into_iter().find(|system| system.name == name).ok_or_else(unknown)
    }

    /// The names of the bugs that can be planted here, those of shuffles last; none without the
    /// feature `planted-bugs`.
    pub fn all_bugs(&self) -> impl Iterator<Item = &'static str> {
        #[cfg(any(test, feature = "planted-bugs"))]
        return super::planted::bugs(self.name).map(|bug| bug.0);
        #[cfg(not(any(test, feature = "planted-bugs")))]
        std::iter::empty()
    }

    /// The name of a bug that can be planted here, for [`Setting::bug`].
    ///
    /// Errors: all names.
    pub fn bug(&self, name: &str) -> Allowed<&'static str> {
        let all = || self.all_bugs();
        let unknown = || {
            let names = all().collect::<Vec<_>>().join(", ") + &did_you_mean(nearest(name, all()));
            let expected = format!("for {}: {names}", self.name);
            let given = excerpt(name);
            RefusedSetting::of_field("plant", &given, format!("bug “{given}”"), expected)
        };
        all().find(|bug| *bug == name).ok_or_else(unknown)
    }

    /// The size of a deal, and the number of deals, in which a sample shows most bugs: views come
    /// again, and outcomes are few.
    pub fn proposed(&self) -> (Setting, u64) {
        let (players, cards, hand) = match self.name {
            "barany-furedi" | "cycle" | "checking" | "insertion" => (3, 3, 1),
            "splitting" => (2, 3, 2),
            "grouping" => (3, 1, 2),
            "voting" => (3, 2, 0),
            "werewolf" => (3, 1, 1),
            _ => (2, 3, 1),
        };
        (Setting::new(players, cards, hand), 100_000)
    }

    /// True if it deals cards to players, rather than votes, groups or permutations.
    pub fn deals_cards(&self) -> bool {
        let small = Setting::new(3, 3, 1);
        (self.ideal)(&small)
            .is_ok_and(|protocol| matches!(protocol.rules().gains, GainKind::Cards { .. }))
    }

    /// The protocol over ideal ciphertexts, with its bug if there is one.
    ///
    /// Errors: an unknown bug; whatever the protocol refuses.
    pub fn protocol(&self, setting: &Setting) -> Allowed<Box<dyn Protocol>> {
        self.possible(setting)?;
        let Some(bug) = &setting.bug else { return (self.ideal)(setting) };
        self.bug(bug)?;
        #[cfg(any(test, feature = "planted-bugs"))]
        if let Some(planted) = super::planted::planted(self, setting) {
            return planted;
        }
        (self.ideal)(setting)
    }

    /// The protocol with real ciphertexts, if it needs any.
    ///
    /// Errors: whatever the protocol refuses.
    pub fn dealing(&self, setting: &Setting) -> Allowed<Box<dyn Protocol>> {
        self.possible(setting)?;
        self.real.unwrap_or(self.ideal)(setting)
    }
}
