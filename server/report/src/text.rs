//! An equilibrium as text: advice, and the proof beside it.

use rational_bluff::cards::HandRange;
use rational_bluff::certificate::{Certificate, QuadraticEquilibrium, Solution};
use rational_bluff::exact::{Piecewise, Rational, counted, sweep};
use rational_bluff::game::{Game, Player, View};
use rational_bluff::solve::Search;

use crate::number::{percent, share};
use crate::runs::{CardRun, hands, has_classes, noun};

/// Digits after the point beside an exact number.
const DECIMALS: usize = 21;
/// Letters of a condition at most that has its colon below those of the others.
const CONDITION: usize = 60;

/// Style of headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// For a terminal.
    Bold,
    /// For a file or a pipe.
    Plain,
}

impl Paint {
    /// A heading.
    pub fn heading(self, text: &str) -> String {
        match self {
            Self::Bold => format!("\x1b[1m{text}\x1b[0m"),
            Self::Plain => text.to_owned(),
        }
    }
}

/// An exact number with its decimals: `113/1134 = 0.0996…`, or the number alone where that says it
/// all.
pub fn exact_and_decimal(number: &Rational) -> String {
    if number.is_integer() {
        number.to_string()
    } else {
        format!("{number} = {}", number.decimal(DECIMALS))
    }
}

/// An equilibrium as text: value, advice by runs of cards, certificate.
pub fn solution(solution: &Solution, paint: Paint) -> String {
    solution_in_colours(solution, paint, &|_, _, _| None)
}

/// The same, with the number of a terminal's colour by view, action and card.
pub(crate) fn solution_in_colours(
    solution: &Solution,
    paint: Paint,
    colour: &dyn Fn(usize, usize, u64) -> Option<u8>,
) -> String {
    let game = &solution.game;
    let mut lines = vec![paint.heading(&game.label()), String::new()];
    lines.extend(value_lines(solution));
    for (at, view) in game.views().iter().enumerate() {
        lines.push(String::new());
        lines.push(paint.heading(&format!("Player {}, {}", view.player, view.name)));
        let named = |action: usize, card| match (colour(at, action, card), &view.actions[action]) {
            (Some(number), name) => format!("\x1b[{number}m{name}\x1b[0m"),
            (None, name) => name.clone(),
        };
        let taken = solution.profile.at(at);
        lines.extend(advice_named(game, &named, at, taken));
    }
    lines.push(String::new());
    if solution.is_equilibrium() {
        lines.push(format!("Equilibrium  {}", convention(solution)));
    } else {
        lines.push("Equilibrium  none: somebody gains by deviating".to_owned());
    }
    if let Some(exact) = solution.certificate.quadratic() {
        lines.push(format!("Rounded      {}", rounded(game, exact)));
    }
    lines.extend(certificate_lines(&solution.certificate));
    lines.push(format!("Method       {}", solution.method));
    lines.join("\n") + "\n"
}

