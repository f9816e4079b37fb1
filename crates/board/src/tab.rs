//! One tab of the browser: it asks, and gets one answer to each question.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::json;

use crate::board::Board;
use crate::fields::{Fields, Request};
use crate::job::{Job, Outbox, Work};
use crate::refusal::{Answer, Refusal};
use crate::requests::{analyse, go, hello, position, review};

/// Jobs of one kind replace each other; two analyses may run side by side.
type JobKey = (&'static str, u8);

/// What a request leads to.
enum Response {
    Now(Answer),
    Job(JobKey, Work),
}

/// Every type of request, for the error of an unknown one.
const TYPES: [&str; 10] = [
    "hello", "status", "cancel", "position", "play", "setup", "chess960", "analyse", "go", "review",
];

pub(crate) struct Tab {
    board: Arc<Board>,
    outbox: Outbox,
    /// Dropping them stops them: nothing runs for a tab that has gone.
    jobs: HashMap<JobKey, Job>,
    last_id: Option<u64>,
}

impl Tab {
    pub(crate) fn new(board: Arc<Board>, outbox: Outbox) -> Tab {
        Tab { board, outbox, jobs: HashMap::new(), last_id: None }
    }

    /// Answers a message, or starts the job that will.
    pub(crate) async fn message(&mut self, text: &str) {
        let request = match Request::read(text) {
            Ok(request) => request,
            Err(bad) => return self.outbox.answer(bad.id, Err(bad.why)).await,
        };
        let Request { id, kind, fields } = request;
        if let Some(last) = self.last_id.replace(id).filter(|&last| last >= id) {
            self.last_id = Some(last);
            let why = format!("id: {id} is not new; expected more than {last}");
            return self.outbox.answer(Some(id), Err(Refusal(why))).await;
        }
        match self.respond(&kind, &fields) {
            Ok(Response::Job(key, work)) => {
                self.jobs.retain(|_, job| !job.has_ended());
                let earlier = self.jobs.remove(&key);
                let permits = &self.board.searches;
                let job = Job::start(id, permits, self.outbox.clone(), earlier, work);
                self.jobs.insert(key, job);
            }
            Ok(Response::Now(answer)) => self.outbox.answer(Some(id), answer).await,
            Err(why) => self.outbox.answer(Some(id), Err(why)).await,
        }
    }

    fn respond(&mut self, kind: &str, fields: &Fields) -> Result<Response, Refusal> {
        let board = &self.board;
        Ok(match kind {
            "hello" => Response::Now(hello::hello(board)),
            "status" => Response::Now(hello::status(board)),
            "cancel" => Response::Now(self.cancel(fields)),
            "position" => Response::Now(position::position(fields)),
            "play" => Response::Now(position::play(fields)),
            "setup" => Response::Now(position::setup(fields)),
            "chess960" => Response::Now(position::chess960(fields)),
            "analyse" => {
                let (slot, work) = analyse::analyse(board, fields)?;
                Response::Job(("analyse", slot), work)
            }
            "go" => Response::Job(("go", 0), go::go(board, fields)?),
            "review" => Response::Job(("review", 0), review::review(fields)?),
            _ => {
                let known = TYPES.join(", ");
                return Err(Refusal(format!("type: unknown request; expected one of {known}")));
            }
        })
    }

    /// Stops a request. One that has ended already is no fault: its answer is on the way.
    fn cancel(&mut self, fields: &Fields) -> Answer {
        let of: u64 = fields.number("of", 0..=i64::MAX as u64)?;
        for job in self.jobs.values().filter(|job| job.id == of) {
            job.stop();
        }
        Ok(json!({}))
    }
}
