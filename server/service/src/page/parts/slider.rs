//! Sliders: the useful range of each parameter, and the track.

use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::formula::SaturatedDeck;
use rational_bluff::game::{
    ANTE, BET, CARDS, COPIES, FLIP, Game, MAX_PLAYERS, PLAYERS, Parameter, RAISE, SIZES, STACK, WIN,
};
use rational_bluff::solve::{Control, Method, settled};

/// The last place of the slider of a deck.
pub(crate) const DECK: u64 = 60;
/// The same where equilibria are searched for: a page has no time for more cards.
const SEARCHED: i64 = 8;
/// The last place of the slider of a largest bet where no deck says it.
pub(crate) const MANY: u64 = 12;
/// The largest deck that says it: its largest bet that matters is 58.
const SATURATED: u64 = 1000;

/// The useful range of a slider, in steps of one over `per`.
pub(crate) struct Slider {
    pub(crate) least: i64,
    pub(crate) most: i64,
    pub(crate) per: i64,
}

impl Slider {
    /// The slider of a parameter, for a set that of each number in it; `None` where only one number
    /// is left. Of whole bets it ends where larger ones change nothing.
    pub(crate) fn of(parameter: &Parameter, game: &Game, saturation: Option<u64>) -> Option<Self> {
        let whole = game.family().is_some_and(|family| family.whole_bets);
        let slider = |least, most, per| (most > least).then_some(Self { least, most, per });
        // A deck has a card for each player, at least.
        let players = i64::try_from(game.players().len()).unwrap_or(2);
        match parameter {
            cards if *cards == CARDS => match settled(game, Method::Auto) {
                Method::Search => slider(players, SEARCHED, 1),
                _ => slider(players, DECK as i64, 1),
            },
            copies if *copies == COPIES => slider(1, 8, 1),
            bet if *bet == BET && whole => slider(1, saturation.unwrap_or(MANY) as i64, 1),
            size if [&BET, &RAISE, &SIZES].contains(&size) => slider(1, 24, 2),
            players if *players == PLAYERS => slider(2, game.n().min(MAX_PLAYERS as u64) as i64, 1),
            flip if *flip == FLIP => slider(0, 12, 24),
            win if *win == WIN => slider(1, 23, 24),
            // A stack has room for the ante and the big blind.
            stack if *stack == STACK => {
                let least = game.stakes().number(&ANTE) + Rational::ONE;
                slider((least.to_f64() * 2.0).ceil() as i64, 50, 2)
            }
            ante if *ante == ANTE => {
                let most = game.stakes().number(&STACK) - Rational::ONE;
                slider(0, (most.to_f64() * 8.0).floor().min(8.0) as i64, 8)
            }
            _ => None,
        }
    }

    /// Place of the thumb: at an end for a number beyond it.
    fn thumb(&self, value: &Rational) -> i64 {
        let steps = (value.to_f64() * self.per as f64).round();
        (steps as i64).clamp(self.least, self.most)
    }

    /// The part of the track before the thumb.
    fn share(&self, value: &Rational) -> f64 {
        (self.thumb(value) - self.least) as f64 / (self.most - self.least) as f64
    }

    fn end(&self, steps: i64) -> Rational {
        Rational::ratio(steps, self.per)
    }

    /// Drawn for a number, under a curve if there is one; what is no number, such as `max`, is at
    /// the end.
    pub(crate) fn shown(&self, words: &str, text: &str, curve: Option<&Markup>) -> Markup {
        let value = &text.parse().unwrap_or_else(|_| self.end(self.most));
        html! {
            span.slide.scripted.curve[curve.is_some()] {
                @if let Some(curve) = curve { (curve) }
                (track(self.share(value)))
                input type="range" aria-label=(words) min=(self.least) max=(self.most)
                    value=(self.thumb(value)) data-per=(self.per);
                small { (self.end(self.least)) }
                small { (self.end(self.most)) }
            }
        }
    }
}

/// The largest bet that matters in a deck with all whole bets, if a slider has room for it.
pub(crate) fn saturation(game: &Game) -> Option<u64> {
    let plain = game.copies() == 1 && !game.has_ranges() && game.n() <= SATURATED;
    game.family().filter(|family| family.whole_bets && plain)?;
    Some(SaturatedDeck::new(game.n(), &Control::new()).ok()??.saturation)
}

/// The track of a slider, filled up to its thumb.
fn track(share: f64) -> Markup {
    html! {
        svg.track aria-hidden="true" {
            line x2="100%" y1="10" y2="10" {}
            line.filled x2=(format!("{:.2}%", 100.0 * share)) y1="10" y2="10" {}
        }
    }
}
