//! The states that were reached, compressed component by component.
//!
//! A state is a row of numbers of its components: the global variables, then one for each thread slot.
//! The row is the leaves of a balanced binary tree; each inner node is a pair of numbers that is kept once and known by its
//! own number, and so is the root, whose number is the state's.
//! Neighbouring states share most of their tree, so that a state costs little more than the eight bytes of its root
//! (Laarman, van de Pol, Weber: Parallel Recursive State Compression for Free, doi:10.1007/978-3-642-22306-8_4).
//!
//! To keep the global variables beside a tree of the threads alone was tried: a fifth less memory where threads have few local
//! variables, but twice as much where they count, since the trees of threads are then almost as many as the states.
//!
//! If more threads appear than there are leaves, the tree grows by one level: every state so far becomes the left half of one
//! whose right half is free, and keeps its number.

use smallvec::SmallVec;

/// The number of a component, or of an inner node.
pub type Number = u32;

/// A free slot, or a subtree of free slots.
pub const FREE: Number = u32::MAX;

/// In how many places a row may differ from one nearby.
const FEW: usize = 8;

/// States by number, in the order in which they were first seen.
pub struct Store {
    /// Pairs of leaves first, as far as they are not their own numbers; roots last. There are at least two levels.
    levels: Vec<Pairs>,
}

/// A state taken apart.
#[derive(Default)]
pub struct Tree {
    /// The numbers of the inner nodes and then of the leaves: the children of the node at `n` are at `2 n` and `2 n + 1`,
    /// the root is at 1.
    nodes: Vec<Number>,
    row_length: usize,
}

/// A state all but numbered: the pair of numbers at its root.
#[derive(Clone, Copy)]
pub struct Root {
    entry: u64,
    hash: u64,
}

impl Root {
    fn new(left: Number, right: Number) -> Root {
        let entry = joined(left, right);
        Root { entry, hash: mix(entry) }
    }
}

impl Tree {
    /// The row of the state, without free slots at its end.
    pub fn row(&self) -> &[Number] {
        &self.nodes[self.width()..][..self.row_length]
    }

    fn width(&self) -> usize {
        self.nodes.len() / 2
    }

    /// The pair of nodes that has this number at this place.
    fn pair_with(&self, place: usize, number: Number) -> (Number, Number) {
        let sibling = self.nodes[place ^ 1];
        if place & 1 == 0 { (number, sibling) } else { (sibling, number) }
    }
}

impl Default for Store {
    fn default() -> Store {
        Store { levels: vec![Pairs::default(), Pairs::default()] }
    }
}

impl Store {
    /// How many states there are.
    pub fn count(&self) -> usize {
        self.levels[self.levels.len() - 1].len()
    }

    /// How many leaves a tree has.
    fn width(&self) -> usize {
        1 << self.levels.len()
    }

    /// How much memory the states take.
    pub fn bytes(&self) -> u64 {
        self.levels.iter().map(Pairs::bytes).sum()
    }

    /// The number of the state with this row, and whether it is new.
    pub fn insert(&mut self, row: &[Number]) -> (u32, bool) {
        while row.len() > self.width() {
            self.grow();
        }
        let mut buffer: SmallVec<[Number; 32]> = SmallVec::from_slice(row);
        buffer.resize(self.width(), FREE);
        let last = self.levels.len() - 1;
        for level in 0..last {
            for position in 0..buffer.len() / 2 {
                buffer[position] = self.number(level, buffer[2 * position], buffer[2 * position + 1]);
            }
            buffer.truncate(buffer.len() / 2);
        }
        self.levels[last].number(buffer[0], buffer[1])
    }

