//! The address of a hand: the seat, the seed, the decisions, and the hands before it.

use bluff_questions::error::Error;
use bluff_questions::{in_words, parse_whole};
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Player};

use crate::api::query::unexpected;

use crate::page::parts::request::player;
use crate::page::parts::tabs::GameTab;

/// The longest total that an address carries on, in characters. Exact sums of unlike fractions
/// grow.
const TOTAL: usize = 600;
/// The digits of a seed.
const SEED: usize = 16;
/// The most hands that an address holds one by one; of older ones it holds totals.
pub(super) const PAST: usize = 100;

/// Parameters of the address.
pub(super) struct PlayQuery {
    pub(super) seat: Player,
    pub(super) seed: Option<String>,
    pub(super) decisions: Vec<String>,
    /// Hands that are played again to show what they won and lost, the oldest first.
    pub(super) past: Vec<PastHand>,
    /// The hands before these.
    pub(super) before: Tally,
}

/// A hand that was played to its end, `SEED.bet 1.fold` in an address.
#[derive(Clone)]
pub(super) struct PastHand {
    pub(super) seed: String,
    pub(super) decisions: Vec<String>,
}

impl PastHand {
    pub(super) fn text(&self) -> String {
        std::iter::once(&self.seed).chain(&self.decisions).cloned().collect::<Vec<_>>().join(".")
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('.').map(str::to_owned);
        let seed = parts.next().filter(|seed| is_seed(seed))?;
        Some(Self { seed, decisions: parts.collect() })
    }
}

/// Hands of which only the totals are left.
#[derive(Clone, Default)]
pub(super) struct Tally {
    pub(super) hands: u64,
    /// Sum of what they won, in the unit of the game.
    pub(super) won: Rational,
    /// Sum of what the decisions in them lost on average, in the unit of the game.
    pub(super) lost: Rational,
}

impl Tally {
    /// As fields of an address; none where there is nothing to carry on, or too much.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let fields = [
            ("hands", self.hands.to_string()),
            ("won", self.won.to_string()),
            ("lost", self.lost.to_string()),
        ];
        let short = fields.iter().all(|(_, text)| text.len() <= TOTAL);
        if self.hands > 0 && short { fields.into() } else { Vec::new() }
    }
}

impl PlayQuery {
    /// The names of the fields.
    pub(super) const FIELDS: [&'static str; 7] =
        ["seat", "seed", "do", "past", "hands", "won", "lost"];

    /// Reads the fields behind the question mark; `None` without a seat: nothing is asked yet.
    ///
    /// Errors: `Refused`, naming the field.
    pub(super) fn read(game: &Game, given: Vec<(String, String)>) -> Result<Option<Self>, Error> {
        let (mut seat, mut seed, mut decisions) = (None, None, Vec::new());
        let (mut past, mut before) = (Vec::new(), Tally::default());
        for (key, text) in given {
            let refused = |expected: &str| unexpected(&key, &text, expected);
            let total = || text.parse::<Rational>().ok().filter(|_| text.len() <= TOTAL);
            let number = format!("a number of at most {TOTAL} characters");
            match key.as_str() {
                "seat" => seat = Some(player(game, &key, &text)?),
                "seed" if is_seed(&text) => seed = Some(text),
                "seed" => return Err(refused(&format!("{SEED} digits of 0 to 9 and a to f"))),
                "do" => decisions.push(text),
                "past" => {
                    let hand = PastHand::read(&text).filter(|_| past.len() < PAST);
                    let expected = format!(
                        "a seed and the decisions of a hand, such as 0123456789abcdef.check.fold, \
                         {PAST} times at most"
                    );
                    past.push(hand.ok_or_else(|| refused(&expected))?);
                }
                "hands" => {
                    before.hands = parse_whole("hands", &text, 0..=u64::from(u32::MAX))?;
                }
                "won" => before.won = total().ok_or_else(|| refused(&number))?,
                "lost" => {
                    let lost = total().filter(|lost| !lost.is_negative());
                    before.lost = lost.ok_or_else(|| refused(&format!("{number}, 0 or more")))?;
                }
                _ => {}
            }
        }
        let Some(seat) = seat else {
            return if seed.is_none() && decisions.is_empty() {
                Ok(None)
            } else {
                Err(in_words("seat", "", "seat is missing", "it beside seed and do"))
            };
        };
        if seed.is_none() && !decisions.is_empty() {
            return Err(in_words("seed", "", "seed is missing", "it beside do"));
        }
        Ok(Some(Self { seat, seed, decisions, past, before }))
    }

    /// The hands before this one, as fields of an address.
    fn earlier(&self) -> Vec<(&'static str, String)> {
        let past = self.past.iter().map(|hand| ("past", hand.text()));
        self.before.fields().into_iter().chain(past).collect()
    }

    /// All fields, as an address and a form have them.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let seed = self.seed.iter().map(|seed| ("seed", seed.clone()));
        let decisions = self.decisions.iter().map(|name| ("do", name.clone()));
        let here = std::iter::once(("seat", self.seat.to_string())).chain(seed);
        here.chain(self.earlier()).chain(decisions).collect()
    }

    /// The address at the table of a game.
    pub(super) fn address(&self, label: &str) -> String {
        let field = |(name, text): (&str, String)| format!("{name}={}", text.replace(' ', "+"));
        let fields: Vec<String> = self.fields().into_iter().map(field).collect();
        GameTab::Play.address(label, &fields.join("&"))
    }

    /// The hidden fields of a form that goes on from here.
    pub(super) fn hidden(&self) -> Markup {
        html! {
            @for (name, text) in self.fields() { input type="hidden" name=(name) value=(text); }
        }
    }

    /// Number of the hand that is played, from 1 on.
    pub(super) fn number(&self) -> u64 {
        self.before.hands + self.past.len() as u64 + 1
    }
}

fn is_seed(text: &str) -> bool {
    let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == SEED && text.bytes().all(hexadecimal)
}
