//! Memory, counted for the thread that takes it, so that every solve can have a limit
//! (`Control::within`).
#![allow(unsafe_code, reason = "an allocator is unsafe to write; this one hands everything on")]

use std::alloc::{GlobalAlloc, Layout, System};

use rational_bluff::solve::count_memory;

/// The system's allocator, with a count of what each thread holds.
struct Counted;

#[global_allocator]
static MEMORY: Counted = Counted;

/// Lets all threads take memory from one arena. The C library would reserve 64 MiB of address space
/// for nearly each of them.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn share_arena() {
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }
    const M_ARENA_MAX: i32 = -8;
    // SAFETY: `mallopt` takes any two numbers, and locks what it changes.
    unsafe { mallopt(M_ARENA_MAX, 1) };
}

/// Only the C library of GNU has arenas.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn share_arena() {}

// SAFETY: every call goes to the system's allocator as it came. Counting neither allocates nor
// panics.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_memory(layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_memory(layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count_memory(-(layout.size() as i64));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_memory(size as i64 - layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(place, layout, size) }
    }
}
