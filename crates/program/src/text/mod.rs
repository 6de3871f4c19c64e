//! The text form: Boogie that reads back as the same program.
