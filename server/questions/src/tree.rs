//! Anybody's trees among the questions: the game of a solve, and its answer in words.

use std::borrow::Cow;
use std::time::Duration;

use bluff_report::text::{Paint, exact_and_decimal};
use rational_bluff::certificate::format::CheckedTree;
use rational_bluff::game::Player;
use rational_bluff::solve::{MatrixGame, Method, SolveError};
use rational_bluff::tree::{TreeError, TreeFile};

use crate::error::Error;
use crate::game::AskedGame;
use crate::given::{Given, in_words, unexpected};
use crate::interval::BoundedSpot;
use crate::over_http::SHORT;
use crate::text::is_tree;

/// Sequences of a tree that is solved in about a second.
const SHORT_SEQUENCES: usize = 5_000;

/// The game of a solve: of poker, a spot between bounds, or the tree of a file.
#[derive(Clone, Debug)]
pub(crate) enum SolvedGame {
    Poker(AskedGame),
    Bounded(Box<BoundedSpot>),
    Tree(Box<TreeFile>),
}

impl Given {
    /// The first of these fields that is given, but for flags that are not set, or else the first
    /// argument of a game.
    pub(crate) fn beside(
        &self,
        keys: impl IntoIterator<Item = &'static str>,
    ) -> Option<(&'static str, String)> {
        let given = keys.into_iter().filter_map(|key| Some((key, self.text(key)?.to_owned())));
        given.filter(|(_, text)| text != "false").chain(self.arguments()).next()
    }
}

impl BoundedSpot {
    /// The spot of the fields of a solve.
    ///
    /// Errors: those of games and spots, as of any solve; `Refused` where the answer is not
    /// bounds.
    pub fn needed(given: &Given) -> Result<Self, Error> {
        given.refuse(["path"], "none where bounds are followed")?;
        let allowed = "a river, a turn or a flop of hold'em with within, such as 1/1000";
        match SolvedGame::read(given, Method::Auto)? {
            SolvedGame::Bounded(spot) => Ok(*spot),
            _ => Err(in_words("within", "", "no bounds", allowed)),
        }
    }
}

/// Reads a tree that may have the payoffs of a question.
type ReadTree = fn(&str) -> Result<TreeFile, TreeError>;

impl SolvedGame {
    /// The game of the fields; the first word of a file tells which it is.
    ///
    /// Errors: `Refused` for fields beside a tree, and those of games and of trees.
    pub(crate) fn read(given: &Given, method: Method) -> Result<Self, Error> {
        Self::of(given, method, TreeFile::read)
    }

    /// The same, where a tree may have any payoffs and 1 to 10 players.
    ///
    /// Errors: as [`Self::read`].
    pub(crate) fn read_any(given: &Given) -> Result<Self, Error> {
        Self::of(given, Method::Auto, TreeFile::read_any)
    }

    fn of(given: &Given, method: Method, tree: ReadTree) -> Result<Self, Error> {
        let text = given.needed("game");
        if let Some(spot) = BoundedSpot::read(given)? {
            return Ok(Self::Bounded(Box::new(spot)));
        }
        let solved = match is_tree(text) {
            true => Self::tree(given, method, tree)?,
            false => Self::Poker(AskedGame::read(given)?),
        };
        // What is wrong with a spot is named first.
        given.refuse(["seconds", "memory"], "none but for a spot with within")?;
        Ok(solved)
    }

    fn tree(given: &Given, method: Method, tree: ReadTree) -> Result<Self, Error> {
        let text = given.needed("game");
        let is_matrix = TreeFile::kind_of(text).is_none();
        let beside = ["all", "face", "starts", "seed", "within", "bets", "calls", "table"];
        if let Some((key, text)) = given.beside(beside) {
            let kind = if is_matrix { "matrix" } else { "tree" };
            return Err(unexpected(key, &text, &format!("none beside a {kind}")));
        }
        if !matches!(method, Method::Auto | Method::Lp) {
            return Err(unexpected("method", method.name(), "auto or lp for a tree"));
        }
        let text = if is_matrix { Cow::Owned(table(text)?) } else { Cow::Borrowed(text) };
        Ok(Self::Tree(Box::new(tree(&text).map_err(SolveError::from)?)))
    }

    /// The game of poker, if it is one.
    pub(crate) fn poker(&self) -> Option<&AskedGame> {
        if let Self::Poker(game) = self { Some(game) } else { None }
    }

    /// The label of the game.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Poker(game) => game.title(),
            Self::Bounded(spot) => spot.title(),
            Self::Tree(file) => file.label(),
        }
    }

    /// The cost of its solve, by which the answer is scheduled.
    ///
    /// Errors: those of [`AskedGame::cost`].
    pub(crate) fn cost(&self, method: Method) -> Result<Duration, Error> {
        match self {
            Self::Poker(game) => game.cost(method),
            Self::Bounded(spot) => spot.cost(),
            Self::Tree(file) => {
                let players = file.game().tree().players().len();
                let sequences: usize =
                    (0..players).map(|player| file.game().sequences(player)).sum();
                Ok(if sequences > SHORT_SEQUENCES { Duration::MAX } else { SHORT })
            }
        }
    }
}

/// The rows of a matrix as a file for Gambit.
///
/// Errors: those of matrices.
fn table(text: &str) -> Result<String, Error> {
    let matrix: MatrixGame = text.parse().map_err(SolveError::from)?;
    let (rows, columns) = (matrix.rows().len(), matrix.rows()[0].len());
    let mut file =
        format!("NFG 1 R \"matrix\" {{ \"rows\" \"columns\" }} {{ {rows} {columns} }}\n");
    for column in 0..columns {
        let cells = matrix.rows().iter().map(|row| format!(" {} {}", row[column], -&row[column]));
        file.extend(cells);
    }
    Ok(file)
}

/// The certified values of a tree in words.
pub(crate) fn values(tree: &CheckedTree, paint: Paint) -> String {
    let (values, game) = (&tree.solution().values, tree.file().game());
    let of = if game.locks().is_empty() { "" } else { ", of the game with a lock" };
    let heading = paint.heading(&format!("{}: certified{of}", tree.file().label()));
    let lines = game.tree().players().iter().zip(values);
    let lines = lines.map(|(name, value)| format!("Value {name}  {}\n", exact_and_decimal(value)));
    let ([first, second], sum) = (values, game.sum());
    format!(
        "{heading}\n{}Certificate  the first player is sure of {first}, the second of {second}; \
         they share {sum}\n",
        lines.collect::<String>()
    )
}

/// The same with the strategies: a line per information set.
pub(crate) fn solution(tree: &CheckedTree, paint: Paint) -> String {
    let game = tree.file().game();
    let sets = game.numbered_sets().enumerate().map(|(index, (number, set))| {
        let player = Player::first(2)[set.player];
        let parts = set.actions.iter().zip(tree.solution().profile.at(index));
        let parts = parts.filter(|(_, part)| !part.is_zero());
        let parts = parts.map(|(action, part)| format!("{action} with {part}")).collect::<Vec<_>>();
        format!("{player}, {}: {}\n", set.titled(number), parts.join(", "))
    });
    values(tree, paint) + &sets.collect::<String>()
}
