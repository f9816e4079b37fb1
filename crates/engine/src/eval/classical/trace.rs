//! Who listens while a position is being judged. In play nobody does, and it costs nothing; the
//! tuner and the printed table get an account of everything that was counted.

use chess::Color;

use super::pair::Pair;
use super::weights::WEIGHTS;

pub(super) trait Trace {
    /// `weight` counts so many `times` for `color`.
    #[inline(always)]
    fn note(&mut self, _color: Color, _weight: usize, _times: i32) {}
}

pub(super) struct Nobody;

impl Trace for Nobody {}

/// A weight and how often it counts for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    pub color: Color,
    pub weight: u16,
    pub times: i16,
}

/// All that a judgement is made of: with the weights, it can be worked out again.
#[derive(Clone, Default, Debug)]
pub struct Account {
    pub notes: Vec<Note>,
    /// From 0, an endgame, to `PHASE_TOTAL`.
    pub phase: i32,
    /// What of the endgame's value can be won, of `SCALE_TOTAL`.
    pub scale: i32,
}

impl Trace for Account {
    fn note(&mut self, color: Color, weight: usize, times: i32) {
        if times != 0 {
            self.notes.push(Note { color, weight: weight as u16, times: times as i16 });
        }
    }
}

/// Adds up what counts for one side, and tells whoever listens.
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
