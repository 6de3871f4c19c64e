//! What becomes a variable of its own: global variables, elements of maps, and stretches of bytes in objects.
//!
//! How an object is cut into stretches is learned from the accesses to it. Whenever one shows that the cuts are not fine
//! enough, they are refined, and everything is looked at again from the start.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::bytes::{Byte, POINTER_BYTES, whole_pointer};
use crate::expr::{BinaryOp, Expr, UnaryOp};
use crate::ids::{EdgeId, GlobalId, ObjectId, ProcId};
use crate::program::Program;
use crate::types::Type;
use crate::value::{Base, Pointer, Value};

use crate::prepare::known::Known;
use crate::prepare::points::PointId;
use crate::prepare::pools;

/// The number of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellId(pub u32);

/// The number of an object: first those of the program, then one for each place and context in which one is allocated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Object(pub u32);

/// Something that is to be a variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// A global variable as it is.
    Global(GlobalId),
    /// An element of a map in a global variable.
    Element(GlobalId, Vec<Value>),
    /// Bytes of an object.
    Bytes(Object, Stretch),
    /// Whether an allocated object is there.
    Alive(Object),
    /// How many objects of the pool were taken that the edge takes them from, at this location.
    Turn(PointId, EdgeId),
}

/// Bytes that are read and written together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stretch {
    /// The distance from the object's start.
    pub start: u64,
    /// How many.
    pub size: u64,
    /// Whether they are a pointer, and not a number.
    pub pointer: bool,
}

impl Stretch {
    /// The type of a variable with these bytes.
    pub fn ty(self) -> Type {
        if self.pointer { Type::Pointer } else { Type::Bits(8 * self.size as u32) }
    }
}

/// Where an object comes from. All objects that come from one place are cut alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// It is there from the start.
    Static(ObjectId),
    /// The command at this position of the edge allocates it.
    Command(ProcId, EdgeId, usize),
}

/// How objects of a site are cut.
#[derive(Clone, Default, Debug)]
struct Layout {
    cuts: BTreeSet<u64>,
    pointers: BTreeSet<u64>,
}

/// What was learned about the program, so that it is known the next time from the start.
#[derive(Clone, Default, Debug)]
pub struct Learned {
    layouts: BTreeMap<Site, Layout>,
    whole_maps: BTreeSet<GlobalId>,
    /// Edges that allocate objects while there may be pointers to earlier ones, and take them from a pool.
    pub pools: BTreeSet<(ProcId, EdgeId)>,
    /// Procedures of which every combination of constants in local variables is a location of its own.
    pub unrolled: BTreeSet<ProcId>,
    /// How often a location was looked at to learn this.
    pub looks: u64,
    /// Whether anything new was learned, so that what was found out with less is of no use.
    pub is_news: bool,
}

impl Learned {
    /// Takes note that the bytes are read or written together.
    pub fn access(&mut self, site: Site, start: u64, size: u64, pointer: bool) {
        let layout = self.layouts.entry(site).or_default();
        self.is_news |= layout.cuts.insert(start) | layout.cuts.insert(start + size);
        if pointer {
            self.is_news |= layout.pointers.insert(start);
        }
    }

    /// Takes note that bytes are copied: they are cut alike here and there.
    pub fn copy(&mut self, to: (Site, u64), from: (Site, u64), size: u64) {
        for ((from, from_start), (to, to_start)) in [(from, to), (to, from)] {
            self.access(from, from_start, size, false);
            let layout = &self.layouts[&from];
            let there = |position: &u64| position - from_start + to_start;
            let cuts: Vec<u64> = layout.cuts.range(from_start..=from_start + size).map(there).collect();
            let pointers: Vec<u64> = layout.pointers.range(from_start..from_start + size).map(there).collect();
            let layout = self.layouts.entry(to).or_default();
            for cut in cuts {
                self.is_news |= layout.cuts.insert(cut);
            }
            for pointer in pointers {
                self.is_news |= layout.pointers.insert(pointer);
            }
        }
    }

