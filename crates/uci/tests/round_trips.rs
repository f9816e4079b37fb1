//! Every message is parsed back as it was written, and no text makes the parsers panic.

use std::borrow::Cow;

use chess::{PieceType, Square};
use uci::{
    BestMove, Bound, Command, Genfens, Go, Info, MoveText, OptionKind, OptionSpec, Parsed,
    PositionCommand, Registration, Reply, Score, ScoreValue, StartFrom,
};

/// A small random generator, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn flip(&mut self) -> bool {
        self.roll(2) == 0
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Dice) -> T) -> Option<T> {
        self.flip().then(|| make(self))
    }

    fn number(&mut self) -> i64 {
        match self.roll(4) {
            0 => i64::MIN,
            1 => i64::MAX,
            2 => -(self.roll(1000) as i64),
            _ => self.roll(1_000_000) as i64,
        }
    }

    fn small(&mut self) -> i32 {
        self.number() as i32
    }

    fn word(&mut self) -> String {
        let words = ["Hash", "Move", "Overhead", "a", "ß", "path/to", "C:\\x", "1.5", "<x>", "é"];
        words[self.roll(words.len() as u64) as usize].to_owned()
    }

    fn words(&mut self) -> String {
        let count = 1 + self.roll(3);
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    fn mv(&mut self) -> MoveText {
        let from = self.roll(64) as usize;
        let to = (from + 1 + self.roll(63) as usize) % 64;
        let piece_types = [
            None,
            Some(PieceType::Knight),
            Some(PieceType::Bishop),
            Some(PieceType::Rook),
            Some(PieceType::Queen),
        ];
        let promotion = piece_types[self.roll(5) as usize];
        MoveText { from: Square::from_index(from), to: Square::from_index(to), promotion }
    }

    fn moves(&mut self) -> Vec<MoveText> {
        (0..self.roll(5)).map(|_| self.mv()).collect()
    }

    fn go(&mut self) -> Go {
        Go {
            searchmoves: self.moves(),
            ponder: self.flip(),
            infinite: self.flip(),
            wtime: self.maybe(Dice::number),
            btime: self.maybe(Dice::number),
            winc: self.maybe(Dice::number),
            binc: self.maybe(Dice::number),
            movestogo: self.maybe(Dice::number),
            depth: self.maybe(Dice::number),
            nodes: self.maybe(Dice::number),
            softnodes: self.maybe(Dice::number),
            mate: self.maybe(Dice::number),
            movetime: self.maybe(Dice::number),
            perft: self.maybe(Dice::number),
        }
    }

    fn command(&mut self) -> Command {
        match self.roll(19) {
            0 => Command::Uci,
            1 => Command::Debug(self.flip()),
            2 => Command::IsReady,
            3 => Command::SetOption { name: self.words(), value: self.maybe(Dice::words) },
            4 if self.flip() => Command::Register(Registration::Later),
            4 => Command::Register(Registration::As { name: self.words(), code: self.words() }),
            5 => Command::UciNewGame,
            6 => Command::Position(PositionCommand {
                start: if self.flip() { StartFrom::Startpos } else { StartFrom::Fen(self.words()) },
                moves: self.moves().iter().map(MoveText::to_string).collect(),
            }),
            7 => Command::Stop,
            8 => Command::PonderHit,
            9 => Command::Quit,
            10 => Command::Draw,
            11 => Command::Eval,
            12 => Command::Bench(self.maybe(Dice::words).unwrap_or_default()),
            13 => Command::Perft(self.roll(100) as u32),
            14 => Command::Flip,
            15 => Command::Compiler,
            16 => Command::Help,
            17 => Command::Genfens(Genfens {
                count: self.roll(1000),
                seed: self.roll(u64::MAX),
                book: self.maybe(Dice::word),
                extra: self.maybe(Dice::words).unwrap_or_default(),
            }),
            _ => Command::Go(self.go()),
        }
    }

    fn option(&mut self) -> OptionSpec {
        let text = |dice: &mut Dice| Cow::Owned(dice.words());
        let kind = match self.roll(5) {
            0 => OptionKind::Check { default: self.flip() },
            1 => OptionKind::Spin { default: self.small(), min: self.small(), max: self.small() },
            2 => {
                let choices = (0..self.roll(4)).map(|_| text(self)).collect();
                OptionKind::Combo { default: text(self), choices: Cow::Owned(choices) }
            }
            3 => OptionKind::Button,
            _ => OptionKind::String { default: self.maybe(text).unwrap_or_default() },
        };
        OptionSpec { name: text(self), kind }
    }

    fn score(&mut self) -> Score {
        let value = self.small();
        Score {
            value: if self.flip() {
                ScoreValue::Centipawns(value)
            } else {
                ScoreValue::Mate(value)
            },
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][self.roll(3) as usize],
        }
    }

    fn info(&mut self) -> Info {
        Info {
            depth: self.maybe(Dice::number),
            seldepth: self.maybe(Dice::number),
            multipv: self.maybe(Dice::number),
            score: self.maybe(Dice::score),
            wdl: self.maybe(|dice| [0; 3].map(|_: u16| dice.roll(1001) as u16)),
            nodes: self.maybe(Dice::number),
            nps: self.maybe(Dice::number),
            hashfull: self.maybe(Dice::number),
            tbhits: self.maybe(Dice::number),
            sbhits: self.maybe(Dice::number),
            cpuload: self.maybe(Dice::number),
            time: self.maybe(Dice::number),
            currmove: self.maybe(Dice::mv),
            currmovenumber: self.maybe(Dice::number),
            refutation: self.moves(),
            currline: self.maybe(|dice| (dice.maybe(Dice::number), dice.moves())),
            pv: self.moves(),
            string: self.maybe(Dice::words),
        }
    }

    fn reply(&mut self) -> Reply {
        match self.roll(7) {
            0 => Reply::IdName(self.words()),
            1 => Reply::IdAuthor(self.words()),
            2 => Reply::Option(self.option()),
            3 => Reply::UciOk,
            4 => Reply::ReadyOk,
            5 => Reply::BestMove(match self.roll(3) {
                0 => BestMove::NoLegalMove,
                1 => BestMove::Null,
                _ => BestMove::Move { best: self.mv(), ponder: self.maybe(Dice::mv) },
            }),
            _ => Reply::from(self.info()),
        }
    }

    /// A line of words from valid commands, so that parsing fails late.
    fn mess(&mut self) -> String {
        const PARTS: [&str; 26] = [
            "go",
            "position",
            "fen",
            "startpos",
            "moves",
            "setoption",
            "name",
            "value",
            "depth",
            "wtime",
            "99999999999999999999",
            "-",
            "-5",
            "e2e4",
            "a7a8k",
            "0000",
            "info",
            "score",
            "cp",
            "pv",
            "option",
            "type",
            "spin",
            "\0",
            "\u{feff}",
            "é",
        ];
        let count = self.roll(9);
        let parts = (0..count).map(|_| PARTS[self.roll(26) as usize]);
        parts.collect::<Vec<_>>().join([" ", "  ", "\t", ""][self.roll(4) as usize])
    }
}

#[test]
fn every_command_is_parsed_back_as_written() {
    let mut dice = Dice(0x5eca_7e42);
    for _ in 0..20_000 {
        let command = dice.command();
        let line = command.to_string();
        assert_eq!(Command::parse(&line), Ok(Parsed::from(command)), "{line}");
    }
}

#[test]
fn every_reply_is_parsed_back_as_written() {
    let mut dice = Dice(0xb0a2d);
    for _ in 0..20_000 {
        let reply = dice.reply();
        let line = reply.to_string();
        assert_eq!(line.parse(), Ok(reply), "{line}");
    }
}

#[test]
fn no_line_makes_the_parsers_panic() {
    let mut dice = Dice(77);
    for _ in 0..50_000 {
        let line = dice.mess();
        let again = Command::parse(&line).map(|parsed| parsed.command.map(|c| c.to_string()));
        if let Err(error) = again {
            assert!(!error.to_string().is_empty());
        }
        let _ = line.parse::<Reply>();
    }
}