    /// The root of the state that differs from the tree's in the contents of the global variables and of one slot at most.
    ///
    /// There is none if the trees have grown since the state was taken apart.
    pub fn root_with(&mut self, near: &Tree, globals: Number, slot: u32, thread: Number) -> Option<Root> {
        if near.width() != self.width() {
            return None;
        }
        let (mut left_place, mut right_place) = (near.width(), near.width() + 1 + slot as usize);
        let (mut left, mut right) = (globals, thread);
        let last = self.levels.len() - 1;
        for level in 0..last {
            if left_place == right_place ^ 1 {
                return Some(self.root_above(near, level, left_place, left, right));
            }
            left = self.number_at(near, level, left_place, left);
            right = self.number_at(near, level, right_place, right);
            left_place /= 2;
            right_place /= 2;
        }
        Some(Root::new(left, right))
    }

    /// The root if the pair is the only one at its level that differs.
    fn root_above(&mut self, near: &Tree, level: usize, left_place: usize, left: Number, right: Number) -> Root {
        let last = self.levels.len() - 1;
        let (mut left, mut right, mut place) = (left, right, left_place / 2);
        for level in level..last {
            let number = self.number(level, left, right);
            (left, right) = near.pair_with(place, number);
            place /= 2;
        }
        Root::new(left, right)
    }

    /// The number of the parent of the number at the place.
    fn number_at(&mut self, near: &Tree, level: usize, place: usize, number: Number) -> Number {
        if near.nodes[place] == number {
            return near.nodes[place / 2];
        }
        let (left, right) = near.pair_with(place, number);
        self.number(level, left, right)
    }

    /// The root of the row, found faster by far than by [`Store::insert`] if the row differs in few places from that of the tree.
    ///
    /// There is none if the row is too long for the trees there are so far, or differs in many places.
    pub fn root_near(&mut self, near: &Tree, row: &[Number]) -> Option<Root> {
        let width = self.width();
        if near.width() != width || row.len() > width {
            return None;
        }
        // The numbers that differ at the current level, with their places in increasing order.
        let mut changed = [(0, FREE); FEW];
        let mut count = 0;
        for place in 0..row.len().max(near.row_length) {
            let number = row.get(place).copied().unwrap_or(FREE);
            if near.nodes[width + place] != number {
                *changed.get_mut(count)? = (width + place, number);
                count += 1;
            }
        }
        let last = self.levels.len() - 1;
        for level in 0..last {
            let (mut from, mut to) = (0, 0);
            while from < count {
                let (left, right, taken) = pair_at(&changed[from..count], near);
                changed[to] = (changed[from].0 / 2, self.number(level, left, right));
                from += taken;
                to += 1;
            }
            count = to;
        }
        if count == 0 {
            return Some(Root::new(near.nodes[2], near.nodes[3]));
        }
        let (left, right, _) = pair_at(&changed[..count], near);
        Some(Root::new(left, right))
    }

    /// Brings what [`Store::insert_root`] will look at for these roots nearer to the processor, all at the same time.
    ///
    /// The table of roots is far larger than any cache; to wait for its places one by one is most of a search's time.
    pub fn warm_up(&self, roots: impl Iterator<Item = Root>) {
        let table = &self.levels[self.levels.len() - 1];
        let touched = roots.fold(0u32, |sum, root| sum.wrapping_add(table.touch(root.hash)));
        std::hint::black_box(touched);
    }

    /// The number of the state with this root, and whether it is new.
    pub fn insert_root(&mut self, root: Root) -> (u32, bool) {
        let last = self.levels.len() - 1;
        self.levels[last].number_hashed(root.entry, root.hash)
    }

    fn number(&mut self, level: usize, left: Number, right: Number) -> Number {
        match packed(left, right) {
            _ if left == FREE && right == FREE => FREE,
            Some(packed) if level == 0 => packed,
            _ if level == 0 => IN_TABLE | self.levels[0].number(left, right).0,
            _ => self.levels[level].number(left, right).0,
        }
    }

    fn pair(&self, level: usize, number: Number) -> (Number, Number) {
        match number {
            FREE => (FREE, FREE),
            packed if level == 0 && packed & IN_TABLE == 0 => unpacked(packed),
            _ if level == 0 => self.levels[0].pair(number & !IN_TABLE),
            _ => self.levels[level].pair(number),
        }
    }

