use std::sync::{Mutex, PoisonError};

use bluff_exact::Rational;
use bluff_poker::game::{Game, Leaf, Node};

use crate::card_cipher::CardCipher;
use crate::{
    Allowed, Cause, DealTable, GainKind, MAX_DECK, MaskedDeck, OrFault, Parties, Party, Protocol,
    RefusedSetting, Subgroup,
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
    /// The card of the seat, from 1.
    pub card: u64,
    /// The view, an index into [`Game::views`].
    pub view: usize,
    /// The actions of this hand so far: views and actions, by index.
    pub steps: &'a [(usize, usize)],
}

/// A hand as one seat or a spectator knows it at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableHand {
    /// The card of the seat that plays here, from 1; 0 of a spectator.
    pub card: u64,
    /// The actions: views and actions, by index.
    pub steps: Vec<(usize, usize)>,
    /// The card of each player that was shown to everybody, from 1; 0 if it stays closed.
    pub shown: Vec<u64>,
    /// The payoff of each player, in antes.
    pub payoffs: Vec<Rational>,
}

/// Hands of a game at one table: each is a deck that all shuffle with proofs, and the betting over
/// the same messages. Who was called shows his card, the others only a better one; a card that is
/// not shown stays closed for ever, so losers keep their strategy to themselves.
pub(super) struct GameTable<V> {
    game: Game,
    hands: u64,
    /// The player of the seat that plays here. The first run has it: those that judge a
    /// complaint decide nothing.
    player: Mutex<Option<Box<dyn TablePlayer>>>,
    cipher: std::marker::PhantomData<fn() -> V>,
}

impl<V: CardCipher> GameTable<V> {
    /// So many hands of a game.
    ///
    /// Errors: a game whose deals are not single cards of one deck, all equally likely.
    pub(super) fn new(
        game: &Game,
        hands: u64,
        player: Option<Box<dyn TablePlayer>>,
    ) -> Allowed<Self> {
        crate::play::all_alike(game)?;
        if game.n() > MAX_DECK as u64 {
            let expected = format!("at most {MAX_DECK} cards at a table");
            return Err(RefusedSetting::unexpected(game.label(), expected));
        }
        if game.nodes().iter().any(|node| matches!(node, Node::Deal { .. })) {
            let expected = "a game with one card for each player";
            return Err(RefusedSetting::unexpected(game.label(), expected));
        }
        let (game, player) = (game.clone(), Mutex::new(player));
        Ok(Self { game, hands, player, cipher: std::marker::PhantomData })
    }

    fn hand(
        &self,
        table: &mut DealTable<'_>,
        cipher: &V,
        number: u64,
        player: &mut Option<Box<dyn TablePlayer>>,
    ) -> OrFault {
        let (game, parties) = (&self.game, self.parties());
        let deck = (0..game.n()).collect();
        let mut deck = MaskedDeck::open(cipher, game.n(), &[deck]);
        deck.scramble_jointly(table, Parties::everybody(parties), Subgroup::All)?;
        let mut cards = vec![0; parties];
        for drawer in Party::all(parties) {
            let card = 1 + deck.draw(table, 0, drawer.place(), drawer)?;
            table.gain(drawer, card);
            if table.is_played(drawer) {
                cards[drawer.place()] = card;
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
            let card = cards[by.place()];
            let chosen = match player.as_mut().filter(|_| table.is_played(by)) {
                Some(player) => {
                    player.choose(TableDecision { hand: number, card, view, steps: &steps })
                }
                None => Some(0),
            };
            let chosen = chosen.ok_or_else(|| table.fault(None, Cause::Stopped))?;
            let action = table.publish(by, "an action", &(chosen as u64))?;
            let action = table.below(by, action, children.len())?;
            steps.push((view, action));
            node = children[action];
        };
        let shown = self.shown(table, &deck, leaf, &cards, &steps)?;
        if let Some(player) = player {
            let payoffs = game.payoffs(leaf, &shown);
            let card = cards.iter().copied().max().unwrap_or_default();
            player.ended(TableHand { card, steps, shown, payoffs });
        }
        Ok(())
    }

    /// The cards that are shown among those still in, from the player who was called on.
    fn shown(
        &self,
        table: &mut DealTable<'_>,
        deck: &MaskedDeck<'_, V>,
        leaf: &Leaf,
        cards: &[u64],
        steps: &[(usize, usize)],
    ) -> OrFault<Vec<u64>> {
        let mut shown = vec![0; cards.len()];
        if leaf.live.len() < 2 {
            return Ok(shown);
        }
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
            let better = u64::from(cards[place] > best);
            if best > 0 {
                let shows = table.publish(by, "whether a better card is shown", &better)?;
                if table.below(by, shows, 2)? == 0 {
                    continue;
                }
            }
            shown[place] = 1 + deck.show(table, 0, place)?;
            best = best.max(shown[place]);
        }
        Ok(shown)
    }
}

impl<V: CardCipher> Protocol for GameTable<V> {
    fn parties(&self) -> usize {
        self.game.players().len()
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner).take();
        let everybody = Parties::everybody(self.parties());
        let cipher = V::agree(table, everybody, self.game.n())?;
        (1..=self.hands).try_for_each(|number| self.hand(table, &cipher, number, &mut player))
    }

    fn gains(&self) -> GainKind {
        GainKind::Other("cards of several hands")
    }
}
