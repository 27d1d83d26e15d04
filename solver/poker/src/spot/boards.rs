//! Boards of a spot: hands in order, cards to come, and leads over all boards to come.

use std::collections::HashMap;
use std::sync::Arc;

use bluff_exact::control::check_cancelled;

use super::Spot;
use super::suits::exchanges;
use crate::cards::{Card, CardSet, HoleCards, SuitExchange, all_boards, strength_on};

/// Hands of both players that a board leaves, in the order of its rows.
///
/// A hand is packed with the place of its range (20 bits) and its cards (6 bits each).
#[derive(Debug, Default)]
pub(super) struct HandOrder {
    pub(super) packed: [Vec<u32>; 2],
    /// The place of the same hand of the other player, or `u32::MAX`.
    pub(super) same: [Vec<u32>; 2],
    /// On a river, where each group of equal strength ends; else empty.
    pub(super) ends: Vec<[u16; 2]>,
}

/// The place of a packed hand in its range.
pub(super) fn place_of(packed: u32) -> usize {
    (packed >> 12) as usize
}

/// A card that is dealt, alone or for others that suits make alike.
#[derive(Debug)]
pub(super) struct CardDealt {
    /// The board after it.
    pub(super) board: usize,
    /// Rows of the board before, by rows of the board after.
    pub(super) rows: [Vec<u16>; 2],
    /// The exchanges, by their place in the group before, under which a card alike becomes it.
    pub(super) alike: Vec<usize>,
    /// Those cards.
    pub(super) others: Vec<Card>,
}

/// A board, with what may follow.
#[derive(Debug)]
pub(super) struct OpenBoard {
    pub(super) cards: Vec<Card>,
    pub(super) order: Arc<HandOrder>,
    /// For each exchange of the group, where each row goes.
    pub(super) moved: Vec<[Vec<u16>; 2]>,
    pub(super) dealt: Vec<CardDealt>,
    /// Leads of rows of player I over rows of player II, summed over the boards to come.
    pub(super) leads: Vec<i16>,
}

/// All boards of a spot; the first is the one that it starts on.
pub(super) struct SpotBoards {
    pub(super) boards: Vec<OpenBoard>,
    pub(super) hands: [Vec<HoleCards>; 2],
    exchanges: Vec<SuitExchange>,
    rivers: HashMap<CardSet, Arc<HandOrder>>,
    /// Streets after which a card is dealt, and on which all may be in.
    deals: [bool; 3],
    all_in: [bool; 3],
}

impl SpotBoards {
    /// The boards of a spot on whose streets cards are dealt, and players all in, as given.
    pub(super) fn new(
        spot: &Spot,
        hands: [Vec<HoleCards>; 2],
        merged: bool,
        [deals, all_in]: [[bool; 3]; 2],
    ) -> Self {
        let mut exchanges = exchanges(spot);
        exchanges.truncate(if merged { exchanges.len() } else { 1 });
        let group = (0..exchanges.len()).collect();
        let (boards, rivers) = (vec![], HashMap::new());
        let mut all = Self { boards, hands, exchanges, rivers, deals, all_in };
        all.add(spot.board.dealt().to_vec(), group);
        all
    }

    /// The exchanges of suits that change nothing; the first leaves every suit.
    pub(super) fn exchanges(&self) -> &[SuitExchange] {
        &self.exchanges
    }

    fn add(&mut self, cards: Vec<Card>, group: Vec<usize>) -> usize {
        check_cancelled();
        let street = cards.len() - 3;
        let seen: CardSet = cards.iter().copied().collect();
        let order = match self.rivers.get(&seen) {
            Some(order) => Arc::clone(order),
            None => Arc::new(self.order(seen, street == 2)),
        };
        if street == 2 {
            self.rivers.insert(seen, Arc::clone(&order));
        }
        let moved = group.iter().filter(|_| street < 2).map(|exchange| {
            let exchange = &self.exchanges[*exchange];
            [0, 1].map(|player| self.moved(&order.packed[player], player, exchange))
        });
        let moved = moved.collect();
        let leads = if self.all_in[street] { self.leads(&cards, &order) } else { vec![] };
        let at = self.boards.len();
        let board = OpenBoard { cards: cards.clone(), order, moved, dealt: vec![], leads };
        self.boards.push(board);
        if !self.deals[street] {
            return at;
        }
        let mut dealt: Vec<(Card, CardDealt)> = vec![];
        for card in Card::deck().filter(|card| !seen.contains(*card)) {
            let to = |exchange: &usize| card.exchanged(&self.exchanges[*exchange]);
            let (least, by) =
                (0..group.len()).map(|by| (to(&group[by]), by)).min().unwrap_or((card, 0));
            if least < card {
                if let Some((_, known)) = dealt.iter_mut().find(|(known, _)| *known == least) {
                    known.alike.push(by);
                    known.others.push(card);
                }
                continue;
            }
            let fixed = group.iter().copied().filter(|exchange| to(exchange) == card).collect();
            let mut next = cards.clone();
            next.push(card);
            let board = self.add(next, fixed);
            let rows = [0, 1].map(|player| self.rows(at, board, player));
            dealt.push((card, CardDealt { board, rows, alike: vec![], others: vec![] }));
        }
        self.boards[at].dealt = dealt.into_iter().map(|(_, dealt)| dealt).collect();
        at
    }

