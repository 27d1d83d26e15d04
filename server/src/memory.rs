//! Memory, counted for the thread that takes it, so that every solve can have a limit (`Control::within`).
#![allow(unsafe_code, reason = "an allocator is unsafe to write; this one hands everything on")]

use std::alloc::{GlobalAlloc, Layout};

use mimalloc::MiMalloc;

use rational_bluff::solve::count_memory;

/// An allocator that suits answers made on one thread and sent from another, with a count of what each thread holds.
struct Counted;

#[global_allocator]
static MEMORY: Counted = Counted;

// SAFETY: every call goes to `MiMalloc` as it came. Counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_memory(layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_memory(layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count_memory(-(layout.size() as i64));
        // SAFETY: as the caller promises.
        unsafe { MiMalloc.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_memory(size as i64 - layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { MiMalloc.realloc(place, layout, size) }
    }
}
