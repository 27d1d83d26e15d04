//! Memory, counted for the thread that takes it, so that every solve can have a limit
//! (`Control::within`).
#![allow(unsafe_code, reason = "an allocator is unsafe to write; this one hands everything on")]

use std::alloc::{GlobalAlloc, Layout};

use libmimalloc_sys::{
    mi_free, mi_malloc, mi_malloc_aligned, mi_realloc, mi_realloc_aligned, mi_zalloc,
    mi_zalloc_aligned,
};

use rational_bluff::solve::count_memory;

/// An allocator that suits answers made on one thread and sent from another, with a count of what
/// each thread holds.
struct Counted;

#[global_allocator]
static MEMORY: Counted = Counted;

/// True if every block of mimalloc is aligned well enough: an unaligned request is faster.
fn plain(layout: Layout) -> bool {
    layout.align() <= align_of::<usize>()
}

// SAFETY: every call goes to mimalloc as it came; blocks of it are aligned as words are. Counting
// neither allocates nor panics.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_memory(layout.size() as i64);
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: as the caller promises.
        unsafe { if plain(layout) { mi_malloc(size) } else { mi_malloc_aligned(size, align) } }
            .cast()
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_memory(layout.size() as i64);
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: as the caller promises.
        unsafe { if plain(layout) { mi_zalloc(size) } else { mi_zalloc_aligned(size, align) } }
            .cast()
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count_memory(-(layout.size() as i64));
        // SAFETY: as the caller promises.
        unsafe { mi_free(place.cast()) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_memory(size as i64 - layout.size() as i64);
        let (place, align) = (place.cast(), layout.align());
        // SAFETY: as the caller promises.
        unsafe {
            if plain(layout) {
                mi_realloc(place, size)
            } else {
                mi_realloc_aligned(place, size, align)
            }
        }
        .cast()
    }
}
