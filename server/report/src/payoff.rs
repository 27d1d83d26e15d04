//! The worth of any strategies: payoffs, best responses, and the distance from an equilibrium.

use rational_bluff::certificate::{Culprit, worst_mistake};
use rational_bluff::exact::json::Entries;
use rational_bluff::exact::{Rational, sweep};
use rational_bluff::game::{Game, Unit};
use rational_bluff::solve::{BestAction, BestReply};
use rational_bluff::strategy::{Evaluation, Gains, Profile, named};
use serde::Serialize;

use crate::measures::Measures;
use crate::text::{Paint, advice, exact_and_decimal};

/// The worth of a profile. Units: those of the game, per hand.
#[derive(Debug, Serialize)]
pub struct Worth {
    #[serde(flatten)]
    measures: Measures,
    /// `null` exactly at an equilibrium.
    worst_mistake: Option<Culprit>,
    /// By player, in the form of strategies.
    best_replies: Vec<Vec<ReplyStrategy>>,
    /// Lines of the best replies in words.
    #[serde(skip)]
    replies: Vec<String>,
    #[serde(skip)]
    players: Vec<String>,
    #[serde(skip)]
    unit: Unit,
}

#[derive(Debug, Serialize)]
struct ReplyStrategy {
    player: String,
    view: String,
    runs: Vec<RunOfReply>,
}

#[derive(Debug, Serialize)]
struct RunOfReply {
    cards: [String; 2],
    actions: Entries<Rational>,
    /// Actions that are as good.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
}

impl ReplyStrategy {
    fn of(game: &Game, reply: &BestAction) -> Self {
        let (view, count) = (&game.views()[reply.view], reply.taken.len());
        let run = |(first, last, mut all): (u64, u64, Vec<(usize, Rational)>)| {
            let best = all.split_off(all.partition_point(|(at, _)| *at < count));
            let also = best.into_iter().map(|(at, _)| at - count);
            let also = also.filter(|at| all.iter().all(|(taken, _)| taken != at));
            let entry = |(name, part): (&str, &Rational)| (name.to_owned(), part.clone());
            RunOfReply {
                cards: [first, last].map(|card| card.to_string()),
                also: also.map(|at| view.actions[at].clone()).collect(),
                actions: Entries(named(&view.actions, &all).map(entry).collect()),
            }
        };
        let runs = sweep(reply.taken.iter().chain(&reply.best).collect::<Vec<_>>()).map(run);
        Self { player: view.player.to_string(), view: view.name.clone(), runs: runs.collect() }
    }
}

impl Worth {
    /// The worth of a profile with this evaluation and these best replies to it.
    pub fn of(
        game: &Game,
        profile: &Profile,
        evaluation: &Evaluation<'_>,
        replies: &[BestReply],
    ) -> Self {
        let of_player = |reply: &BestReply| {
            reply.views.iter().map(|view| ReplyStrategy::of(game, view)).collect()
        };
        let lines = |reply: &BestAction| {
            let view = &game.views()[reply.view];
            let heading = format!("  player {}, {}", view.player, view.name);
            let lines = advice(game, reply.view, &reply.taken);
            std::iter::once(heading).chain(lines.into_iter().map(|line| format!("  {line}")))
        };
        Self {
            measures: Measures::new(game.label(), Gains::of(game, evaluation)),
            worst_mistake: worst_mistake(game, profile, evaluation),
            best_replies: replies.iter().map(of_player).collect(),
            replies: replies.iter().flat_map(|reply| &reply.views).flat_map(lines).collect(),
            players: game.players().iter().map(ToString::to_string).collect(),
            unit: game.unit(),
        }
    }

    /// One line per measure, player and number.
    pub fn csv(&self) -> String {
        self.measures.csv(&self.players, str::to_owned)
    }

    /// The worth as text.
    pub fn text(&self, paint: Paint) -> String {
        let mut lines = vec![paint.heading(self.measures.label())];
        for (measure, values) in self.measures.by_player() {
            lines.push(String::new());
            lines.push(paint.heading(&format!("{measure}, in {}", self.unit.per_hand())));
            let player = |(player, value)| {
                format!("  {:<13}{}", format!("player {player}"), exact_and_decimal(value))
            };
            lines.extend(self.players.iter().zip(values).map(player));
        }
        lines.extend([String::new(), paint.heading("Best reply")]);
        lines.extend(self.replies.iter().cloned());
        lines.push(String::new());
        lines.extend(
            self.measures
                .of_all()
                .map(|(measure, value)| format!("{measure:<15}{}", exact_and_decimal(value))),
        );
        lines.push(match &self.worst_mistake {
            Some(mistake) => format!("Worst mistake  {mistake}"),
            None => "Worst mistake  none: this is a Nash equilibrium".to_owned(),
        });
        lines.join("\n") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;
    use rational_bluff::pure::{PureEquilibrium, sets_profile};
    use rational_bluff::solve::best_replies;

    use super::*;

    #[test]
    fn von_neumanns_advice_is_an_equilibrium_and_folding_too_much_is_not() {
        let game = parse_label("von-neumann/n9-b2").unwrap();
        let worth = |bets: &[u64], calls: &[u64]| {
            let sets = PureEquilibrium { bets: bets.to_vec(), calls: calls.to_vec() };
            let profile = sets_profile(&game, &sets).unwrap();
            let evaluation = Evaluation::new(&game, &profile);
            let replies = best_replies(&game, &evaluation).unwrap();
            Worth::of(&game, &profile, &evaluation, &replies)
        };
        let advice = worth(&[1, 8, 9], &[6, 7, 8, 9]);
        assert_eq!(advice.measures.payoffs[0], Rational::ratio(1, 9));
        assert!(
            advice
                .text(Paint::Plain)
                .ends_with("Worst mistake  none: this is a Nash equilibrium\n")
        );
        let timid = worth(&[1, 8, 9], &[9]);
        assert!(timid.measures.exploitability.is_positive());
        assert_eq!(&timid.measures.exploitability * &Rational::from(2), timid.measures.nash_conv);
        assert!(crate::document::json(&timid).contains("\"worst_mistake\": {\n    \"player\": \""));
        assert_eq!(timid.csv().lines().count(), 1 + 6 + 3);
    }
}
