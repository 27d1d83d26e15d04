//! The advice in sentences, each action's word underlined in its colour.

use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::{Piecewise, Rational, counted};
use rational_bluff::game::{Game, Player, View};

use super::action::{Bluffs, Kind};
use super::alike::alike;
use super::strip::cut;
use crate::number::share;
use crate::runs::{CardRun, has_classes};
use crate::text::{by_ranges, runs};

/// Most runs of a view that are put into words.
const RUNS: usize = 8;
/// Most views of a player that are.
const VIEWS: usize = 4;
/// The largest denominator that reads as "two times in three".
const TIMES: i64 = 12;

/// Cards that are played alike, and how.
type PlayedRun = CardRun<(usize, Rational)>;

/// The strategy of every player, a paragraph for each and for those who are drawn as one: "Bluff
/// with 1 and 2. With 3 bluff two times in three, else check. Check with 4 to 24. Bet with 25 to
/// 28."
pub fn advice(solution: &Solution) -> Markup {
    let game = &solution.game;
    let bluffs = Bluffs::of(game, &solution.profile);
    let grid = has_classes(game);
    html! {
        dl.advice {
            @let all = |player: &Player| alike(game, &solution.profile, *player);
            @for player in game.players().iter().filter(|player| all(player)[0] == **player) {
                dt { (player) @if let [_, .., last] = all(player) { "–" (last) } }
                dd {
                    // What follows an open card is left to the table.
                    @let of_first = |(at, _): &(usize, &View)| game.board_of(*at) == 0;
                    @let views: Vec<_> = game.views_of(*player).filter(of_first).collect();
                    @let all_views = game.views_of(*player).count();
                    @for (at, view) in views.iter().take(VIEWS) {
                        @let runs = runs(game, *at, solution.profile.at(*at));
                        @let all = by_bluff(runs, &bluffs, *at);
                        @if views.len() > 1 || *player != Player::I {
                            span.soft { (capital(&view.name)) ": " }
                        }
                        @if grid { (of_hands(game, view, solution.profile.at(*at))) }
                        @else { @for (place, run) in all.iter().take(RUNS).enumerate() {
                            // The first sentence may follow the name of its view.
                            @let begins = place > 0 || (views.len() == 1 && *player == Player::I);
                            (sentence(game, &view.actions, run, begins, |action| {
                                bluffs.has(*at, action, run.0)
                            }))
                            ". "
                        }
                        @if all.len() > RUNS {
                            (counted(all.len() - RUNS, "more run", "more runs")) " in the table. "
                        } }
                    }
                    @let left = all_views - views.len().min(VIEWS);
                    @if left > 0 { (counted(left, "more view", "more views")) " in the table." }
                }
            }
        }
    }
}

/// The runs of a view, each cut behind the highest card with which one of its bets is a bluff.
fn by_bluff(runs: Vec<PlayedRun>, bluffs: &Bluffs, at: usize) -> Vec<PlayedRun> {
    let parts = runs.into_iter().flat_map(|(first, last, played)| {
        let ends = cut(first, last, played.iter().map(|(action, _)| bluffs.highest(at, *action)));
        ends.into_iter().map(move |(first, last)| (first, last, played.clone()))
    });
    parts.collect()
}

/// The hands that always take each action but the last resort, and how many mix.
fn of_hands(game: &Game, view: &View, taken: &[Piecewise]) -> Markup {
    let (sure, mixed) = by_ranges(game, view.player, taken);
    let actions = &view.actions;
    // What most hands do is left for the rest.
    let shown = sure.iter().filter(|(action, _)| {
        sure.len() == 1 || !matches!(Kind::of(&actions[*action]), Kind::Fold | Kind::Check)
    });
    html! {
        @for (action, range) in shown {
            span class=(format!("word {}", Kind::of(&actions[*action]).class(false))) {
                (actions[*action])
            }
            " " (range.to_string().replace(',', ", ")) "; "
        }
        @match mixed.as_slice() {
            [] => { "no hand mixes" }
            [hand] => { (game.hand_name(*hand)) " mixes" }
            many => { (many.len()) " hands mix" }
        }
        ". "
    }
}

/// A run of cards in words, with a capital letter where it begins a sentence.
fn sentence(
    game: &Game,
    actions: &[String],
    (first, last, played): &PlayedRun,
    begins: bool,
    bluff: impl Fn(usize) -> bool,
) -> Markup {
    let with = if begins { "With " } else { "with " };
    let cards = match last - first {
        1 => format!("{} and {}", game.hand_name(*first), game.hand_name(*last)),
        _ => crate::runs::hands(game, *first, *last),
    };
    let word = |action: usize, begins: bool| {
        let (name, kind) = (&actions[action], Kind::of(&actions[action]));
        // A bluff of the only bet says so; of several sizes the size has to be said.
        let alone = actions.iter().filter(|other| Kind::of(other) == kind).count() == 1;
        let (first, bluff) = (name.split(' ').next().unwrap_or(name), bluff(action));
        let word = match kind {
            Kind::Bet if alone && bluff => "bluff",
            _ if alone => first,
            _ => name,
        };
        let word = if begins { capital(word) } else { word.to_owned() };
        html! { span class=(format!("word {}", kind.class(bluff))) { (word) } }
    };
    html! {
        @match played.as_slice() {
            [] => { (cards) " never comes" }
            [(action, _)] => { (word(*action, begins)) " with " (cards) }
            [(one, part), (other, rest)] => {
                // What is rarer to say first: a bet before a check, a call before a fold.
                @let passive = matches!(Kind::of(&actions[*one]), Kind::Check | Kind::Fold);
                @let rare = ((other, rest), one);
                @let ((action, part), other) = if passive { rare } else { ((one, part), other) };
                (with) (cards) " " (word(*action, false)) " " (often(part)) ", else "
                (word(*other, false))
            }
            many => {
                (with) (cards) " "
                @for (place, (action, part)) in many.iter().enumerate() {
                    @if place > 0 { ", " }
                    (word(*action, false)) " " (often(part))
                }
            }
        }
    }
}

/// A probability in words: "two times in three", or the fraction.
fn often(part: &Rational) -> String {
    const NUMBERS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let small = (2..=TIMES).find_map(|times| {
        let count = part * &Rational::from(times);
        let count = usize::try_from(count.to_i128().filter(|_| count.is_integer())?).ok()?;
        Some((*NUMBERS.get(count)?, NUMBERS[usize::try_from(times).ok()?]))
    });
    match small {
        Some((count, times)) => {
            let noun = if count == "one" { "time" } else { "times" };
            format!("{count} {noun} in {times}")
        }
        None => format!("with probability {}", share(part)),
    }
}

/// A text with a capital letter first.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
