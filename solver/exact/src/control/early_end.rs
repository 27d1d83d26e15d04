//! Work that ends early with its answer so far.

use std::sync::atomic::Ordering;

use super::Control;

impl Control {
    /// Notes that the work has an answer so far, with which it ends once it should.
    pub fn allow_early_end(&self) {
        let _ = self.early_end.compare_exchange(0, 1, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Asks the work to end with its answer so far; false if it has none, or was asked before.
    ///
    /// ```
    /// use bluff_exact::control::Control;
    /// let control = Control::new();
    /// assert!(!control.end_early());
    /// control.allow_early_end();
    /// assert!(control.end_early() && control.should_end() && !control.end_early());
    /// ```
    pub fn end_early(&self) -> bool {
        self.early_end.compare_exchange(1, 2, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// True once the work should end with its answer so far.
    pub fn should_end(&self) -> bool {
        self.early_end.load(Ordering::Relaxed) == 2
    }
}
