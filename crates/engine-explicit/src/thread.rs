//! How a thread is laid out in words.
//!
//! ```text
//! root  phase  atomic-depth  header-length  id-length+1  id…  (kind, type or -1, object)…   ← the header
//! local…  object…  objects+procedure  node  called-by                                        ← one frame each, topmost last
//! ```
//!
//! The objects are the numbers of memory objects that end with the frame; how many there are stands above the procedure's 32 bits.
//! `phase` is one for a thread that has finished; its results then stand where the frames were.
//! `id-length+1` is zero for a thread that nobody can join. Each component of an id is the number of its type and its value.

use crate::words::{ANY, Word};

const ROOT: usize = 0;
const PHASE: usize = 1;
const ATOMIC_DEPTH: usize = 2;
const HEADER_LENGTH: usize = 3;
const ID_LENGTH: usize = 4;
const FIXED: usize = 5;

/// Words of a frame besides its local variables.
const FRAME_TRAILER: usize = 3;

/// Words of an open section.
const SECTION: usize = 3;

/// Nobody called the bottom-most frame.
pub const NOBODY: Word = -1;

/// A thread's words, to be read.
#[derive(Clone, Copy)]
pub struct Thread<'a> {
    words: &'a [Word],
}

/// A frame, to be read.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The contents of its variables.
    pub locals: &'a [Word],
    /// The numbers of the memory objects that end with it.
    pub objects: &'a [Word],
    /// Its procedure.
    pub procedure: usize,
    /// Where it stands.
    pub node: u32,
    /// The edge of the frame below that made the call, or [`NOBODY`].
    pub called_by: Word,
}

/// A section that was opened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpenSection {
    /// Its kind.
    pub kind: u32,
    /// Its object, if it has one.
    pub object: Option<Object>,
}

/// What a section is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// The number of its type among the types of objects.
    pub ty: u32,
    /// Its value.
    pub word: Word,
}

impl<'a> Thread<'a> {
    /// The thread in these words.
    pub fn new(words: &'a [Word]) -> Thread<'a> {
        Thread { words }
    }

    /// The procedure it was started with.
    pub fn root(self) -> usize {
        self.words[ROOT] as usize
    }

    /// Whether it has finished.
    pub fn has_finished(self) -> bool {
        self.words[PHASE] == 1
    }

    /// Whether it holds the scheduler.
    pub fn holds_scheduler(self) -> bool {
        self.words[ATOMIC_DEPTH] > 0
    }

    /// In how many atomic blocks that hold the scheduler it is.
    pub fn atomic_depth(self) -> u32 {
        self.words[ATOMIC_DEPTH] as u32
    }

    /// Its id, if it can be joined: the number of its type and the value for each component.
    pub fn id(self) -> Option<&'a [Word]> {
        let length = self.words[ID_LENGTH].checked_sub(1).filter(|length| *length >= 0)?;
        Some(&self.words[FIXED..FIXED + length as usize])
    }

    /// The sections it has opened, oldest first.
    pub fn sections(self) -> impl Iterator<Item = OpenSection> + 'a {
        let start = FIXED + self.id().map_or(0, <[Word]>::len);
        let sections = &self.words[start..self.words[HEADER_LENGTH] as usize];
        sections.chunks_exact(SECTION).map(|words| OpenSection {
            kind: words[0] as u32,
            object: u32::try_from(words[1]).ok().map(|ty| Object { ty, word: words[2] }),
        })
    }

    /// What it leaves to whoever joins it.
    pub fn results(self) -> &'a [Word] {
        &self.words[self.words[HEADER_LENGTH] as usize..]
    }

    /// The frames from the topmost to the bottom-most; `locals_of` tells how many variables a procedure has.
    pub fn frames(self, locals_of: impl Fn(usize) -> usize) -> Vec<Frame<'a>> {
        let mut frames = Vec::new();
        let start = self.words[HEADER_LENGTH] as usize;
        let mut end = if self.has_finished() { start } else { self.words.len() };
        while end > start {
            let (procedure, objects) = split(self.words[end - FRAME_TRAILER]);
            let node = self.words[end - FRAME_TRAILER + 1] as u32;
            let called_by = self.words[end - 1];
            let first_object = end - FRAME_TRAILER - objects;
            let first_local = first_object - locals_of(procedure);
            let locals = &self.words[first_local..first_object];
            let objects = &self.words[first_object..end - FRAME_TRAILER];
            frames.push(Frame { locals, objects, procedure, node, called_by });
            end = first_local;
        }
        frames
    }

    /// The topmost frame of a running thread, without its local variables: procedure and node.
    pub fn position(self) -> (usize, u32) {
        let end = self.words.len();
        (split(self.words[end - FRAME_TRAILER]).0, self.words[end - FRAME_TRAILER + 1] as u32)
    }

    /// All words.
    pub fn words(self) -> &'a [Word] {
        self.words
    }

    /// Where the frames or results begin.
    pub fn header_length(self) -> usize {
        self.words[HEADER_LENGTH] as usize
    }
}

