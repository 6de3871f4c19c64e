//! The states that were reached, compressed component by component.
//!
//! A state is a row of numbers of its components: the global variables, then one for each thread slot.
//! The row is the leaves of a balanced binary tree; each inner node is a pair of numbers that is kept once and known by its
//! own number, and so is the root, whose number is the state's.
//! Neighbouring states share most of their tree, so that a state costs little more than the eight bytes of its root
//! (Laarman, van de Pol, Weber: Parallel Recursive State Compression for Free, doi:10.1007/978-3-642-22306-8_4).
//!
//! If more threads appear than there are leaves, the tree grows by one level: every state so far becomes the left half of one
//! whose right half is free, and keeps its number.

/// The number of a component, or of an inner node.
pub type Number = u32;

/// A free slot, or a subtree of free slots.
pub const FREE: Number = u32::MAX;

/// States by number, in the order in which they were first seen.
pub struct Store {
    /// Pairs of leaves first, roots last.
    levels: Vec<Pairs>,
}

impl Default for Store {
    fn default() -> Store {
        Store { levels: vec![Pairs::default()] }
    }
}

impl Store {
    /// How many states there are.
    pub fn len(&self) -> usize {
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
        let mut buffer: smallvec::SmallVec<[Number; 16]> = row.into();
        let last = self.levels.len() - 1;
        for level in 0..last {
            let pairs = &mut self.levels[level];
            let parents = buffer.len().div_ceil(2);
            for position in 0..parents {
                let left = buffer[2 * position];
                let right = buffer.get(2 * position + 1).copied().unwrap_or(FREE);
                buffer[position] = if left == FREE && right == FREE { FREE } else { pairs.number(left, right).0 };
            }
            buffer.truncate(parents);
        }
        let right = buffer.get(1).copied().unwrap_or(FREE);
        self.levels[last].number(buffer[0], right)
    }

    /// Writes the row of the state into `row`, without free slots at its end.
    pub fn row(&self, state: u32, row: &mut Vec<Number>) {
        row.clear();
        row.push(state);
        for pairs in self.levels.iter().rev() {
            // Every number is replaced by the two of its pair, from the back, so that none is overwritten before its turn.
            let count = row.len();
            row.resize(2 * count, FREE);
            for position in (0..count).rev() {
                let (left, right) = match row[position] {
                    FREE => (FREE, FREE),
                    number => pairs.pair(number),
                };
                row[2 * position] = left;
                row[2 * position + 1] = right;
            }
        }
        while row.last() == Some(&FREE) {
            row.pop();
        }
    }

    fn grow(&mut self) {
        let states = self.len() as u32;
        let mut roots = Pairs::default();
        for state in 0..states {
            roots.number(state, FREE);
        }
        self.levels.push(roots);
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

    fn bytes(&self) -> u64 {
        (self.pieces.len() * PIECE * 8 + self.table.capacity() * 4) as u64
    }

    fn entry(&self, number: u32) -> u64 {
        let index = number as usize;
        self.pieces[index >> PIECE_BITS][index & (PIECE - 1)]
    }

    fn pair(&self, number: u32) -> (u32, u32) {
        let entry = self.entry(number);
        ((entry >> 32) as u32, entry as u32)
    }

    fn number(&mut self, left: u32, right: u32) -> (u32, bool) {
        // The table is at most three quarters full.
        if 4 * (self.count + 1) > 3 * self.table.len() {
            self.enlarge();
        }
        let entry = u64::from(left) << 32 | u64::from(right);
        let hash = mix(entry);
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
        rows.extend((0..40_000u32).map(|n| vec![n % 7, n % 11, n % 13, n, n / 3, n % 5, n % 2, 1, n % 3]));
        let numbers: Vec<u32> = rows.iter().map(|row| store.insert(row).0).collect();
        let mut found = Vec::new();
        for (row, number) in rows.iter().zip(&numbers) {
            assert_eq!(store.insert(row), (*number, false));
            store.row(*number, &mut found);
            assert_eq!(&found, row);
        }
        assert_eq!(store.len(), rows.len());
        assert!(store.insert(&[2]).1);
    }
}
