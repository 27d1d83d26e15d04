//! Questions about continuous games, alone and beside finite decks.

use std::ops::RangeInclusive;
use std::time::Duration;

use bluff_report::compare::ComparisonReport;
use bluff_report::continuous::ContinuousReport;
use rational_bluff::compare::compare;
use rational_bluff::continuous::{Bets, Digits, continuous, label, names};
use rational_bluff::game::{CARDS, Family};
use rational_bluff::solve::Method;

use crate::cards::parse_decks;
use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField, whole};
use crate::game::{parameter, stakes, without_deck};
use crate::given::{Given, in_words, not_allowed};
use crate::limits::COMPARED_DECKS;
use crate::over_http::{
    INSTANT, SHORT, count_sizes, few_sizes, limited, program_sequences, within_work,
};
use crate::question::{Question, Report, ReportForm};

/// A question about a continuous game.
#[derive(Clone, Debug)]
pub struct ContinuousQuestion {
    /// The name of the game.
    pub game: String,
    /// Its bets.
    pub bets: Bets,
    /// Digits after the point.
    pub digits: Digits,
}

/// The number of digits.
const DIGITS: FieldKind = whole(1, 1_000);
/// Bets that are infinitely many, by key: they stand alone.
const MANY: [&str; 2] = ["grid", "between"];

impl Question for ContinuousQuestion {
    const NAME: &'static str = "continuous";
    const ABOUT: &'static str =
        "Solves the game that large decks approach: hands uniform on [0, 1]";
    const MORE: &'static str =
        "Without bets newman allows every real one; -b max, or --grid 1, is every whole one.";
    const EXAMPLES: &'static [&'static str] = &[
        "von-neumann -b 2",
        "von-neumann/b2",
        "newman -b max --digits 50",
        "newman",
        "one-street -s 1,5/2,7",
        "one-street --grid 1/2",
        "newman --between 1/2,8",
        "one-raise -b 2 --raise 6",
        "basic-endgame -b 2 --win 1/3",
        "three-player -b 2 --digits 100",
        "callers --players 5 --best-bet",
    ];
    const TOPIC: &'static str = "continuous games";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("game", "von-neumann/b2")];
    type Report = ContinuousReport;

    fn fields() -> Vec<QuestionField> {
        use FieldKind::{Flag, Optional};
        let grid = "All multiples of a step, for newman or one-street";
        let between = "Every real bet between two limits, for newman or one-street";
        let best = "The bet that is best for player I, for von-neumann, three-player or callers";
        let digits = "Digits after the point, 1 to 1000, all of them certain [default: 20]";
        let more = [
            QuestionField::new(Optional, "grid", "STEP", grid, "1/2"),
            QuestionField::new(Optional, "between", "L,U", between, "1/2,8"),
            QuestionField::new(Flag, "best-bet", "", best, "true"),
            QuestionField::new(DIGITS, "digits", "K", digits, "40"),
        ];
        [without_deck(names())].into_iter().chain(stakes()).chain(more).collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let digits = given.text("digits").map_or(Ok(Digits::default()), str::parse)?;
        let many = MANY.iter().filter_map(|key| Some((*key, given.text(key)?.to_owned())));
        let best = given.flag("best-bet").then(|| ("b", "best".to_owned()));
        let bets = given.text("b").is_some() || given.text("s").is_some();
        let chosen = usize::from(bets) + usize::from(best.is_some()) + many.clone().count();
        if chosen > 1 {
            let allowed = "one of: b, s, grid, between, best-bet";
            return Err(not_allowed("several sets of bets", allowed));
        }
        let more = format!("-n {}", CARDS.ranges);
        let (game, bets) = given.without_deck(&more, best.into_iter().chain(many))?;
        Ok(Self { game, bets, digits })
    }

    fn drawn_at(&self) -> Option<String> {
        Some(format!("/continuous/{}", label(&self.game, &self.bets)))
    }

    fn cost(&self) -> Result<Duration, Error> {
        few_sizes(&self.game, &self.bets)?;
        Ok(INSTANT)
    }

    fn answer(self, _: AnswerContext<'_>) -> Result<ContinuousReport, Error> {
        let Self { game, bets, digits } = self;
        let solved = continuous(&game, &bets, digits)?;
        Ok(ContinuousReport { game, bets, digits, solved })
    }
}

impl Report for ContinuousReport {
    const SCHEMA: &'static str = "Continuous";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![ReportForm::text("In words", Self::text), ReportForm::json("For programs", Self::json)]
    }
}