/// The procedure, and how many objects end with the frame.
fn split(word: Word) -> (usize, usize) {
    (word as u32 as usize, (word >> 32) as usize)
}

/// Calls `visit` on the place of each word of a thread that holds a value, as far as `locals` and `results` list types for them;
/// on those of objects that end with frames, `visit` is called without a type.
pub fn for_each_value<'t>(
    words: &[Word],
    locals: impl Fn(usize) -> &'t [program::types::Type],
    results: impl Fn(usize) -> Vec<&'t program::types::Type>,
    object_types: &'t [program::types::Type],
    mut visit: impl FnMut(usize, Option<&'t program::types::Type>),
) {
    let thread = Thread::new(words);
    let id_length = thread.id().map_or(0, <[Word]>::len);
    for component in (0..id_length).step_by(2) {
        visit(FIXED + component + 1, Some(&object_types[words[FIXED + component] as usize]));
    }
    let header = thread.header_length();
    if thread.has_finished() {
        let types = results(thread.root());
        types.into_iter().enumerate().for_each(|(position, ty)| visit(header + position, Some(ty)));
    }
    // Frames can be found from the top only; values are visited from the bottom, as in the reference.
    let mut starts = Vec::new();
    let mut end = if thread.has_finished() { header } else { words.len() };
    while end > header {
        let (procedure, objects) = split(words[end - FRAME_TRAILER]);
        let first = end - FRAME_TRAILER - objects - locals(procedure).len();
        starts.push((first, procedure, objects));
        end = first;
    }
    for (first, procedure, objects) in starts.into_iter().rev() {
        let types = locals(procedure);
        types.iter().enumerate().for_each(|(local, ty)| visit(first + local, Some(ty)));
        (0..objects).for_each(|object| visit(first + types.len() + object, None));
    }
    for section in (FIXED + id_length..header).step_by(SECTION) {
        if let Ok(ty) = usize::try_from(words[section + 1]) {
            visit(section + 2, Some(&object_types[ty]));
        }
    }
}

/// A thread's words, to be changed.
#[derive(Clone)]
pub struct ThreadMut {
    words: Vec<Word>,
}

impl ThreadMut {
    /// A thread at the start, without frames yet.
    pub fn started(root: usize, id: Option<&[Word]>) -> ThreadMut {
        let mut words = vec![0; FIXED];
        words[ROOT] = root as Word;
        words[ID_LENGTH] = id.map_or(0, |id| id.len() as Word + 1);
        words.extend_from_slice(id.unwrap_or_default());
        words[HEADER_LENGTH] = words.len() as Word;
        ThreadMut { words }
    }

    /// A copy of the thread.
    pub fn of(words: &[Word]) -> ThreadMut {
        ThreadMut { words: words.to_vec() }
    }

