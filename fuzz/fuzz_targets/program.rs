#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| bluff_fuzz::program(text));
