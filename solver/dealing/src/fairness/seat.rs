use super::branches::Branch;
use super::coalition_view::CoalitionView;
use super::numbering::Numbering;
use super::views::Views;
use crate::{Event, Gain, Parties};

/// The part of the outcome that a coalition is entitled to, with its values.
pub(super) type Entitled = Vec<(usize, Gain)>;

/// One coalition, and all it may see.
pub(super) struct CoalitionSeat {
    pub(super) coalition: Parties,
    pub(super) views: Views,
    pub(super) entitled: Numbering<Entitled>,
    pub(super) forgets: Option<String>,
    coalition_view: CoalitionView,
    /// The coalition's part of the outcome in this branch.
    mine: Entitled,
    /// The state after each event of the branch before: the next one begins the same way.
    marks: Vec<SeatState>,
}

#[derive(Clone, Copy, Default)]
struct SeatState {
    depth: usize,
    node: u32,
    gains: usize,
    mine: usize,
    entitled: u32,
    /// True if a card is on its way to the coalition.
    promised: bool,
}

impl CoalitionSeat {
    pub(super) fn new(coalition: Parties) -> Self {
        let mut entitled = Numbering::new();
        entitled.of(&Vec::new());
        let (views, coalition_view) = (Views::new(), CoalitionView::new(coalition));
        let (mine, marks) = (Vec::new(), Vec::new());
        Self { coalition, views, entitled, forgets: None, coalition_view, mine, marks }
    }

    /// Takes in a chunk of branches, each with its outcome and its weight; `None` for those without
    /// an end.
    pub(super) fn take(&mut self, chunk: &[Branch], ends: &[Option<(u32, u128)>]) {
        let mut log: Vec<&Event> = Vec::new();
        for (branch, end) in chunk.iter().zip(ends) {
            log.truncate(branch.kept);
            log.extend(&branch.tail);
            self.marks.truncate(branch.kept);
            if let &Some((outcome, weight)) = end {
                self.watch(&log);
                let leaf = self.marks.last().map_or(0, |mark| mark.node);
                self.views.node(leaf).law.put(outcome, weight);
            }
        }
    }

    /// The view after each event of a log that is one of the branches, and what the coalition is
    /// entitled to there.
    pub(super) fn follow(&mut self, log: &[Event]) -> Vec<(u32, u32)> {
        self.marks.clear();
        self.watch(&log.iter().collect::<Vec<_>>());
        self.marks.iter().map(|mark| (mark.node, mark.entitled)).collect()
    }

    fn watch(&mut self, log: &[&Event]) {
        let mut seen = Vec::new();
        if self.coalition_view.remember() {
            self.coalition_view.reset();
            log[..self.marks.len()]
                .iter()
                .for_each(|event| self.coalition_view.see(event, &mut seen));
        }
        let mut mark = self.marks.last().copied().unwrap_or_default();
        self.mine.truncate(mark.mine);
        for at in self.marks.len()..log.len() {
            self.coalition_view.see(log[at], &mut seen);
            if !seen.is_empty() {
                mark.node = self.views.step(mark.depth, &seen);
                mark.depth += 1;
            }
            if let Event::EarlyRelease(to) = log[at] {
                mark.promised = to.meet(self.coalition);
            }
            if let Event::Gain(gain) = log[at] {
                mark.promised = false;
                if gain.to.meet(self.coalition) {
                    self.mine.push((mark.gains, *gain));
                    mark.entitled = self.entitled.of(&self.mine);
                    mark.mine = self.mine.len();
                }
                mark.gains += 1;
            }
            self.marks.push(mark);
            // What is seen before a promised card has come is judged with it: it is in the view
            // still.
            if mark.promised || brings_gain(log[at], &log[at + 1..]) {
                continue;
            }
            let here = &mut self.views.node(mark.node).entitled;
            match *here {
                Some(other) if other != mark.entitled => {
                    let what = || {
                        format!(
                            "coalition {} cannot tell from its view what it has got",
                            self.coalition
                        )
                    };
                    self.forgets.get_or_insert_with(what);
                }
                _ => *here = Some(mark.entitled),
            }
        }
    }
}

/// True if what is gained next is known with this event already: the gain is written down right
/// after the messages that bring it, and messages of one kind are sent at once, so that a coalition
/// may know with the first what others learn with the last.
fn brings_gain(event: &Event, rest: &[&Event]) -> bool {
    let alike = |later: &Event| match (event, later) {
        (Event::Message(message), Event::Message(later)) => message.what == later.what,
        _ => false,
    };
    matches!(rest.iter().find(|later| !alike(later)), Some(Event::Gain(_)))
}