/// A question about decks beside the continuous game that they approach.
#[derive(Clone, Debug)]
pub struct ComparisonQuestion {
    /// The name of the game.
    pub game: String,
    /// Its bets.
    pub bets: Bets,
    /// Ranges of decks, one at least.
    pub decks: Vec<RangeInclusive<u64>>,
}

/// Work of a comparison that is instant, where no deck needs a linear program.
const FEW: u128 = 40;

impl ComparisonQuestion {
    /// The largest deck.
    fn most(&self) -> u64 {
        self.decks.iter().map(|decks| *decks.end()).max().unwrap_or_default()
    }
}

impl Question for ComparisonQuestion {
    const NAME: &'static str = "compare";
    const ABOUT: &'static str =
        "Compares a range of decks with the continuous game that they approach";
    const MORE: &'static str = "";
    const EXAMPLES: &'static [&'static str] = &[
        "von-neumann -b 2 -n 2..40",
        "von-neumann/b2 -n 2..40",
        "newman -b max -n 2..200 --format svg > newman.svg",
        "one-street -s 1,5/2 -n 10..20 --format csv",
        "three-player -b 2 -n 5..65 --format json",
        "borel -b 2 -n 2..40",
        "one-raise -b 2 --raise 6 -n 10..20",
    ];
    const TOPIC: &'static str = "continuous games";
    const EXAMPLE: &'static [(&'static str, &'static str)] =
        &[("game", "von-neumann/b2"), ("n", "2..3")];
    type Report = ComparisonReport;

    fn fields() -> Vec<QuestionField> {
        let decks = QuestionField {
            value: "FROM..TO",
            about: "Numbers of cards: 2..40, or 2,3,5..9".into(),
            example: "2..40",
            kind: FieldKind::Needed,
            ..parameter(&CARDS)
        };
        [without_deck(names()), decks].into_iter().chain(stakes()).collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let text = given.needed(CARDS.key);
        let decks = parse_decks(text)?;
        let (game, bets) = given.without_deck(&format!("-n {text}"), [])?;
        Ok(Self { game, bets, decks })
    }

    fn title(&self) -> String {
        let decks = self.decks.iter().map(|decks| format!("{} to {}", decks.start(), decks.end()));
        format!("{}, n = {}", self.game, decks.collect::<Vec<_>>().join(", "))
    }

    fn drawn_at(&self) -> Option<String> {
        let label = label(&self.game, &self.bets);
        // A page has a range of decks.
        Some(match &self.decks[..] {
            [decks] => format!("/compare/{label}?from={}&to={}", decks.start(), decks.end()),
            _ => format!("/compare/{label}"),
        })
    }

    fn cost(&self) -> Result<Duration, Error> {
        let Self { game, bets, .. } = self;
        few_sizes(game, bets)?;
        let decks = self.decks.iter().fold(0_u64, |sum, decks| {
            sum.saturating_add(decks.end().saturating_sub(*decks.start()).saturating_add(1))
        });
        limited(decks, COMPARED_DECKS, || format!("{decks} decks"))?;
        let most = self.most();
        // Of all whole bets about 2√n matter.
        let sizes = match bets {
            Bets::Whole => 2 * u128::from(most.isqrt()),
            _ => count_sizes(game, bets),
        };
        let largest =
            bets.stakes().and_then(|stakes| Family::named(game)?.game(most, 1, stakes).ok());
        // Best responses of many players are sums over sets of them.
        let hands = largest.as_ref().map_or(2, |game| game.players().len()) as u128;
        let work = sizes.saturating_mul(u128::from(decks)).saturating_mul(hands.pow(3) / 8);
        let sequences = largest.as_ref().map_or(0, |game| program_sequences(game, Method::Auto));
        let squares = u128::from(decks).saturating_mul(sequences.saturating_pow(2));
        within_work(format!("{decks} decks, as if all had {most} cards"), work, squares)?;
        Ok(if work <= FEW && squares == 0 { INSTANT } else { SHORT })
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<ComparisonReport, Error> {
        let Self { game, bets, decks } = self;
        let part = |decks| compare(&game, &bets, decks, Digits::default(), work.control);
        let mut parts = decks.into_iter().map(part);
        let no_deck = || in_words("n", "", "no deck", "for instance 2..40");
        let mut comparison = parts.next().ok_or_else(no_deck)??;
        for part in parts {
            comparison.decks.extend(part?.decks);
        }
        Ok(ComparisonReport { label: label(&game, &bets), comparison })
    }
}

impl Report for ComparisonReport {
    const SCHEMA: &'static str = "Comparison";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("An aligned table", Self::text),
            ReportForm::json("For programs", Self::json),
            ReportForm::csv("A line per deck", Self::csv),
            ReportForm::svg("A picture", |view: &Self| Ok(view.svg())),
        ]
    }
}
