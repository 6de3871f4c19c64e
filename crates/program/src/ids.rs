//! Typed dense indices: every table of a program is a vector, every reference into it has a type of its own.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the entry at `index`.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("tables have fewer than 2^32 entries"))
            }

            /// The position in the table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A global variable of the program.
    GlobalId, "g";
    /// A local variable of one procedure; parameters come first.
    LocalId, "l";
    /// A procedure.
    ProcId, "p";
    /// A control location of one procedure.
    NodeId, "n";
    /// An edge of one procedure.
    EdgeId, "e";
    /// A source file.
    FileId, "f";
    /// A user-declared type of which only equality is known.
    SortId, "s";
    /// A memory object that exists from the start of the program.
    ObjectId, "o";
    /// A name for a kind of section, such as `wait` or `join`.
    SectionKindId, "k";
    /// A choice of which one way is taken eventually; the ways that are marked with it are those of one choice.
    ChoiceId, "c";
    /// The place of a thread among the threads that exist at a moment.
    ///
    /// A fork takes the lowest free slot; a slot becomes free when its thread is joined,
    /// or when it finishes and nobody can join it.
    /// So the numbering depends on the state alone and not on how many threads came and went before.
    ThreadSlot, "t";
}
