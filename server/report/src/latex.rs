//! A solution as a LaTeX document that compiles by itself.

use std::fmt::Write;

use rational_bluff::certificate::{Certificate, Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::Player;

use crate::citation::{bibtex, escaped, key};
use crate::runs::{hands, head, held_runs};
use crate::text::plain;

/// Digits after the point beside an exact number.
const DECIMALS: usize = 12;

/// A document with the values, a table of runs for each view, the certificate, and an entry to
/// cite.
pub fn solution(solution: &Certified<Solution>) -> String {
    let game = &solution.game;
    let label = escaped(&plain(&game.label()));
    let mut text = String::new();
    for line in bibtex(solution).lines() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "% {}", plain(line));
    }
    let _ = writeln!(
        text,
        "\\documentclass{{article}}\n\\usepackage{{longtable}}\n\\begin{{document}}\n\n\
         \\section*{{Equilibrium of {label}}}\n\n\
         Values in {}~\\cite{{{}}}:\n\\begin{{itemize}}",
        game.unit().per_hand(),
        plain(&key(solution))
    );
    for (player, value) in game.players().iter().zip(&solution.values) {
        let _ = writeln!(text, "\\item player {player}: {}", with_decimals(value));
    }
    text.push_str("\\end{itemize}\n");
    let named = |first, last| escaped(&plain(&hands(game, first, last)));
    for (at, view) in game.views().iter().enumerate() {
        let _ = writeln!(
            text,
            "\n\\subsection*{{Player {}, \
             {}}}\n\n\\begin{{longtable}}{{rp{{0.7\\textwidth}}}}\n{} & Play \\\\ \\hline",
            view.player,
            escaped(&plain(&view.name)),
            head(game)
        );
        for (first, last, row) in held_runs(game, at, solution.profile.at(at)) {
            let parts = row.into_iter().enumerate();
            let mut played: Vec<_> = parts.filter(|(_, part)| !part.is_zero()).collect();
            played.sort_by(|(_, one), (_, other)| other.cmp(one));
            let part = |(action, probability): &(usize, Rational)| {
                let action = escaped(&plain(&view.actions[*action]));
                if probability.is_one() {
                    action
                } else {
                    format!("{action} with probability {}", math(probability))
                }
            };
            let play: Vec<String> = played.iter().map(part).collect();
            let _ = writeln!(text, "{} & {} \\\\", named(first, last), play.join(", "));
        }
        text.push_str("\\end{longtable}\n");
    }
    let proof = match &solution.certificate {
        Certificate::ZeroSum { lower, upper } => format!(
            "Player~I gets at least {} whatever player~II does, and at most {} against player~II's \
             strategy.",
            math(lower),
            math(upper)
        ),
        Certificate::Nash { gains, .. } => {
            let gain =
                |(player, gain): (&Player, &Rational)| format!("player~{player} {}", math(gain));
            let gains: Vec<String> = game.players().iter().zip(gains).map(gain).collect();
            format!("By the best deviation alone gains: {}.", gains.join(", "))
        }
    };
    let _ = writeln!(
        text,
        "\n\\subsection*{{Certificate}}\n\n{proof}\n\n\
         \\begin{{thebibliography}}{{1}}\n\\bibitem{{{}}}\n\
         Equilibrium of {label}. Rational Bluff, version {}, address /{label}.\n\
         \\end{{thebibliography}}\n\n\\end{{document}}",
        plain(&key(solution)),
        env!("CARGO_PKG_VERSION")
    );
    text
}

/// An exact number with its decimals, cut.
fn with_decimals(number: &Rational) -> String {
    match number.decimal(DECIMALS) {
        _ if number.is_integer() => math(number),
        decimals => format!("{} $= {}$", math(number), decimals.replace('…', "\\ldots")),
    }
}

/// A number as LaTeX sets it.
pub(crate) fn math(number: &Rational) -> String {
    let text = number.to_string();
    match text.split_once('/') {
        Some((above, below)) => match above.strip_prefix('-') {
            Some(above) => format!("$-\\frac{{{above}}}{{{below}}}$"),
            None => format!("$\\frac{{{above}}}{{{below}}}$"),
        },
        None => format!("${text}$"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_set_as_they_are() {
        assert_eq!(math(&Rational::ratio(-1, 18)), "$-\\frac{1}{18}$");
        assert_eq!(math(&Rational::from(-3)), "$-3$");
        assert_eq!(
            with_decimals(&Rational::ratio(1, 3)),
            "$\\frac{1}{3}$ $= 0.333333333333\\ldots$"
        );
        assert_eq!(escaped("a_b\\{50%}~"), "a\\_b\\textbackslash{}\\{50\\%\\}\\textasciitilde{}");
    }
}