    /// Takes the state apart.
    pub fn load(&self, state: u32, tree: &mut Tree) {
        let width = self.width();
        tree.nodes.resize(2 * width, FREE);
        tree.nodes[1] = state;
        let mut parents = 1..2;
        for level in (0..self.levels.len()).rev() {
            for parent in parents.clone() {
                let (left, right) = self.pair(level, tree.nodes[parent]);
                tree.nodes[2 * parent] = left;
                tree.nodes[2 * parent + 1] = right;
            }
            parents = 2 * parents.start..2 * parents.end;
        }
        let leaves = &tree.nodes[width..];
        tree.row_length = leaves.iter().rposition(|number| *number != FREE).map_or(0, |last| last + 1);
    }

    fn grow(&mut self) {
        let states = self.count() as u32;
        let mut roots = Pairs::default();
        for state in 0..states {
            roots.number(state, FREE);
        }
        self.levels.push(roots);
    }
}

/// Pairs of leaves with small numbers are their own number; others have this bit set.
const IN_TABLE: Number = 1 << 31;
const LEFT_FREE: Number = 0x7fff;
const RIGHT_FREE: Number = 0xffff;

fn packed(left: Number, right: Number) -> Option<Number> {
    let left = if left == FREE { LEFT_FREE } else { Some(left).filter(|left| *left < LEFT_FREE)? };
    let right = if right == FREE { RIGHT_FREE } else { Some(right).filter(|right| *right < RIGHT_FREE)? };
    Some(left << 16 | right)
}

fn unpacked(number: Number) -> (Number, Number) {
    let (left, right) = (number >> 16, number & 0xffff);
    (if left == LEFT_FREE { FREE } else { left }, if right == RIGHT_FREE { FREE } else { right })
}

/// The pair that the first changed number belongs to, and how many changed numbers it has.
fn pair_at(changed: &[(usize, Number)], near: &Tree) -> (Number, Number, usize) {
    let (place, number) = changed[0];
    match changed.get(1) {
        Some((next, right)) if place & 1 == 0 && *next == place + 1 => (number, *right, 2),
        _ => {
            let (left, right) = near.pair_with(place, number);
            (left, right, 1)
        }
    }
}

/// Pairs of numbers by number, each kept once.
#[derive(Default)]
struct Pairs {
    /// In pieces, so that growing neither copies nor reserves more than a piece.
    pieces: Vec<Vec<u64>>,
    count: usize,
    /// An open hash table of numbers plus one; zero is vacant.
    /// The bits that numbers do not need have some of the pair's hash, which settles most comparisons without a look at the pair.
    table: Vec<u32>,
    number_bits: u32,
}

const PIECE_BITS: u32 = 14;
const PIECE: usize = 1 << PIECE_BITS;
const SMALLEST_TABLE_BITS: u32 = 10;

impl Pairs {
    fn len(&self) -> usize {
        self.count
    }

    /// A table that is about to be doubled counts as doubled: it grows between two looks at the budget.
    fn bytes(&self) -> u64 {
        let is_almost_full = 16 * self.count > 11 * self.table.len();
        let table = if is_almost_full { 2 * self.table.len() } else { self.table.len() };
        (self.pieces.len() * PIECE * 8 + table * 4) as u64
    }

    fn entry(&self, number: u32) -> u64 {
        let index = number as usize;
        self.pieces[index >> PIECE_BITS][index & (PIECE - 1)]
    }

    fn pair(&self, number: u32) -> (u32, u32) {
        let entry = self.entry(number);
        ((entry >> 32) as u32, entry as u32)
    }

    /// What stands where the number of a pair with this hash would be looked for first.
    fn touch(&self, hash: u64) -> u32 {
        let found = match self.table.len() {
            0 => 0,
            length => self.table[hash as usize & (length - 1)],
        };
        match found & ((1u32 << self.number_bits) - 1) {
            0 => 0,
            number => self.entry(number - 1) as u32,
        }
    }

