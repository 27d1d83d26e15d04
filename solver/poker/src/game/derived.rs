//! Games derived from betting trees: information sets, sequences, leaves and their payoffs.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::Arc;

use bluff_exact::{Rational, RefusedValue, excerpt};

use crate::cards::{CardError, HandClass, HoleCards};

use super::range::PlayerRanges;
use super::{
    BET, Board, CARDS, COPIES, Chips, Deck, FLIP, GameError, Kernel, LockedView, MAX_BOARD_HANDS,
    Player, Stakes,
};

/// A finite poker game: a deck `1..=n`, one card each without replacement, and a betting tree.
///
/// The deck may hold several copies of each card (ties: players still in with the same card share
/// the pot). Of another [`Deck`], *card* reads *hand* throughout. All deals are equally likely,
/// unless players have ranges ([`Game::range`]). Shape: `nodes` in depth-first order, the root
/// first; one [`View`] per player and situation, standing for one information set per card; one
/// [`Leaf`] per end of the hand. Units: antes. Perfect recall holds by construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(super) name: Cow<'static, str>,
    pub(super) stakes: Stakes,
    pub(super) n: u64,
    pub(super) deck: Deck,
    pub(super) ranges: Option<PlayerRanges>,
    /// By view; none of a game without a lock.
    pub(super) locks: Arc<[Option<LockedView>]>,
    /// Shared by all that is known of a game: a solution has its game too.
    pub(super) derived: Arc<Derived>,
}

/// Views, sequences, nodes and leaves of a betting tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Derived {
    pub(super) players: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) views: Vec<View>,
    pub(super) leaves: Vec<Leaf>,
    /// The first is the one before any card is dealt in the tree.
    pub(super) boards: Vec<Board>,
    /// Of each node.
    pub(super) board_at: Vec<usize>,
    /// Of each player.
    pub(super) sequences: Vec<usize>,
}

/// A node of the betting tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Somebody acts.
    Act {
        /// Index into [`Game::views`].
        view: usize,
        /// Node after each action: indices into [`Game::nodes`], in the order of the view's
        /// actions.
        children: Vec<usize>,
    },
    /// A card is dealt face up, each of those in no hand being as likely.
    Deal {
        /// The places of the cards in [`Cards::kinds`](super::Cards::kinds), and the node after
        /// each.
        children: Vec<(usize, usize)>,
    },
    /// The hand is over: an index into [`Game::leaves`].
    Over(usize),
}

impl Node {
    /// The nodes after this one, in order.
    pub fn children(&self) -> Vec<usize> {
        match self {
            Self::Act { children, .. } => children.clone(),
            Self::Deal { children } => children.iter().map(|(_, child)| *child).collect(),
            Self::Over(_) => Vec::new(),
        }
    }
}

/// View of a player at one or more nodes: together with the player's card, an information set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Player who acts.
    pub player: Player,
    /// Betting so far in words, unique among that player's views; below a deal the board stands
    /// before it.
    pub name: String,
    /// The actions, in order, each once.
    pub actions: Vec<String>,
    /// The player's own sequence that leads here; 0 is the empty one.
    pub parent: usize,
    /// The player's sequence that ends with the first action; the others follow.
    pub first_sequence: usize,
}

/// An end of the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The own sequence of each player that leads here.
    pub sequences: Vec<usize>,
    /// Chips that each player has put into the pot.
    pub paid: Vec<Chips>,
    /// Players still in, ascending: the highest card among them takes the pot.
    pub live: Vec<Player>,
    /// The board, an index into [`Game::boards`].
    pub board: usize,
}

impl Leaf {
    /// All chips paid.
    pub fn pot(&self) -> Rational {
        self.paid.iter().map(|paid| paid.amount().clone()).sum()
    }

    /// Net gains of `player` against one other: with the lower card, with the same one, and with
    /// the higher one.
    pub fn payoffs_against(&self, player: Player, other: Player) -> [Rational; 3] {
        let winner = |best: Player| if self.live.contains(&best) { best } else { self.live[0] };
        let [lost, won] = [other, player].map(|best| self.payoff(player, winner(best)));
        let tied = if self.live.len() == 2 { self.tied_payoff(player) } else { won.clone() };
        [lost, tied, won]
    }

    /// Net gain of `player` when shown down against another with the same card, and both are
    /// still in.
    pub fn tied_payoff(&self, player: Player) -> Rational {
        self.pot() / Rational::from(2) - self.paid[player.index()].amount()
    }

    /// Net gain of `player` when `winner` takes the pot.
    pub fn payoff(&self, player: Player, winner: Player) -> Rational {
        let won = if player == winner { self.pot() } else { Rational::ZERO };
        won - self.paid[player.index()].amount()
    }
}