    /// All words.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The thread, to be read.
    pub fn read(&self) -> Thread<'_> {
        Thread::new(&self.words)
    }

    /// Where the local variables of the topmost frame end.
    fn end_of_locals(&self) -> usize {
        let trailer = self.words.len() - FRAME_TRAILER;
        trailer - split(self.words[trailer]).1
    }

    /// The local variables of the topmost frame, of which there are so many.
    pub fn locals(&self, count: usize) -> &[Word] {
        let end = self.end_of_locals();
        &self.words[end - count..end]
    }

    /// The local variables of the topmost frame, of which there are so many, to be changed.
    pub fn locals_mut(&mut self, count: usize) -> &mut [Word] {
        let end = self.end_of_locals();
        &mut self.words[end - count..end]
    }

    /// The memory objects that end with the topmost frame.
    pub fn objects(&self) -> &[Word] {
        &self.words[self.end_of_locals()..self.words.len() - FRAME_TRAILER]
    }

    /// One more memory object ends with the topmost frame.
    pub fn push_object(&mut self, number: u32) {
        let trailer = self.words.len() - FRAME_TRAILER;
        self.words[trailer] += 1 << 32;
        self.words.insert(trailer, Word::from(number));
    }

    /// Moves the topmost frame to a node.
    pub fn set_node(&mut self, node: u32) {
        let end = self.words.len();
        self.words[end - FRAME_TRAILER + 1] = Word::from(node);
    }

    /// Puts a frame on top.
    pub fn push_frame(&mut self, locals: &[Word], procedure: usize, node: u32, called_by: Word) {
        self.words.extend_from_slice(locals);
        self.words.extend_from_slice(&[procedure as Word, Word::from(node), called_by]);
    }

    /// Takes away the topmost frame, which has so many local variables.
    pub fn pop_frame(&mut self, locals: usize) {
        let end = self.end_of_locals() - locals;
        self.words.truncate(end);
    }

    /// Makes it finished with these results.
    pub fn finish(&mut self, results: &[Word]) {
        self.words.truncate(self.words[HEADER_LENGTH] as usize);
        self.words.extend_from_slice(results);
        self.words[PHASE] = 1;
        self.words[ATOMIC_DEPTH] = 0;
    }

    /// One more atomic block that holds the scheduler.
    pub fn begin_atomic(&mut self) {
        self.words[ATOMIC_DEPTH] += 1;
    }

    /// One less; fails if there was none.
    pub fn end_atomic(&mut self) -> Result<(), NotThere> {
        if self.words[ATOMIC_DEPTH] == 0 {
            return Err(NotThere);
        }
        self.words[ATOMIC_DEPTH] -= 1;
        Ok(())
    }

    /// Opens a section.
    pub fn enter(&mut self, section: OpenSection) {
        let end = self.words[HEADER_LENGTH] as usize;
        let object = section.object.map_or([-1, ANY], |object| [Word::from(object.ty), object.word]);
        let words = [Word::from(section.kind), object[0], object[1]];
        self.words.splice(end..end, words);
        self.words[HEADER_LENGTH] += SECTION as Word;
    }

    /// Closes the latest such section and tells its place among the open ones; fails if there is none.
    pub fn leave(&mut self, section: OpenSection) -> Result<u32, NotThere> {
        let open: Vec<OpenSection> = self.read().sections().collect();
        let position = open.iter().rposition(|other| *other == section).ok_or(NotThere)?;
        let end = self.words[HEADER_LENGTH] as usize;
        let start = end - SECTION * (open.len() - position);
        self.words.drain(start..start + SECTION);
        self.words[HEADER_LENGTH] -= SECTION as Word;
        Ok(position as u32)
    }
}

/// What was to be ended had not begun.
#[derive(Clone, Copy, Debug)]
pub struct NotThere;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_and_sections_come_and_go() {
        let mut thread = ThreadMut::started(4, Some(&[7, 8]));
        thread.push_frame(&[10, 11], 4, 0, NOBODY);
        thread.push_frame(&[12], 5, 3, 2);
        let section = OpenSection { kind: 1, object: Some(Object { ty: 0, word: 9 }) };
        thread.enter(section);
        thread.enter(OpenSection { kind: 2, object: None });
        thread.enter(section);
        assert_eq!(thread.leave(section).unwrap(), 2);
        assert_eq!(thread.leave(section).unwrap(), 0);
        assert!(thread.leave(section).is_err());
        assert_eq!(thread.read().sections().count(), 1);
        assert_eq!(thread.read().id(), Some(&[7, 8][..]));
        let locals_of = |procedure: usize| if procedure == 4 { 2 } else { 1 };
        let frames = thread.read().frames(locals_of);
        assert_eq!((frames[0].locals, frames[0].procedure, frames[0].node, frames[0].called_by), (&[12][..], 5, 3, 2));
        assert_eq!((frames[1].locals, frames[1].called_by), (&[10, 11][..], NOBODY));
        thread.pop_frame(1);
        thread.locals_mut(2)[1] = 5;
        thread.finish(&[1, 2, 3]);
        assert!(thread.read().has_finished());
        assert_eq!(thread.read().results(), [1, 2, 3]);
    }
}
