//! Citations of solutions and of pages.

use bluff_dealing::hex;
use rational_bluff::certificate::{Certified, Solution};
use sha2::{Digest, Sha256};

use crate::document::document;

/// The key of a solution in bibliographies: `rational-bluff:von-neumann-n28-b4`.
pub(crate) fn key(solution: &Solution) -> String {
    format!("rational-bluff:{}", solution.game.label().replace('/', "-"))
}

/// The solution as an entry of BibTeX, without a last newline. The hash is of its document.
pub fn bibtex(solution: &Certified<Solution>) -> String {
    let (key, label) = (key(solution), escaped(&solution.game.label()));
    let (version, value) = (env!("CARGO_PKG_VERSION"), &solution.values[0]);
    let hash = hex(&Sha256::digest(document(solution)));
    // A game of a file has no address.
    let address = solution.game.family().map(|_| format!(", address /{label}"));
    let address = address.unwrap_or_default();
    format!(
        "@misc{{{key},\n  title = {{Equilibrium of {label}}},\n  \
         howpublished = {{Rational Bluff, version {version}{address}}},\n  \
         note = {{Value {value} to player I, with certificate, sha256 {hash}}}\n}}"
    )
}

/// A page of a service, by its title and its address there, as an entry of BibTeX without a last
/// newline.
pub fn bibtex_of_page(title: &str, address: &str) -> String {
    let words = address.split(|letter: char| !letter.is_ascii_alphanumeric());
    let key = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    let (title, address, version) = (escaped(title), escaped(address), env!("CARGO_PKG_VERSION"));
    format!(
        "@misc{{rational-bluff:{key},\n  title = {{{title}}},\n  \
         howpublished = {{Rational Bluff, version {version}, address {address}}}\n}}"
    )
}

/// Text without a meaning of its own to LaTeX.
pub(crate) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => shown.push_str("\\textbackslash{}"),
            '~' => shown.push_str("\\textasciitilde{}"),
            '^' => shown.push_str("\\textasciicircum{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => shown.extend(['\\', letter]),
            _ => shown.push(letter),
        }
    }
    shown
}
