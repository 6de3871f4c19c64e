//! What is written reads back as the same; what is not an evidence file is refused with its line.

use std::sync::Arc;

use num_bigint::BigInt;
use program::ids::{EdgeId, NodeId, ObjectId, ProcId, SectionKindId, SortId, ThreadSlot};
use program::linear::expr::{Linear, Var};
use program::linear::located::{Guarantee, Who};
use program::linear::sum::Sum;
use program::linear::symmetry::{Kin, Member};
use program::linear::system::Control;
use program::polynomial::Polynomial;
use program::property::{Fairness, Property, Question};
use program::value::{Base, Bits, MapValue, Pointer, Value};

use super::*;
use crate::counterexample::{
    Choice, Closing, Lasso, Lost, Motion, Parameter, SectionIdentity, SectionInstance, Step, Trap,
};
use crate::modular::{self, By, Ends, Head, Modular, OtherMove, OwnMove, Relation, RelationMove, ThreadProof};
use crate::ranked::{Able, Annotation, Cut, Effect, Module, Move, NotStuck, Place, Ranked, Renamed};

/// Random evidence from a seed, by the xorshift generator of Marsaglia.
struct Generator(u64);

impl Generator {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn id(&mut self) -> u32 {
        if self.below(10) == 0 { u32::MAX } else { self.below(9) as u32 }
    }

    fn number(&mut self) -> BigInt {
        let power = self.below(100) as u32;
        BigInt::from(self.below(u64::MAX) as i64).pow(power % 5)
    }

    fn value(&mut self, depth: u32) -> Value {
        match self.below(if depth == 0 { 7 } else { 8 }) {
            0 => Value::Any,
            1 => Value::Bool(self.below(2) == 0),
            2 => Value::Int(self.number()),
            3 => Value::Bits(Bits::wrap(self.below(200) as u32, &self.number())),
            4 => Value::Pointer(Pointer { base: self.base(), offset: self.below(u64::MAX) as i64 }),
            5 => Value::Element(SortId(self.id()), self.id()),
            6 => Value::form(self.polynomial()),
            _ => {
                let mut map = MapValue::constant(self.value(depth - 1));
                for _ in 0..self.below(4) {
                    let keys = (0..=self.below(2)).map(|_| self.value(depth - 1)).collect();
                    map = map.with(keys, self.value(depth - 1));
                }
                Value::Map(Arc::new(map))
            }
        }
    }

    fn base(&mut self) -> Base {
        match self.below(4) {
            0 => Base::Address,
            1 => Base::Static(ObjectId(self.id())),
            2 => Base::Dynamic(self.id()),
            _ => Base::Procedure(ProcId(self.id())),
        }
    }

    fn steps(&mut self) -> Vec<Step> {
        (0..self.below(6)).map(|_| self.step()).collect()
    }

    fn step(&mut self) -> Step {
        let motion = if self.below(4) == 0 { Motion::Return } else { Motion::Edge(EdgeId(self.id())) };
        let choices = (0..self.below(4)).map(|_| self.choice()).collect();
        Step { thread: ThreadSlot(self.id()), motion, choices }
    }

    fn choice(&mut self) -> Choice {
        if self.below(3) == 0 { Choice::Thread(ThreadSlot(self.id())) } else { Choice::Value(self.value(3)) }
    }

    fn section(&mut self) -> SectionIdentity {
        let (depth, procedure) = (self.id(), ProcId(self.id()));
        match self.below(3) {
            0 => SectionIdentity::Opened { kind: SectionKindId(self.id()), place: self.id() },
            1 => SectionIdentity::Node { depth, procedure, node: NodeId(self.id()) },
            _ => SectionIdentity::Call { depth, procedure },
        }
    }

    fn polynomial(&mut self) -> Polynomial {
        let mut sum = Polynomial::default();
        for _ in 0..self.below(4) {
            let factors = (0..self.below(3)).map(|_| self.id()).collect();
            let coefficient = BigInt::from(self.below(9)) - 4;
            sum = sum.plus(&BigInt::from(1), &Polynomial::summand(factors, coefficient));
        }
        sum
    }

    fn parameter(&mut self) -> Parameter {
        Parameter { first: self.below(5).into(), next: self.polynomial() }
    }

