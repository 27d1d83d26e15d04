use serde::{Deserialize, Serialize};

use super::sample::names;
use super::{Breach, CardBySeat, FairnessReport, NotChecked, Test, exact, sample};
use crate::{NamedProtocol, Parties, Protocol, RefusedSetting, Setting};
use bluff_exact::control::Control;

/// The question: the head of both documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedSetting {
    /// The version of the document.
    pub format: u32,
    /// The name of the protocol.
    pub protocol: String,
    /// The players; helpers and servers come on top.
    pub players: usize,
    /// Cards in the deck.
    pub cards: usize,
    /// Cards each player draws.
    pub hand: usize,
    /// The planted bug, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bug: Option<String>,
    /// The variant of the protocol, if it is not played plainly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

/// The certificate of an exact check. Numbers that may be large are texts; keys come in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FairnessCertificate {
    /// The question.
    #[serde(flatten)]
    pub asked: CheckedSetting,
    /// Sequences of coins: every one was played.
    pub branches: String,
    /// The probability that the protocol came to no end, a fraction; all laws are given that it
    /// did.
    pub unfinished: String,
    /// Different outcomes.
    pub outcomes: String,
    /// Against whom it was checked, each with the number of different views, prefixes among them.
    pub views: Vec<(String, String)>,
    /// A digest of all views with the law of the outcome given each, in hexadecimal.
    pub laws: String,
    /// True if all laws are as they should be.
    pub fair: bool,
    /// The coalitions that can know more than their part.
    pub offenders: Vec<String>,
    /// The breach, in words: a view, and the law given it beside the one that is due.
    pub witness: Vec<String>,
}

/// The tests of a sample. Keys come in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The question.
    #[serde(flatten)]
    pub asked: CheckedSetting,
    /// Deals made.
    pub deals: String,
    /// The seed of the coins.
    pub seed: String,
    /// Deals that came to no end.
    pub unfinished: String,
    /// The names of all tests that were made.
    pub tested: Vec<String>,
    /// The properties that no test looked at, in words.
    pub untested: Vec<String>,
    /// True if some test rejects. If none does, that is no proof that the protocol is fair.
    pub rejected: bool,
    /// The tests.
    pub tests: Vec<Test>,
    /// The number of times each card came to each seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<CardBySeat>,
}

/// Why a certificate is not believed.
#[allow(missing_docs, reason = "a message names its fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotVerified {
    /// Not a certificate.
    #[error("no certificate: {0}")]
    Unreadable(String),
    /// A version that is not known.
    #[error("format {given}, expected {expected}")]
    Format { given: u32, expected: u32 },
    /// A claim that checking again does not find.
    #[error("“{key}” is {given}, but checking again gives {found}")]
    Differs { key: &'static str, given: String, found: String },
    /// Checking again came to no end.
    #[error(transparent)]
    NotChecked(#[from] NotChecked),
}

/// The version of certificates.
const FORMAT: u32 = 1;
/// The version of statistics; the first one said “fair” where no test rejects.
const STATISTICS_FORMAT: u32 = 2;
/// The claims of a certificate, by key.
const CLAIMS: [&str; 8] =
    ["branches", "unfinished", "outcomes", "views", "laws", "fair", "offenders", "witness"];

impl CheckedSetting {
    fn new(format: u32, system: &NamedProtocol, setting: &Setting) -> Self {
        let Setting { players, cards, hand, bug, variant } = setting.clone();
        let protocol = system.name.to_owned();
        Self { format, protocol, players, cards, hand, bug: bug.map(str::to_owned), variant }
    }
}

impl FairnessCertificate {
    /// Checks a protocol over ideal ciphertexts against every coalition it should hold against,
    /// over every sequence of coins.
    ///
    /// Errors: what the protocol or [`exact()`] refuses; `Stopped` when cancelled.
    ///
    /// ```
    /// use bluff_exact::control::Control;
    /// use bluff_dealing::fairness::{FairnessCertificate, MAX_BRANCHES};
    /// use bluff_dealing::{Setting, NamedProtocol};
    /// let setting = Setting::new(3, 3, 1);
    /// let control = Control::new();
    /// let system = NamedProtocol::named("barany-furedi")?;
    /// let certificate = FairnessCertificate::new(system, &setting, MAX_BRANCHES, &control)?;
    /// assert!(certificate.fair);
    /// let text = serde_json::to_string(&certificate)?;
    /// assert_eq!(FairnessCertificate::verify(&text, MAX_BRANCHES, &control)?, certificate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        system: &NamedProtocol,
        setting: &Setting,
        limit: u64,
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let protocol = system.protocol(setting)?;
        let found = exact(&*protocol, &system.checked_against(setting)?, limit, control)?;
        Ok(Self::of(CheckedSetting::new(FORMAT, system, setting), &*protocol, &found))
    }

    fn of(asked: CheckedSetting, protocol: &dyn Protocol, found: &FairnessReport) -> Self {
        let name = |coalition: &Parties| names(protocol, *coalition);
        let viewed = |(coalition, views): &(Parties, usize)| (name(coalition), views.to_string());
        let witness = |(coalition, breach): &(Parties, Breach)| match coalition.is_empty() {
            true => breach.to_string(),
            false => format!("{}: {breach}", name(coalition)),
        };
        Self {
            asked,
            branches: found.branches.to_string(),
            unfinished: found.unfinished.to_string(),
            outcomes: found.outcomes.to_string(),
            views: found.views.iter().map(viewed).collect(),
            laws: format!("{:016x}", found.laws),
            fair: found.fair(),
            offenders: found.offenders().iter().map(name).collect(),
            witness: found.breaches.iter().map(witness).collect(),
        }
    }

    /// Reads a certificate and believes nothing of it: the check is made again.
    ///
    /// Errors: what is no certificate; the first key that differs; as [`FairnessCertificate::new`].
    pub fn verify(text: &str, limit: u64, control: &Control) -> Result<Self, NotVerified> {
        let given: Self = serde_json::from_str(text)
            .map_err(|error| NotVerified::Unreadable(error.to_string()))?;
        if given.asked.format != FORMAT {
            return Err(NotVerified::Format { given: given.asked.format, expected: FORMAT });
        }
        let refused = |refused: RefusedSetting| NotVerified::NotChecked(refused.into());
        let system = NamedProtocol::named(&given.asked.protocol).map_err(refused)?;
        let bug =
            given.asked.bug.as_deref().map(|bug| system.bug(bug)).transpose().map_err(refused)?;
        let CheckedSetting { players, cards, hand, variant, .. } = given.asked.clone();
        let setting = Setting { bug, variant, ..Setting::new(players, cards, hand) };
        let found = Self::new(system, &setting, limit, control)?;
        let [told, again] = [&given, &found].map(|of| serde_json::to_value(of).unwrap_or_default());
        match CLAIMS.into_iter().find(|&key| told[key] != again[key]) {
            Some(key) => {
                let [given, found] =
                    [told, again].map(|all| bluff_exact::excerpt(&all[key].to_string()));
                Err(NotVerified::Differs { key, given, found })
            }
            None => Ok(found),
        }
    }
}

