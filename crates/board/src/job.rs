//! Work that takes long: it runs on its own thread, reports on the way, and can be stopped. Every
//! job gives exactly one answer, even if its thread cannot start or panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use toolkit::stop::StopAll;

use crate::priority::give_way;
use crate::refusal::{Answer, Refusal};

/// The pause after an update: at most twenty a second.
const PAUSE: Duration = Duration::from_millis(50);

/// Messages to one tab. A full queue makes the senders wait.
#[derive(Clone)]
pub(crate) struct Outbox(mpsc::Sender<String>);

impl Outbox {
    /// A queue of `length` messages, and where they come out.
    pub(crate) fn new(length: usize) -> (Outbox, mpsc::Receiver<String>) {
        let (sender, messages) = mpsc::channel(length);
        (Outbox(sender), messages)
    }

    /// Sends the one answer to a request. It is lost only if the tab has gone.
    pub(crate) async fn answer(&self, id: Option<u64>, answer: Answer) {
        let message = match answer {
            Ok(value) => json!({"id": id, "ok": value}),
            Err(Refusal(why)) => json!({"id": id, "error": why}),
        };
        let _ = self.0.send(message.to_string()).await;
    }

    async fn update(&self, id: u64, update: &Value) {
        let _ = self.0.send(json!({"id": id, "update": update}).to_string()).await;
    }
}

/// What a job reports on the way. Only the newest report counts.
#[derive(Clone)]
pub(crate) struct Reports(watch::Sender<Value>);

impl Reports {
    pub(crate) fn send(&self, report: Value) {
        self.0.send_replace(report);
    }
}

/// The work: it gets a place for reports and the request to stop.
pub(crate) type Work = Box<dyn FnOnce(&Reports, &StopAll) -> Answer + Send>;

/// A job that was started.
pub(crate) struct Job {
    pub(crate) id: u64,
    stop: StopAll,
    task: JoinHandle<()>,
}

impl Job {
    /// Starts work once `earlier` jobs have ended, which it stops.
    pub(crate) fn start(
        id: u64,
        permits: &Arc<Semaphore>,
        outbox: Outbox,
        earlier: Option<Job>,
        work: Work,
    ) -> Job {
        let (stop, permits) = (StopAll::default(), Arc::clone(permits));
        let stopped = stop.clone();
        let task = tokio::spawn(async move {
            if let Some(earlier) = earlier {
                earlier.end().await;
            }
            let answer = match permits.try_acquire_owned() {
                Ok(permit) => run(id, permit, &outbox, work, stopped).await,
                Err(_) => Err(Refusal::new("too many searches at a time; expected some to end")),
            };
            outbox.answer(Some(id), answer).await;
        });
        Job { id, stop, task }
    }

    pub(crate) fn stop(&self) {
        self.stop.request();
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.task.is_finished()
    }

    async fn end(mut self) {
        self.stop.request();
        let _ = (&mut self.task).await;
    }
}

/// A tab that goes away takes its jobs with it.
impl Drop for Job {
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// Runs the work on a thread of its own and passes on what it reports.
async fn run(
    id: u64,
    permit: OwnedSemaphorePermit,
    outbox: &Outbox,
    work: Work,
    stop: StopAll,
) -> Answer {
    let (reports, mut news) = watch::channel(Value::Null);
    let (finish, mut finished) = oneshot::channel();
    let body = move || {
        give_way();
        let reports = Reports(reports);
        let answer = catch_unwind(AssertUnwindSafe(|| work(&reports, &stop)));
        // Another search may start now, before anybody has read the answer.
        drop(permit);
        let panicked =
            |_| Err(Refusal::new("the search has failed; this is a fault of the program"));
        let _ = finish.send(answer.unwrap_or_else(panicked));
    };
    let builder = thread::Builder::new().name("search".to_owned()).stack_size(engine::STACK_BYTES);
    if let Err(error) = builder.spawn(body) {
        return Err(Refusal(format!("no thread for the search: {error}")));
    }
    let lost = |_| Err(Refusal::new("the search has ended without an answer"));
    loop {
        tokio::select! {
            biased;
            answer = &mut finished => return answer.unwrap_or_else(lost),
            changed = news.changed() => {
                if changed.is_err() {
                    return finished.await.unwrap_or_else(lost);
                }
                let report = news.borrow_and_update().clone();
                outbox.update(id, &report).await;
                tokio::select! {
                    biased;
                    answer = &mut finished => return answer.unwrap_or_else(lost),
                    () = sleep(PAUSE) => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that a job sends, until it has answered.
    async fn messages(work: Work, permits: usize) -> Vec<Value> {
        let (outbox, mut inbox) = Outbox::new(4);
        let permits = Arc::new(Semaphore::new(permits));
        let job = Job::start(7, &permits, outbox, None, work);
        let mut messages = Vec::new();
        while let Some(text) = inbox.recv().await {
            messages.push(serde_json::from_str(&text).unwrap());
        }
        job.end().await;
        messages
    }

    fn run(test: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(test);
    }

    #[test]
    fn a_job_that_panics_answers_with_an_error() {
        run(async {
            let all = messages(Box::new(|_, _| panic!("on purpose")), 1).await;
            assert_eq!(all.len(), 1);
            assert!(all[0]["error"].as_str().unwrap().starts_with("the search has failed"));
        });
    }

    #[test]
    fn a_job_without_a_permit_answers_with_an_error() {
        run(async {
            let all = messages(Box::new(|_, _| Ok(json!({}))), 0).await;
            assert!(all[0]["error"].as_str().unwrap().starts_with("too many searches"));
        });
    }

    #[test]
    fn floods_of_reports_are_thinned_out_and_the_answer_comes_last() {
        run(async {
            let flood = |reports: &Reports, _: &StopAll| {
                (0..10_000).for_each(|number| reports.send(json!(number)));
                Ok(json!("done"))
            };
            let all = messages(Box::new(flood), 1).await;
            assert!(all.len() < 1_000);
            assert_eq!(all.last().unwrap(), &json!({"id": 7, "ok": "done"}));
        });
    }
}
