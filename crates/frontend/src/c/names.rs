//! Names of C++ functions: the linker knows them by names in which the types of the parameters stand, people do not.
//!
//! The Itanium C++ ABI says how they are made. Only what functions and the classes or namespaces around them are called is read.

/// What people call the function, without its parameters: `queue::push` for `_ZN5queue4pushEi`. `None` if it is not known.
pub fn spoken(linked: &str) -> Option<String> {
    let encoded = linked.strip_prefix("_Z")?;
    let Some(nested) = encoded.strip_prefix('N') else { return part(encoded).map(|(name, _)| name.to_owned()) };
    // A function that does not change its object.
    let mut rest = nested.strip_prefix('K').unwrap_or(nested);
    let mut parts = Vec::new();
    while !rest.starts_with('E') {
        let (name, behind) = part(rest)?;
        parts.push(name);
        rest = behind;
    }
    Some(parts.join("::"))
}

/// A name with its length in front of it, and what stands behind it.
fn part(text: &str) -> Option<(&str, &str)> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit())?;
    let length: usize = text[..digits].parse().ok()?;
    text[digits..].split_at_checked(length)
}

/// Whether the user means the function that the linker knows by the first name.
pub fn is_called(linked: &str, name: &str) -> bool {
    linked == name || spoken(linked).is_some_and(|spoken| spoken == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_far_as_they_are_plain() {
        let names =
            ["_Z6helperi", "_ZN5queue4pushEi", "_ZNK5queue4sizeEv", "_Z3getIiET_v", "helper", "_ZN1aC2Ev", "_Z99a"];
        let spoken_of: Vec<Option<String>> = names.map(spoken).into();
        let known = ["helper", "queue::push", "queue::size", "get"];
        let expected = known.map(|name| Some(name.to_owned())).into_iter().chain([None, None, None]);
        assert_eq!(spoken_of, expected.collect::<Vec<_>>());
        assert!(is_called("_Z6helperi", "helper") && is_called("puts", "puts") && !is_called("_Z6helperi", "help"));
    }
}
