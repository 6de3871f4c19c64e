//! Progress, pushed downstream: engines tell what they do and never see a terminal.

/// Who listens to an engine's progress.
pub trait Events: Sync {
    /// So many states are stored.
    fn progress(&self, engine: &'static str, states: u64);
    /// An engine that stores no states works at this.
    fn works_at(&self, engine: &'static str, what: &str);
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Events for Silent {
    fn progress(&self, _engine: &'static str, _states: u64) {}
    fn works_at(&self, _engine: &'static str, _what: &str) {}
}