    fn claim(&mut self) -> Claim {
        Claim::Refuted(match self.below(8) {
            0 => return Claim::Proved(Certificate::Exploration { states: self.below(u64::MAX) }),
            6 => return Claim::Proved(Certificate::Ranked(Box::new(self.ranked()))),
            7 => return Claim::Proved(Certificate::Modular(Box::new(self.modular()))),
            1 => Counterexample::Deadlock(self.steps()),
            2 => Counterexample::Failure(self.steps()),
            3 => Counterexample::Trap(Trap { steps: self.steps(), lost: Lost::End }),
            4 => {
                let instance = SectionInstance { thread: ThreadSlot(self.id()), identity: self.section() };
                Counterexample::Trap(Trap { steps: self.steps(), lost: Lost::Section(instance) })
            }
            _ => {
                let closing = match self.below(4) {
                    0 => Closing::SameState,
                    1 => Closing::SameUpToHeapNames,
                    2 => Closing::Keyframe,
                    _ => Closing::Growing((0..self.below(3)).map(|_| self.parameter()).collect()),
                };
                Counterexample::Lasso(Lasso { stem: self.steps(), cycle: self.steps(), closing })
            }
        })
    }

    fn name(&mut self) -> String {
        let letters: Vec<char> = "ab \\\n\r#é'`/:.".chars().collect();
        (0..=self.below(8)).map(|_| letters[self.below(letters.len() as u64) as usize]).collect()
    }

    fn file(&mut self) -> EvidenceFile {
        let property = match self.below(5) {
            0 => Property::Finish,
            1 => Property::Terminate,
            2 => Property::Thread(self.name()),
            3 => Property::Sections,
            _ => Property::Exit,
        };
        let fairness = [Fairness::Strong, Fairness::Weak, Fairness::None][self.below(3) as usize];
        let sources = (0..self.below(3)).map(|_| Source { name: self.name(), hash: self.below(u64::MAX) }).collect();
        let reading = self.reading();
        EvidenceFile { question: Question { property, fairness }, reading, sources, claim: self.claim() }
    }

    fn several<T>(&mut self, mut one: impl FnMut(&mut Generator) -> T) -> Vec<T> {
        (0..self.below(4)).map(|_| one(self)).collect()
    }

    fn place_number(&mut self) -> usize {
        self.below(9) as usize
    }

    fn linear(&mut self) -> Linear {
        let term = |generator: &mut Generator| {
            let variable = [Var::State(generator.id()), Var::Old(generator.id())][generator.below(2) as usize];
            (variable, i128::from(generator.below(9)) - 4)
        };
        let terms = self.several(term);
        Linear::of(terms, i128::from(self.below(u64::MAX)) - i128::from(self.below(u64::MAX))).expect("these are small")
    }

    fn sum(&mut self) -> Sum {
        let multiples = self.several(|generator| (generator.place_number(), i128::from(generator.below(99))));
        Sum { scale: 1 + i128::from(self.below(9)), multiples }
    }

    fn place(&mut self) -> Place {
        let node = |generator: &mut Generator| (generator.below(3) > 0).then(|| NodeId(generator.id()));
        let control = Control((0..=self.below(3)).map(|_| node(self)).collect());
        Place { control, sets: (0..=self.below(2)).map(|_| self.place_number()).collect() }
    }

    fn annotation(&mut self, is_stem: bool) -> Annotation {
        let taken = |generator: &mut Generator| {
            let (stem, set) = (generator.place_number(), generator.place_number());
            let effect = match generator.below(2) {
                0 => Effect::Never(generator.sum()),
                _ => Effect::To(generator.place_number(), generator.several(Generator::sum)),
            };
            Move { stem: if is_stem { set } else { stem }, set, letter: generator.place_number(), effect }
        };
        Annotation {
            facts: self.several(Generator::linear),
            sets: self.several(|generator| generator.several(Generator::place_number)),
            moves: self.several(taken),
        }
    }

    fn ranked(&mut self) -> Ranked {
        let cut = |generator: &mut Generator| match generator.below(3) {
            0 => Cut::Head(generator.place()),
            1 => Cut::Falls { around: generator.place(), module: generator.place_number() },
            _ => Cut::Waits { around: generator.place(), thread: generator.place_number() },
        };
        Ranked {
            order: (self.below(2) == 0).then(|| self.several(Generator::place_number)),
            stem: self.annotation(true),
            modules: self
                .several(|generator| Module { rank: generator.linear(), annotation: generator.annotation(false) }),
            not_stuck: self
                .several(|generator| NotStuck { place: generator.place(), sums: generator.several(Generator::sum) }),
            able: self.several(|generator| Able {
                place: generator.place(),
                thread: generator.place_number(),
                sums: generator.several(Generator::sum),
            }),
            cuts: self.several(cut),
            kin: self.kin(),
            renamed: self.several(|generator| Renamed {
                place: generator.place(),
                threads: generator.several(|it| (it.place_number(), it.place_number())).into_iter().collect(),
            }),
        }
    }

