//! `setoption`: sets an option and reports a preset, a change of network, or tablebases.

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
        let message = match self.options.set(engine, name, value) {
            Ok(message) => message,
            Err(error) => return self.error(format_args!("{error:#}")),
        };
        engine.forget_other_evaluation();
        let is_other_network = !Arc::ptr_eq(&network, &engine.network);
        match message.or_else(|| is_other_network.then(|| network_in_use(engine))) {
            Some(message) => message.lines().try_for_each(|line| self.inform(line)),
            None => Ok(()),
        }
    }
}

/// Names the network, in Stockfish's words, which clients and people know.
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

    /// The replies to these lines, each executed to its end.
    fn replies(session: &mut Session<Vec<u8>>, lines: &[&str]) -> Vec<String> {
        for line in lines {
            assert!(session.line(Line::Text((*line).to_owned())).unwrap().is_continue());
            session.finish_job().unwrap();
        }
        let output = String::from_utf8(core::mem::take(&mut session.out)).unwrap();
        output.lines().map(str::to_owned).collect()
    }

    #[test]
    fn without_an_engine_commands_that_need_one_report_an_error() {
        let mut session = Session::new(Vec::new());
        session.engine = None;
        for line in ["setoption name Hash value 2", "eval", "go depth 1"] {
            session.errors = 0;
            let sent = replies(&mut session, &[line]);
            let is_error = |line: &&String| line.starts_with("info string error: ");
            let errors: Vec<&String> = sent.iter().filter(is_error).collect();
            assert!(matches!(errors[..], [error] if error.contains(NO_ENGINE)), "{sent:?}");
            assert_eq!(session.errors, 1, "{line}");
        }
    }

    #[test]
    fn setting_another_evaluation_clears_the_table_before_the_next_go() {
        let mut session = Session::new(Vec::new());
        replies(&mut session, &["setoption name Hash value 1"]);
        let mut used_after = |line: &str| {
            replies(&mut session, &["go depth 9", line]);
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
    fn setting_a_network_reports_its_description() {
        let mut session = Session::new(Vec::new());
        let described = session.engine.as_ref().unwrap().network.description().to_owned();
        let set = ["setoption name EvalFile value <built in>"];
        let sent = replies(&mut session, &set);
        assert_eq!(sent, [format!("info string NNUE evaluation using {described}")]);
        let sent = replies(&mut session, &["setoption name Evaluator value classical", set[0]]);
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert!(sent[0].starts_with("info string classical evaluation; "), "{sent:?}");
        assert!(sent[0].ends_with(&described), "{sent:?}");
    }
}
