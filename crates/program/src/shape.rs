//! What the parts of objects are called in the source, for whoever tells of them. To the program itself they mean nothing, and the text form
//! does not have them.

use std::collections::BTreeMap;

/// What the object is called in which each thread has its own variables: the parts of its shape, if it is known, are these variables.
pub const THREAD_LOCALS: &str = "thread-local variables";

/// How variables that are objects are made up, by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shapes {
    /// By the procedure's name, which is empty for variables outside, and the variable's. None where several of the same names differ.
    of_variables: BTreeMap<(String, String), Option<Shape>>,
}

/// How an object is made up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// It has no parts, or none that the user knows of.
    Whole,
    /// Parts with names.
    Parts(Vec<Part>),
    /// Elements that are alike, each of so many bytes.
    Elements(u64, Box<Shape>),
}

/// A part with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where it begins.
    pub offset: u64,
    /// How many bytes it has.
    pub bytes: u64,
    /// Its name; none for what belongs to the object without one, such as the members of a class that it is derived from.
    pub name: Option<String>,
    /// How it is made up.
    pub shape: Shape,
}

impl Shapes {
    /// Notes how the variable of the procedure is made up, or one outside of all procedures if it has no name.
    pub fn add(&mut self, procedure: &str, variable: &str, shape: Shape) {
        let known = self.of_variables.entry((procedure.to_owned(), variable.to_owned()));
        let known = known.or_insert_with(|| Some(shape.clone()));
        if known.as_ref() != Some(&shape) {
            *known = None;
        }
    }

    /// What the innermost part of the variable at the place is called, after the variable's name, such as `.queue.items[3]`, and how far the
    /// place is from the part's beginning.
    pub fn path(&self, procedure: &str, variable: &str, offset: u64) -> Option<(String, u64)> {
        self.shape(procedure, variable)?.path(offset, false).filter(|(path, _)| !path.is_empty())
    }

    /// The same of the outermost part that begins there, if one does: `.queue.items` is also where `.queue.items[0]` begins.
    pub fn path_of_pointer(&self, procedure: &str, variable: &str, offset: u64) -> Option<(String, u64)> {
        self.shape(procedure, variable)?.path(offset, true).filter(|(path, _)| !path.is_empty())
    }

    /// How the variable is made up, if that is known.
    pub fn shape(&self, procedure: &str, variable: &str) -> Option<&Shape> {
        self.of_variables.get(&(procedure.to_owned(), variable.to_owned()))?.as_ref()
    }
}

impl Shape {
    fn path(&self, offset: u64, is_pointer: bool) -> Option<(String, u64)> {
        let inside = |shape: &Shape, offset: u64| match is_pointer && offset == 0 {
            true => Some((String::new(), 0)),
            false => shape.path(offset, is_pointer),
        };
        match self {
            Shape::Whole => Some((String::new(), offset)),
            Shape::Elements(bytes, shape) => {
                let index = offset.checked_div(*bytes)?;
                let (inner, rest) = inside(shape, offset % bytes)?;
                Some((format!("[{index}]{inner}"), rest))
            }
            Shape::Parts(parts) => {
                let is_there = |part: &&Part| (part.offset..part.offset + part.bytes).contains(&offset);
                let part = parts.iter().find(is_there)?;
                let (inner, rest) = inside(&part.shape, offset - part.offset)?;
                Some((part.name.as_ref().map_or(inner.clone(), |name| format!(".{name}{inner}")), rest))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(offset: u64, bytes: u64, name: &str, shape: Shape) -> Part {
        Part { offset, bytes, name: (!name.is_empty()).then(|| name.to_owned()), shape }
    }

    fn example() -> Shape {
        let cell = Shape::Parts(vec![part(0, 4, "key", Shape::Whole), part(4, 4, "value", Shape::Whole)]);
        let base = Shape::Parts(vec![part(0, 8, "next", Shape::Whole)]);
        Shape::Parts(vec![
            part(0, 8, "", base),
            part(8, 24, "cells", Shape::Elements(8, Box::new(cell))),
            part(40, 40, "lock", Shape::Whole),
        ])
    }

    #[test]
    fn places_are_told_by_parts_and_indices() {
        let mut shapes = Shapes::default();
        shapes.add("", "table", example());
        let path = |offset| shapes.path("", "table", offset);
        assert_eq!(path(0), Some((".next".to_owned(), 0)));
        assert_eq!(path(20), Some((".cells[1].value".to_owned(), 0)));
        assert_eq!(path(44), Some((".lock".to_owned(), 4)));
        assert_eq!(shapes.path_of_pointer("", "table", 16), Some((".cells[1]".to_owned(), 0)));
        assert_eq!(shapes.path_of_pointer("", "table", 8), Some((".cells".to_owned(), 0)));
        assert_eq!((path(32), path(80), shapes.path("main", "table", 0)), (None, None, None));
    }

    #[test]
    fn variables_of_the_same_name_that_differ_have_no_parts() {
        let mut shapes = Shapes::default();
        shapes.add("f", "x", example());
        shapes.add("f", "x", example());
        assert!(shapes.path("f", "x", 0).is_some());
        shapes.add("f", "x", Shape::Whole);
        shapes.add("f", "x", example());
        assert_eq!(shapes.path("f", "x", 0), None);
    }
}
