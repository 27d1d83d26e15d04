//! Average strategies in whole parts.

use bluff_poker::spot::{PlaceKind, PlanSource, SpotTree};

/// The average strategies of some rounds, rounded where a judge asks for them.
///
/// Running sums of a row are rounded, not its parts: they add up without mending, and zeros stay.
/// Hands that suits make alike have the row of the first of them.
#[derive(Clone, Copy, Debug)]
pub struct AveragePlan<'a> {
    rows: &'a [f32],
    parts: u32,
}

impl<'a> AveragePlan<'a> {
    pub(super) fn new(rows: &'a [f32], parts: u32) -> Self {
        Self { rows, parts }
    }
}

impl PlanSource for AveragePlan<'_> {
    fn parts(&self) -> u32 {
        self.parts
    }

    fn write(&self, tree: &SpotTree, place: usize, parts: &mut [u32]) {
        let PlaceKind::Act { player, actions } = tree.kind(place) else { return };
        let hands = tree.rows(place, player);
        let first = 2 * tree.entries_before(place) + actions * hands;
        let sums = &self.rows[first..][..actions * hands];
        let all = self.parts as f32;
        let mut scales = vec![0_f32; hands];
        for sums in sums.chunks_exact(hands) {
            for (scale, sum) in scales.iter_mut().zip(sums) {
                *scale += sum;
            }
        }
        for scale in &mut scales {
            *scale = if *scale > 0.0 { all / *scale } else { 0.0 };
        }
        let (mut running, mut gone) = (vec![0_f32; hands], vec![0_i32; hands]);
        let by_action = parts.chunks_exact_mut(hands).zip(sums.chunks_exact(hands));
        for (action, (parts, sums)) in (1..).zip(by_action) {
            // A row that nobody came to is even.
            let even = (all * action as f32 / actions as f32).round() as i32;
            let last = action == actions;
            let rows =
                parts.iter_mut().zip(sums).zip(&scales).zip(running.iter_mut().zip(&mut gone));
            for (((part, sum), scale), (running, gone)) in rows {
                *running += sum;
                let rounded = (*running * scale + 0.5).min(all) as i32;
                let to = if *scale > 0.0 { rounded } else { even };
                let to = if last { self.parts as i32 } else { to };
                *part = (to - *gone) as u32;
                *gone = to;
            }
        }
        let Some(alike) = tree.alike(place, player) else { return };
        for parts in parts.chunks_exact_mut(hands) {
            for (row, first) in alike.iter().enumerate() {
                parts[row] = parts[*first];
            }
        }
    }
}
