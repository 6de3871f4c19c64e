//! Objects that are allocated at one place again and again while there are pointers to earlier ones, for those who look for runs and prove nothing.
//!
//! Such a place has a number of objects, each to be had once: a variable counts how many are gone. What happens after the last one is not known. A run
//! that is found is a run of the program; that it can go on for ever, with new objects each time, is for others to see: the objects of a pool
//! are alike, so that a state with one of them in place of another is as good.

use crate::command::Action;
use crate::expr::{BinaryOp, Expr};
use crate::ids::{EdgeId, GlobalId, ObjectId};
use crate::value::{Bits, Value};

use crate::prepare::cells::{Cell, CellId, Object};
use crate::prepare::explore::Explorer;
use crate::prepare::known::Known;
use crate::prepare::points::PointId;
use crate::prepare::walker::{Place, Stop, Term, Walker};

/// The objects of one place.
#[derive(Clone, Debug)]
pub struct ObjectPool {
    /// How many are gone.
    pub turn: GlobalId,
    /// All of them.
    pub objects: Vec<PooledObject>,
}

/// One of them.
#[derive(Clone, Debug)]
pub struct PooledObject {
    /// Its number in the prepared program.
    pub number: ObjectId,
    /// What there is of it, in the same order for all objects of a pool.
    pub variables: Vec<GlobalId>,
}

/// How many bits count the objects of a pool.
pub const TURN_BITS: u32 = 8;

/// That so many objects are gone.
fn count(turn: usize) -> Value {
    Value::Bits(Bits::wrap(TURN_BITS, &turn.into()))
}

/// That none is gone.
pub fn first_turn() -> Value {
    count(0)
}

/// The objects that one command allocates, while the program is explored.
pub struct PoolCells {
    /// How many are gone.
    pub turn: CellId,
    /// All of them, turn by turn, each with what there is of it.
    pub objects: Vec<(Object, Vec<CellId>)>,
}

impl Explorer<'_> {
    /// How many objects the edge may take at this location, if it takes them from a pool.
    pub fn pool_at(&self, point: PointId, edge: EdgeId) -> Option<usize> {
        let place = (self.points.procedure_of(point), edge);
        self.learned.pools.contains(&place).then_some(self.limits.objects)
    }

    /// The pools that there are.
    pub fn pools(&self) -> Vec<PoolCells> {
        let mut pools: Vec<PoolCells> = Vec::new();
        let mut last = None;
        for ((point, edge, position, _), object) in self.allocated() {
            let Some(turn) = self.cells.known_number(&Cell::Turn(*point, *edge)) else { continue };
            if last != Some((*point, *edge, *position)) {
                pools.push(PoolCells { turn, objects: Vec::new() });
                last = Some((*point, *edge, *position));
            }
            let site = self.cells.object(*object).site;
            let size = self.cells.object(*object).size;
            let stretches = self.learned.stretches(site, 0, size).into_iter();
            let cells = std::iter::once(Cell::Alive(*object)).chain(stretches.map(|it| Cell::Bytes(*object, it)));
            let cells = cells.filter_map(|cell| self.cells.known_number(&cell)).collect();
            pools.last_mut().expect("one was pushed").objects.push((*object, cells));
        }
        pools
    }

    /// Whether the value may be a pointer to an object of a pool.
    pub fn may_be_pooled(&self, known: &Known) -> bool {
        let is_pooled = |object: &Object| {
            let facts = self.cells.object(*object);
            facts.is_pooled && known.may_point_to(self.cells.base_of(*object))
        };
        !self.learned.pools.is_empty() && (0..self.cells.objects().len() as u32).map(Object).any(|it| is_pooled(&it))
    }
}

impl Walker<'_, '_> {
    /// Takes the objects of this turn; ends the walk if another turn is due, or if there are no more.
    pub fn take_turn(&mut self, edge: EdgeId, turn: usize, most: usize) -> Result<(), Stop> {
        let cell = self.explorer.cells.number(Cell::Turn(self.from, edge));
        let due = self.read(Place::Cell(cell));
        let is_possible = due.known.values().is_none_or(|values| values.contains(&count(turn)));
        if !is_possible {
            return Err(Stop::Blocked);
        }
        if due.value().is_none() {
            let is_due = Expr::binary(BinaryOp::Equal, due.expr, Expr::Literal(count(turn)));
            self.emit(Action::Assume(is_due));
        }
        self.narrow(Place::Cell(cell), Known::one(count(turn)));
        if turn == most {
            let what = format!("more than {most} objects that are allocated at one place");
            self.emit(Action::Unsupported(what.into()));
            return Err(Stop::Over);
        }
        self.turn = turn;
        let next = Term::constant(self.program(), count(turn + 1));
        self.write(vec![(None, cell, next)])
    }
}