    /// The stretches that make up the bytes, of which note was taken.
    pub fn stretches(&self, site: Site, start: u64, size: u64) -> Vec<Stretch> {
        let Some(layout) = self.layouts.get(&site) else { return Vec::new() };
        let cuts: Vec<u64> = layout.cuts.range(start..=start + size).copied().collect();
        let stretch = |pair: &[u64]| {
            let (start, size) = (pair[0], pair[1] - pair[0]);
            Stretch { start, size, pointer: size == 8 && layout.pointers.contains(&start) }
        };
        cuts.windows(2).map(stretch).collect()
    }

    /// Whether the elements of the map are variables of their own.
    pub fn is_split(&self, program: &Program, global: GlobalId) -> bool {
        matches!(program.global(global).ty, Type::Map(_)) && !self.whole_maps.contains(&global)
    }

    /// Takes note that the map must stay a map.
    pub fn keep_whole(&mut self, global: GlobalId) {
        self.is_news |= self.whole_maps.insert(global);
    }
}

/// An object as it is known.
#[derive(Clone, Debug)]
pub struct ObjectFacts {
    /// Where it comes from.
    pub site: Site,
    /// Its name in the source, or that of the procedure that allocates it.
    pub name: String,
    /// How many bytes it has.
    pub size: u64,
    /// Whether it is one of a pool.
    pub is_pooled: bool,
}

/// All cells and objects that were met, by number.
#[derive(Default)]
pub struct Cells {
    cells: Vec<Cell>,
    numbers: HashMap<Cell, CellId>,
    objects: Vec<ObjectFacts>,
    statics: usize,
}

impl Cells {
    /// The objects of the program.
    pub fn new(program: &Program) -> Cells {
        let facts = |(index, object): (usize, &crate::program::StaticObject)| ObjectFacts {
            site: Site::Static(ObjectId::new(index)),
            name: object.name.clone(),
            size: object.content.len() as u64,
            is_pooled: false,
        };
        let objects: Vec<ObjectFacts> = program.objects.iter().enumerate().map(facts).collect();
        Cells { statics: objects.len(), objects, ..Cells::default() }
    }

    /// The number of the cell.
    pub fn number(&mut self, cell: Cell) -> CellId {
        if let Some(known) = self.numbers.get(&cell) {
            return *known;
        }
        let number = CellId(self.cells.len() as u32);
        self.cells.push(cell.clone());
        self.numbers.insert(cell, number);
        number
    }

    /// The number of the cell, if it was met.
    pub fn known_number(&self, cell: &Cell) -> Option<CellId> {
        self.numbers.get(cell).copied()
    }

    /// The cell with the number.
    pub fn cell(&self, number: CellId) -> &Cell {
        &self.cells[number.0 as usize]
    }

