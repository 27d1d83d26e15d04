//! The numbers that a person moves on the page of an answer: each parameter of the family as a
//! number with steps and a slider. Without the script they are a form.

use maud::{Markup, html};
use rational_bluff::continuous::Bets;
use rational_bluff::exact::Rational;
use rational_bluff::game::{
    ARGUMENTS, BET, CARDS, COPIES, Family, Game, Parameter, SIZES, Stakes, Value,
};

use crate::page::parts::form::refusal;
use crate::page::parts::slider::{MANY, Slider, saturation};

/// Words on moving the numbers.
const HOW: &str = "Drag, or use the arrow keys";

/// The kind of page on which the numbers stand, and to which moving them leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerPage {
    Solution,
    Pure,
    Continuous,
    Comparison,
    Formula,
}

impl AnswerPage {
    pub(crate) const ALL: [Self; 5] =
        [Self::Solution, Self::Pure, Self::Continuous, Self::Comparison, Self::Formula];

    /// First part of its address; empty for a solved game.
    pub(crate) fn name(self) -> &'static str {
        ["", "pure", "continuous", "compare", "formulas"][self as usize]
    }

    /// True if the page is of stakes alone, for any deck.
    fn any_deck(self) -> bool {
        matches!(self, Self::Continuous | Self::Comparison | Self::Formula)
    }

    /// The address of the page of a game.
    pub(crate) fn address(self, game: &Game) -> String {
        let label = match self.any_deck() {
            true => game.label_without_deck(),
            false => game.label(),
        };
        self.of_label(&label)
    }

    fn of_label(self, label: &str) -> String {
        match self {
            Self::Solution => format!("/{label}"),
            _ => format!("/{}/{label}", self.name()),
        }
    }
}

/// A number of the query that is moved beside the parameters, such as a card.
pub(crate) struct QueryNumber {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) value: u64,
    pub(crate) least: u64,
    /// The last place of the slider.
    pub(crate) most: u64,
    /// The field that the number may not exceed: a card is one of the deck.
    pub(crate) within: Option<&'static str>,
}

/// A game of these bets, in whose place any deck may stand; `None` for bets without a slider. Of
/// all whole bets it is one with many.
pub(crate) fn any_deck(game: &str, bets: &Bets) -> Option<Game> {
    let many = || (*bets == Bets::Whole).then(|| Stakes::bet(MANY));
    let (family, stakes) = (Family::named(game)?, bets.stakes().cloned().or_else(many)?);
    family.game(family.only_deck().unwrap_or(ANY_DECK), 1, &stakes).ok()
}

/// A deck that every family has, but for those of one deck.
const ANY_DECK: u64 = 28;
/// Letters of a number that a field beside its slider shows on a telephone.
const LONG: usize = 7;
/// The most numbers of a set that have a slider each.
const SLIDERS: usize = 6;

/// The form with all of them; nothing for a game of a file, which has no parameters. The bets are
/// those of a page for any deck, `query` is what the address keeps.
pub(crate) fn form(
    page: AnswerPage,
    (game, bets): (&Game, Option<&Bets>),
    query: &str,
    beside: &[QueryNumber],
) -> Markup {
    let Some(family) = game.family() else { return html! {} };
    let moved: Vec<(&Parameter, String)> = ARGUMENTS
        .into_iter()
        .filter(|parameter| !page.any_deck() || ![&CARDS, &COPIES].contains(parameter))
        .filter_map(|parameter| Some((parameter, text(parameter, family, game)?)))
        .map(|(parameter, text)| match bets {
            Some(Bets::Whole) if *parameter == BET => (parameter, "max".to_owned()),
            _ => (parameter, text),
        })
        .collect();
    let kept = query.trim_start_matches('?').split('&').filter_map(|field| field.split_once('='));
    let places = beside.iter().map(|number| format!("{0}={{{0}}}", number.name));
    let kept_fields = kept.clone().map(|(key, value)| format!("{key}={value}"));
    let fields: Vec<String> = kept_fields.chain(places).collect();
    let question = if fields.is_empty() { String::new() } else { format!("?{}", fields.join("&")) };
    let address = pattern(page, game, family) + &question;
    if moved.is_empty() && beside.is_empty() {
        return refusal(None);
    }
    let saturation = if page.any_deck() { None } else { saturation(game) };
    let how = match saturation {
        Some(bet) => format!("Bets above {bet} change nothing in this deck"),
        None => HOW.to_owned(),
    };
    html! {
        form.dials action="/" method="get" data-address=(address) {
            div {
                input type="hidden" name="game" value=(family.name);
                @if page != AnswerPage::Solution {
                    input type="hidden" name="page" value=(page.name());
                }
                @if page.any_deck() && family.only_deck().is_none() {
                    input type="hidden" name=(CARDS.key) value=(game.n());
                }
                @for (key, value) in kept { input type="hidden" name=(key) value=(value); }
                @for (parameter, value) in &moved {
                    (dial(parameter, value, Slider::of(parameter, game, saturation), game))
                }
                @for number in beside { (number.dial()) }
                button.unscripted type="submit" { "Show" }
            }
            p.before { span data-now=(how) { (how) } }
        }
        (refusal(None))
    }
}

/// The value of a parameter; `None` for one that the page does not offer to change.
fn text(parameter: &Parameter, family: &Family, game: &Game) -> Option<String> {
    match parameter {
        cards if *cards == CARDS => family.only_deck().is_none().then(|| game.n().to_string()),
        copies if *copies == COPIES => (game.copies() > 1).then(|| game.copies().to_string()),
        other => {
            let unsaid = || family.parameters.contains(&other).then_some(other.default?.to_owned());
            game.stakes().get(other).map(Value::to_string).or_else(unsaid)
        }
    }
}

