//! One tab of the browser: it asks, and gets one answer to each question.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::json;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::board::Board;
use crate::fields::{Fields, Request};
use crate::job::{Job, Outbox, Work};
use crate::refusal::{Answer, Refusal};
use crate::requests::{analyse, file, go, hello, lab, lab_start, position, review, tree, why};

/// Jobs of one kind replace each other; two analyses may run side by side.
type JobKey = (&'static str, u8);

/// What a request leads to.
enum Response {
    Now(Answer),
    /// Too long for the thread that serves all tabs.
    Aside(fn(&Board, &Fields) -> Answer),
    /// A search.
    Job(JobKey, Work),
    /// Waits for something else than a search.
    Watch(JobKey, Work),
}

/// Every type of request, for the error of an unknown one.
const TYPES: &str = "hello, status, cancel, position, play, setup, chess960, file, file.game, \
                     analyse, go, review, tree, tree.page, tree.icicle, tree.find, why, lab.runs, \
                     lab.watch, lab.games, lab.game, lab.start, lab.stop, lab.resume";

pub(crate) struct Tab {
    board: Arc<Board>,
    outbox: Outbox,
    /// Dropping them stops them: nothing runs for a tab that has gone.
    jobs: HashMap<JobKey, Job>,
}

impl Tab {
    pub(crate) fn new(board: Arc<Board>, outbox: Outbox) -> Tab {
        Tab { board, outbox, jobs: HashMap::new() }
    }

    /// Answers a message, or starts the job that will.
    pub(crate) async fn message(&mut self, text: &str) {
        let request = match Request::read(text) {
            Ok(request) => request,
            Err(bad) => return self.outbox.answer(bad.id, Err(bad.why)).await,
        };
        let Request { id, kind, fields } = request;
        // Answers could not be told apart.
        if self.jobs.values().any(|job| job.id == id && !job.has_ended()) {
            let why = Refusal(format!("id: {id} is still being answered; expected a new one"));
            return self.outbox.answer(Some(id), Err(why)).await;
        }
        match self.respond(&kind, &fields) {
            Ok(Response::Job(key, work)) => {
                let permits = Arc::clone(&self.board.searches);
                self.start(id, key, &permits, work);
            }
            Ok(Response::Watch(key, work)) => {
                let permits = Arc::clone(&self.board.watchers);
                self.start(id, key, &permits, work);
            }
            Ok(Response::Aside(work)) => {
                let board = Arc::clone(&self.board);
                let answer = spawn_blocking(move || work(&board, &fields)).await;
                let failed = |_| Err(Refusal::new("the request has failed"));
                self.outbox.answer(Some(id), answer.unwrap_or_else(failed)).await;
            }
            Ok(Response::Now(answer)) => self.outbox.answer(Some(id), answer).await,
            Err(why) => self.outbox.answer(Some(id), Err(why)).await,
        }
    }

    /// Starts a job, in place of an earlier one of its kind.
    fn start(&mut self, id: u64, key: JobKey, permits: &Arc<Semaphore>, work: Work) {
        self.jobs.retain(|_, job| !job.has_ended());
        let earlier = self.jobs.remove(&key);
        let job = Job::start(id, permits, self.outbox.clone(), earlier, work);
        self.jobs.insert(key, job);
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
            "review" => Response::Job(("review", 0), review::review(board, fields)?),
            "tree" => Response::Job(("tree", 0), tree::record(board, fields)?),
            "why" => Response::Job(("why", 0), why::why(fields)?),
            "file" => Response::Aside(file::list),
            "file.game" => Response::Aside(file::game),
            "tree.page" => Response::Aside(tree::page),
            "tree.icicle" => Response::Aside(tree::icicle),
            "tree.find" => Response::Aside(tree::find),
            "lab.runs" => Response::Aside(|board, _| lab::runs(board)),
            "lab.games" => Response::Aside(lab::games),
            "lab.game" => Response::Aside(lab::game),
            "lab.stop" => Response::Aside(lab_start::stop),
            "lab.watch" => Response::Watch(("lab.watch", 0), lab::watch(board, fields)?),
            "lab.start" => Response::Watch(("lab.start", 0), lab_start::start(board, fields)?),
            "lab.resume" => Response::Watch(("lab.resume", 0), lab_start::resume(board, fields)?),
            _ => return Err(Refusal(format!("type: unknown; expected one of {TYPES}"))),
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
