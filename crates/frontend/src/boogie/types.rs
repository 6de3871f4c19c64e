//! Names of types: what they stand for, and how types are shown to the user.

use std::collections::BTreeMap;
use std::sync::Arc;

use program::ids::SortId;
use program::program::Sort;
use program::types::Type;

use crate::boogie::ast::{Name, TypeDecl, TypeExpr, TypeKind};
use crate::error::{Error, Result};

/// Synonyms of synonyms can double a type's size at every step; larger types are refused.
const MAXIMAL_TYPE_SIZE: usize = 10_000;

/// The declared types.
pub struct Types {
    names: BTreeMap<Arc<str>, Sized>,
    /// Types without a body, in the order of their declarations.
    pub sorts: Vec<Sort>,
}

/// A type and how many types it is made of.
#[derive(Clone)]
struct Sized {
    ty: Type,
    size: usize,
}

impl Types {
    /// Resolves all declarations; synonyms may stand in any order.
    pub fn collect(declarations: &[&TypeDecl]) -> Result<Types> {
        let mut types = Types { names: BTreeMap::new(), sorts: Vec::new() };
        let mut synonyms: BTreeMap<Arc<str>, (&TypeExpr, Progress)> = BTreeMap::new();
        for declaration in declarations {
            let name = &declaration.name;
            if types.names.contains_key(&name.text) || synonyms.contains_key(&name.text) {
                return Err(Error::new(name.span, format!("the type `{}` is declared twice", name.text)));
            }
            match &declaration.body {
                Some(body) => drop(synonyms.insert(Arc::clone(&name.text), (body, Progress::Waiting))),
                None => types.declare_sort(declaration),
            }
        }
        for declaration in declarations.iter().filter(|declaration| declaration.body.is_some()) {
            types.resolve_synonym(&declaration.name, &mut synonyms, 0)?;
        }
        Ok(types)
    }

    fn declare_sort(&mut self, declaration: &TypeDecl) {
        let name = &declaration.name.text;
        let ty = Type::Sort(SortId::new(self.sorts.len()));
        self.sorts.push(Sort { name: name.to_string(), elements: Vec::new() });
        self.names.insert(Arc::clone(name), Sized { ty, size: 1 });
    }

    fn resolve_synonym(&mut self, name: &Name, synonyms: &mut Synonyms<'_>, level: usize) -> Result<()> {
        let Some((body, progress)) = synonyms.get_mut(&name.text) else { return Ok(()) };
        match progress {
            Progress::Done => return Ok(()),
            Progress::Started => {
                return Err(Error::new(name.span, format!("the type `{}` is defined by itself", name.text)));
            }
            Progress::Waiting if level > 100 => {
                return Err(Error::new(name.span, "type synonyms are nested too deeply (more than 100 levels)"));
            }
            Progress::Waiting => *progress = Progress::Started,
        }
        let body = *body;
        let mut mentioned = Vec::new();
        mentioned_names(body, &mut mentioned);
        for inner in &mentioned {
            self.resolve_synonym(inner, synonyms, level + 1)?;
        }
        let resolved = self.sized(body)?;
        self.names.insert(Arc::clone(&name.text), resolved);
        if let Some((_, progress)) = synonyms.get_mut(&name.text) {
            *progress = Progress::Done;
        }
        Ok(())
    }

    /// What a type as written stands for.
    pub fn resolve(&self, written: &TypeExpr) -> Result<Type> {
        self.sized(written).map(|sized| sized.ty)
    }

    fn sized(&self, written: &TypeExpr) -> Result<Sized> {
        let simple = |ty| Ok(Sized { ty, size: 1 });
        match &written.kind {
            TypeKind::Bool => simple(Type::Bool),
            TypeKind::Int => simple(Type::Int),
            TypeKind::Bits(width) => simple(Type::Bits(*width)),
            TypeKind::Name(name) => match self.names.get(name) {
                Some(found) => Ok(found.clone()),
                None if &**name == "$pointer" => simple(Type::Pointer),
                None if is_builtin(name) => {
                    Err(Error::new(written.span, format!("the type `{name}` is not supported")))
                }
                None => Err(Error::new(written.span, format!("there is no type `{name}`"))),
            },
            TypeKind::Map(keys, value) => {
                let keys = keys.iter().map(|key| self.key(key)).collect::<Result<Vec<_>>>()?;
                let value = self.sized(value)?;
                let size = 1 + value.size + keys.iter().map(|key| key.size).sum::<usize>();
                if size > MAXIMAL_TYPE_SIZE {
                    return Err(Error::new(written.span, "this type is too large"));
                }
                let ty = Type::map(keys.into_iter().map(|key| key.ty).collect(), value.ty);
                Ok(Sized { ty, size })
            }
        }
    }

    fn key(&self, written: &TypeExpr) -> Result<Sized> {
        let key = self.sized(written)?;
        match key.ty {
            Type::Map(_) => Err(Error::new(written.span, "maps as keys of maps are not supported")),
            _ => Ok(key),
        }
    }

    /// The type in Boogie's notation, with the user's names.
    pub fn show(&self, ty: &Type) -> String {
        match ty {
            Type::Sort(sort) => self.sorts.get(sort.index()).map_or_else(|| ty.to_string(), |sort| sort.name.clone()),
            Type::Map(map) => {
                let keys: Vec<_> = map.keys.iter().map(|key| self.show(key)).collect();
                format!("[{}]{}", keys.join(", "), self.show(&map.value))
            }
            _ => ty.to_string(),
        }
    }
}

type Synonyms<'d> = BTreeMap<Arc<str>, (&'d TypeExpr, Progress)>;

enum Progress {
    Waiting,
    Started,
    Done,
}

fn mentioned_names(written: &TypeExpr, into: &mut Vec<Name>) {
    match &written.kind {
        TypeKind::Name(text) => into.push(Name { text: Arc::clone(text), span: written.span }),
        TypeKind::Map(keys, value) => {
            keys.iter().for_each(|key| mentioned_names(key, into));
            mentioned_names(value, into);
        }
        TypeKind::Bool | TypeKind::Int | TypeKind::Bits(_) => {}
    }
}

/// Whether Boogie knows a type of this name that we do not have; a program may declare one of its own.
fn is_builtin(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let sizes = name.strip_prefix("float").and_then(|sizes| sizes.split_once('e'));
    let is_float = sizes.is_some_and(|(significand, exponent)| is_number(significand) && is_number(exponent));
    is_float || matches!(name, "string" | "regex" | "rmode")
}
