//! Estimated cost of checking a document.

use std::collections::HashSet;

use rational_bluff::exact::Rational;
use serde_json::Value;

use crate::error::Error;
use crate::limits::CHECK_WORK;

/// Refuses documents whose numbers have so little in common that exact sums over all runs would
/// take minutes.
///
/// The cost is runs of cards × digits of the common denominator. A document that is not JSON costs
/// nothing; the library refuses it.
///
/// Errors: `Beyond`.
pub fn checkable(document: &str) -> Result<(), Error> {
    let Ok(document) = serde_json::from_str::<Value>(document) else { return Ok(()) };
    let (mut runs, mut denominators) = (0, HashSet::new());
    let mut open = vec![&document];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => {
                let fraction = text.parse::<Rational>().ok().filter(|number| !number.is_integer());
                denominators.extend(fraction.map(|number| number.denominator().to_string()));
            }
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => {
                runs += usize::from(fields.contains_key("cards"));
                open.extend(fields.values());
            }
            _ => {}
        }
    }
    let digits: usize = denominators.iter().map(|denominator| denominator.len()).sum();
    let work = runs * digits;
    if work > CHECK_WORK {
        return Err(Error::Beyond(format!(
            "{runs} runs of cards with denominators of {digits} digits together: {work}, expected \
             at most {CHECK_WORK} over HTTP; bluff verify and bluff payoff take more"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve};

    use super::checkable;

    #[test]
    fn our_own_documents_pass_and_expensive_ones_do_not() {
        let game = parse_label("newman/n100000-b300").unwrap();
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        assert!(checkable(&bluff_report::document(&solved.solution)).is_ok());
        let runs: Vec<String> = (0..2_000)
            .map(|run| {
                format!(
                    r#"{{"cards":["1","1"],"actions":{{"check":"1/{}"}}}}"#,
                    1_000_001 + 2 * run
                )
            })
            .collect();
        assert!(
            checkable(&format!("[{}]", runs.join(",")))
                .unwrap_err()
                .to_string()
                .starts_with("2000 runs of cards")
        );
        assert!(checkable("no JSON").is_ok());
    }
}
