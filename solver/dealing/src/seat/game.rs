use std::sync::{Mutex, PoisonError};

use bluff_exact::Rational;
use bluff_poker::cards::{Card, CardSet, HoleCards, Strength};
use bluff_poker::game::{Deck, Game, Leaf, Node};

use crate::card_cipher::{CardCipher, ElGamal};
use crate::fault::allow;
use crate::{
    Allowed, Cause, DealTable, GainKind, MAX_DECK, MaskedDeck, OrFault, Parties, Party, Protocol,
    Rules, Subgroup,
};

/// Decides for the seat that plays at a table, and hears what became of each hand.
pub trait TablePlayer: Send {
    /// The action, an index into those of the view; `None` leaves the table, and the same seat can
    /// come back.
    fn choose(&mut self, decision: TableDecision<'_>) -> Option<usize>;

    /// A hand is over.
    fn ended(&mut self, hand: TableHand);
}

/// A decision of the seat that plays here.
#[derive(Clone, Copy, Debug)]
pub struct TableDecision<'a> {
    /// The number of the hand, from 1.
    pub hand: u64,
    /// The card of the seat, or its hand of two cards, from 1 to [`Game::n`].
    pub card: u64,
    /// The cards of the seat, from 0: of 52 where it has two.
    pub held: &'a [u64],
    /// The view, an index into [`Game::views`].
    pub view: usize,
    /// The actions of this hand so far: views and actions, by index.
    pub steps: &'a [(usize, usize)],
}

/// A hand as one seat or a spectator knows it at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableHand {
    /// The card or hand of the seat that plays here, from 1; 0 of a spectator.
    pub card: u64,
    /// The cards of 52, from 0, that this seat knows at the end: those of each player, and the
    /// board. Nothing of games with one card for each player.
    pub known: Vec<Vec<u64>>,
    /// The actions: views and actions, by index.
    pub steps: Vec<(usize, usize)>,
    /// The card or hand of each player that everybody saw, from 1; 0 if it stays closed.
    pub shown: Vec<u64>,
    /// The payoff of each player, in antes.
    pub payoffs: Vec<Rational>,
}

/// Hands of a game at one table: each is a deck that all shuffle with proofs, and the betting over
/// the same messages. Who was called shows his card, the others only a better one; a card that is
/// not shown stays closed for ever, so losers keep their strategy to themselves.
pub(super) struct GameTable {
    game: Game,
    hands: u64,
    /// The player of the seat that plays here. The first run has it: those that judge a
    /// complaint decide nothing.
    player: Mutex<Option<Box<dyn TablePlayer>>>,
}

impl GameTable {
    /// So many hands of a game.
    ///
    /// Errors: a game whose deals are neither single cards of one deck nor two cards of 52, all
    /// equally likely.
    pub(super) fn new(
        game: &Game,
        hands: u64,
        player: Option<Box<dyn TablePlayer>>,
    ) -> Allowed<Self> {
        if !is_holdem(game) {
            crate::play::all_alike(game)?;
        }
        let expected = format!("at most {MAX_DECK} cards at a table");
        allow(game.n() <= MAX_DECK as u64, game.label(), expected)?;
        let deals_later = game.nodes().iter().any(|node| matches!(node, Node::Deal { .. }));
        allow(!deals_later, game.label(), "a game with one card for each player")?;
        Ok(Self { game: game.clone(), hands, player: Mutex::new(player) })
    }

    fn hand(
        &self,
        table: &mut DealTable<'_>,
        cipher: &ElGamal,
        number: u64,
        player: &mut Option<Box<dyn TablePlayer>>,
    ) -> OrFault {
        let (game, parties, (size, each)) = (&self.game, self.parties(), self.deck());
        let mut deck = MaskedDeck::open(cipher, size, &[(0..size).collect()]);
        deck.scramble(table, Parties::everybody(parties), Subgroup::All)?;
        let mut cards = vec![Vec::new(); parties];
        for place in 0..each * parties {
            let drawer = Party::at(place / each);
            let card = deck.draw(table, place, drawer)?;
            table.gain(drawer, 1 + card);
            if table.is_played(drawer) {
                cards[drawer.place()].push(card);
            }
        }
        let (mut node, mut steps) = (0, Vec::new());
        let leaf = loop {
            let (view, children) = match &game.nodes()[node] {
                Node::Act { view, children } => (*view, children),
                Node::Over(leaf) => break &game.leaves()[*leaf],
                // Such games are refused.
                Node::Deal { .. } => return Err(table.fault(None, Cause::Stopped)),
            };
            let by = Party::at(game.views()[view].player.index());
            let held = &cards[by.place()];
            let chosen = match player.as_mut().filter(|_| table.is_played(by)) {
                Some(player) => player.choose(TableDecision {
                    hand: number,
                    card: hand_number(held),
                    held,
                    view,
                    steps: &steps,
                }),
                None => Some(0),
            };
            let chosen = chosen.ok_or_else(|| table.fault(None, Cause::Stopped))?;
            let action = table.publish(by, "an action", &(chosen as u64))?;
            let action = table.below(by, action, children.len())?;
            steps.push((view, action));
            node = children[action];
        };
        let [shown, board] = self.shown(table, &deck, leaf, &cards, &steps)?;
        if let Some(player) = player {
            let strengths: Vec<u64> = shown.iter().map(|hand| strength(hand, &board[0])).collect();
            let payoffs = leaf.payoffs_by(&strengths);
            let card = cards.iter().map(|hand| hand_number(hand)).max().unwrap_or_default();
            let all = cards.iter().zip(&shown);
            let of_player = |(own, shown): (&Vec<u64>, &Vec<u64>)| match shown.is_empty() {
                true => own.clone(),
                false => shown.clone(),
            };
            let known = if each > 1 { all.map(of_player).chain(board).collect() } else { vec![] };
            let shown = shown.iter().map(|hand| hand_number(hand)).collect();
            player.ended(TableHand { card, known, steps, shown, payoffs });
        }
        Ok(())
    }