    fn number(&mut self, left: u32, right: u32) -> (u32, bool) {
        let entry = joined(left, right);
        self.number_hashed(entry, mix(entry))
    }

    fn number_hashed(&mut self, entry: u64, hash: u64) -> (u32, bool) {
        // The table is at most three quarters full.
        if 4 * (self.count + 1) > 3 * self.table.len() {
            self.enlarge();
        }
        let (mask, number_mask) = (self.table.len() - 1, (1u32 << self.number_bits) - 1);
        let tag = (hash >> 32) as u32 & !number_mask;
        let mut position = hash as usize & mask;
        loop {
            let found = self.table[position];
            if found == 0 {
                break;
            }
            if found & !number_mask == tag && self.entry((found & number_mask) - 1) == entry {
                return ((found & number_mask) - 1, false);
            }
            position = (position + 1) & mask;
        }
        let number = self.count as u32;
        if self.count >> PIECE_BITS == self.pieces.len() {
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        self.pieces[self.count >> PIECE_BITS].push(entry);
        self.count += 1;
        self.table[position] = tag | (number + 1);
        (number, true)
    }

    fn enlarge(&mut self) {
        let bits = if self.table.is_empty() { SMALLEST_TABLE_BITS } else { self.table.len().trailing_zeros() + 1 };
        assert!(bits < 32, "a table holds fewer than 2^31 pairs");
        // The old table goes first, so that the two never take memory at the same time.
        self.table = Vec::new();
        self.table = vec![0; 1 << bits];
        self.number_bits = bits;
        let (mask, number_mask) = (self.table.len() - 1, (1u32 << bits) - 1);
        for number in 0..self.count as u32 {
            let hash = mix(self.entry(number));
            let mut position = hash as usize & mask;
            while self.table[position] != 0 {
                position = (position + 1) & mask;
            }
            self.table[position] = (hash >> 32) as u32 & !number_mask | (number + 1);
        }
    }
}

/// A pair as one word.
fn joined(left: Number, right: Number) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

/// Spreads every bit of the entry over all bits of the hash.
fn mix(entry: u64) -> u64 {
    let mut hash = entry ^ (entry >> 32);
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_keep_their_numbers_and_rows_as_the_tree_grows() {
        let mut store = Store::default();
        let mut rows: Vec<Vec<Number>> = vec![vec![1], vec![1, 5], vec![1, FREE, 5], vec![1, 5, 5, 5, 5, 2]];
        rows.extend((0..100u32).map(|n| vec![32_700 + n, 65_500 + n, n, FREE, 70_000, 3]));
        rows.extend((0..40_000u32).map(|n| vec![n % 7, n % 11, n % 13, n, n / 3, n % 5, n % 2, 1, n % 3]));
        let numbers: Vec<u32> = rows.iter().map(|row| store.insert(row).0).collect();
        let mut tree = Tree::default();
        for (row, number) in rows.iter().zip(&numbers) {
            let root = store.root_near(&tree, row);
            assert!(root.is_none_or(|root| store.insert_root(root) == (*number, false)));
            assert_eq!(store.insert(row), (*number, false));
            store.load(*number, &mut tree);
            assert_eq!(tree.row(), row);
            let root = store.root_near(&tree, row).unwrap();
            assert_eq!(store.insert_root(root), (*number, false));
            for slot in 0..15 {
                let mut changed = row.clone();
                changed.resize(16, FREE);
                (changed[0], changed[1 + slot]) = (4, 70_001);
                let known = store.insert(&changed);
                let root = store.root_with(&tree, 4, slot as u32, 70_001).unwrap();
                assert_eq!(store.insert_root(root), (known.0, false));
            }
        }
        assert!(store.insert(&[2]).1);
    }
}
