//! Names of C++ functions: the linker knows them by names in which the types of the parameters stand, people do not.

use cpp_demangle::{DemangleOptions, Symbol};

/// What people call the function, without its parameters and the types it is made for: `queue::push` for `_ZN5queue4pushEi`.
/// `None` if it has only the name by which the linker knows it.
pub fn spoken(linked: &str) -> Option<String> {
    if !linked.starts_with("_Z") {
        return None;
    }
    let options = DemangleOptions::new().no_params().no_return_type();
    let name = Symbol::new(linked).ok()?.demangle_with_options(&options).ok()?;
    Some(without_types(&name).replace("::__cxx11::", "::"))
}

/// The name without what stands in angle brackets, which are no brackets where they are an operator.
fn without_types(name: &str) -> String {
    let (name, operator) = match name.find("operator") {
        Some(place) => name.split_at(place),
        None => (name, ""),
    };
    let mut plain = String::new();
    let mut depth = 0_usize;
    for letter in name.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    plain + operator
}

/// Whether the user means the function that the linker knows by the first name.
pub fn is_called(linked: &str, name: &str) -> bool {
    linked == name || spoken(linked).is_some_and(|spoken| spoken == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_called_as_in_the_source() {
        let names = [
            ("_Z6helperi", "helper"),
            ("_ZN5queue4pushEi", "queue::push"),
            ("_ZNK5queue4sizeEv", "queue::size"),
            ("_Z3getIiET_v", "get"),
            ("_ZN1aC2Ev", "a::a"),
            ("_ZN5queueIiElsEi", "queue::operator<<"),
            (
                "_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1Ev",
                "std::basic_ostringstream::basic_ostringstream",
            ),
        ];
        for (linked, name) in names {
            assert_eq!(spoken(linked).as_deref(), Some(name));
        }
        for linked in ["helper", "_Z99a", "_Z"] {
            assert_eq!(spoken(linked), None);
        }
        assert!(is_called("_Z6helperi", "helper") && is_called("puts", "puts") && !is_called("_Z6helperi", "help"));
    }
}
