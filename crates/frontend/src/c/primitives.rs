//! What C and C++ programs call and do not bring along, written in Boogie in the folder `primitives`.
//!
//! A procedure has the name that the linker knows; its first parameter is the number of the thread that calls it, and the others
//! are those of the function. What a primitive remembers it keeps in the program's own objects, where the sizes are those
//! of glibc on x86-64, or in global variables, to which `$initialise` gives their first values.

use program::program::Program;
use program::span::{Origin, SourceFile};

use crate::boogie;
use crate::error::Error;

/// The files, by name.
const FILES: &[(&str, &str)] = &[
    ("bits.bpl", include_str!("../../primitives/bits.bpl")),
    ("initialise.bpl", include_str!("../../primitives/initialise.bpl")),
    ("threads.bpl", include_str!("../../primitives/threads.bpl")),
    ("exceptions.bpl", include_str!("../../primitives/exceptions.bpl")),
    ("handlers.bpl", include_str!("../../primitives/handlers.bpl")),
    ("mutexes.bpl", include_str!("../../primitives/mutexes.bpl")),
    ("conditions.bpl", include_str!("../../primitives/conditions.bpl")),
    ("rwlocks.bpl", include_str!("../../primitives/rwlocks.bpl")),
    ("barriers.bpl", include_str!("../../primitives/barriers.bpl")),
    ("spinlocks.bpl", include_str!("../../primitives/spinlocks.bpl")),
    ("semaphores.bpl", include_str!("../../primitives/semaphores.bpl")),
    ("addresses.bpl", include_str!("../../primitives/addresses.bpl")),
    ("memory.bpl", include_str!("../../primitives/memory.bpl")),
    ("names.bpl", include_str!("../../primitives/names.bpl")),
    ("process.bpl", include_str!("../../primitives/process.bpl")),
    ("streams.bpl", include_str!("../../primitives/streams.bpl")),
    ("random.bpl", include_str!("../../primitives/random.bpl")),
    ("verifiers.bpl", include_str!("../../primitives/verifiers.bpl")),
    ("cancellation.bpl", include_str!("../../primitives/cancellation.bpl")),
    ("errno.bpl", include_str!("../../primitives/errno.bpl")),
    ("exits.bpl", include_str!("../../primitives/exits.bpl")),
    ("keys.bpl", include_str!("../../primitives/keys.bpl")),
    ("time.bpl", include_str!("../../primitives/time.bpl")),
    ("pauses.bpl", include_str!("../../primitives/pauses.bpl")),
    ("clocks.bpl", include_str!("../../primitives/clocks.bpl")),
    ("calendar.bpl", include_str!("../../primitives/calendar.bpl")),
    ("futexes.bpl", include_str!("../../primitives/futexes.bpl")),
    ("signals.bpl", include_str!("../../primitives/signals.bpl")),
    ("cxx.bpl", include_str!("../../primitives/cxx.bpl")),
];

/// The procedures, with nothing that starts.
pub fn library() -> Result<Program, Error> {
    boogie::library(files())
}

/// The source.
pub fn files() -> Vec<SourceFile> {
    let file = |(name, text): &(&str, &str)| SourceFile::new((*name).to_owned(), (*text).into()).of(Origin::Primitive);
    FILES.iter().map(file).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use program::ids::ProcId;

    use super::*;

    fn read() -> Program {
        library().unwrap_or_else(|error| panic!("{}", error.render()))
    }

    #[test]
    fn all_are_read_and_have_names_of_their_own() {
        let library = read();
        let names: BTreeSet<&str> = library.procedures.iter().map(|procedure| &*procedure.name).collect();
        assert_eq!(names.len(), library.procedures.len());
        assert_eq!(library.start, Vec::<ProcId>::new());
        assert!(names.contains("pthread_create") && names.contains("$initialise"));
    }

    /// What has not the right parameters could not be called from C.
    #[test]
    fn what_c_calls_takes_the_number_of_its_thread() {
        for procedure in &read().procedures {
            let first = procedure.locals[..procedure.parameters].first().map(|local| &*local.name);
            assert!(procedure.name.starts_with('$') || first == Some("self"), "{}", procedure.name);
        }
    }

    /// Whoever reads a global variable before it has a value does not know what the program does.
    #[test]
    fn steps_of_primitives_leave_no_local_variable_to_chance() {
        for procedure in &read().procedures {
            assert!(procedure.nodes.iter().all(|node| !node.discards), "{}", procedure.name);
        }
    }
}
