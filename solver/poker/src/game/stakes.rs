//! Stakes: what tells games of one name apart besides the deck.

use std::fmt;

use bluff_exact::Rational;

use super::{BET, Parameter, SIZES, Value};

/// The values of a game's parameters, in the order of their keys, which is that of labels. Units:
/// antes.
///
/// ```
/// use bluff_poker::game::{RAISE, Stakes};
/// let stakes = Stakes::bet(2).with(&RAISE, 6);
/// assert_eq!(
///     (stakes.to_string(), stakes.words()),
///     ("b2-raise6".to_owned(), "2 and a raise of 6".to_owned())
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stakes(Vec<(&'static Parameter, Value)>);

impl Stakes {
    /// One bet size.
    pub fn bet(b: impl Into<Rational>) -> Self {
        Self::default().with(&BET, b.into())
    }

    /// A set of bet sizes; 0, the check, may be listed.
    pub fn sizes(sizes: impl IntoIterator<Item = Rational>) -> Self {
        Self::default().with(&SIZES, Value::Numbers(sizes.into_iter().collect()))
    }

    /// These stakes and one value more.
    #[must_use]
    pub fn with(mut self, parameter: &'static Parameter, value: impl Into<Value>) -> Self {
        self.0.push((parameter, value.into()));
        self.0.sort();
        self
    }

    /// The parameters with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Parameter, &Value)> {
        self.0.iter().map(|(parameter, value)| (*parameter, value))
    }

    /// The value of a parameter.
    pub fn get(&self, wanted: &Parameter) -> Option<&Value> {
        self.iter().find(|(parameter, _)| *parameter == wanted).map(|(_, value)| value)
    }

    /// The number of a parameter, 0 if there is none.
    pub fn number(&self, parameter: &Parameter) -> Rational {
        match self.get(parameter) {
            Some(Value::Number(number)) => number.clone(),
            Some(Value::Whole(number)) => Rational::from(*number),
            Some(Value::Numbers(_)) | None => Rational::ZERO,
        }
    }

    /// The set of numbers of a parameter, empty if there is none.
    pub fn numbers(&self, parameter: &Parameter) -> &[Rational] {
        if let Some(Value::Numbers(numbers)) = self.get(parameter) { numbers } else { &[] }
    }

    /// The whole number of a parameter.
    pub fn whole(&self, parameter: &Parameter) -> Option<u64> {
        if let Some(Value::Whole(number)) = self.get(parameter) { Some(*number) } else { None }
    }

    /// The stakes that documents say besides `bets`.
    #[must_use]
    pub fn beside_bets(&self) -> Self {
        Self(self.0.iter().filter(|(parameter, _)| !parameter.is_bets()).cloned().collect())
    }

    /// The stakes in few words: `4`, `1 5/2 7`, `2 with 4 players`.
    pub fn words(&self) -> String {
        let words = |(parameter, value): (&'static Parameter, &Value)| {
            let (phrase, text) = (parameter.phrase, value.to_string());
            // One big blind, not one big blinds.
            let phrase = phrase.strip_suffix('s').filter(|_| text == "1").unwrap_or(phrase);
            phrase.replace("{}", &text.replace(',', " "))
        };
        self.iter().map(words).collect::<Vec<_>>().join(" ")
    }

    /// The text of each value in a label, `b5_2-raise6`; `None` if it does not begin with one
    /// of the parameters.
    pub(super) fn split_label(
        label: &str,
        parameters: &[&'static Parameter],
    ) -> Option<Vec<(&'static Parameter, String)>> {
        let starts = |text: &str| {
            parameters.iter().copied().find(|parameter| text.starts_with(parameter.prefix))
        };
        let mut found = vec![(starts(label)?, 0)];
        for (at, _) in label.match_indices('-') {
            // A number does not begin with a letter.
            found.extend(starts(&label[at + 1..]).map(|parameter| (parameter, at + 1)));
        }
        let ends =
            found.iter().skip(1).map(|(_, at)| at - 1).chain([label.len()]).collect::<Vec<_>>();
        let text = |((parameter, at), end): (&(&'static Parameter, usize), usize)| {
            (*parameter, label[at + parameter.prefix.len()..end].replace('_', "/"))
        };
        let mut texts: Vec<_> = found.iter().zip(ends).map(text).collect();
        texts.sort();
        if let Some((_, sizes)) = texts.iter_mut().find(|(parameter, _)| **parameter == SIZES) {
            *sizes = sizes.replace('-', ",");
        }
        texts.windows(2).all(|pair| pair[0].0 != pair[1].0).then_some(texts)
    }
}

/// The stakes as labels spell them: `b5_2-raise6`, `s1-5_2-7`.
impl fmt::Display for Stakes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |(parameter, value): (&'static Parameter, &Value)| {
            format!("{}{}", parameter.prefix, value.to_string().replace('/', "_").replace(',', "-"))
        };
        formatter.write_str(&self.iter().map(text).collect::<Vec<_>>().join("-"))
    }
}

impl FromIterator<(&'static Parameter, Value)> for Stakes {
    fn from_iter<I: IntoIterator<Item = (&'static Parameter, Value)>>(values: I) -> Self {
        let mut stakes: Vec<_> = values.into_iter().collect();
        stakes.sort();
        Self(stakes)
    }
}