impl Game {
    /// The pot at an end of the hand; `None` of a showdown that a flip may turn, whose chips in the
    /// tree are what it is worth on average.
    pub fn pot(&self, leaf: &Leaf) -> Option<Rational> {
        (leaf.live.len() < 2 || !self.has_flip()).then(|| leaf.pot())
    }

    /// The chips that each player has paid at an end of the hand. The tree has a showdown that a
    /// flip may turn for what it is worth on average.
    pub fn chips(&self, leaf: &Leaf) -> Vec<Rational> {
        let bet = self.pot(leaf).is_none().then(|| self.stakes().number(&BET));
        let is_first = self.leaves().first().is_some_and(|first| std::ptr::eq(first, leaf));
        let chips = |paid: &Chips| match &bet {
            None => paid.amount().clone(),
            // The first end is behind a check.
            Some(_) if is_first => Rational::ONE,
            Some(bet) => Rational::ONE + bet,
        };
        leaf.paid.iter().map(chips).collect()
    }

    /// True if a flip may turn a showdown.
    pub fn has_flip(&self) -> bool {
        self.stakes().get(&FLIP).is_some()
    }
}

/// Errors: `Outside` if somebody would get none.
pub(super) fn enough_cards(n: u64, copies: u64, players: usize) -> Result<(), GameError> {
    let least = (players as u64).div_ceil(copies).max(2);
    let few = || RefusedValue::of("n", n, format!("n ≥ {least} for {players} players"));
    if n < least { Err(GameError::Outside(few())) } else { Ok(()) }
}

impl Game {
    /// The name: one of ours, or that of the game file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Stakes, which tell games of one name apart besides the deck; none in a game file.
    pub fn stakes(&self) -> &Stakes {
        &self.stakes
    }

    /// The number of cards, or of hands, `1..=n`.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Number of copies of each card `1..=n`: 1 unless ties are asked for.
    pub fn copies(&self) -> u64 {
        self.deck.copies()
    }

    /// The deck.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The boards of the betting tree, first the one before any card is dealt in it.
    pub fn boards(&self) -> &[Board] {
        &self.derived.boards
    }

    /// The board at a node, as indices into [`Game::boards`] and [`Game::nodes`].
    pub fn board_at(&self, node: usize) -> usize {
        self.derived.board_at[node]
    }

    /// The board at a view, as indices into [`Game::boards`] and [`Game::views`].
    pub fn board_of(&self, view: usize) -> usize {
        if self.boards().len() == 1 {
            return 0;
        }
        let here = |node: &Node| matches!(node, Node::Act { view: at, .. } if *at == view);
        self.nodes().iter().position(here).map_or(0, |node| self.board_at(node))
    }

