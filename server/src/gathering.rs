//! Short questions, gathered and answered together.

use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;
use tokio::task::yield_now;

use crate::compute::{internal, lock};
use crate::error::Error;

/// Questions answered before the thread looks at its other clients again, which is some hundreds of microseconds.
const TOGETHER: usize = 16;

type Question = Box<dyn FnOnce() + Send>;

/// Questions of some microseconds, asked by tasks of the network and answered on their threads.
///
/// What a question costs depends on what the processor did before. Between the reading and the writing for two clients, nothing of the
/// solver is in its caches and no branch of it is foreseen, and a threshold form takes twice as long as after another one. So whoever asks
/// waits until every other task that is ready has had its turn; what they all ask is answered in one go.
#[derive(Clone, Default)]
pub(crate) struct Gathering(Arc<Mutex<Vec<Question>>>);

impl Gathering {
    /// Answers a question in a moment, one after the other with those of other tasks, unless nobody waits for it any more.
    ///
    /// Errors: those of the question.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        question: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        let question = Box::new(move || {
            if !answer.is_closed() {
                // Whoever asked may have left in the meantime.
                let _ = answer.send(question());
            }
        });
        let first = {
            let mut questions = lock(&self.0);
            questions.push(question);
            questions.len() == 1
        };
        if first {
            tokio::spawn(self.clone().answer_all());
        }
        answered.await.unwrap_or_else(|_| Err(internal(&"the question was dropped")))
    }

    /// Answers what has been asked until then, after all tasks that are ready.
    async fn answer_all(self) {
        yield_now().await;
        let questions = std::mem::take(&mut *lock(&self.0));
        for (answered, question) in questions.into_iter().enumerate() {
            if answered > 0 && answered % TOGETHER == 0 {
                yield_now().await;
            }
            question();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use futures_util::poll;

    use super::*;

    #[tokio::test]
    async fn what_many_ask_is_answered_after_all_have_asked() {
        let (gathering, asked) = (Gathering::default(), Arc::new(AtomicUsize::new(0)));
        let ask = |number: usize| {
            let (gathering, asked) = (gathering.clone(), Arc::clone(&asked));
            tokio::spawn(async move {
                asked.fetch_add(1, Ordering::Relaxed);
                gathering.answer(move || Ok((number, asked.load(Ordering::Relaxed)))).await.unwrap()
            })
        };
        let answers = join_all((0..100).map(ask)).await;
        for (number, answer) in answers.into_iter().enumerate() {
            assert_eq!(answer.unwrap(), (number, 100));
        }
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_answered() {
        let (gathering, answered) = (Gathering::default(), Arc::new(AtomicUsize::new(0)));
        let ask = || {
            let answered = Arc::clone(&answered);
            gathering.answer(move || Ok(answered.fetch_add(1, Ordering::Relaxed)))
        };
        let mut left = Box::pin(ask());
        assert!(poll!(&mut left).is_pending());
        drop(left);
        assert_eq!(ask().await.unwrap(), 0);
    }
}
