//! The program under way: what has a number already, and which functions are still to be lowered.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::path::Path;

use program::bytes::{Byte, Bytes};
use program::command::{Action, Call, Callee};
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::{GlobalId, LocalId, ObjectId, ProcId, SectionKindId};
use program::procedure::{Procedure, Variable};
use program::program::{EndRule, Program, StaticObject};
use program::shape::Shapes;
use program::span::{Origin, SourcePlace, Span};
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::c::chosen_globals::ChosenGlobals;
use crate::c::edges::Edges;
use crate::c::effects::effect;
use crate::c::leaves::{Leaf, leaves};
use crate::c::names::spoken;
use crate::c::orders::weaker_orders;
use crate::c::sections::must_return;
use crate::c::shapes::shape;
use crate::c::spans::Files;
use crate::c::thread_locals::ThreadLocals;
use crate::c::throwing::Throwing;
use crate::c::times::reads_clocks;
use crate::c::units::{Place, Units};
use crate::c::{Options, function, runtime};
use crate::llvm::debug;
use crate::llvm::ids::Name;
use crate::llvm::types::Type as LlvmType;

/// What primitives call their first result if it is the exception that leaves them.
pub const UNWINDING: &str = "unwinding";

/// The program under way.
pub struct Session<'a> {
    /// The files.
    pub units: &'a Units<'a>,
    /// What the user has chosen.
    pub options: &'a Options,
    /// The sources.
    pub files: Files,
    /// The program as it was before the first function: the primitives.
    library: Program,
    /// The procedures, those of the library first.
    procedures: Vec<Option<Procedure>>,
    by_name: HashMap<String, ProcId>,
    numbers: HashMap<Place, ProcId>,
    /// Functions without a body that have become procedures.
    pub undefined: HashMap<String, ProcId>,
    /// What threads begin with instead of functions that do not take what they are given.
    pub adapted_starts: HashMap<Place, ProcId>,
    waiting: VecDeque<(Place, ProcId)>,
    objects: Vec<StaticObject>,
    object_numbers: HashMap<Place, ObjectId>,
    external_objects: HashMap<String, ObjectId>,
    /// The types of exceptions that are caught somewhere, numbered from one.
    pub type_numbers: HashMap<String, u64>,
    /// The variables of which each thread has its own.
    pub thread_locals: ThreadLocals,
    /// Whether the program reads clocks.
    pub reads_clocks: bool,
    declared: HashSet<&'a str>,
    /// In which functions exceptions may begin.
    pub throwing: Throwing,
    /// Global variables that hold what the program chooses.
    pub chosen_globals: ChosenGlobals,
    /// Functions every call of which is a section.
    pub must_return: HashSet<Place>,
    contents: VecDeque<(Place, ObjectId)>,
    /// Where weaker orders are named than all accesses have.
    weaker_orders: BTreeSet<SourcePlace>,
    /// How variables are made up.
    pub shapes: Shapes,
}

