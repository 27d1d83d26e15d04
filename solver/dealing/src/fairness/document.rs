use serde::{Deserialize, Serialize};

use super::{FairnessReport, NotChecked, Sample, exact, sample};
use crate::{NamedProtocol, Setting};
use bluff_exact::control::Control;
use bluff_exact::json::json_words;

/// The question: the head of both documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedSetting {
    /// The version of the document.
    pub format: u32,
    /// The name of the protocol.
    pub protocol: String,
    /// Its setting.
    #[serde(flatten)]
    pub setting: Setting,
}

/// An answer under its question. Keys come in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerDocument<Q, A> {
    /// The question.
    #[serde(flatten)]
    pub asked: Q,
    /// The answer.
    #[serde(flatten)]
    pub found: A,
}

/// The certificate of an exact check.
pub type FairnessCertificate = AnswerDocument<CheckedSetting, FairnessReport>;
/// The tests of a sample.
pub type Statistics = AnswerDocument<CheckedSetting, Sample>;

/// Why a certificate is not believed.
#[allow(missing_docs, reason = "a message names its fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotVerified {
    /// Not a certificate.
    #[error("no certificate: {0}")]
    Unreadable(String),
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
        Self { format, protocol: system.name.to_owned(), setting: setting.clone() }
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
    /// assert!(certificate.found.fair);
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
        Ok(Self { asked: CheckedSetting::new(FORMAT, system, setting), found })
    }

    /// Reads a certificate and believes nothing of it: the check is made again.
    ///
    /// Errors: what is no certificate; the first key that differs; as [`FairnessCertificate::new`].
    pub fn verify(text: &str, limit: u64, control: &Control) -> Result<Self, NotVerified> {
        let unreadable = |error: serde_json::Error| NotVerified::Unreadable(json_words(error));
        let told: serde_json::Value = serde_json::from_str(text).map_err(unreadable)?;
        let asked = CheckedSetting::deserialize(&told).map_err(unreadable)?;
        if asked.format != FORMAT {
            let reason = format!("format {}, expected {FORMAT}", asked.format);
            return Err(NotVerified::Unreadable(reason));
        }
        let system = NamedProtocol::named(&asked.protocol).map_err(NotChecked::from)?;
        let found = Self::new(system, &asked.setting, limit, control)?;
        let again = serde_json::to_value(&found).unwrap_or_default();
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
        sampled: (u64, u64),
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let protocol = system.protocol(setting)?;
        let found = sample(&*protocol, &system.checked_against(setting)?, sampled, control)?;
        Ok(Self { asked: CheckedSetting::new(STATISTICS_FORMAT, system, setting), found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairness::MAX_BRANCHES;

    fn certificate(bug: Option<&'static str>) -> FairnessCertificate {
        let system = NamedProtocol::named("barany-furedi").expect("it is there");
        let bug = bug.map(str::to_owned);
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
        let found = planted.found;
        assert_eq!((found.fair, found.offenders), (false, vec!["Q".to_owned()]));
        assert!(found.witness[0].starts_with("Q: F3 fails: "), "{:?}", found.witness);
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
