//! The lab: it measures engines by games and by positions, and says what the results mean.
//!
//! # What a run is
//!
//! A run is a folder. [`manifest`] stores what is played, by which programs and on which machine;
//! [`journal`] stores every event; the PGN, the index and the report are derived from these two.
//! There are five kinds, and campaigns ([`campaign`]) that run several of them:
//!
//! - **Games** ([`run`]): a match, an SPRT, a gauntlet or a round robin. A [`plan::Plan`] becomes a
//!   [`plan::CheckedPlan`] once, and everything that plays or shows the run uses that one. The
//!   [`arena`] hands pairs of games to its workers, [`game`] plays one game, [`adjudication`] may
//!   end it, [`state`] counts it.
//! - **SPSA** ([`spsa`]): iterations of games that move parameters of our own engine.
//! - **Suites** ([`suite`]): positions with known answers, put to one player or several.
//! - **Studies** ([`study`]): several settings of our own engine, measured by games and on positions.
//! - **Audits** ([`audit`]): cuts of a search, judged by searches of what they saved.
//!
//! [`stats`] turns counts into Elo, LLR and ratings; [`report`] turns a folder into a page;
//! [`doctor`] checks a UCI engine for behaviour that breaks clients; [`why`] finds the cuts that hid a
//! move; [`review`] judges the moves of a game.
//!
//! # Write first, count afterwards
//!
//! The journal is the one truth. A finished game is appended to it as one line with a checksum, and
//! only then counted. A program that is killed between two lines loses only the games in progress;
//! one that is killed within a line leaves a partial line, which the next start removes. A line
//! that was damaged later is refused with its number. The index and the PGN may lag behind or be
//! lost: they are continued or rebuilt from the journal.
//!
//! # Players
//!
//! A [`player::PlayerSpec`] is a player as people write it. It starts either as
//! [`player::InProcess`], our own engine in this process without pipes or text, or as a
//! [`player::UciPlayer`], any UCI engine behind pipes. The arena sees only [`player::Player`]. An
//! external engine is never trusted: each wait has a timeout, a thread empties its output as fast
//! as it fills and keeps a bounded part of it, and its process is killed with all its descendants.
//!
//! # How a run resumes
//!
//! The manifest gives the plan, and the programs, networks and book of today must have the
//! fingerprints that it stores. The index gives the state up to its last game, the journal the
//! rest. An opening follows from the seed and its number alone, so that the missing games are the
//! ones that an uninterrupted run would have played.
//!
//! # Invariants
//!
//! - **Invariant: journal first.** No game, iteration or answer counts before its line is written.
//! - **Invariant: counted once.** A number counts at most once, however often a run is resumed.
//! - **Invariant: pairs are the trials.** Both games of a pair share an opening with colours
//!   swapped, and every error bar comes from counts of pairs, never of single games.
//! - **Invariant: same number, same opening.** The number and the seed determine the opening,
//!   whatever the order or the number of workers.
//! - **Invariant: bounded waits.** No engine can block a run: each wait ends by an answer, a
//!   timeout, the end of the process or a requested stop.
//! - **Invariant: nothing left behind.** When an engine ends, so do all processes that it started.
//! - **Invariant: no arguments, no terminal.** This crate neither reads the command line nor
//!   prints: the program does both.

pub mod adjudication;
pub mod arena;
pub mod audit;
pub mod campaign;
pub mod doctor;
pub mod game;
pub mod journal;
mod journal_index;
pub mod limit;
mod line_file;
pub mod machine;
pub mod manifest;
pub mod measure;
pub mod open_files;
pub mod openings;
mod pgn_file;
pub mod plan;
pub mod player;
pub mod preset;
pub mod record;
pub mod report;
pub mod review;
pub mod run;
mod run_folder;
pub mod spsa;
pub mod state;
pub mod stats;
pub mod study;
pub mod suite;
pub mod tree;
pub mod why;
mod words;
