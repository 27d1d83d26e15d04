use super::card_cipher::CardCipher;
use super::shuffle::ShuffleMove;
use super::{Cause, DealTable, OrFault, Parties, Party, Permutation, Subgroup};

/// Cards on a table under one cipher: rows of piles, `rows[r][p]`. Open, masked, moved and drawn by
/// messages every party sees.
pub struct MaskedDeck<'v, V: CardCipher> {
    cipher: &'v V,
    /// The number of different cards: an opened card is below this.
    values: u64,
    rows: Vec<Vec<V::Card>>,
}

impl<'v, V: CardCipher> MaskedDeck<'v, V> {
    /// Rows of open cards, each below `values`.
    pub fn open(cipher: &'v V, values: u64, rows: &[Vec<u64>]) -> Self {
        let rows =
            rows.iter().map(|row| row.iter().map(|&value| cipher.face(value)).collect()).collect();
        Self { cipher, values, rows }
    }

    /// One row of cards that are masked already.
    pub fn of(cipher: &'v V, values: u64, row: Vec<V::Card>) -> Self {
        Self { cipher, values, rows: vec![row] }
    }

    /// The number of piles.
    pub fn piles(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The number of cards in each pile.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The card of a row in a pile.
    pub fn card(&self, row: usize, pile: usize) -> &V::Card {
        &self.rows[row][pile]
    }

    /// One party after the other moves the piles by a secret permutation of the subgroup, masks
    /// every card, and proves it. Nobody knows the whole permutation unless all of them tell.
    pub fn scramble(
        &mut self,
        table: &mut DealTable<'_>,
        by: impl Into<Parties>,
        among: Subgroup,
    ) -> OrFault {
        by.into().iter().try_for_each(|party| {
            let permutation = among.random(self.piles(), &mut table.coins(party));
            self.arrange(table, party, among, permutation)
        })
    }

    /// One party moves the piles by a permutation of its choice and proves that it is one of the
    /// subgroup.
    pub fn arrange(
        &mut self,
        table: &mut DealTable<'_>,
        by: Party,
        among: Subgroup,
        permutation: Permutation,
    ) -> OrFault {
        let moved =
            ShuffleMove::by(permutation, self.cipher, self.rows.len(), &mut table.coins(by));
        self.rows = self.cipher.shuffle(table, by, among, &self.rows, &moved)?;
        Ok(())
    }

    /// One party puts a pile in at a secret place, so that `under` of the old piles lie under it: 0
    /// is the bottom.
    ///
    /// The cards of the pile lie on the table, open or masked. The party masks them anew and proves
    /// it, so no other card gets in. A row of markers, one under the top pile, is turned along with
    /// the deck; the new pile goes on top, all of `turning` turn the deck in secret, and it is cut
    /// in the open where the marker then shows. The order of the old piles stays.
    ///
    /// Source: Schindelhauer's toolbox; the place of the marker is uniform, whatever `under` is.
    pub fn insert(
        &mut self,
        table: &mut DealTable<'_>,
        by: Party,
        pile: &[V::Card],
        under: usize,
        turning: Parties,
    ) -> OrFault {
        let cards: Vec<_> = pile.iter().map(|card| vec![card.clone()]).collect();
        let (stays, coins) = (Permutation::identity(1), &mut table.coins(by));
        let masks = ShuffleMove::by(stays, self.cipher, pile.len(), coins);
        let pile = self.cipher.shuffle(table, by, Subgroup::Identity, &cards, &masks)?.concat();
        let piles = self.piles();
        self.rows.push((0..piles).map(|place| self.cipher.face(u64::from(place == 0))).collect());
        self.arrange(table, by, Subgroup::Rotations, Permutation::rotation(piles, under))?;
        let blank = self.cipher.face(0);
        for (row, card) in self.rows.iter_mut().zip(pile.iter().chain([&blank])) {
            row.insert(0, card.clone());
        }
        self.scramble(table, turning, Subgroup::Rotations)?;
        let last = self.rows.len() - 1;
        let mut top = 0;
        for place in 0..=piles {
            if self.show(table, last, place)? == 1 {
                top = place;
            }
        }
        self.rows.pop();
        self.permute(&Permutation::rotation(piles + 1, piles + 1 - top));
        Ok(())
    }

    /// Moves the piles by a permutation every party knows.
    pub fn permute(&mut self, permutation: &Permutation) {
        for row in &mut self.rows {
            *row = permutation.moved(row);
        }
    }

    /// Moves the cards of one row only.
    pub fn permute_row(&mut self, row: usize, permutation: &Permutation) {
        self.rows[row] = permutation.moved(&self.rows[row]);
    }

    /// All keepers but the owner send him their shares of one card of the first row: he alone can
    /// read it.
    pub fn draw(&self, table: &mut DealTable<'_>, pile: usize, to: Party) -> OrFault<u64> {
        Ok(self.read(table, [(0, pile)], to)?[0])
    }

    /// All keepers show their shares of one card to every party.
    pub fn show(&self, table: &mut DealTable<'_>, row: usize, pile: usize) -> OrFault<u64> {
        Ok(self.read(table, [(row, pile)], Parties::everybody(table.parties()))?[0])
    }

    /// The same for the first row, which is then gone.
    pub fn turn_first_row(&mut self, table: &mut DealTable<'_>) -> OrFault<Vec<u64>> {
        let row = (0..self.piles()).map(|pile| (0, pile));
        let opened = self.read(table, row, Parties::everybody(table.parties()))?;
        self.rows.remove(0);
        Ok(opened)
    }

    /// All keepers send these parties their shares of the cards in these rows and piles; what they
    /// read, or 0 for each card where none of them plays at this table.
    pub fn read(
        &self,
        table: &mut DealTable<'_>,
        places: impl IntoIterator<Item = (usize, usize)>,
        to: impl Into<Parties>,
    ) -> OrFault<Vec<u64>> {
        let places = places.into_iter();
        let (to, cards) = (to.into(), places.map(|(row, pile)| self.card(row, pile)));
        let cards: Vec<&V::Card> = cards.collect();
        let shares = shares(self.cipher, table, &cards, to)?;
        if !table.reads(to) {
            return Ok(vec![0; cards.len()]);
        }
        let both = cards.iter().zip(&shares);
        let opened = both.map(|(card, shares)| self.cipher.open(card, shares, self.values));
        opened.collect::<Option<_>>().ok_or_else(|| table.fault(None, Cause::UnknownCard))
    }
}

/// The shares of all keepers for each of these cards; every keeper sends his in one message.
pub(super) fn shares<V: CardCipher>(
    cipher: &V,
    table: &mut DealTable<'_>,
    cards: &[&V::Card],
    to: Parties,
) -> OrFault<Vec<Vec<V::RevealToken>>> {
    let what = match to.len() {
        1 => "shares of cards for their owner",
        _ => "shares of cards for everybody",
    };
    let mut shares = vec![Vec::new(); cards.len()];
    for keeper in cipher.keepers().iter() {
        let turn = table.turn(keeper);
        let mut given: Vec<V::RevealToken> = Vec::new();
        if table.is_played(keeper) {
            let mut share = |card: &&V::Card| cipher.share(turn, card, &mut table.coins(keeper));
            given = cards.iter().map(&mut share).collect();
        }
        // The owner keeps his own shares to himself.
        if Parties::from(keeper) != to {
            given = table.send(keeper, to, what, &given)?;
            if table.reads(to) && table.checks(keeper) {
                let expected = "a share for every card";
                table.require(given.len() == cards.len(), keeper, Cause::Malformed { expected })?;
                let mut both = cards.iter().zip(&given);
                let fits = both.try_for_each(|(card, share)| cipher.fits(turn, card, share));
                fits.map_err(|what| table.fault(keeper, what))?;
            }
        }
        shares.iter_mut().zip(given).for_each(|(shares, share)| shares.push(share));
    }
    Ok(shares)
}
