//! Tables of the crates and rooms, and what each may use.

/// Our crates, by folder, and which of the others each may depend on. See ARCHITECTURE.md.
pub(crate) const CRATES: [(&str, &str, &[&str]); 11] = [
    ("solver/exact", "bluff-exact", &[]),
    ("solver/lp", "bluff-lp", &["bluff-exact"]),
    ("solver/poker", "bluff-poker", &["bluff-exact"]),
    ("solver/dealing", "bluff-dealing", &["bluff-exact", "bluff-poker"]),
    ("solver/solve", "rational-bluff", &["bluff-exact", "bluff-lp", "bluff-poker"]),
    ("server/report", "bluff-report", &["bluff-lp", "bluff-dealing", "rational-bluff"]),
    (
        "server/questions",
        "bluff-questions",
        &["bluff-lp", "bluff-dealing", "rational-bluff", "bluff-report"],
    ),
    (
        "server/batch",
        "bluff-batch",
        &["bluff-dealing", "rational-bluff", "bluff-report", "bluff-questions"],
    ),
    (
        "server/service",
        "bluff-service",
        &["bluff-dealing", "rational-bluff", "bluff-report", "bluff-questions", "bluff-batch"],
    ),
    (
        "server/bluff",
        "bluff",
        &[
            "bluff-dealing",
            "rational-bluff",
            "bluff-report",
            "bluff-questions",
            "bluff-batch",
            "bluff-service",
        ],
    ),
    (
        "python",
        "rational-bluff-python",
        &["bluff-dealing", "bluff-report", "bluff-questions", "rational-bluff"],
    ),
];

/// Rooms of a crate, and what each may use of the others: only rooms that stand above it. A room
/// that is not listed is an error.
pub(crate) type Rooms = &'static [(&'static str, &'static [&'static str])];

/// The rooms of `bluff-poker`.
pub(crate) const POKER: Rooms = &[
    ("cards", &[]),
    ("json_text", &[]),
    ("game", &["cards", "json_text"]),
    ("strategy", &["game"]),
    ("spot", &["cards", "game", "json_text"]),
    ("exchange", &["game"]),
    ("tree", &["game", "exchange"]),
    ("certificate", &["game", "strategy", "tree", "spot", "json_text"]),
];

/// The rooms of `rational-bluff`; the first nine are the crates below it.
pub(crate) const SOLVE: Rooms = &[
    ("exact", &[]),
    ("control", &[]),
    ("cards", &[]),
    ("game", &[]),
    ("strategy", &[]),
    ("certificate", &[]),
    ("exchange", &[]),
    ("tree", &[]),
    ("spot", &[]),
    ("engine", &["exact", "control"]),
    ("program", &["exact", "control", "game", "strategy", "tree", "engine"]),
    ("threshold", &["exact", "game", "strategy", "certificate"]),
    ("pure", &["exact", "control", "game", "strategy"]),
    ("continuous", &["exact", "game", "strategy"]),
    (
        "hands",
        &["exact", "control", "cards", "game", "strategy", "engine", "program", "certificate"],
    ),
    (
        "solve",
        &[
            "exact",
            "control",
            "game",
            "strategy",
            "tree",
            "engine",
            "program",
            "threshold",
            "pure",
            "continuous",
            "certificate",
            "hands",
        ],
    ),
    (
        "formula",
        &[
            "cards",
            "exact",
            "strategy",
            "control",
            "game",
            "engine",
            "program",
            "certificate",
            "continuous",
            "solve",
        ],
    ),
    ("intervals", &["exact", "control", "spot"]),
    ("corners", &["exact", "control", "game", "exchange", "tree", "engine", "program", "solve"]),
    ("compare", &["exact", "game", "strategy", "continuous", "certificate", "solve"]),
    ("sweep", &["exact", "control", "game", "pure", "certificate", "solve"]),
    ("lib", &[]),
];