fn dial(parameter: &Parameter, value: &str, slider: Option<Slider>, game: &Game) -> Markup {
    let whole = game.family().is_some_and(|family| family.whole_bets);
    let title = if whole && *parameter == BET { "Largest bet b" } else { parameter.title };
    let (words, _) = in_words(title);
    let input = html! {
        input id=(format!("dial-{}", parameter.key)) name=(parameter.key) value=(value)
            autocomplete="off" spellcheck="false"
            inputmode=(if *parameter == SIZES { "text" } else { "decimal" })
            title=(parameter.range);
    };
    let numbers: Vec<&str> = value.split(',').collect();
    let slider = slider.filter(|_| numbers.len() <= SLIDERS).map(|slider| {
        html! {
            @for (at, number) in numbers.iter().enumerate() {
                @let words = if numbers.len() > 1 { format!("Size {}", at + 1) } else {
                    words.to_owned()
                };
                (slider.shown(&words, number, None))
            }
        }
    });
    moved(parameter.key, title, value, &input, slider)
}

/// The words of a title, and the letter behind them, if it has one.
fn in_words(title: &str) -> (&str, Option<&str>) {
    let lettered = title.rsplit_once(' ').filter(|(_, letter)| letter.len() == 1);
    lettered.map_or((title, None), |(words, letter)| (words, Some(letter)))
}

/// A parameter with a slider from the first of these steps to the second, each one over the third,
/// under a curve if there is one.
pub(crate) fn sliding(
    parameter: &Parameter,
    value: &Rational,
    (least, most, per): (i64, i64, i64),
    curve: Option<&Markup>,
) -> Markup {
    let slider = Slider { least, most, per };
    let slider = slider.shown(in_words(parameter.title).0, &value.to_string(), curve);
    stepped(parameter, value, None, Some(slider))
}

/// A parameter without a slider. Its buttons move it by one over `per`, down to 0.
pub(crate) fn stepping(parameter: &Parameter, value: &Rational, per: i64) -> Markup {
    stepped(parameter, value, Some(per), None)
}

/// A parameter with its buttons, which move it by one over `per`, else by a step of its slider.
fn stepped(
    parameter: &Parameter,
    value: &Rational,
    per: Option<i64>,
    slider: Option<Markup>,
) -> Markup {
    let key = parameter.key;
    let input = html! {
        input id=(format!("dial-{key}")) name=(key) value=(value) autocomplete="off"
            inputmode="decimal" title=(parameter.range) data-per=[per]
            data-least=[per.map(|_| "0")];
    };
    moved(key, parameter.title, &value.to_string(), &input, slider)
}

/// A number that is a part of the page's address; without the script the address is typed.
pub(crate) fn alone(address: &str, number: &QueryNumber) -> Markup {
    html! { div.scripted { (leading("/", address, &number.dial())) } }
}

/// The form of these numbers, which leads to `address` with their values in its places; without
/// the script, to `action` with their values as its query.
pub(crate) fn leading(action: &str, address: &str, dials: &Markup) -> Markup {
    html! {
        form.dials action=(action) method="get" data-address=(address) {
            div { (dials) }
            p.before { span data-now=(HOW) { (HOW) } }
        }
        (refusal(None))
    }
}

impl QueryNumber {
    fn dial(&self) -> Markup {
        let Self { name, title, value, least, most, within } = self;
        let input = html! {
            input id=(format!("dial-{name}")) name=(name) value=(value) autocomplete="off"
                inputmode="numeric" data-within=[within];
        };
        let end = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let slider = Slider { least: end(*least), most: end(*most), per: 1 };
        let slider = (most > least).then(|| slider.shown(title, &value.to_string(), None));
        moved(name, title, &value.to_string(), &input, slider)
    }
}

/// A number between its steps, and its slider. A long number has a line of its own on a telephone.
fn moved(key: &str, title: &str, value: &str, input: &Markup, slider: Option<Markup>) -> Markup {
    let (words, letter) = in_words(title);
    html! {
        div.dial.long[value.len() > LONG] {
            label for=(format!("dial-{key}")) {
                (words) @if let Some(letter) = letter { " " i { (letter) } }
            }
            span.step {
                button.scripted type="button" data-step="-1" aria-label=(format!("{words}, less")) {
                    "−"
                }
                (input)
                button.scripted type="button" data-step="1" aria-label=(format!("{words}, more")) {
                    "+"
                }
            }
            @if let Some(slider) = slider { (slider) }
        }
    }
}

/// The address of a page with a place for each number: `/kuhn/n{n}-b{b}`. What labels leave out
/// has a place too; an only deck is no place.
fn pattern(page: AnswerPage, game: &Game, family: &Family) -> String {
    let place = |parameter: &Parameter| format!("{}{{{}}}", parameter.prefix, parameter.key);
    let deck = match family.only_deck() {
        _ if page.any_deck() || family.has_own_deck() => None,
        Some(only) => Some(format!("{}{only}", CARDS.prefix)),
        None => Some(place(&CARDS)),
    };
    let is_given = |parameter: &&&Parameter| {
        parameter.default.is_some() || game.stakes().get(parameter).is_some()
    };
    let stakes = family.parameters.iter().filter(is_given).map(|parameter| place(parameter));
    let copies = (game.copies() > 1 && !page.any_deck()).then(|| place(&COPIES));
    let parts: Vec<String> = deck.into_iter().chain(stakes).chain(copies).collect();
    page.of_label(&format!("{}/{}", family.name, parts.join("-")))
}