impl<'a> Session<'a> {
    /// Begins with the library.
    pub fn new(units: &'a Units<'a>, mut library: Program, options: &'a Options) -> Session<'a> {
        let procedures: Vec<Option<Procedure>> =
            std::mem::take(&mut library.procedures).into_iter().map(Some).collect();
        let name = |(index, procedure): (usize, &Option<Procedure>)| {
            procedure.as_ref().map(|procedure| (procedure.name.clone(), ProcId::new(index)))
        };
        let given = (0..units.count()).map(|unit| &*units.module(unit).source);
        let mut session = Session {
            units,
            options,
            files: Files::new(std::mem::take(&mut library.files), given),
            by_name: procedures.iter().enumerate().filter_map(name).collect(),
            objects: std::mem::take(&mut library.objects),
            library,
            procedures,
            numbers: HashMap::new(),
            undefined: HashMap::new(),
            adapted_starts: HashMap::new(),
            waiting: VecDeque::new(),
            object_numbers: HashMap::new(),
            external_objects: HashMap::new(),
            type_numbers: HashMap::new(),
            thread_locals: ThreadLocals::default(),
            reads_clocks: false,
            declared: units.declared().collect(),
            throwing: Throwing::default(),
            chosen_globals: ChosenGlobals::new(units),
            must_return: must_return(units),
            contents: VecDeque::new(),
            weaker_orders: BTreeSet::new(),
            shapes: Shapes::default(),
        };
        session.reads_clocks = reads_clocks(&session, units);
        session.throwing = Throwing::new(&session);
        session
    }

    /// The scalars of a value of the type.
    pub fn leaves(&self, unit: usize, ty: &LlvmType) -> Result<Vec<Leaf>, String> {
        leaves(self.units.layout(unit), ty, &self.units.module(unit).types)
    }

    /// The types of the scalars of values of these types.
    pub fn scalars(&self, unit: usize, types: &[LlvmType]) -> Result<Vec<Type>, String> {
        let mut scalars = Vec::new();
        for ty in types {
            scalars.extend(self.leaves(unit, ty)?.into_iter().map(|leaf| leaf.ty));
        }
        Ok(scalars)
    }

    /// Whether some file declares a function of this name without a body.
    pub fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// The procedure that the function becomes.
    pub fn procedure(&mut self, place: Place) -> ProcId {
        if let Some(known) = self.numbers.get(&place) {
            return *known;
        }
        let number = self.add_procedure(None);
        self.numbers.insert(place, number);
        self.waiting.push_back((place, number));
        number
    }

    /// Adds a procedure, or the place for one.
    pub fn add_procedure(&mut self, procedure: Option<Procedure>) -> ProcId {
        self.procedures.push(procedure);
        ProcId::new(self.procedures.len() - 1)
    }

    /// The types of the results of a procedure that was lowered.
    pub fn result_types(&self, procedure: ProcId) -> Vec<Type> {
        let Some(procedure) = &self.procedures[procedure.index()] else { return Vec::new() };
        procedure.results.iter().map(|result| procedure.local(*result).ty.clone()).collect()
    }

    /// The procedure of the library with this name.
    pub fn primitive(&self, name: &str) -> Option<(ProcId, &Procedure)> {
        let id = *self.by_name.get(name)?;
        Some((id, self.procedures[id.index()].as_ref()?))
    }

    /// The procedure of the library with this number.
    pub fn procedure_of_library(&self, id: ProcId) -> Option<&Procedure> {
        self.procedures[id.index()].as_ref()
    }

    /// The same for a call: the version of it that is a cancellation point, if threads may be cancelled and there is one, or that
    /// hands on the mask of signals, if somebody may look at it.
    pub fn primitive_for_call(&self, name: &str) -> Option<(ProcId, &Procedure)> {
        let version =
            |is_wanted: bool, prefix: &str| is_wanted.then(|| self.primitive(&format!("{prefix}{name}"))).flatten();
        version(self.cancels(), "$cancellable_")
            .or_else(|| version(self.masks_signals(), "$inheriting_"))
            .or_else(|| version(self.locks_streams(), "$locked_"))
            .or_else(|| self.primitive(name))
    }

    /// Whether threads may look at which signals they block.
    pub fn masks_signals(&self) -> bool {
        self.declares("__unhang_blocked")
    }

    /// Whether threads may lock streams, so that others cannot write to them.
    pub fn locks_streams(&self) -> bool {
        self.declares("flockfile") || self.declares("ftrylockfile")
    }

    /// Whether the function is one that unhang brings along.
    pub fn is_of_runtime(&self, place: Place) -> bool {
        let declared = debug::function(self.units.module(place.unit), self.units.function(place));
        declared.and_then(|declared| declared.file).is_some_and(|file| runtime::text(&file.name).is_some())
    }

    /// The kind of sections of this name.
    pub fn section_kind(&mut self, name: &str) -> SectionKindId {
        let kinds = &mut self.library.section_kinds;
        let known = kinds.iter().position(|kind| kind == name);
        SectionKindId::new(known.unwrap_or_else(|| {
            kinds.push(name.to_owned());
            kinds.len() - 1
        }))
    }

    /// The library's variable of this name.
    pub fn library_global(&self, name: &str) -> Option<GlobalId> {
        self.library.globals.iter().position(|global| global.name == name).map(GlobalId::new)
    }

    /// A function without a body of which the address is taken: that of the library, or one that nobody can go through.
    pub fn undefined_function(&mut self, place: Place, name: &str) -> ProcId {
        if name == "__once_proxy" {
            return self.once_proxy();
        }
        let function = self.units.function(place);
        let types = |types: &[LlvmType]| -> Vec<Type> {
            let leaves = types.iter().flat_map(|ty| self.leaves(place.unit, ty).unwrap_or_default());
            leaves.map(|leaf| leaf.ty).collect()
        };
        let (parameters, results) =
            (types(&function.signature().parameters), types(std::slice::from_ref(&function.result)));
        self.named_function(name, &parameters, &results)
    }

    /// The function of the library with this name; if there is none, one that nobody can go through.
    pub fn named_function(&mut self, name: &str, parameters: &[Type], results: &[Type]) -> ProcId {
        if let Some(known) = self.undefined.get(name) {
            return *known;
        }
        if self.primitive_for_call(name).is_some() {
            return self.called_through_pointers(name);
        }
        let mut locals = vec![thread_number()];
        locals.extend(parameters.iter().map(|ty| made_variable("argument", ty.clone())));
        let parameters = locals.len();
        locals.push(made_variable("%unwinding", Type::Pointer));
        locals.extend(results.iter().map(|ty| made_variable("result", ty.clone())));
        let results = (parameters..locals.len()).map(LocalId::new).collect();
        let mut edges = Edges::new(Span::NOWHERE);
        edges.emit(Action::Unsupported(not_modelled(name).into()));
        edges.go(Edges::EXIT);
        let procedure = edges.into_procedure(name, locals, parameters, results);
        let number = self.add_procedure(Some(procedure));
        self.undefined.insert(name.to_owned(), number);
        number
    }

    /// The primitive for whoever has its address: with the exception that leaves it as its first result, like all functions.
    fn called_through_pointers(&mut self, name: &str) -> ProcId {
        let Some((id, primitive)) = self.primitive_for_call(name) else { unreachable!("it was there a moment ago") };
        let results: Vec<Variable> = primitive.results.iter().map(|result| primitive.local(*result).clone()).collect();
        if results.first().is_some_and(|first| first.name == UNWINDING) {
            return id;
        }
        let parameters = primitive.parameters;
        let mut locals = primitive.locals[..parameters].to_vec();
        locals.push(made_variable("%unwinding", Type::Pointer));
        locals.extend(results);
        let unwinding = VarRef::Local(LocalId::new(parameters));
        let results: Vec<LocalId> = (parameters..locals.len()).map(LocalId::new).collect();
        let mut edges = Edges::new(Span::NOWHERE);
        edges.call(Call {
            callee: Callee::Procedure(id),
            arguments: (0..parameters).map(|index| Expr::local(LocalId::new(index))).collect(),
            results: results[1..].iter().map(|result| VarRef::Local(*result)).collect(),
        });
        edges.emit(Action::Assign(vec![(unwinding, Expr::null())]));
        edges.go(Edges::EXIT);
        let procedure = edges.into_procedure(name, locals, parameters, results);
        let number = self.add_procedure(Some(procedure));
        self.undefined.insert(name.to_owned(), number);
        number
    }

    /// Lowers what was named and what that names in turn, until there is nothing new.
    pub fn lower_all(&mut self) -> Result<(), String> {
        while !self.waiting.is_empty() || !self.contents.is_empty() {
            while let Some((place, number)) = self.waiting.pop_front() {
                self.weaker_orders.extend(weaker_orders(self.units, &self.files, place));
                let procedure = function::lower(self, place);
                self.procedures[number.index()] = Some(procedure);
            }
            self.fill_objects()?;
        }
        Ok(())
    }

    /// The object that the variable becomes.
    pub fn object(&mut self, place: Place) -> ObjectId {
        if let Some(known) = self.object_numbers.get(&place) {
            return *known;
        }
        let variable = self.units.variable(place);
        let declared = debug::variable(self.units.module(place.unit), variable);
        let name = match declared {
            Some(declared) => declared.name.to_string(),
            None => self.units.name(place.unit, variable.symbol).to_owned(),
        };
        if let Some(ty) = debug::variable(self.units.module(place.unit), variable).and_then(|declared| declared.ty) {
            self.shapes.add("", &name, shape(self.units.module(place.unit), ty));
        }
        let number = ObjectId::new(self.objects.len());
        self.objects.push(StaticObject { name, content: Bytes::default(), constant: variable.is_constant });
        self.object_numbers.insert(place, number);
        self.contents.push_back((place, number));
        number
    }

    /// Whether the pointer is into an object that never changes.
    pub fn is_constant(&self, pointer: &Expr) -> bool {
        match pointer {
            Expr::Literal(Value::Pointer(Pointer { base: Base::Static(object), .. })) => {
                self.objects[object.index()].constant
            }
            Expr::Binary(BinaryOp::Offset, base, _) => self.is_constant(base),
            _ => false,
        }
    }

    /// A variable of the C library: `stdout` and so on point to something that nobody looks into.
    pub fn external_variable(&mut self, name: &str) -> Result<ObjectId, String> {
        if let Some(known) = self.external_objects.get(name) {
            return Ok(*known);
        }
        let content = match name {
            "stdin" | "stdout" | "stderr" | "environ" => {
                let stream = self.add_object(format!("*{name}"), Bytes::zeros(216));
                let mut content = Bytes::zeros(8);
                content.put(0, &Byte::of_pointer(Pointer { base: Base::Static(stream), offset: 0 }));
                content
            }
            "__dso_handle" | "__libc_single_threaded" => Bytes::zeros(8),
            "_ZSt7nothrow" => Bytes::zeros(1),
            "_ZSt4cout" | "_ZSt4cerr" | "_ZSt4clog" | "_ZSt3cin" => self.stream(name),
            _ if name.starts_with("_ZTI") => self.type_description(name)?,
            _ if name.starts_with("_ZTV") => self.virtual_table(name)?,
            _ => return Err(format!("the variable `{name}`, which none of the files defines,")),
        };
        let number = self.add_object(name.to_owned(), content);
        self.external_objects.insert(name.to_owned(), number);
        Ok(number)
    }

    /// Something to point to for a label of a function, so that the program can have a table of labels.
    pub fn label(&mut self, unit: usize, function: &str, label: &Name) -> Pointer {
        let name = format!("label {label:?} of {function} in file {unit}");
        Pointer { base: Base::Static(self.shared_object(name, Bytes::zeros(1))), offset: 0 }
    }

    /// The object of this name, which is made when it is first asked for.
    pub fn shared_object(&mut self, name: String, content: Bytes) -> ObjectId {
        if let Some(known) = self.external_objects.get(&name) {
            return *known;
        }
        let object = self.add_object(name.clone(), content);
        self.external_objects.insert(name, object);
        object
    }

    /// Adds an object.
    pub fn add_object(&mut self, name: String, content: Bytes) -> ObjectId {
        self.objects.push(StaticObject { name, content, constant: false });
        ObjectId::new(self.objects.len() - 1)
    }

    /// Gives the objects that were named since their contents, in which others may be named.
    fn fill_objects(&mut self) -> Result<(), String> {
        while let Some((place, number)) = self.contents.pop_front() {
            let variable = self.units.variable(place);
            let Some(initializer) = &variable.initializer else { continue };
            let name = self.objects[number.index()].name.clone();
            let content =
                self.content(place.unit, &variable.ty, initializer).map_err(|why| format!("`{name}`: {why}"))?;
            self.objects[number.index()].content = content;
        }
        Ok(())
    }

    /// The program, when all functions are lowered.
    pub fn finish(self, start: ProcId, read_source: &mut dyn FnMut(&Path) -> Option<String>) -> Program {
        let files = self.files.read(read_source);
        let mut procedures: Vec<Procedure> = self.procedures.into_iter().flatten().collect();
        // What a library's headers do between the start of a thread and the function that it was given is no thread's name.
        for procedure in procedures.iter_mut().filter(|procedure| procedure.span.line > 0) {
            procedure.wraps |= files[procedure.span.file.index()].origin == Origin::Header;
        }
        let mut weaker_orders: Vec<SourcePlace> = self.weaker_orders.into_iter().collect();
        weaker_orders.dedup_by(|next, first| (&next.file, next.line) == (&first.file, first.line));
        Program {
            files,
            objects: self.objects,
            procedures,
            start: vec![start],
            end: EndRule::AllThreads,
            weaker_orders,
            shapes: self.shapes,
            ..self.library
        }
    }
}

/// What a function without a body is told to be.
pub fn not_modelled(name: &str) -> String {
    // The runtime says in words what it does not do.
    if name.contains(' ') {
        return name.to_owned();
    }
    match effect(name) {
        Some(effect) => format!("`{name}`, which {effect},"),
        None => format!(
            "the function `{}`, of which there is no source and no model,",
            spoken(name).unwrap_or_else(|| name.to_owned())
        ),
    }
}

/// The first parameter of every procedure: who is running it.
pub fn thread_number() -> Variable {
    made_variable("self", Type::Bits(32))
}

/// A variable that stands nowhere in the source.
pub fn made_variable(name: &str, ty: Type) -> Variable {
    Variable { name: name.to_owned(), ty, span: Span::NOWHERE }
}
