//! What the threads of the network answer themselves.
//!
//! The threads of the network must come back to their other clients soon: between two points at which a task waits, 10 to 100
//! microseconds are the rule of thumb of Tokio's authors. A threshold form with few bet sizes and short numbers takes no longer,
//! whatever the deck, and to hand it over to the pool and its answer back, through queues and threads that wake up, costs about
//! as much again. So they compute it, with others of its kind: `gathering`. All else goes to the pool.

use rational_bluff::solve::Method;

use crate::limits::{LIGHT_LABEL_BYTES, LIGHT_SIZES};

/// Whether the game of a label is solved in about the time that it takes to hand it over. Told from the text alone, so that no large game
/// is made to find out.
///
/// Each of these games has a threshold form. Its cost grows with the number of sizes and the length of the numbers, and both have a
/// limit here: a label is at least as long as its numbers.
pub(crate) fn light(label: &str, method: Method) -> bool {
    let sizes = match label.split_once('/') {
        // Several copies of each card take a linear program.
        _ if label.len() > LIGHT_LABEL_BYTES || label.contains("-r") => None,
        Some(("von-neumann", _)) => Some(1),
        Some(("newman", rest)) => rest.rsplit_once("-b").and_then(|(_, b)| b.parse().ok()),
        Some(("one-street", rest)) => Some(rest.matches('-').count()),
        _ => None,
    };
    matches!(method, Method::Auto | Method::Threshold) && sizes.is_some_and(|sizes| sizes <= LIGHT_SIZES)
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::settled;

    use super::*;

    #[test]
    fn few_sizes_and_short_numbers_are_light() {
        let longest = format!("von-neumann/n{}-b{}_10007", 10_u64.pow(18), "9".repeat(24));
        assert_eq!(longest.len(), LIGHT_LABEL_BYTES);
        let light_ones = [
            "von-neumann/n2-b1",
            "von-neumann/n1000000000000000000-b9999_10007",
            &longest,
            "newman/n1000000000000000000-b2",
            "one-street/n28-s1_3-5_2",
        ];
        for label in light_ones {
            assert!(light(label, Method::Auto) && light(label, Method::Threshold), "{label}");
            let game = parse_label(label).unwrap();
            assert_eq!(settled(&game, Method::Auto), Method::Threshold, "{label}");
            assert!(game.bets().len() <= LIGHT_SIZES + 1, "{label}");
            for method in [Method::Lp, Method::Runs, Method::NormalForm, Method::Search] {
                assert!(!light(label, method), "{label} by {method}");
            }
        }
    }

    #[test]
    fn all_else_is_not() {
        let longer = format!("von-neumann/n{}-b{}_10007", 10_u64.pow(18), "9".repeat(25));
        let heavy = [
            &longer,
            "von-neumann/n28-b4-r2",
            "newman/n28-b3",
            "newman/n28-b5000000",
            "newman/n28",
            "one-street/n28-s1-2-3",
            "kuhn/n3-b1",
            "three-player/n3-b1",
            "callers/n9-b2-p4",
            "one-raise/n9-b2-raise6",
            "nonsense",
            "",
        ];
        for label in heavy {
            assert!(!light(label, Method::Auto), "{label}");
        }
    }
}
