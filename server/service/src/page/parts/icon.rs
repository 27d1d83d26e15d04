//! Small drawings of controls.

use maud::{Markup, PreEscaped, html};

/// The mark beside the name.
pub(crate) fn mark() -> Markup {
    html! {
        svg viewBox="0 0 20 24" aria-hidden="true" {
            rect x="1" y="1" width="18" height="22" rx="4.5" fill="var(--panel)"
                stroke="currentColor" stroke-width="2" {}
            path d="M6 17 14 7" stroke="currentColor" stroke-width="2" stroke-linecap="round" {}
            circle cx="6.5" cy="7.5" r="2" fill="var(--bluff)" {}
            circle cx="13.5" cy="16.5" r="2" fill="var(--value)" {}
        }
    }
}

/// A magnifying glass.
pub(crate) const SEARCH: PreEscaped<&str> = PreEscaped(
    r#"<svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor"
 stroke-width="1.6" aria-hidden="true"><circle cx="6" cy="6" r="4.6"></circle>
<path d="m9.5 9.5 4 4"></path></svg>"#,
);

/// Three lines.
pub(crate) const MENU: PreEscaped<&str> = PreEscaped(
    r#"<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6"
 aria-hidden="true"><path d="M3 6h14M3 10h14M3 14h14"></path></svg>"#,
);

/// A screen.
pub(crate) const SCREEN: PreEscaped<&str> = PreEscaped(
    r#"<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6"
 aria-hidden="true"><rect x="3" y="4" width="14" height="10" rx="1.5"></rect>
<path d="M7 17h6"></path></svg>"#,
);

/// A disc, half of it filled.
pub(crate) const THEME: PreEscaped<&str> = PreEscaped(
    r#"<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6"
 aria-hidden="true"><circle cx="10" cy="10" r="7"></circle><path d="M10 3a7 7 0 0 1 0 14z"
 fill="currentColor"></path></svg>"#,
);

/// A tick.
pub(crate) const TICK: PreEscaped<&str> = PreEscaped(
    r#"<svg viewBox="0 0 12 12" fill="none" stroke="currentColor" stroke-width="2"
 aria-hidden="true"><path d="m1.5 6.5 3 3 6-7"></path></svg>"#,
);
