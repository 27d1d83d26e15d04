//! The pages, a file or a folder each.

pub(super) mod about;
pub(super) mod book;
pub(super) mod compare;
pub(super) mod continuous;
pub(super) mod deal;
pub(super) mod docs;
pub(super) mod evaluate;
pub(super) mod exploit;
pub(super) mod family;
pub(super) mod formula;
pub(super) mod games;
pub(super) mod guessed;
pub(super) mod holdem;
pub(super) mod home;
pub(super) mod install;
pub(super) mod map;
pub(super) mod own_game;
pub(super) mod play;
pub(super) mod proof;
pub(super) mod pure;
pub(super) mod question;
pub(super) mod solution;
pub(super) mod suggest;
pub(super) mod sweeps;
pub(super) mod tables;
pub(super) mod teach;