    fn kin(&mut self) -> Vec<Kin> {
        self.several(|generator| {
            let member = |generator: &mut Generator| Member {
                thread: generator.place_number(),
                own: generator.several(|generator| u32::try_from(generator.below(9)).unwrap()),
            };
            let mut members = generator.several(member);
            members.push(member(generator));
            Kin { members }
        })
    }

    fn guarantee(&mut self) -> Guarantee {
        Guarantee {
            changes: self.several(Generator::id).into_iter().collect(),
            starts: self.several(Generator::place_number).into_iter().collect(),
            before: self.several(Generator::place_number).into_iter().collect(),
            spurious: self.below(2) == 0,
            facts: self.several(Generator::linear),
        }
    }

    fn modular_effect(&mut self) -> modular::Effect {
        match self.below(2) {
            0 => modular::Effect::Never(self.sum()),
            _ => modular::Effect::To(self.place_number(), self.several(Generator::sum)),
        }
    }

    fn head(&mut self) -> Head {
        let ends = |generator: &mut Generator| match generator.below(3) {
            0 => None,
            1 => Some(Ends::Ranked { rank: generator.linear(), bounded: generator.sum(), less: generator.sum() }),
            _ => Some(Ends::Unfair {
                thread: generator.place_number(),
                waits: generator.sum(),
                able: generator.several(Generator::sum),
            }),
        };
        let relation = |generator: &mut Generator| Relation {
            place: generator.place_number(),
            facts: generator.several(Generator::linear),
            ends: ends(generator),
        };
        let taken = |generator: &mut Generator| RelationMove {
            relation: (generator.below(2) == 0).then(|| generator.place_number()),
            by: match generator.below(2) {
                0 => By::Own(generator.place_number()),
                _ => By::Other(generator.who(), generator.place_number()),
            },
            effect: generator.modular_effect(),
        };
        Head { place: self.place_number(), relations: self.several(relation), moves: self.several(taken) }
    }

    fn who(&mut self) -> Who {
        match self.below(4) {
            0 => Who::Fellow,
            1 => Who::Below,
            2 => Who::Above,
            _ => Who::Thread(self.place_number()),
        }
    }

    fn modular(&mut self) -> Modular {
        let place = |generator: &mut Generator| modular::Place {
            node: NodeId(generator.id()),
            facts: generator.several(Generator::linear),
        };
        let own = |generator: &mut Generator| OwnMove {
            place: generator.place_number(),
            letter: generator.place_number(),
            effect: generator.modular_effect(),
            keeps: (generator.below(2) == 0).then(|| (generator.place_number(), generator.several(Generator::sum))),
            starts: generator.several(|generator| (generator.place_number(), generator.several(Generator::sum))),
        };
        let other = |generator: &mut Generator| OtherMove {
            place: generator.place_number(),
            by: (generator.who(), generator.place_number()),
            effect: generator.modular_effect(),
        };
        let thread = |generator: &mut Generator| ThreadProof {
            places: generator.several(place),
            beginning: generator.several(Generator::sum),
            guarantees: generator.several(Generator::guarantee),
            own: generator.several(own),
            others: generator.several(other),
            heads: generator.several(Generator::head),
        };
        let is_shared = self.below(2) == 0;
        Modular { is_shared, threads: self.several(thread) }
    }

    fn reading(&mut self) -> Reading {
        Reading {
            entry: (self.below(2) == 0).then(|| self.name()),
            arguments: (0..self.below(3)).map(|_| self.name()).collect(),
            pure: (0..self.below(3)).map(|_| self.name()).collect(),
            overflow: [Overflow::Kept, Overflow::LeftOut][self.below(2) as usize],
            assertions: [Assertions::Kept, Assertions::LeftOut][self.below(2) as usize],
            spurious: [Spurious::Kept, Spurious::LeftOut][self.below(2) as usize],
            sections: (self.below(2) == 0).then(|| self.name()),
            flags: (0..self.below(3)).map(|_| self.name()).collect(),
        }
    }
}

