//! Languages, told by the endings of file names.

use std::path::Path;

/// What a file is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Boogie.
    Boogie,
    /// C, perhaps preprocessed.
    C,
    /// C++, perhaps preprocessed.
    Cpp,
    /// LLVM IR, as text.
    Ir,
}

/// The endings of each language, with its name. Capitals matter: `.C` is C++.
const ENDINGS: &[(Language, &str, &[&str])] = &[
    (Language::Boogie, "Boogie", &["bpl"]),
    (Language::C, "C", &["c", "i"]),
    (Language::Cpp, "C++", &["cc", "cpp", "cxx", "C", "c++", "ii"]),
    (Language::Ir, "LLVM IR", &["ll"]),
];

impl Language {
    /// The language of the file with this name.
    pub fn of(path: &Path) -> Option<Language> {
        let ending = path.extension()?.to_str()?;
        ENDINGS.iter().find(|(_, _, endings)| endings.contains(&ending)).map(|(language, ..)| *language)
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        ENDINGS.iter().find(|(language, ..)| *language == self).map_or("", |(_, name, _)| name)
    }

    /// Whether a compiler has to translate it.
    pub fn is_compiled(self) -> bool {
        matches!(self, Language::C | Language::Cpp)
    }
}

/// What is read, as in `Boogie (.bpl), C (.c, .i) and …`.
pub fn accepted() -> String {
    let one = |(_, name, endings): &(Language, &str, &[&str])| format!("{name} (.{})", endings.join(", ."));
    let mut all: Vec<String> = ENDINGS.iter().map(one).collect();
    let last = all.pop().unwrap_or_default();
    format!("{} and {last}", all.join(", "))
}

/// All endings, without their dots.
pub fn endings() -> impl Iterator<Item = &'static str> {
    ENDINGS.iter().flat_map(|(_, _, endings)| endings.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_language() {
        let of = |name: &str| Language::of(Path::new(name));
        assert_eq!(["a.bpl", "a.c", "b/a.i"].map(of), [Language::Boogie, Language::C, Language::C].map(Some));
        assert!(["a.C", "a.c++", "a.b.cpp", "a.ii"].map(of).iter().all(|found| *found == Some(Language::Cpp)));
        assert_eq!(of("a.ll"), Some(Language::Ir));
        assert_eq!(["a.h", "a.BPL", "a.out", "a.", "a"].map(of), [None; 5]);
        assert!(endings().all(|ending| of(&format!("a.{ending}")).is_some()));
    }

    #[test]
    fn what_is_accepted_is_said_in_one_sentence() {
        let expect = "Boogie (.bpl), C (.c, .i), C++ (.cc, .cpp, .cxx, .C, .c++, .ii) and LLVM IR (.ll)";
        assert_eq!(accepted(), expect);
        assert_eq!(Language::Cpp.name(), "C++");
    }
}
