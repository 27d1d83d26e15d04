//! Pages by the words that name them.

/// Pages by the words that name them; the game of a family has its own.
const PAGES: [(&str, &str); 23] = [
    ("/holdem", "holdem|texas holdem|spot|spots|flop|turn|river"),
    ("/holdem/boards", "boards|many boards|flops"),
    ("/equity", "equity|equities|odds"),
    ("/teach", "teach|teaching|lecture|lectures|exercises"),
    ("/class", "class|classroom|class room"),
    ("/tables", "table|tables"),
    ("/deals", "deal|deals|dealing"),
    ("/fairness", "fairness"),
    ("/formulas", "formula|formulas"),
    ("/play", "play"),
    ("/compute", "compute|install|python|command line"),
    ("/docs", "docs|api|http"),
    ("/sweeps", "sweep|sweeps"),
    ("/findings", "finding|findings"),
    ("/literature", "literature|papers|sources"),
    ("/errata", "errata"),
    ("/matrix", "matrix|matrices"),
    ("/lp", "lp|mps|linear program|linear programs"),
    ("/grid", "grid|grids"),
    ("/verify", "verify|check a document"),
    ("/audit", "audit|audits"),
    ("/drill", "drill|drills"),
    ("/payoff", "payoff|payoffs"),
];

/// The address of the page that words name.
pub(super) fn page_named(words: &str) -> Option<&'static str> {
    let name = words.to_lowercase().replace(['\'', '’'], "");
    let name = name.strip_prefix("the ").unwrap_or(&name);
    let is_named = |(_, names): &&(&str, &str)| names.split('|').any(|known| known == name);
    PAGES.iter().find(is_named).map(|(address, _)| *address)
}
