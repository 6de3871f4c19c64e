//! Ctrl-C: the tool ends at once, and says what is known so far.
//!
//! Whoever is first, the answer or the interruption, is told; the other one is not.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

use crate::exit::Exit;

/// Whether somebody is telling, or has told, how it ended.
static IS_TOLD: AtomicBool = AtomicBool::new(false);

/// Ends the process when the user interrupts it, after this has told what is known.
pub fn on_interrupt(mut tell: impl FnMut() -> Exit + Send + 'static) -> Result<()> {
    let handle = move || {
        if !IS_TOLD.swap(true, Ordering::SeqCst) {
            process::exit(tell().code().into());
        }
    };
    ctrlc::set_handler(handle).context("error: signals cannot be listened to")
}

/// Makes sure that nobody else tells how it ended. If somebody does already, this does not return.
pub fn begin_telling() {
    if IS_TOLD.swap(true, Ordering::SeqCst) {
        loop {
            std::thread::park();
        }
    }
}
