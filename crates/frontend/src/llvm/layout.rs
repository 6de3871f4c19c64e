//! How large values are in memory, and where the fields of structures lie, by the module's data layout.
//!
//! The rules are those of LLVM's `DataLayout`; what the string does not say has the defaults from there.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::llvm::module::Module;
use crate::llvm::operators::FloatKind;
use crate::llvm::types::{StructType, Type, TypeDefinition};

/// How deep types may nest in each other by name; recursion then stays within any thread's stack.
const MAXIMAL_DEPTH: u32 = 200;

/// Why a type has no size.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoSize {
    /// Its definition is elsewhere.
    #[error("the type is opaque")]
    Opaque,
    /// Functions, labels and so on are not stored.
    #[error("values of this type are not stored in memory")]
    NotStored,
    /// A vector whose length only the processor knows.
    #[error("the size of the vector depends on the processor")]
    Scalable,
    /// A type that only the target knows.
    #[error("only the target knows the size of this type")]
    Target,
    /// It contains itself.
    #[error("the type contains itself")]
    Recursive,
    /// It is part of a part of a part, and so on.
    #[error("the type is nested too deeply (more than {MAXIMAL_DEPTH} levels)")]
    TooDeep,
    /// Its size is not a number of 64 bits.
    #[error("the type is too large")]
    TooLarge,
    /// The data layout does not say what it should.
    #[error("`{0}` is not a valid part of a data layout")]
    Specification(String),
}

/// A size and an alignment, in bytes. The size is that of an element of an array, with its padding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// How many bytes it takes; a multiple of the alignment.
    pub size: u64,
    /// What its address is a multiple of.
    pub alignment: u64,
}

/// Where the fields of a structure lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructLayout {
    /// The whole.
    pub extent: Extent,
    /// Where each field begins, in bytes.
    pub offsets: Vec<u64>,
}

/// The sizes of a module's types.
pub struct Layout<'a> {
    types: &'a [TypeDefinition],
    specification: Specification,
    named: Vec<Named>,
}

/// What is known of a named type.
#[derive(Clone)]
enum Named {
    Unknown,
    InProgress,
    Known(Result<Extent, NoSize>),
}

/// What the data layout says. Alignments are in bytes.
struct Specification {
    is_big_endian: bool,
    /// By address space: bits and alignment.
    pointers: BTreeMap<u32, (u64, u64)>,
    /// Alignments by width in bits.
    integers: BTreeMap<u64, u64>,
    floats: BTreeMap<u64, u64>,
    vectors: BTreeMap<u64, u64>,
    /// The least alignment of aggregates.
    aggregate: u64,
}

