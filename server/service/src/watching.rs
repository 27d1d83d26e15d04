//! Solves that somebody watches: how far they are, and between which exact bounds the value lies.

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
pub const LOOK: Duration = Duration::from_millis(250);
/// Digits of the decimals beside bounds.
const DIGITS: usize = 12;

/// The progress of a solve.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SolveProgress {
    /// Seconds since somebody first looked.
    pub seconds: f64,
    /// Pivots of the simplex method so far.
    pub pivots: u64,
    /// Player I can make sure of this much: an exact number, in antes per hand. Not there yet, or
    /// not for this kind of solve, if `null`.
    pub lower: Option<String>,
    /// Player II can hold player I to this much.
    pub upper: Option<String>,
    /// Both as decimals.
    pub decimals: Option<[String; 2]>,
}

/// The solves that are watched, by name. All who watch the same share one look.
#[derive(Default)]
pub struct Watching {
    open: Arc<Mutex<HashMap<String, watch::Receiver<SolveProgress>>>>,
}

impl Watching {
    /// What tells how far the solve of this name is, of a label by a method, while a thread of the
    /// pool works on it. Never more of these are at work than the pool has threads.
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
        let (open, name, label) = (Arc::clone(&self.open), name.to_owned(), label.to_owned());
        tokio::task::spawn_blocking(move || {
            look(&label, method, &control, &sender);
            lock(&open).remove(&name);
        });
        Some(receiver)
    }
}

/// Tells how far a solve is until it has ended or nobody watches.
fn look(label: &str, method: Method, control: &Arc<Control>, told: &watch::Sender<SolveProgress>) {
    let start = Instant::now();
    let Ok(game) = parse_label(label) else {
        return;
    };
    // What has no bounds still has a clock.
    let mut bounds = ValueBounds::of(&game, method).ok().flatten();
    // The work holds one of these, and the map of open solves the other receiver.
    while Arc::strong_count(control) > 1 && told.receiver_count() > 1 {
        if let Some(bounds) = &mut bounds {
            bounds.look(control);
        }
        let known = bounds.as_ref().map(|bounds| (bounds.lower(), bounds.upper()));
        let (lower, upper) = known.unwrap_or_default();
        told.send_replace(SolveProgress {
            seconds: start.elapsed().as_secs_f64(),
            pivots: control.pivots(),
            lower: lower.map(Rational::to_string),
            upper: upper.map(Rational::to_string),
            decimals: lower
                .zip(upper)
                .map(|(lower, upper)| [lower.decimal(DIGITS), upper.decimal(DIGITS)]),
        });
        std::thread::sleep(LOOK);
    }
}
