//! The fuzz targets on a stable toolchain: every seed, and thousands of seeds with damage, none of
//! which may panic. The long runs are those of cargo-fuzz (`docs/RELIABILITY.md`).

#[allow(unreachable_pub, reason = "a library of its own in fuzz/")]
#[path = "../../../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::time::{Duration, Instant};

use targets::{TARGETS, Target};

use crate::support;
use crate::support::Dice;

/// Damaged seeds of each target, or as many as fit into the time.
const DAMAGED: usize = 3_000;
const TIME: Duration = Duration::from_secs(4);

fn seeds((name, _, folders): &Target) -> Vec<String> {
    let files = folders.iter().flat_map(|folder| support::files(&support::checkout(folder)));
    let seeds: Vec<String> =
        files.map(|(_, bytes)| String::from_utf8(bytes).expect("UTF-8")).collect();
    assert!(!seeds.is_empty(), "{name}");
    seeds
}

/// A seed after a few of: a byte changed, a digit changed, a piece left out, a piece of another
/// seed put in.
fn damaged(seeds: &[String], dice: &mut Dice) -> String {
    let pick = |dice: &mut Dice| seeds[dice.below(seeds.len() as u64) as usize].as_bytes();
    let mut text = pick(dice).to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(text.len() as u64 + 1) as usize;
        let end = (at + dice.below(12) as usize).min(text.len());
        match dice.below(4) {
            0 => text.splice(at..end, []).for_each(drop),
            1 => {
                let other = pick(dice);
                let from = dice.below(other.len() as u64 + 1) as usize;
                let piece = &other[from..(from + dice.below(20) as usize).min(other.len())];
                text.splice(at..end, piece.iter().copied()).for_each(drop);
            }
            2 => text[at..end].iter_mut().take(1).for_each(|byte| *byte = dice.below(256) as u8),
            _ => {
                let digits = text[at..].iter_mut().find(|byte| byte.is_ascii_digit());
                digits.into_iter().for_each(|digit| *digit = b'0' + dice.below(10) as u8);
            }
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn every_target_survives_its_seeds_and_thousands_of_damaged_ones() {
    for target in TARGETS {
        let (name, run, _) = target;
        let (seeds, mut dice, begun) = (seeds(&target), Dice(1), Instant::now());
        seeds.iter().for_each(|seed| run(seed));
        let count = (0..DAMAGED)
            .take_while(|_| begun.elapsed() < TIME)
            .map(|_| run(&damaged(&seeds, &mut dice)))
            .count();
        println!(
            "{name}: {} seeds, {count} damaged, {} ms",
            seeds.len(),
            begun.elapsed().as_millis()
        );
    }
}

#[test]
fn every_target_has_its_program() {
    let manifest = fs::read_to_string(support::checkout("fuzz/Cargo.toml")).expect("a manifest");
    for (name, ..) in TARGETS {
        assert!(
            manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"")),
            "{name}"
        );
        let program =
            fs::read_to_string(support::checkout(&format!("fuzz/fuzz_targets/{name}.rs")))
                .expect("a program");
        assert!(program.contains(&format!("bluff_fuzz::{name}(text)")), "{name}");
    }
}
