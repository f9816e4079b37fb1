//! Records what an evaluation counts. In play nothing is recorded, at no cost; the tuner and the
//! printed table get an account of every term.

use chess::Color;

use super::pair::Pair;
use super::weights::WEIGHTS;

/// Receives every term that is counted.
pub(super) trait Trace {
    /// `weight` counts `times` times for `color`.
    #[inline(always)]
    fn note(&mut self, _color: Color, _weight: usize, _times: i32) {}
}

/// Records nothing.
pub(super) struct NoTrace;

impl Trace for NoTrace {}

/// A weight and how often it counts for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    pub color: Color,
    pub weight: u16,
    pub times: i16,
}

/// Everything that an evaluation counted: with the weights, the value can be recomputed.
#[derive(Clone, Default, Debug)]
pub struct Account {
    pub notes: Vec<Note>,
    /// From 0, an endgame, to `PHASE_TOTAL`, the middlegame.
    pub phase: i32,
    /// The part of the endgame value that can be won, of `SCALE_TOTAL`.
    pub scale: i32,
}

impl Trace for Account {
    fn note(&mut self, color: Color, weight: usize, times: i32) {
        if times != 0 {
            self.notes.push(Note { color, weight: weight as u16, times: times as i16 });
        }
    }
}

/// Sums the terms of one side and reports them to the trace.
pub(super) struct Tally<'t, T> {
    pub(super) sum: Pair,
    color: Color,
    trace: &'t mut T,
}

impl<'t, T: Trace> Tally<'t, T> {
    #[inline(always)]
    pub(super) fn new(color: Color, trace: &'t mut T) -> Tally<'t, T> {
        Tally { sum: Pair::ZERO, color, trace }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, weight: usize) {
        self.sum += WEIGHTS[weight];
        self.trace.note(self.color, weight, 1);
    }

    #[inline(always)]
    pub(super) fn times(&mut self, weight: usize, times: i32) {
        self.sum += WEIGHTS[weight] * times;
        self.trace.note(self.color, weight, times);
    }
}