/// Rooms of `rational-bluff` that the doors may use.
pub(crate) const SERVER: [&str; 17] = [
    "cards",
    "compare",
    "control",
    "corners",
    "exact",
    "exchange",
    "formula",
    "game",
    "intervals",
    "strategy",
    "pure",
    "continuous",
    "certificate",
    "solve",
    "spot",
    "sweep",
    "tree",
];

/// The rooms of `bluff-report`.
pub(crate) const REPORT: Rooms = &[
    ("number", &[]),
    ("form", &[]),
    ("runs", &[]),
    ("document", &[]),
    ("text", &["number", "runs"]),
    ("citation", &["document"]),
    ("lprint", &["form", "runs"]),
    ("csv", &["runs"]),
    ("latex", &["citation", "runs", "text"]),
    ("lock", &["runs"]),
    ("picture", &["citation", "latex", "lock", "number", "runs", "text"]),
    ("colour", &["picture", "text"]),
    ("algebra", &["citation", "form", "lprint", "runs", "text"]),
    ("forms", &["algebra", "csv", "document", "form", "latex", "lprint"]),
    ("table", &["csv", "document", "text"]),
    ("face", &["document", "runs", "table", "text"]),
    ("equilibria", &["document", "table", "text"]),
    ("measures", &["csv"]),
    ("tree_worth", &["measures", "text"]),
    ("explain", &["document", "table", "text"]),
    ("game_forms", &["document", "form"]),
    ("games", &["document", "table"]),
    ("lp", &["document", "table", "text"]),
    ("matrix", &["document", "table", "text"]),
    ("mixture", &[]),
    ("payoff", &["document", "measures", "text"]),
    ("pio", &[]),
    ("chips", &["number"]),
    ("pure", &["lprint", "text"]),
    ("push_fold", &["document", "picture", "table", "text"]),
    ("continuous", &["document", "table", "text"]),
    ("compare", &["continuous", "csv", "document", "picture", "table", "text"]),
    ("grid", &["csv", "document", "form", "latex", "lprint", "picture", "runs", "table", "text"]),
    ("formula", &["algebra", "document", "form", "latex", "picture", "text"]),
    ("deal", &["text"]),
    ("equity", &["csv", "document", "number", "picture", "table", "text"]),
    ("fairness", &["deal", "picture", "runs", "table", "text"]),
    ("lib", &[]),
];

/// The rooms of `bluff-batch`.
pub(crate) const BATCH: Rooms = &[
    ("limits", &[]),
    ("memory", &[]),
    ("allowed", &["memory"]),
    ("catalogue", &[]),
    ("file", &[]),
    ("compute", &[]),
    ("answers", &["catalogue", "compute", "file"]),
    ("sweeps", &["allowed", "catalogue", "compute", "file", "limits"]),
    ("lib", &[]),
];

/// The rooms of `bluff-service`.
pub(crate) const SERVICE: Rooms = &[
    ("limits", &[]),
    ("problem", &["limits"]),
    ("play", &[]),
    ("watching", &[]),
    ("proved_spots", &["limits"]),
    ("settings", &["limits"]),
    ("single_flight", &["problem"]),
    ("values", &["problem"]),
    ("relay", &["limits", "problem"]),
    ("class_rooms", &["limits", "problem"]),
    (
        "service",
        &[
            "class_rooms",
            "limits",
            "problem",
            "proved_spots",
            "relay",
            "single_flight",
            "values",
            "watching",
        ],
    ),
    ("api", &["limits", "problem", "proved_spots", "service", "settings", "values", "watching"]),
    (
        "page",
        &[
            "api",
            "class_rooms",
            "limits",
            "play",
            "problem",
            "proved_spots",
            "service",
            "values",
            "watching",
        ],
    ),
    ("router", &["api", "limits", "page", "problem", "service"]),
    ("layers", &["api", "limits", "page", "problem", "router", "service", "settings", "values"]),
    ("listener", &["layers", "limits", "settings"]),
    ("lib", &[]),
];
