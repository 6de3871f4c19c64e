//! Where things stand in the source.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use program::ids::FileId;
use program::span::{Origin, SourceFile, Span};

use crate::c::runtime;
use crate::compiler::HEADER_NAME;
use crate::llvm::debug::{self, Declared, Location, SourcePath};
use crate::llvm::ids::NodeId;
use crate::llvm::module::Module;

/// The sources that were met so far.
pub struct Files {
    /// Files whose texts are known.
    known: Vec<SourceFile>,
    paths: Vec<SourcePath>,
    numbers: HashMap<SourcePath, FileId>,
    /// Where the files are that the compiler was given.
    folders: Vec<PathBuf>,
}

impl Files {
    /// Begins with these, and with the names of the files that the compiler was given.
    pub fn new<'a>(known: Vec<SourceFile>, given: impl Iterator<Item = &'a str>) -> Files {
        let folders = given.filter_map(|name| Some(Path::new(name).parent()?.to_owned()));
        let folders = folders.filter(|folder| folder.is_absolute()).collect();
        Files { known, paths: Vec::new(), numbers: HashMap::new(), folders }
    }

    fn number(&mut self, path: SourcePath) -> FileId {
        let next = FileId::new(self.known.len() + self.paths.len());
        let Files { paths, numbers, .. } = self;
        *numbers.entry(path).or_insert_with_key(|path| {
            paths.push(path.clone());
            next
        })
    }

    /// The place that the `!dbg` of an instruction tells, if it tells one. Of a library's function that was put in the place of
    /// a call, it is that of the call.
    pub fn span(&mut self, module: &Module, debug: Option<NodeId>) -> Option<Span> {
        let mut locations = debug::locations(module, debug?);
        locations.retain(|location| location.line > 0);
        let is_own = |location: &Location| location.file.as_ref().is_some_and(|file| !self.is_header(file));
        let position = locations.iter().position(is_own).unwrap_or(0);
        let location = locations.into_iter().nth(position)?;
        let file = self.number(location.file?);
        Some(Span { file, line: location.line, column: location.column.max(1), length: 0 })
    }

    /// The line of the module's own file.
    pub fn line_of_module(&mut self, module: &Module, line: u32) -> Span {
        // It is the user's, wherever it is.
        let folder = Path::new(&*module.file).parent().unwrap_or(Path::new(""));
        let path = SourcePath { directory: folder.to_string_lossy().into(), name: module.file.clone() };
        Span { file: self.number(path), line, column: 1, length: 0 }
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

    /// What the file has to do with the user.
    pub fn origin(&self, path: &SourcePath) -> Origin {
        origin(&path.directory, &path.name, &self.folders)
    }

    /// Whether the file comes with a library.
    pub fn is_header(&self, path: &SourcePath) -> bool {
        self.origin(path) == Origin::Header
    }

    /// All files, with the texts of those that can be read.
    pub fn read(self, read_source: &mut dyn FnMut(&Path) -> Option<String>) -> Vec<SourceFile> {
        let Files { known: mut files, paths, folders, .. } = self;
        for SourcePath { directory, name } in paths {
            if let Some(text) = runtime::text(&name) {
                files.push(SourceFile::new(name.to_string(), text.into()).of(Origin::Header));
                continue;
            }
            let path: PathBuf = Path::new(&*directory).join(&*name);
            let text = read_source(&path).or_else(|| read_source(Path::new(&*name))).unwrap_or_default();
            let origin = origin(&directory, &name, &folders);
            files.push(SourceFile::new(name.to_string(), text.into()).of(origin));
        }
        files
    }
}

/// Files that are named by an absolute path come with a library, unless they are in the folder where the compiler was called
/// or beside a file that it was given. `unhang.h` lies there, too.
fn origin(directory: &str, name: &str, folders: &[PathBuf]) -> Origin {
    let name = Path::new(name);
    let is_in = |folder: &Path| folder != Path::new("") && name.starts_with(folder);
    let is_of_unhang = name.file_name().is_some_and(|name| name == HEADER_NAME);
    let is_beside = !name.is_absolute() || is_in(Path::new(directory)) || folders.iter().any(|folder| is_in(folder));
    if is_beside && !is_of_unhang { Origin::Compiled } else { Origin::Header }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_outside_of_the_folder_come_with_a_library() {
        let origin = |name| origin("/work-folder", name, &[PathBuf::from("/srv/work")]);
        assert_eq!(origin("a.c"), Origin::Compiled);
        assert_eq!(origin("../a.h"), Origin::Compiled);
        assert_eq!(origin("/work-folder/a.c"), Origin::Compiled);
        assert_eq!(origin("/srv/work/a.c"), Origin::Compiled);
        assert_eq!(origin("/usr/include/c++/12/mutex"), Origin::Header);
        assert_eq!(origin("./unhang.h"), Origin::Header);
    }
}