    /// All numbers of cells.
    pub fn numbers(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.cells.len() as u32).map(CellId)
    }

    /// The elements of the map that were met.
    pub fn elements_of(&self, global: GlobalId) -> Vec<CellId> {
        let is_element = |number: &CellId| matches!(self.cell(*number), Cell::Element(map, _) if *map == global);
        self.numbers().filter(is_element).collect()
    }

    /// A new object.
    pub fn add_object(&mut self, facts: ObjectFacts) -> Object {
        self.objects.push(facts);
        Object(self.objects.len() as u32 - 1)
    }

    /// What is known of the object.
    pub fn object(&self, object: Object) -> &ObjectFacts {
        &self.objects[object.0 as usize]
    }

    /// All objects.
    pub fn objects(&self) -> &[ObjectFacts] {
        &self.objects
    }

    /// The object that a pointer is into.
    pub fn object_of(&self, base: Base) -> Option<Object> {
        match base {
            Base::Static(object) => Some(Object(object.0)),
            Base::Dynamic(number) => Some(Object(self.statics as u32 + number)),
            Base::Address | Base::Procedure(_) => None,
        }
    }

    /// What pointers into the object are based on.
    pub fn base_of(&self, object: Object) -> Base {
        match object.0.checked_sub(self.statics as u32) {
            Some(number) => Base::Dynamic(number),
            None => Base::Static(ObjectId(object.0)),
        }
    }

    /// Whether somebody allocates the object.
    pub fn is_allocated(&self, object: Object) -> bool {
        object.0 as usize >= self.statics
    }

    /// The type of a variable for the cell.
    pub fn ty(&self, program: &Program, cell: CellId) -> Type {
        match self.cell(cell) {
            Cell::Global(global) => program.global(*global).ty.clone(),
            Cell::Element(global, _) => match &program.global(*global).ty {
                Type::Map(map) => map.value.clone(),
                other => other.clone(),
            },
            Cell::Bytes(_, stretch) => stretch.ty(),
            Cell::Alive(_) => Type::Bool,
            Cell::Turn(..) => Type::Bits(pools::TURN_BITS),
        }
    }

    /// What the cell holds when the program starts.
    pub fn initial(&self, program: &Program, cell: CellId) -> Known {
        match self.cell(cell) {
            Cell::Global(_) | Cell::Element(..) => Known::unchosen(),
            Cell::Alive(_) => Known::one(Value::Bool(false)),
            Cell::Turn(..) => Known::one(pools::first_turn()),
            Cell::Bytes(object, stretch) => match self.object(*object).site {
                Site::Static(object) => {
                    let content = &program.objects[object.index()].content;
                    let range = stretch.start as usize..(stretch.start + stretch.size) as usize;
                    let bytes: Vec<_> = range.map(|index| content.get(index)).collect();
                    Known::one(Value::of_bytes(&bytes, &stretch.ty()))
                }
                Site::Command(..) => Known::unchosen(),
            },
        }
    }

    /// A name for the cell that its variable can have.
    pub fn name(&self, program: &Program, cell: CellId) -> String {
        match self.cell(cell) {
            Cell::Global(global) => program.global(*global).name.clone(),
            Cell::Element(global, keys) => {
                let keys: Vec<String> = keys.iter().map(|key| crate::text::value(program, key)).collect();
                format!("{}[{}]", program.global(*global).name, keys.join(", "))
            }
            Cell::Bytes(object, stretch) => {
                let object = self.object(*object);
                if stretch.size == object.size {
                    return object.name.clone();
                }
                format!("{}+{}", object.name, stretch.start)
            }
            Cell::Alive(object) => format!("{} is there", self.object(*object).name),
            Cell::Turn(point, edge) => format!("objects taken at {} on {}", point.0, edge.0),
        }
    }
}

/// The constant as an expression of the prepared program: allocated objects have the numbers of static ones there, after
/// those that the program has.
pub fn literal(program: &Program, value: &Value) -> Expr {
    Expr::Literal(match value {
        Value::Pointer(Pointer { base: Base::Dynamic(number), offset }) => {
            let base = Base::Static(ObjectId(program.objects.len() as u32 + number));
            Value::Pointer(Pointer { base, offset: *offset })
        }
        other => other.clone(),
    })
}

/// A value of the type, written with literals of plain values only; nothing if it cannot be.
pub fn written_out(program: &Program, value: &Value, ty: &Type) -> Option<Expr> {
    let expr = match value {
        Value::Any | Value::Map(_) => return None,
        Value::Vague(_) => Expr::Literal(value.clone()),
        Value::Parts(bytes) => bits_of(program, bytes)?,
        plain => return Some(literal(program, plain)),
    };
    Some(if *ty == Type::Pointer { Expr::unary(UnaryOp::BitsToPointer, expr) } else { expr })
}

/// Bytes with whole pointers among them, as a machine integer.
fn bits_of(program: &Program, bytes: &[Byte]) -> Option<Expr> {
    let mut parts: Vec<Expr> = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let is_plain = |byte: &Byte| !matches!(byte, Byte::PointerPart(..));
        let (part, taken) = match rest.iter().take_while(|byte| is_plain(byte)).count() {
            0 => {
                let pointer = Value::Pointer(whole_pointer(rest.get(..usize::from(POINTER_BYTES))?)?);
                (Expr::unary(UnaryOp::PointerToBits, literal(program, &pointer)), usize::from(POINTER_BYTES))
            }
            plain => (Expr::Literal(Value::of_bytes(&rest[..plain], &Type::Bits(8 * plain as u32))), plain),
        };
        parts.push(part);
        rest = &rest[taken..];
    }
    parts.into_iter().reduce(|low, high| Expr::binary(BinaryOp::Concat, high, low))
}
