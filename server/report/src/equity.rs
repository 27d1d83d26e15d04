//! Exact equities.

use rational_bluff::cards::{CardError, Equity, HandClass, HandRange, OpenCards};
use rational_bluff::exact::{Rational, excerpt};

use crate::csv;
use crate::number::percent;
use crate::picture::class_grids::{ClassCell, class_grids};
use crate::table::aligned;
use crate::text::{Paint, exact_and_decimal};

/// A question for the equity of a hand, or a range, against a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquityQuestion {
    hands: HandRange,
    others: HandRange,
    board: OpenCards,
}

impl EquityQuestion {
    /// Reads a question; without a board the flop is still to come.
    ///
    /// Errors: those of hands, ranges and boards.
    ///
    /// ```
    /// use bluff_report::equity::EquityQuestion;
    /// let answer = EquityQuestion::read("AhAd", "KsKc", Some("2c7d9hJs"))?.answer()?;
    /// assert_eq!(answer.equity.share().to_string(), "21/22");
    /// # Ok::<(), rational_bluff::cards::CardError>(())
    /// ```
    pub fn read(hands: &str, others: &str, board: Option<&str>) -> Result<Self, CardError> {
        let board = board.map_or(Ok(OpenCards::default()), str::parse)?;
        Ok(Self { hands: hands.parse()?, others: others.parse()?, board })
    }

    /// The equity. Cost: millions of boards before the flop, so within `Control::run`.
    ///
    /// Errors: no deal is left.
    pub fn answer(self) -> Result<EquityReport, CardError> {
        let Self { hands, others, board } = self;
        let equity = Equity::new(&hands, &others, &board)?;
        let classes = [
            Equity::by_class(&hands, &others, &board)?,
            Equity::by_class(&others, &hands, &board)?,
        ];
        Ok(EquityReport { hands, others, board, equity, classes })
    }
}

/// The equity of a range against another.
#[derive(Clone, Debug)]
pub struct EquityReport {
    /// The hands whose equity it is.
    pub hands: HandRange,
    /// The hands that they meet.
    pub others: HandRange,
    /// The open cards.
    pub board: OpenCards,
    /// Deals won, tied and lost.
    pub equity: Equity,
    /// The same for each class of both ranges, against the other range.
    pub classes: [Vec<(HandClass, Equity)>; 2],
}

/// The hands that some of these ranges gave two weights.
pub fn overridden(ranges: [&HandRange; 2]) -> Option<String> {
    let hands = ranges.into_iter().filter_map(|range| Some(range.overridden()?.to_string()));
    let hands: Vec<String> = hands.collect();
    (!hands.is_empty()).then(|| hands.join("; "))
}

/// The sentence on such hands.
pub fn later_weight(hands: &str) -> String {
    format!("{hands}: given two weights, of which the later one counts")
}

impl EquityReport {
    /// The equity in words.
    pub fn text(&self, paint: Paint) -> String {
        let Self { hands, others, equity, .. } = self;
        let on = self.place();
        let boards = equity.boards();
        let line = |(name, count): (&str, &Rational)| {
            let percent = count * Rational::from(100) / &boards;
            vec![name.to_owned(), count.to_string(), format!("{} %", percent.decimal(3))]
        };
        let Equity { win, tie, lose, deals } = equity;
        let all = if equity.is_weighted() { "weight" } else { "boards" };
        let counts = [("win", win), ("tie", tie), ("lose", lose), (all, &boards)];
        let mut lines = vec![
            paint.heading(&format!("{hands} against {others} {on}")),
            String::new(),
            format!("Equity  {}", exact_and_decimal(&equity.share())),
            String::new(),
        ];
        lines.extend(aligned(counts.map(line)));
        if equity.is_weighted() {
            let words = "Sums of weights over the deals, of which there are";
            lines.extend([String::new(), format!("{words} {deals}.")]);
        }
        if let Some(hands) = self.overridden() {
            lines.extend([String::new(), later_weight(&hands)]);
        }
        lines.join("\n") + "\n"
    }

    /// The hands that a range gave two weights.
    fn overridden(&self) -> Option<String> {
        overridden([&self.hands, &self.others])
    }

    fn place(&self) -> String {
        match self.board.dealt().is_empty() {
            true => "before the flop".to_owned(),
            false => format!("on {}", self.board),
        }
    }

    /// The equity as JSON; counts may exceed 2^53, so they are text.
    pub fn json(&self) -> String {
        let Self { hands, others, board, equity, .. } = self;
        crate::document::json(&object! {
            hand: hands.to_string(),
            range: others.to_string(),
            board: board.to_string(),
            win: equity.win.to_string(),
            tie: equity.tie.to_string(),
            lose: equity.lose.to_string(),
            boards: equity.boards().to_string(),
            // Where the counts above are sums of weights.
            deals?: equity.is_weighted().then(|| equity.deals.to_string()),
            overridden?: self.overridden(),
            equity: equity.share(),
        })
    }
    /// A line for each class of both ranges, for a spreadsheet.
    pub fn csv(&self) -> String {
        let mut text = String::from("range,class,win,tie,lose,equity,numerator,denominator\n");
        for (side, classes) in ["hand", "range"].into_iter().zip(&self.classes) {
            for (class, equity) in classes {
                let Equity { win, tie, lose, .. } = equity;
                let share = equity.share();
                let (decimal, parts) = (csv::decimal(&share), csv::parts(&share));
                text += &format!("{side},{class},{win},{tie},{lose},{decimal},{parts}\n");
            }
        }
        text
    }

    /// Both ranges as grids of classes, each with its equity against the other range.
    pub fn svg(&self) -> String {
        let Self { hands, others, .. } = self;
        let described = "A grid of 13 by 13 classes of hands for each range; suited hands are \
            above the diagonal. The number is the equity against the other range, in per cent.";
        let share = self.equity.share();
        let headings = [("First", hands, share.clone()), ("Second", others, Rational::ONE - share)];
        let grids = headings.map(|(name, range, share)| {
            let range = excerpt(&range.to_string());
            (format!("{name}, {}: {range}", percent(&share)), "call")
        });
        let on = self.place();
        class_grids((&format!("Equity {on}"), described), grids, |at, class| {
            let found = self.classes[at].iter().find(|(known, _)| *known == class);
            match found.map(|(_, equity)| equity.share()) {
                None => {
                    ClassCell { number: String::new(), words: "not dealt".to_owned(), opacity: 0.0 }
                }
                Some(share) => ClassCell {
                    number: percent(&share).trim_end_matches(['\u{a0}', ' ', '%']).to_owned(),
                    words: exact_and_decimal(&share),
                    opacity: 0.05 + 0.35 * share.to_f64(),
                },
            }
        })
    }
}
