//! The commands besides `check`, one file each.

pub mod saved;
pub mod verify;
pub mod replay;
mod stepping;
pub mod reproduce;
pub mod dump;
pub mod sequentialise;
pub mod explain;
pub mod header;
pub mod manual;