    /// The number of cards in the deck, and of those that each player gets.
    fn deck(&self) -> (u64, usize) {
        if is_holdem(&self.game) { (52, 2) } else { (self.game.n(), 1) }
    }

    /// The cards that are shown among those still in, from the player who was called on; before
    /// them the board is opened, which comes second.
    fn shown(
        &self,
        table: &mut DealTable<'_>,
        deck: &MaskedDeck<'_, ElGamal>,
        leaf: &Leaf,
        cards: &[Vec<u64>],
        steps: &[(usize, usize)],
    ) -> OrFault<[Vec<Vec<u64>>; 2]> {
        let mut shown = vec![Vec::new(); cards.len()];
        if leaf.live.len() < 2 {
            return Ok([shown, vec![Vec::new()]]);
        }
        let (_, each) = self.deck();
        let open = |table: &mut DealTable<'_>, places: std::ops::Range<usize>| {
            places.map(|place| deck.show(table, 0, place)).collect::<OrFault<Vec<u64>>>()
        };
        let first = each * cards.len();
        let board = open(table, first..first + if each > 1 { 5 } else { 0 })?;
        let raises = |step: &&(usize, usize)| {
            let action = &self.game.views()[step.0].actions[step.1];
            !["check", "call", "fold"].contains(&action.as_str())
        };
        let called = steps.iter().rev().find(raises).map(|step| self.game.views()[step.0].player);
        let first = leaf.live.iter().position(|live| Some(*live) == called).unwrap_or(0);
        let (before, from) = leaf.live.split_at(first);
        let mut best = 0;
        for player in from.iter().chain(before) {
            let place = player.index();
            let by = Party::at(place);
            let better = u64::from(strength(&cards[place], &board) >= best);
            if best > 0 {
                let shows = table.publish(by, "whether a better card is shown", &better)?;
                if table.below(by, shows, 2)? == 0 {
                    continue;
                }
            }
            shown[place] = open(table, each * place..each * (place + 1))?;
            best = best.max(strength(&shown[place], &board));
        }
        Ok([shown, vec![board]])
    }
}

/// True of hold'em before the flop by classes of hands, without ranges.
fn is_holdem(game: &Game) -> bool {
    matches!(game.deck(), Deck::Table(_)) && !game.has_ranges()
}

/// The card, or the class of two cards, as the game numbers them; 0 of cards that are not seen.
fn hand_number(cards: &[u64]) -> u64 {
    match cards {
        [] => 0,
        [card] => 1 + card,
        _ => {
            let mut two = cards_of_52(cards);
            let hand = two.next().zip(two.next()).and_then(|(a, b)| HoleCards::new(a, b));
            hand.map_or(0, |hand| 1 + hand.class().index() as u64)
        }
    }
}

/// Cards of 52 by their numbers from 0.
pub fn cards_of_52(cards: &[u64]) -> impl Iterator<Item = Card> {
    cards.iter().filter_map(|&card| Card::deck().nth(card as usize))
}

/// The strength of a card, or of two with a board; 0 of cards that are not seen.
fn strength(cards: &[u64], board: &[u64]) -> u64 {
    match board {
        [] => hand_number(cards),
        _ if cards.is_empty() => 0,
        _ => {
            1 + u64::from(Strength::of(
                cards_of_52(cards).chain(cards_of_52(board)).collect::<CardSet>(),
            ))
        }
    }
}

impl Protocol for GameTable {
    fn rules(&self) -> Rules {
        let gains = GainKind::Other { what: "cards of several hands", outcomes: 0 };
        Rules::new(self.game.players().len(), gains)
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner).take();
        let everybody = Parties::everybody(self.parties());
        let cipher = ElGamal::agree(table, everybody, self.deck().0)?;
        (1..=self.hands).try_for_each(|number| self.hand(table, &cipher, number, &mut player))
    }

    fn told(&self, _: Parties, known: &[u64]) -> Option<String> {
        let card = *known.last()?;
        match self.deck() {
            (_, 1) => Some(self.game.hand_name(card)),
            _ => cards_of_52(&[card - 1]).next().map(|card| card.to_string()),
        }
    }
}
