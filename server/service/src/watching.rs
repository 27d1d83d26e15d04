//! Solves that clients follow: their progress, with exact bounds on the value.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bluff_batch::compute::{Pool, lock};
use rational_bluff::exact::Rational;
use rational_bluff::game::parse_label;
use rational_bluff::solve::{Control, Method, ValueBounds};
use serde::Serialize;
use tokio::sync::watch;

/// Time between two snapshots of a solve.
pub const SNAPSHOT_INTERVAL: Duration = Duration::from_millis(250);
/// Digits of the decimals beside bounds.
const DIGITS: usize = 12;

/// The progress of a solve.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SolveProgress {
    /// Seconds since a client first followed the solve.
    pub seconds: f64,
    /// Pivots of the simplex method so far.
    pub pivots: u64,
    /// Lower bound on the value to player I: an exact number, in antes per hand. `null` before the
    /// first bound, and for solves that have none.
    pub lower: Option<String>,
    /// Upper bound on the value to player I.
    pub upper: Option<String>,
    /// Both bounds as decimals.
    pub decimals: Option<[String; 2]>,
}

/// The solves that clients follow, by name. Clients of the same solve share its snapshots.
#[derive(Default)]
pub struct Watching {
    open: Arc<Mutex<HashMap<String, watch::Receiver<SolveProgress>>>>,
}

impl Watching {
    /// The progress of the solve of this name, of a label by a method, while a thread of the pool
    /// works on it. So never more solves are followed than the pool has threads.
    pub fn watch(
        &self,
        pool: &Pool,
        name: &str,
        label: &str,
        method: Method,
    ) -> Option<watch::Receiver<SolveProgress>> {
        let mut open = lock(&self.open);
        if let Some(known) = open.get(name) {
            return Some(known.clone());
        }
        let control = pool.watched(name)?;
        let (sender, receiver) = watch::channel(SolveProgress::default());
        open.insert(name.to_owned(), receiver.clone());
        drop(open);
        let followed = Followed { open: Arc::clone(&self.open), name: name.to_owned() };
        let label = label.to_owned();
        let begun = Pool::work_beside(control, move |control| {
            let _followed = followed;
            publish(&label, method, control, &sender);
        });
        begun.ok().map(|()| receiver)
    }
}

/// A solve in the map of those that clients follow, until this is dropped.
struct Followed {
    open: Arc<Mutex<HashMap<String, watch::Receiver<SolveProgress>>>>,
    name: String,
}

impl Drop for Followed {
    fn drop(&mut self) {
        lock(&self.open).remove(&self.name);
    }
}

/// Publishes the progress of a solve until it has ended or no client follows it.
fn publish(
    label: &str,
    method: Method,
    control: &Arc<Control>,
    progress: &watch::Sender<SolveProgress>,
) {
    let start = Instant::now();
    let Ok(game) = parse_label(label) else { return };
    // A solve without bounds still has a clock.
    let mut bounds = ValueBounds::of(&game, method).ok().flatten();
    // The solve holds another reference to its control, and the map holds one receiver.
    while Arc::strong_count(control) > 1 && progress.receiver_count() > 1 {
        if let Some(bounds) = &mut bounds {
            bounds.look(control);
        }
        let known = bounds.as_ref().map(|bounds| (bounds.lower(), bounds.upper()));
        let (lower, upper) = known.unwrap_or_default();
        progress.send_replace(SolveProgress {
            seconds: start.elapsed().as_secs_f64(),
            pivots: control.pivots(),
            lower: lower.map(Rational::to_string),
            upper: upper.map(Rational::to_string),
            decimals: lower
                .zip(upper)
                .map(|(lower, upper)| [lower.decimal(DIGITS), upper.decimal(DIGITS)]),
        });
        std::thread::sleep(SNAPSHOT_INTERVAL);
    }
}
