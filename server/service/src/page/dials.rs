//! The numbers that a person moves on the page of an answer: each parameter of the family as a
//! number with steps and a slider. Without the script they are a form.

use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{
    ARGUMENTS, BET, CARDS, COPIES, FLIP, Family, Game, PLAYERS, Parameter, RAISE, SIZES, Value, WIN,
};

/// The useful range of a slider, in steps of one over `per`.
struct Slider {
    least: i64,
    most: i64,
    per: i64,
}

impl Slider {
    /// The slider of a parameter; `None` for sets, which have none.
    fn of(parameter: &Parameter, family: &Family, game: &Game) -> Option<Self> {
        let slider = |least, most, per| Some(Self { least, most, per });
        // A deck has a card for each player, at least.
        let players = i64::try_from(game.players().len()).unwrap_or(2);
        match parameter {
            cards if *cards == CARDS => slider(players, 60, 1),
            copies if *copies == COPIES => slider(1, 8, 1),
            bet if *bet == BET && family.whole_bets => slider(1, 12, 1),
            size if *size == BET || *size == RAISE => slider(1, 24, 2),
            players if *players == PLAYERS => slider(2, 6, 1),
            flip if *flip == FLIP => slider(0, 12, 24),
            win if *win == WIN => slider(1, 23, 24),
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
}

/// The form with all of them; nothing for a game of a file, which has no parameters.
pub(super) fn dials(game: &Game, query: &str) -> Markup {
    let Some(family) = game.family() else { return html! {} };
    let moved: Vec<(&Parameter, String)> = ARGUMENTS
        .into_iter()
        .filter_map(|parameter| Some((parameter, text(parameter, family, game)?)))
        .collect();
    html! {
        form.dials action="/" method="get" data-address=(pattern(game)) data-query=(query) {
            div {
                input type="hidden" name="game" value=(family.name);
                @for (parameter, value) in &moved { (dial(parameter, value, family, game)) }
                button.unscripted type="submit" { "Show" }
            }
            p.before { span data-now="Drag, or use the arrow keys" { "Drag, or use the arrow keys" }
                }
        }
        p.refused data-error hidden role="alert" {}
    }
}

/// The value of a parameter; `None` for one that the page does not offer to change.
fn text(parameter: &Parameter, family: &Family, game: &Game) -> Option<String> {
    match parameter {
        cards if *cards == CARDS => family.deck.is_none().then(|| game.n().to_string()),
        copies if *copies == COPIES => (game.copies() > 1).then(|| game.copies().to_string()),
        other => game.stakes().get(other).map(Value::to_string),
    }
}

fn dial(parameter: &Parameter, value: &str, family: &Family, game: &Game) -> Markup {
    let slider = Slider::of(parameter, family, game);
    let name = parameter.key;
    let id = format!("dial-{name}");
    let title =
        if family.whole_bets && *parameter == BET { "Largest bet b" } else { parameter.title };
    let (words, letter) = match title.rsplit_once(' ') {
        Some((words, letter)) if letter.len() == 1 => (words, letter),
        _ => (title, ""),
    };
    html! {
        div.dial {
            label for=(id) { (words) " " i { (letter) } }
            span.step {
                button.scripted type="button" data-step="-1" aria-label=(format!("{words}, less")) {
                    "−"
                }
                input id=(id) name=(name) value=(value) autocomplete="off" spellcheck="false"
                    inputmode=(if *parameter == SIZES { "text" } else { "decimal" })
                    title=(parameter.range);
                button.scripted type="button" data-step="1" aria-label=(format!("{words}, more")) {
                    "+"
                }
            }
            @if let Some(slider) = slider {
                @let number = value.parse().unwrap_or(Rational::ZERO);
                span.slide.scripted {
                    (track(slider.share(&number)))
                    input type="range" aria-label=(words) min=(slider.least) max=(slider.most)
                        value=(slider.thumb(&number)) data-per=(slider.per);
                    small { (slider.end(slider.least)) }
                    small { (slider.end(slider.most)) }
                }
            }
        }
    }
}

/// The track of a slider, filled up to its thumb.
pub(super) fn track(share: f64) -> Markup {
    html! {
        svg.track aria-hidden="true" {
            line x2="100%" y1="10" y2="10" {}
            line.filled x2=(format!("{:.2}%", 100.0 * share)) y1="10" y2="10" {}
        }
    }
}

/// The label of the game with a place for each parameter: `von-neumann/n{n}-b{b}`.
fn pattern(game: &Game) -> String {
    let label = game.label();
    let Some((name, deck)) = label.split_once('/') else { return format!("/{label}") };
    let mut parts: Vec<String> = Vec::new();
    for part in deck.split('-') {
        let found = ARGUMENTS.into_iter().find(|parameter| {
            let number = part.strip_prefix(parameter.prefix);
            number.is_some_and(|number| number.starts_with(|letter: char| letter.is_ascii_digit()))
        });
        // A part without a letter is another size of a set.
        if let Some(parameter) = found {
            parts.push(format!("{}{{{}}}", parameter.prefix, parameter.key));
        }
    }
    format!("/{name}/{}", parts.join("-"))
}