    /// The deals with a board, an index into [`Game::boards`]; `None` of a deck of ranks.
    pub fn kernel(&self, board: usize) -> Option<Kernel<'_>> {
        match &self.deck {
            Deck::Ranks { .. } => None,
            Deck::Cards(cards) => Some(Kernel::Cards(cards, &self.derived.boards[board])),
            Deck::Table(table) => Some(Kernel::Table(table)),
            Deck::Independent(n) => Some(Kernel::Independent(*n)),
        }
    }

    /// The hands from 1 to `n` that share the pot with a hand, itself included, in a game with one
    /// board, whose hands stand from the weakest to the strongest.
    ///
    /// ```
    /// use bluff_poker::game::parse_label;
    /// assert_eq!(parse_label("kuhn/n3-b1")?.level_with(2), 2..=2);
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn level_with(&self, hand: u64) -> RangeInclusive<u64> {
        let (Deck::Cards(_), [board]) = (&self.deck, self.boards()) else { return hand..=hand };
        board.level_with(hand)
    }

    /// Names of the cards of a deck of ranks, lowest first: J, Q, K of Kuhn’s own game; else none.
    ///
    /// ```
    /// use bluff_poker::game::parse_label;
    /// assert_eq!(parse_label("kuhn/n3-b1")?.card_names(), ["J", "Q", "K"]);
    /// assert!(parse_label("kuhn/n4-b1")?.card_names().is_empty());
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn card_names(&self) -> &'static [&'static str] {
        let names = self.family().map_or(&[][..], |family| family.card_names);
        let are_all = self.deck.is_ranks() && names.len() as u64 == self.n;
        if are_all { names } else { &[] }
    }

    /// Name of a hand from 1 to `n`: that of its cards, or of cards without names the number.
    pub fn hand_name(&self, hand: u64) -> String {
        let at = (hand as usize).wrapping_sub(1);
        let name = match &self.deck {
            Deck::Ranks { .. } => self.card_names().get(at).map(|name| (*name).to_owned()),
            Deck::Independent(_) => None,
            Deck::Cards(cards) => cards.hands().get(at).map(|hand| cards.name(*hand)),
            Deck::Table(_) => HandClass::all().nth(at).map(|class| class.to_string()),
        };
        name.unwrap_or_else(|| hand.to_string())
    }

    /// A hand in files that programs read: of a deck of ranks the number, of others the name.
    pub fn hand_code(&self, hand: u64) -> String {
        if self.deck.is_ranks() { hand.to_string() } else { self.hand_name(hand) }
    }

    /// Number of a hand of named cards, which may stand in any order; of a deck of ranks of a card
    /// with a name, without regard to case.
    ///
    /// Errors: `NoSuchHand`; `Card` for a hand of hold'em that is none, or has a card of the board.
    pub fn hand_number(&self, text: &str) -> Result<u64, GameError> {
        let mut name = text.to_owned();
        if self.deck.is_ranks() {
            name.make_ascii_uppercase();
        } else if let Some(board) = self.holdem_board() {
            let hand: HoleCards = text.parse()?;
            if let Some(card) = hand.pair().into_iter().find(|card| board.cards().contains(*card)) {
                let (hand, board) = (hand.to_string(), board.to_string());
                return Err(CardError::CardOnBoard { card, hand, board }.into());
            }
            name = hand.to_string();
        } else if let Deck::Cards(cards) = &self.deck {
            let known = cards.by_name().remove(text);
            name = known.map_or(name, |hand| cards.name(hand));
        }
        let named = match self.deck.is_ranks() {
            true => self.card_names().len() as u64,
            false => self.n().min(MAX_BOARD_HANDS as u64),
        };
        let found = (1..=named).find(|hand| self.hand_name(*hand) == name);
        found.ok_or_else(|| {
            let example = (1..=self.n().min(8)).map(|hand| self.hand_name(hand));
            let example = example.collect::<Vec<_>>().join(", ");
            GameError::NoSuchHand { given: excerpt(text), example }
        })
    }

    /// The same game with another deck: so many copies of each card `1..=n`.
    ///
    /// Errors: `NotWhole` unless there are 2 to [`super::MAX_CARDS`] cards and 1 to
    /// [`super::MAX_COPIES`] copies, `Outside` if they are not enough for the players or the
    /// deck is not one of ranks, `DeckOfRanges` for another `n` where players have ranges.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// use bluff_poker::game::kuhn;
    /// let game = kuhn(3, Rational::ONE)?.with_deck(13, 4)?;
    /// assert_eq!(game.label(), "kuhn/n13-b1-r4");
    /// assert_eq!(game.deals(), Rational::from(52 * 51));
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn with_deck(mut self, n: u64, copies: u64) -> Result<Self, GameError> {
        CARDS.whole_within(n)?;
        COPIES.whole_within(copies)?;
        if self.has_ranges() && n != self.n {
            return Err(GameError::DeckOfRanges { given: n, n: self.n });
        }
        if !self.deck.is_ranks() {
            let given = format!("{} has a deck of its own", self.name);
            return Err(GameError::expected(given, "no number of cards or copies"));
        }
        (self.n, self.deck) = (n, Deck::Ranks { copies });
        self.locks = Arc::default();
        enough_cards(n, copies, self.derived.players)?;
        self.with_deals_weighed()
    }

    /// The players, in order.
    pub fn players(&self) -> &'static [Player] {
        Player::first(self.derived.players)
    }

    /// The betting tree in depth-first order, the root first.
    pub fn nodes(&self) -> &[Node] {
        &self.derived.nodes
    }

    /// The views, each after the view its parent sequence ends at.
    pub fn views(&self) -> &[View] {
        &self.derived.views
    }

    /// The views of one player, with their indices into [`Game::views`].
    pub fn views_of(&self, player: Player) -> impl DoubleEndedIterator<Item = (usize, &View)> {
        self.derived.views.iter().enumerate().filter(move |(_, view)| view.player == player)
    }

    /// The ends of the hand.
    pub fn leaves(&self) -> &[Leaf] {
        &self.derived.leaves
    }

    /// The number of sequences of a player, the empty one included.
    pub fn sequences(&self, player: Player) -> usize {
        self.derived.sequences[player.index()]
    }

    /// The number of deals of single cards, `N (N − 1) …` with `N` = n × copies; where players have
    /// ranges, the sum of the weights of all deals. Cards on the board are not counted.
    pub fn deals(&self) -> Rational {
        if let Some(ranges) = &self.ranges {
            return ranges.deals.clone();
        }
        if let Some(deals) = self.deck.all_deals() {
            return deals;
        }
        let cards = Rational::from(u128::from(self.n) * u128::from(self.copies()));
        (0..self.derived.players as u64)
            .fold(Rational::ONE, |deals, dealt| deals * (&cards - Rational::from(dealt)))
    }
}