/// Several equilibria of one game, one after the other, and what a search left open.
pub fn solutions(search: &Search, paint: Paint) -> String {
    let (count, starts) = (search.solutions.len(), search.starts);
    let listed = match starts {
        0 => format!(
            "{count} in threshold form, all callers alike, the ends of each range of equilibria"
        ),
        _ => format!(
            "{count} found from {}{}, drawn from seed {}",
            counted(starts, "start", "starts"),
            search.vain_ends(),
            search.seed
        ),
    };
    let shown = search.solutions.iter().map(|one| solution(one, paint));
    std::iter::once(format!("{listed}; there may be others\n"))
        .chain(shown)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The value of each player, one line each.
pub fn value_lines(solution: &Solution) -> Vec<String> {
    let player = |(player, value): (&Player, &Rational)| {
        format!("{:<13}{}", format!("Value to {player}"), exact_and_decimal(value))
    };
    solution.game.players().iter().zip(&solution.values).map(player).collect()
}

/// The numbers of a certificate with what they mean, a line each.
pub fn certificate_lines(certificate: &Certificate) -> Vec<String> {
    match certificate {
        Certificate::ZeroSum { lower, upper } => vec![
            format!(
                "Certificate  lower = {lower}: player I gets at least this, whatever player II does"
            ),
            format!(
                "             upper = {upper}: player I gets at most this against player II's \
                 strategy"
            ),
        ],
        Certificate::Nash { gains, .. } => {
            let exact: Vec<String> = gains.iter().map(Rational::to_string).collect();
            let mut lines =
                vec![format!("Certificate  gains from deviating alone: {}", exact.join(", "))];
            if gains.iter().any(|gain| !gain.is_zero()) {
                let digits: Vec<String> = gains.iter().map(|gain| gain.decimal(DECIMALS)).collect();
                lines.push(format!("             about {}", digits.join(", ")));
            }
            lines
        }
    }
}

/// The number field of an equilibrium whose strategies are printed to a millionth, and the
/// shortest of its irrational probabilities.
pub fn rounded(game: &Game, exact: &QuadraticEquilibrium) -> String {
    let field = exact.field();
    let numbers = game.views().iter().zip(&exact.probabilities).flat_map(|(view, rows)| {
        let cards = rows.iter().zip(1..);
        cards.flat_map(move |(row, card)| {
            let actions = view.actions.iter().zip(row);
            actions.map(move |(action, number)| (view, card, action, number))
        })
    });
    let irrational = numbers.filter(|(.., [_, root])| !root.is_zero());
    let shortest = irrational.min_by_key(|(.., number)| field.text(number).len());
    let instance = shortest.map_or_else(String::new, |(view, card, action, number)| {
        let (player, named) = (view.player, game.hand_name(card));
        let number = field.text(number);
        format!("; player {player}, {}, card {named}: {action} {number}", view.name)
    });
    let root = &exact.root;
    format!("to millionths, of an equilibrium in numbers a + b√{root}, proved too{instance}")
}

/// Which of many equilibria this is, by the method that found it.
pub fn convention(solution: &Solution) -> &str {
    if solution.game.is_locked() {
        return "of the game in which the locked probabilities are rules; there may be others";
    }
    match (solution.method.as_str(), solution.game.players().len() > 2) {
        ("threshold", true) => {
            "threshold form: player I bluffs only the lowest cards, the callers play alike and \
             call from the top down; there may be others"
        }
        ("threshold", false) => {
            "threshold form: player I bluffs only the lowest cards, player II calls from the top \
             down"
        }
        ("search", _) | ("normal-form", true) => {
            "one that a search from many starts found; there may be others"
        }
        ("lp", _) if solution.game.holdem_board().is_some() => {
            "one of restricted games; a strategy may be weakly dominated, and there may be others"
        }
        ("lp" | "normal-form", _) => {
            "the basis the simplex ends with; there may be other optimal strategies"
        }
        ("readable", _) => {
            "in few runs of cards, and no strategy is weakly dominated; there may be others"
        }
        ("undominated", _) => {
            "hands that no payoff tells apart are played alike, and no strategy is weakly \
             dominated; there may be others"
        }
        ("restricted", _) => {
            "hands that no payoff tells apart are played alike; a strategy may be weakly \
             dominated, and there may be others"
        }
        ("runs", _) => {
            "in few runs of cards: of all optimal strategies by these runs, one that punishes \
             mistakes; there may be others"
        }
        ("pure", _) => "pure: no player ever mixes",
        (other, _) => other,
    }
}

/// The runs of cards that are played alike at a view, with the actions that are played; none for
/// cards that the player never holds there.
pub fn runs(
    game: &Game,
    view: usize,
    probabilities: &[Piecewise],
) -> Vec<CardRun<(usize, Rational)>> {
    let held = game.held_at(view);
    let mut runs: Vec<CardRun<(usize, Rational)>> =
        sweep(probabilities.iter().chain(&held)).collect();
    if held.is_some() {
        // The last function is 1 with the cards held, and not listed with the others.
        for (_, _, played) in &mut runs {
            if played.pop_if(|(function, _)| *function == probabilities.len()).is_none() {
                played.clear();
            }
        }
    }
    runs
}

/// The advice of a strategy at a view, in lines.
pub(crate) fn advice(game: &Game, view: usize, probabilities: &[Piecewise]) -> Vec<String> {
    let name = |action: usize, _| game.views()[view].actions[action].clone();
    advice_named(game, &name, view, probabilities)
}

/// One line per run of cards, the likelier actions first, the colons below each other; none for
/// cards that the player never holds there. `name` names an action with a card.
fn advice_named(
    game: &Game,
    name: &dyn Fn(usize, u64) -> String,
    view: usize,
    probabilities: &[Piecewise],
) -> Vec<String> {
    if has_classes(game) {
        return advice_by_ranges(game, &game.views()[view], probabilities);
    }
    let mut runs = runs(game, view, probabilities);
    runs.retain(|(_, _, played)| !played.is_empty());
    let noun = noun(game);
    let condition = |first, last| format!("If your {noun} is {}", hands(game, first, last));
    let lengths = runs.iter().map(|(first, last, _)| condition(*first, *last).len());
    let width = lengths.filter(|length| *length <= CONDITION).max().unwrap_or_default();
    let line = |(first, last, mut played): CardRun<(usize, Rational)>| {
        played.sort_by(|(_, one), (_, other)| other.cmp(one));
        // Only what is played is named: with many sizes, all names of every run are too many.
        let names = |action| name(action, first);
        format!(
            "  {:>width$}: {}",
            condition(first, last),
            play_named(names, Rational::to_string, &played)
        )
    };
    runs.into_iter().map(line).collect()
}

/// The hands that always take each action, as players write ranges, and those that mix.
pub fn by_ranges(
    game: &Game,
    player: Player,
    taken: &[Piecewise],
) -> (Vec<(usize, HandRange)>, Vec<u64>) {
    let mut mixed: Vec<u64> = (1..=game.n()).filter(|hand| game.holds(player, *hand)).collect();
    let mut sure = Vec::new();
    for (action, taken) in taken.iter().enumerate() {
        let (always, others): (Vec<u64>, _) =
            mixed.into_iter().partition(|hand| taken.at(*hand).is_one());
        mixed = others;
        let names: Vec<String> = always.into_iter().map(|hand| game.hand_name(hand)).collect();
        // No hand at all is no range.
        sure.extend(names.join(",").parse().ok().map(|range| (action, range)));
    }
    (sure, mixed)
}

/// The actions of one hand with their probabilities, without those that it never takes.
pub fn played(taken: &[Piecewise], hand: u64) -> Vec<(usize, Rational)> {
    let all = taken.iter().map(|taken| taken.at(hand)).enumerate();
    all.filter(|(_, probability)| !probability.is_zero()).collect()
}

fn advice_by_ranges(game: &Game, view: &View, taken: &[Piecewise]) -> Vec<String> {
    let (sure, mixed) = by_ranges(game, view.player, taken);
    let sure =
        sure.into_iter().map(|(action, range)| format!("  {}: {range}", view.actions[action]));
    let mixed = mixed.into_iter().map(|hand| {
        format!("  {}: {}", game.hand_name(hand), play(&view.actions, &played(taken, hand)))
    });
    sure.chain(mixed).collect()
}

/// `bet 4 with probability 2/3, check with probability 1/3`.
pub fn play(actions: &[String], played: &[(usize, Rational)]) -> String {
    play_named(|action| actions[action].clone(), Rational::to_string, played)
}

/// [`play`] for people: short fractions, else per cent.
pub fn briefly(actions: &[String], played: &[(usize, Rational)]) -> String {
    play_named(|action| actions[action].clone(), share, played)
}

/// [`play`] in per cent: of hands of hold'em.
pub fn in_percent(actions: &[String], played: &[(usize, Rational)]) -> String {
    play_named(|action| actions[action].clone(), percent, played)
}

fn play_named(
    name: impl Fn(usize) -> String,
    number: impl Fn(&Rational) -> String,
    played: &[(usize, Rational)],
) -> String {
    match played {
        [(action, _)] => name(*action),
        mixed => {
            let part = |(action, probability): &(usize, Rational)| {
                format!("{} with probability {}", name(*action), number(probability))
            };
            mixed.iter().map(part).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Text on one line: what a game file calls things may hold anything.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve};

    use super::{Paint, convention, solution};

    #[test]
    fn only_proved_answers_are_called_undominated() {
        for (method, named) in [(Method::Auto, true), (Method::Runs, false)] {
            let game = parse_label("kuhn/n101-b1").unwrap();
            let solved = solve(&game, method, &Control::new()).unwrap();
            let words = convention(&solved.solution);
            assert_eq!(words.contains("no strategy is weakly dominated"), named, "{method}");
        }
    }

    #[test]
    fn the_advice_for_28_cards_and_bet_4() {
        let game = parse_label("von-neumann/n28-b4").unwrap();
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        let expected = "\
von-neumann/n28-b4

Value to I   113/1134 = 0.099647266313932980599…
Value to II  -113/1134 = -0.099647266313932980599…

Player I, first to act
    If your card is 1 to 2: bet 4
         If your card is 3: bet 4 with probability 2/3, check with probability 1/3
   If your card is 4 to 24: check
  If your card is 25 to 28: bet 4

";
        let text = solution(&solved.solution, Paint::Plain);
        assert!(text.starts_with(expected), "{text}");
        assert!(text.ends_with("Method       threshold\n"), "{text}");
        assert!(
            solution(&solved.solution, Paint::Bold)
                .starts_with("\u{1b}[1mvon-neumann/n28-b4\u{1b}[0m\n")
        );
    }
}