#[test]
fn what_is_written_reads_back() {
    let mut generator = Generator(0x2545_f491_4f6c_dd1d);
    for _ in 0..2000 {
        let file = generator.file();
        let text = write(&file);
        assert_eq!(read(&text), Ok(file), "{text}");
    }
}

#[test]
fn damaged_files_do_not_panic() {
    let mut generator = Generator(42);
    for _ in 0..2000 {
        let mut characters: Vec<char> = write(&generator.file()).chars().collect();
        for _ in 0..3 {
            let position = generator.below(characters.len() as u64) as usize;
            match generator.below(3) {
                0 => drop(characters.remove(position)),
                1 => characters.insert(position, characters[generator.below(characters.len() as u64) as usize]),
                _ => characters.truncate(position.max(10)),
            }
        }
        let damaged: String = characters.into_iter().collect();
        // If it still reads, what it says must be what it would write.
        if let Ok(file) = read(&damaged) {
            assert_eq!(read(&write(&file)), Ok(file));
        }
    }
}

fn refused(text: &str, line: usize, what: &str) {
    let error = read(text).expect_err(text);
    assert_eq!((error.line, error.what.as_str()), (line, what), "{text}");
}

const HEAD: &str = "unhang evidence 1\nproperty finish\nfairness strong\n";

#[test]
fn what_is_not_an_evidence_file_is_refused_with_its_line() {
    let not_evidence = "this is not an evidence file: it should start with `unhang evidence`";
    refused("", 1, not_evidence);
    refused("var x: int;\n", 1, not_evidence);
    let version = "this is version `2` of the format, and only version 1 can be read";
    refused("unhang evidence 2\n", 1, version);
    refused("unhang evidence 1\nproperty x\n", 2, "expected finish, terminate, thread=NAME, sections or exit");
    refused("unhang evidence 1\n\n# hm\nfairness weak\n", 4, "expected a line that starts with `property`");
    refused(HEAD, 4, "the evidence is missing: the file ends here and was perhaps cut off");
    refused(&format!("{HEAD}lasso\n"), 4, "expected same-state, same-up-to-heap-names, keyframe or growing");
    refused(&format!("{HEAD}lasso growing 0 (1+p0\n"), 4, "expected a value at `+p0`");
    refused(&format!("{HEAD}exploration -1\nend\n"), 4, "`-1` is not a number of states");
    refused(&format!("{HEAD}exploration 1\n"), 5, "expected `end`: the file ends here and was perhaps cut off");
    refused(&format!("{HEAD}exploration 1\nend\nend\n"), 6, "there is more after `end`");
    refused(&format!("{HEAD}source zz a.bpl\n"), 4, "`zz` is not a hash");
    refused(
        &format!("{HEAD}deadlock\nsteps 99999999999\nt0 e1\n"),
        7,
        "a step is missing: the file ends here and was perhaps cut off",
    );
    refused(&format!("{HEAD}deadlock\nsteps 2\nt0 e1\nend\n"), 7, "a step is missing: there should be 2 steps");
    refused(&format!("{HEAD}deadlock\nsteps 1\nt0 e1\nt0 e1\nend\n"), 7, "expected `end`");
}

fn refused_step(step: &str, what: &str) {
    refused(&format!("{HEAD}deadlock\nsteps 1\n{step}\nend\n"), 6, what);
}

#[test]
fn wrong_steps_are_refused() {
    refused_step("t0", "expected ` ` at the end of the line");
    refused_step("t0 x1", "expected `e` at `x1`");
    refused_step("t0 e4294967296", "expected a number below 2^32, found `4294967296`");
    refused_step("t0 e1 ", "expected a value at the end of the line");
    refused_step("t0 e1 256bv8", "256 does not fit in 8 bits");
    refused_step("t0 e1 1bv4294967295", "a machine integer has at most 65536 bits");
    refused_step("t0 e1 maybe", "expected a value at `maybe`");
    refused_step("t0 e1 {1: 2}", "expected `; ` at `}`");
    refused_step("t0 e1 &heap3+1", "`heap` is not a base of pointers");
    refused_step(&format!("t0 e1 {}", "{*: ".repeat(100_000)), "maps are nested too deeply");
}

#[test]
fn a_hash_tells_a_changed_file() {
    assert_eq!(content_hash(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(content_hash("a"), 0xaf63_dc4c_8601_ec8c);
}