impl Statistics {
    /// Deals at random and tests.
    ///
    /// Errors: what the protocol refuses; `Stopped` when cancelled.
    pub fn new(
        system: &NamedProtocol,
        setting: &Setting,
        (deals, seed): (u64, u64),
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let protocol = system.protocol(setting)?;
        let against = system.checked_against(setting)?;
        let found = sample(&*protocol, &against, (deals, seed), control)?;
        Ok(Self {
            asked: CheckedSetting::new(STATISTICS_FORMAT, system, setting),
            deals: deals.to_string(),
            seed: seed.to_string(),
            unfinished: found.unfinished.to_string(),
            tested: found.tests.iter().map(|test| test.name.clone()).collect(),
            rejected: found.rejects(),
            untested: found.untested,
            tests: found.tests,
            table: found.table,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairness::MAX_BRANCHES;

    fn certificate(bug: Option<&'static str>) -> FairnessCertificate {
        let system = NamedProtocol::named("barany-furedi").expect("it is there");
        let setting = Setting { bug, ..Setting::new(3, 3, 1) };
        FairnessCertificate::new(system, &setting, MAX_BRANCHES, &Control::new())
            .expect("few branches")
    }

    #[test]
    fn certificates_say_what_the_contract_says() {
        let text = serde_json::to_string(&certificate(None)).expect("plain data");
        let begin = concat!(
            r#"{"format":1,"protocol":"barany-furedi","players":3,"cards":3,"hand":1,"#,
            r#""branches":"1296","unfinished":"0","outcomes":"6","#
        );
        assert!(text.starts_with(begin), "{text}");
        assert!(text.ends_with(r#""fair":true,"offenders":[],"witness":[]}"#), "{text}");
        let planted = certificate(Some("lowest-free-place"));
        assert_eq!((planted.fair, planted.offenders), (false, vec!["Q".to_owned()]));
        assert!(planted.witness[0].starts_with("Q: F3 fails: "), "{:?}", planted.witness);
    }

    #[test]
    fn a_changed_certificate_is_refused_and_says_where() {
        let text = serde_json::to_string(&certificate(Some("constant-code"))).expect("plain data");
        let control = Control::new();
        assert!(FairnessCertificate::verify(&text, MAX_BRANCHES, &control).is_ok());
        let laws =
            format!("\"laws\":\"{}", &text[text.find("laws").expect("it is there") + 7..][..1]);
        let other = if laws.ends_with('0') { "\"laws\":\"1" } else { "\"laws\":\"0" };
        for (from, to, key) in [
            ("\"fair\":false", "\"fair\":true", "fair"),
            ("\"216\"", "\"215\"", "branches"),
            ("[\"P2\"]", "[\"P1\"]", "offenders"),
            (laws.as_str(), other, "laws"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            let refused = FairnessCertificate::verify(&changed, MAX_BRANCHES, &control);
            assert!(
                matches!(refused, Err(NotVerified::Differs { key: named, .. }) if named == key),
                "{refused:?}"
            );
        }
        for no_certificate in [
            "",
            "{}",
            &text.replace("barany-furedi", "nobody"),
            &text.replace("constant-code", "no bug"),
        ] {
            assert!(FairnessCertificate::verify(no_certificate, MAX_BRANCHES, &control).is_err());
        }
    }
}
