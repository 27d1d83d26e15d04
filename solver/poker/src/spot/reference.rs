//! Plans that need no solver.

use super::judge::PlanSource;
use super::tree::SpotTree;

/// A plan that is the same for all hands: it tests a judge to the last digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferencePlan {
    /// Always check or call.
    Passive,
    /// Always the last action: the largest bet or raise, else a call.
    Last,
    /// The first action 3/4 of the time, the last 1/4.
    Mix,
}

impl ReferencePlan {
    /// The plans with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("passive", Self::Passive), ("last", Self::Last), ("mix", Self::Mix)];

    /// The plan of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, plan)| plan)
    }
}

impl PlanSource for ReferencePlan {
    fn parts(&self) -> u32 {
        4
    }

    fn write(&self, tree: &SpotTree, place: usize, parts: &mut [u32]) {
        let actions = tree.actions(place).count();
        let rows = parts.len() / actions;
        let passive = usize::from(tree.actions(place).next() == Some("fold"));
        let taken: &[(usize, u32)] = match self {
            Self::Passive => &[(passive, 4)],
            Self::Last => &[(actions - 1, 4)],
            Self::Mix => &[(0, 3), (actions - 1, 1)],
        };
        parts.fill(0);
        for (action, of_four) in taken {
            parts[action * rows..][..rows].iter_mut().for_each(|part| *part += of_four);
        }
    }
}
