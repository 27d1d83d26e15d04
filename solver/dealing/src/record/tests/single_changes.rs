//! Every record that differs from an honest one in one place of its JSON is refused.

use serde_json::{Map, Value};

use super::*;

/// The place of a change, and the whole document after it.
struct Change {
    path: Vec<String>,
    whole: Value,
}

/// Every leaf changed, every key removed, every entry of a list removed or doubled, every list
/// turned around.
fn changes(value: &Value) -> Vec<(Vec<String>, Value)> {
    let within = |step: &str,
                  inner: &Value,
                  put: &dyn Fn(Value) -> Value|
     -> Vec<(Vec<String>, Value)> {
        let inner = changes(inner).into_iter();
        inner.map(|(path, value)| ([vec![step.to_owned()], path].concat(), put(value))).collect()
    };
    let mut found = Vec::new();
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let without: Map<String, Value> = map
                    .iter()
                    .filter(|other| other.0 != key)
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect();
                found.push((vec![key.clone()], Value::Object(without)));
                found.extend(within(key, inner, &|value| {
                    let mut map = map.clone();
                    map.insert(key.clone(), value);
                    Value::Object(map)
                }));
            }
        }
        Value::Array(list) => {
            for (at, inner) in list.iter().enumerate() {
                let (mut without, mut doubled) = (list.clone(), list.clone());
                without.remove(at);
                doubled.insert(at, inner.clone());
                found.extend(
                    [without, doubled].map(|list| (vec![at.to_string()], Value::Array(list))),
                );
                found.extend(within(&at.to_string(), inner, &|value| {
                    let mut list = list.clone();
                    list[at] = value;
                    Value::Array(list)
                }));
            }
            let turned: Vec<Value> = list.iter().rev().cloned().collect();
            found.push((Vec::new(), Value::Array(turned)));
        }
        Value::String(text) => {
            let mut last = text.clone();
            let end = if last.pop() == Some('1') { '2' } else { '1' };
            last.push(end);
            let texts =
                [last, text.to_uppercase(), format!("0{text}"), format!("+{text}"), String::new()];
            // Of bytes in hexadecimal digits there are many, each with a whole replay.
            let kinds = if text.starts_with('x') { 2 } else { texts.len() };
            found.extend(
                texts.into_iter().take(kinds).map(|text| (Vec::new(), Value::String(text))),
            );
        }
        Value::Number(number) => {
            let next = number.as_u64().map_or(0, |number| number + 1);
            found.extend([next, 0].map(|number| (Vec::new(), number.into())));
        }
        _ => {}
    }
    found.retain(|(_, changed)| changed != value);
    found
}

/// True if the part that was changed is named.
fn named(deal: &DealDocument, path: &[String], error: &DealError) -> bool {
    let text = error.to_string();
    let number = |at: usize| path.get(at).and_then(|step| step.parse::<usize>().ok());
    match (path[0].as_str(), number(1)) {
        // Where one seat's record is changed, that seat is named, alone or with another one.
        ("seats", Some(seat)) => text.contains(&deal.seats[seat].party),
        // Removing or doubling a message shows there, or at the next that is not the same.
        ("messages", Some(at)) if path.len() == 2 => {
            (at..=deal.messages.len()).any(|at| text.contains(&format!("message {at}")))
        }
        ("messages", Some(at)) => text.contains(&format!("message {at}")),
        _ => true,
    }
}

fn refused(name: &str, size: (usize, usize, usize)) -> usize {
    let honest = deal_of(name, size);
    let json = serde_json::to_value(&honest).unwrap();
    let changes: Vec<Change> =
        changes(&json).into_iter().map(|(path, whole)| Change { path, whole }).collect();
    for Change { path, whole } in &changes {
        // What is no document is refused with the name of the field.
        let Ok(deal) = serde_json::from_value::<DealDocument>(whole.clone()) else { continue };
        let error = deal.verify(&Control::new()).expect_err(&format!("{name}: {path:?}"));
        let whole = matches!(error, DealError::Malformed { .. } | DealError::Refused(_));
        assert!(whole || named(&honest, path, &error), "{name}: {path:?}: {error}");
    }
    changes.len()
}

#[test]
fn every_single_change_is_refused_without_ciphers() {
    for (name, size) in
        [("barany-furedi", (3, 3, 1)), ("splitting", (3, 2, 1)), ("cycle", (4, 2, 0))]
    {
        assert!(refused(name, size) > 100, "{name}");
    }
}

#[test]
fn every_single_change_is_refused_under_real_ciphers() {
    for (name, size) in
        [("verified-deck", (2, 2, 0)), ("voting", (2, 2, 0)), ("two-servers", (1, 2, 1))]
    {
        assert!(refused(name, size) > 100, "{name}");
    }
}
