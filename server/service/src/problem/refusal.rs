//! Refusals that are no mistake in a question: their reasons for the metrics, and faults of tokens.

/// The reason of a refusal that is no mistake of the client, for the metrics: an extension of the
/// response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusalReason(pub(crate) &'static str);

impl RefusalReason {
    /// Every reason, as `Problem::reason` gives them.
    pub(crate) const ALL: [&'static str; 14] = [
        "token",
        "sweeps_off",
        "other_site",
        "rate",
        "body",
        "queue",
        "quota",
        "questions",
        "sweeps",
        "tables",
        "memory",
        "answer_memory",
        "time",
        "beyond",
    ];
}

/// The fault of the token of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenFault {
    /// There is none.
    #[error("no token, expected the header `Authorization: Bearer` with a token of this service")]
    Missing,
    /// The service has no such token.
    #[error("an unknown token, expected a token of this service")]
    Unknown,
    /// Its last day has passed.
    #[error("an expired token, expected one that is still valid")]
    Expired,
}

impl TokenFault {
    /// The challenge to a client (RFC 6750, section 3).
    pub(super) fn challenge(self) -> &'static str {
        match self {
            Self::Missing => "Bearer realm=\"rational-bluff\"",
            Self::Unknown => {
                "Bearer realm=\"rational-bluff\", error=\"invalid_token\", \
                 error_description=\"unknown\""
            }
            Self::Expired => {
                "Bearer realm=\"rational-bluff\", error=\"invalid_token\", \
                 error_description=\"expired\""
            }
        }
    }
}