impl<'a> Layout<'a> {
    /// Looks at the module's data layout and its types.
    pub fn new(module: &'a Module) -> Result<Layout<'a>, NoSize> {
        let specification = Specification::parse(&module.data_layout)?;
        let named = vec![Named::Unknown; module.types.len()];
        let mut layout = Layout { types: &module.types, specification, named };
        for index in 0..module.types.len() {
            layout.compute(index, 0);
        }
        Ok(layout)
    }

    /// Whether the highest byte of a number comes first.
    pub fn is_big_endian(&self) -> bool {
        self.specification.is_big_endian
    }

    /// The number of bits in a pointer into the address space.
    pub fn pointer_bits(&self, space: u32) -> u64 {
        self.specification.pointer(space).0
    }

    /// How many bytes a value of the type takes in an array, and its alignment.
    pub fn extent(&self, ty: &Type) -> Result<Extent, NoSize> {
        extent(ty, &self.specification, &mut |index| match &self.named[index] {
            Named::Known(extent) => extent.clone(),
            Named::InProgress => Err(NoSize::Recursive),
            Named::Unknown => Err(NoSize::TooDeep),
        })
    }

    /// How many bytes a store of the type writes: its bits, rounded up.
    pub fn store_size(&self, ty: &Type) -> Result<u64, NoSize> {
        match bits(ty, &self.specification)? {
            Some(bits) => Ok(bits.div_ceil(8)),
            None => Ok(self.extent(ty)?.size),
        }
    }

    /// Where the fields of the structure lie.
    pub fn structure(&self, structure: &StructType) -> Result<StructLayout, NoSize> {
        let extents = structure.fields.iter().map(|field| self.extent(field)).collect::<Result<Vec<_>, _>>()?;
        arrange(structure.is_packed, &extents, self.specification.aggregate)
    }

    /// Finds the extent of a named type, those that it contains first.
    fn compute(&mut self, index: usize, depth: u32) {
        if !matches!(self.named[index], Named::Unknown) || depth == MAXIMAL_DEPTH {
            return;
        }
        self.named[index] = Named::InProgress;
        let types = self.types;
        let extent = match &types[index].body {
            None => Err(NoSize::Opaque),
            Some(body) => {
                for part in named_parts(body) {
                    self.compute(part, depth + 1);
                }
                self.extent(body)
            }
        };
        self.named[index] = Named::Known(extent);
    }
}

/// The named types that the type contains by value.
fn named_parts(ty: &Type) -> Vec<usize> {
    let (mut found, mut pending) = (Vec::new(), vec![ty]);
    while let Some(ty) = pending.pop() {
        match ty {
            Type::Named(id) => found.push(id.index()),
            Type::Struct(structure) => pending.extend(&structure.fields),
            Type::Array(array) => pending.push(&array.element),
            _ => {}
        }
    }
    found
}

type LookUp<'a> = &'a mut dyn FnMut(usize) -> Result<Extent, NoSize>;

/// Types nest no deeper than the reader allows.
fn extent(ty: &Type, specification: &Specification, named: LookUp<'_>) -> Result<Extent, NoSize> {
    match ty {
        Type::Named(id) => named(id.index()),
        Type::Array(array) => {
            let element = extent(&array.element, specification, named)?;
            let size = element.size.checked_mul(array.length).ok_or(NoSize::TooLarge)?;
            Ok(Extent { size, ..element })
        }
        Type::Struct(structure) => {
            let mut extents = Vec::with_capacity(structure.fields.len());
            for field in &structure.fields {
                extents.push(extent(field, specification, named)?);
            }
            Ok(arrange(structure.is_packed, &extents, specification.aggregate)?.extent)
        }
        _ => {
            let bits = bits(ty, specification)?.ok_or(NoSize::NotStored)?;
            let alignment = specification.alignment(ty, bits);
            Ok(Extent { size: round_up(bits.div_ceil(8), alignment)?, alignment })
        }
    }
}

/// The number of bits of a type that is no array and no structure; `None` if it is one.
fn bits(ty: &Type, specification: &Specification) -> Result<Option<u64>, NoSize> {
    Ok(Some(match ty {
        Type::Integer(width) => u64::from(*width),
        Type::Float(kind) => match kind {
            FloatKind::Half | FloatKind::Brain => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad | FloatKind::PowerPc => 128,
        },
        Type::Pointer(space) => specification.pointer(*space).0,
        Type::Vector(vector) if vector.is_scalable => return Err(NoSize::Scalable),
        Type::Vector(vector) => {
            let element = bits(&vector.element, specification)?.ok_or(NoSize::NotStored)?;
            element.checked_mul(vector.length).ok_or(NoSize::TooLarge)?
        }
        Type::X86Mmx => 64,
        Type::X86Amx => 8192,
        Type::Array(_) | Type::Struct(_) | Type::Named(_) => return Ok(None),
        Type::Target(_) => return Err(NoSize::Target),
        Type::Void | Type::Function(_) | Type::Label | Type::Token | Type::Metadata => return Err(NoSize::NotStored),
    }))
}

/// Puts fields one behind the other.
fn arrange(is_packed: bool, fields: &[Extent], least: u64) -> Result<StructLayout, NoSize> {
    let (mut size, mut alignment) = (0_u64, if is_packed { 1 } else { least.max(1) });
    let mut offsets = Vec::with_capacity(fields.len());
    for field in fields {
        if !is_packed {
            size = round_up(size, field.alignment)?;
            alignment = alignment.max(field.alignment);
        }
        offsets.push(size);
        size = size.checked_add(field.size).ok_or(NoSize::TooLarge)?;
    }
    Ok(StructLayout { extent: Extent { size: round_up(size, alignment)?, alignment }, offsets })
}

fn round_up(size: u64, alignment: u64) -> Result<u64, NoSize> {
    size.checked_next_multiple_of(alignment).ok_or(NoSize::TooLarge)
}

impl Specification {
    fn parse(text: &str) -> Result<Specification, NoSize> {
        let mut specification = Specification {
            is_big_endian: false,
            pointers: BTreeMap::from([(0, (64, 8))]),
            integers: BTreeMap::from([(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)]),
            floats: BTreeMap::from([(16, 2), (32, 4), (64, 8), (128, 16)]),
            vectors: BTreeMap::from([(64, 8), (128, 16)]),
            aggregate: 1,
        };
        for part in text.split('-').filter(|part| !part.is_empty()) {
            specification.add(part).ok_or_else(|| NoSize::Specification(part.to_owned()))?;
        }
        Ok(specification)
    }

