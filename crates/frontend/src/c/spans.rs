//! Where things stand in the source.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use program::ids::FileId;
use program::span::{SourceFile, Span};

use crate::llvm::debug::{self, Declared, SourcePath};
use crate::llvm::ids::NodeId;
use crate::llvm::module::Module;

/// The sources that were met so far.
pub struct Files {
    /// Files whose texts are known.
    known: Vec<SourceFile>,
    paths: Vec<SourcePath>,
    numbers: HashMap<SourcePath, FileId>,
}

impl Files {
    /// Begins with these.
    pub fn new(known: Vec<SourceFile>) -> Files {
        Files { known, paths: Vec::new(), numbers: HashMap::new() }
    }

    fn number(&mut self, path: SourcePath) -> FileId {
        let next = FileId::new(self.known.len() + self.paths.len());
        let Files { paths, numbers, .. } = self;
        *numbers.entry(path).or_insert_with_key(|path| {
            paths.push(path.clone());
            next
        })
    }

    /// The place that the `!dbg` of an instruction tells, if it tells one.
    pub fn span(&mut self, module: &Module, debug: Option<NodeId>) -> Option<Span> {
        let location = debug::locations(module, debug?).into_iter().find(|location| location.line > 0)?;
        let file = self.number(location.file?);
        Some(Span { file, line: location.line, column: location.column.max(1), length: 0 })
    }

    /// The place where something is declared.
    pub fn declared(&mut self, declared: &Declared) -> Span {
        match &declared.file {
            Some(file) if declared.line > 0 => {
                Span { file: self.number(file.clone()), line: declared.line, column: 1, length: 0 }
            }
            _ => Span::NOWHERE,
        }
    }

    /// All files, with the texts of those that can be read.
    pub fn read(self, read_source: &mut dyn FnMut(&Path) -> Option<String>) -> Vec<SourceFile> {
        let mut files = self.known;
        for SourcePath { directory, name } in self.paths {
            let path: PathBuf = Path::new(&*directory).join(&*name);
            let text = read_source(&path).or_else(|| read_source(Path::new(&*name))).unwrap_or_default();
            files.push(SourceFile { name: name.to_string(), text: text.into() });
        }
        files
    }
}
