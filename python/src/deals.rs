//! Deals without a dealer, their check, and the fairness of a protocol.

use bluff_dealing::fairness::{FairnessCertificate, MAX_BRANCHES, Statistics};
use bluff_dealing::{DealDocument, DealError, NamedProtocol, PROTOCOLS, Setting, parse_seed};
use bluff_report::deal::DealVerdict;
use bluff_report::fairness::FairnessAnswer;
use bluff_report::json;
use bluff_report::text::Paint;
use pyo3::prelude::*;

use super::wait::{PyRefusal, watched};

/// Players, cards, cards for each player, and a planted bug.
#[derive(FromPyObject)]
pub(super) struct PySetting(String, String, String, Option<String>);

impl PySetting {
    fn read(self, protocol: &str) -> Result<(&'static NamedProtocol, Setting), PyRefusal> {
        let Self(players, cards, hand, bug) = self;
        Ok(Setting::parse(protocol, [&players, &cards, &hand], bug.as_deref())?)
    }
}

/// The protocols: name and a line about each.
#[pyfunction]
pub(super) fn protocols() -> Vec<[&'static str; 2]> {
    PROTOCOLS.iter().map(|protocol| [protocol.name, protocol.about]).collect()
}

/// A deal: its document and its text.
#[pyfunction]
pub(super) fn deal(
    py: Python<'_>,
    protocol: String,
    setting: PySetting,
    seed: String,
) -> PyResult<(String, String)> {
    watched(py, move |control| {
        let (system, setting) = setting.read(&protocol)?;
        let dealt = DealDocument::deal(system, &setting, parse_seed(&seed)?, control)?;
        Ok((json(&dealt), bluff_report::deal::text(&dealt, Paint::Plain)))
    })
}

/// A deal played again on its revealed coins; the verdict as a document.
#[pyfunction]
pub(super) fn check_deal(py: Python<'_>, document: String) -> PyResult<String> {
    watched(py, move |control| {
        let deal = serde_json::from_str::<DealDocument>(&document)
            .map_err(|error| DealError::Malformed { reason: error.to_string() })?;
        let refusal = match deal.verify(control) {
            Ok(()) => None,
            Err(error) if error.is_refusal() => Some(error),
            Err(error) => return Err(error.into()),
        };
        Ok(DealVerdict::new(&deal, refusal).json())
    })
}

/// The fairness of a protocol under every sequence of coins, or in a sample: document and text.
#[pyfunction]
pub(super) fn fair(
    py: Python<'_>,
    protocol: String,
    setting: PySetting,
    sample: Option<(u64, u64)>,
) -> PyResult<(String, String)> {
    watched(py, move |control| {
        let (system, setting) = setting.read(&protocol)?;
        let answer = match sample {
            None => FairnessAnswer::Proved(FairnessCertificate::new(
                system,
                &setting,
                MAX_BRANCHES,
                control,
            )?),
            Some(sample) => {
                FairnessAnswer::Tested(Statistics::new(system, &setting, sample, control, &|_| ())?)
            }
        };
        Ok((answer.json(), answer.text(Paint::Plain)))
    })
}