    /// Takes one part of the string into account; those about other things than sizes say nothing here.
    fn add(&mut self, part: &str) -> Option<()> {
        let mut numbers = part.split(':');
        let head = numbers.next()?;
        let (kind, rest) = head.split_at_checked(1)?;
        match (kind, rest) {
            ("e", "") => self.is_big_endian = false,
            ("E", "") => self.is_big_endian = true,
            ("p", space) => {
                let space = space.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let space = if space.is_empty() { 0 } else { space.parse().ok()? };
                let bits = positive(numbers.next()?)?;
                self.pointers.insert(space, (bits, in_bytes(numbers.next()?)?));
            }
            ("i" | "f" | "v", width) => {
                let table = match kind {
                    "i" => &mut self.integers,
                    "f" => &mut self.floats,
                    _ => &mut self.vectors,
                };
                table.insert(positive(width)?, in_bytes(numbers.next()?)?);
            }
            ("a", "" | "0") => self.aggregate = in_bytes(numbers.next()?)?,
            _ => {}
        }
        Some(())
    }

    /// Bits and alignment of pointers into the address space.
    fn pointer(&self, space: u32) -> (u64, u64) {
        let default = self.pointers.get(&0).copied().unwrap_or((64, 8));
        self.pointers.get(&space).copied().unwrap_or(default)
    }

    /// The alignment of a type with this many bits that is no array and no structure.
    fn alignment(&self, ty: &Type, bits: u64) -> u64 {
        let natural = || bits.div_ceil(8).max(1).checked_next_power_of_two().unwrap_or(1 << 63);
        match ty {
            Type::Pointer(space) => self.pointer(*space).1,
            // That of the next wider integer, or of the widest.
            Type::Integer(_) => {
                let wider = self.integers.range(bits..).next().or(self.integers.iter().next_back());
                wider.map_or(1, |(_, alignment)| *alignment)
            }
            Type::Float(_) => self.floats.get(&bits).copied().unwrap_or_else(natural),
            Type::X86Amx => 64,
            _ => self.vectors.get(&bits).copied().unwrap_or_else(natural),
        }
    }
}

fn positive(digits: &str) -> Option<u64> {
    digits.parse().ok().filter(|number| (1..1 << 24).contains(number))
}

/// An alignment in bits as a power of two in bytes; zero means one.
fn in_bytes(digits: &str) -> Option<u64> {
    let bytes = digits.parse::<u64>().ok()? / 8;
    Some(bytes.max(1)).filter(|bytes| bytes.is_power_of_two() && *bytes < 1 << 32)
}
