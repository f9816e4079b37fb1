//! `setoption`: what comes of it, and what is said of that.

use std::io::{self, Write};
use std::sync::Arc;

use engine::Engine;
use engine::knobs::Evaluator;

use super::{NO_ENGINE, Session};

impl<W: Write> Session<W> {
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let Some(engine) = &mut self.engine else {
            return self.error(format_args!("setoption: {NO_ENGINE}; nothing can be set"));
        };
        let network = Arc::clone(&engine.network);
        if let Err(error) = self.options.set(engine, name, value) {
            return self.error(format_args!("{error:#}"));
        }
        engine.forget_other_evaluation();
        if Arc::ptr_eq(&network, &engine.network) {
            return Ok(());
        }
        let told = network_in_use(engine);
        self.inform(told)
    }
}

/// Which network there is now, in the words that Stockfish has for it.
fn network_in_use(engine: &Engine) -> String {
    let network = match engine.network.description() {
        "" => "a network without a description",
        description => description,
    };
    match engine.knobs.evaluator {
        Evaluator::Nnue => format!("NNUE evaluation using {network}"),
        Evaluator::Classical => {
            format!("classical evaluation; with Evaluator nnue it would be using {network}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Line;

    /// What the session says to these lines, each carried out to its end.
    fn said(session: &mut Session<Vec<u8>>, lines: &[&str]) -> Vec<String> {
        for line in lines {
            assert!(session.line(Line::Text((*line).to_owned())).unwrap().is_continue());
            session.finish_job().unwrap();
        }
        let said = String::from_utf8(core::mem::take(&mut session.out)).unwrap();
        said.lines().map(str::to_owned).collect()
    }

    #[test]
    fn without_an_engine_every_command_that_wants_one_says_so() {
        let mut session = Session::new(Vec::new());
        session.engine = None;
        for line in ["setoption name Hash value 2", "eval", "go depth 1"] {
            session.errors = 0;
            let told = said(&mut session, &[line]);
            let is_error = |line: &&String| line.starts_with("info string error: ");
            let errors: Vec<&String> = told.iter().filter(is_error).collect();
            assert!(matches!(errors[..], [error] if error.contains(NO_ENGINE)), "{told:?}");
            assert_eq!(session.errors, 1, "{line}");
        }
    }

    #[test]
    fn another_judge_begins_when_it_is_set_and_not_when_the_clock_runs() {
        let mut session = Session::new(Vec::new());
        said(&mut session, &["setoption name Hash value 1"]);
        let mut used_after = |line: &str| {
            said(&mut session, &["go depth 9", line]);
            session.engine.as_ref().unwrap().permille_used()
        };
        assert!(used_after("setoption name Evaluator value nnue") > 0);
        assert!(used_after("setoption name UseNullMove value false") > 0);
        assert_eq!(used_after("setoption name Evaluator value classical"), 0);
        assert_eq!(used_after("setoption name Evaluator value nnue"), 0);
        assert_eq!(used_after("setoption name EvalFile value <built in>"), 0);
        assert!(used_after("setoption name EvalFile value no/such.net") > 0);
    }

    #[test]
    fn a_network_that_is_set_is_named() {
        let mut session = Session::new(Vec::new());
        let described = session.engine.as_ref().unwrap().network.description().to_owned();
        let set = ["setoption name EvalFile value <built in>"];
        let told = said(&mut session, &set);
        assert_eq!(told, [format!("info string NNUE evaluation using {described}")]);
        let told = said(&mut session, &["setoption name Evaluator value classical", set[0]]);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("info string classical evaluation; "), "{told:?}");
        assert!(told[0].ends_with(&described), "{told:?}");
    }
}