    /// Rows of a board by rows of a board after it.
    fn rows(&self, before: usize, after: usize, player: usize) -> Vec<u16> {
        let [before, after] = [before, after].map(|at| &self.boards[at].order.packed[player]);
        let mut places = vec![0; self.hands[player].len()];
        for (row, packed) in (0_u16..).zip(before) {
            places[place_of(*packed)] = row;
        }
        after.iter().map(|packed| places[place_of(*packed)]).collect()
    }

    /// The place of each row under an exchange of suits.
    fn moved(&self, packed: &[u32], player: usize, exchange: &SuitExchange) -> Vec<u16> {
        let hands = &self.hands[player];
        let rows: HashMap<HoleCards, u16> =
            packed.iter().map(|packed| hands[place_of(*packed)]).zip(0..).collect();
        let image = |packed: &u32| {
            let hand = hands[place_of(*packed)].exchanged(exchange);
            rows.get(&hand).copied().unwrap_or_default()
        };
        packed.iter().map(image).collect()
    }

    /// The hands that a board leaves: the weakest first on a river, else in the order of the range.
    fn order(&self, board: CardSet, river: bool) -> HandOrder {
        let mut order = HandOrder::default();
        let mut strengths: [Vec<Option<u32>>; 2] = [vec![], vec![]];
        for (player, strengths) in strengths.iter_mut().enumerate() {
            let hands = (0_u32..).zip(&self.hands[player]);
            let left = hands.filter(|(_, hand)| hand.cards().is_disjoint(board));
            let mut rows: Vec<(Option<u32>, u32)> = left
                .map(|(place, hand)| {
                    let [high, low] = hand.pair().map(|card| card.index() as u32);
                    let strength = river.then(|| strength_on(*hand, board)).flatten();
                    (strength, place << 12 | low << 6 | high)
                })
                .collect();
            rows.sort_unstable();
            *strengths = rows.iter().map(|(strength, _)| *strength).collect();
            order.packed[player] = rows.iter().map(|(_, packed)| *packed).collect();
        }
        let cards = |packed: &u32| packed & 0xfff;
        let rows = |player: usize| -> HashMap<u32, u32> {
            order.packed[player].iter().map(cards).zip(0..).collect()
        };
        let rows = [rows(0), rows(1)];
        order.same = [0, 1].map(|player| {
            let same = |packed| rows[1 - player].get(&cards(packed)).copied().unwrap_or(u32::MAX);
            order.packed[player].iter().map(same).collect()
        });
        let (mut at, lengths) = ([0, 0], [strengths[0].len(), strengths[1].len()]);
        while river && at != lengths {
            let next = |player: usize| strengths[player].get(at[player]).copied();
            let least = next(0).into_iter().chain(next(1)).min();
            for player in 0..2 {
                let group = strengths[player][at[player]..].iter();
                at[player] += group.take_while(|strength| Some(**strength) == least).count();
            }
            order.ends.push(at.map(|end| end as u16));
        }
        order
    }

    /// For each pair of rows, the boards to come on which player I leads less those on which he is
    /// behind; after a flop each pair of cards counts in both orders.
    fn leads(&self, cards: &[Card], order: &HandOrder) -> Vec<i16> {
        let hands = [0, 1].map(|player: usize| {
            let hand = |packed: &u32| self.hands[player][place_of(*packed)];
            order.packed[player].iter().map(hand).collect::<Vec<_>>()
        });
        let width = hands[1].len();
        let mut leads = vec![0; hands[0].len() * width];
        let times = if cards.len() == 3 { 2 } else { 1 };
        for board in all_boards(cards.iter().copied().collect(), 5 - cards.len()) {
            check_cancelled();
            let strengths = hands.each_ref().map(|hands| {
                hands.iter().map(|hand| strength_on(*hand, board)).collect::<Vec<_>>()
            });
            for (row, own) in leads.chunks_exact_mut(width.max(1)).zip(&strengths[0]) {
                let Some(own) = own else { continue };
                for (lead, other) in row.iter_mut().zip(&strengths[1]) {
                    *lead += other.map_or(0, |other| own.cmp(&other) as i16 * times);
                }
            }
        }
        for (row, own) in leads.chunks_exact_mut(width.max(1)).zip(&hands[0]) {
            for (lead, other) in row.iter_mut().zip(&hands[1]) {
                if !own.cards().is_disjoint(other.cards()) {
                    *lead = 0;
                }
            }
        }
        leads
    }
}
