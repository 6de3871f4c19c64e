//! Programs without wake-ups for no reason.
//!
//! Other steps that cannot be counted on stay: a clock that shows the same time again, for instance.

use program::program::Program;

/// The program without the spurious steps of threads that wait.
pub fn removed(mut program: Program) -> Program {
    for procedure in &mut program.procedures {
        let nodes = &procedure.nodes;
        procedure.edges.retain(|edge| !edge.spurious || nodes[edge.from.index()].section.is_none());
    }
    program
}

#[cfg(test)]
mod tests {
    use program::span::SourceFile;
    use program::validate::validate;

    use super::*;
    use crate::boogie;

    #[test]
    fn only_spurious_steps_go() {
        let file = SourceFile::new("a.bpl".into(), "procedure main() { if (*) { yield; } }".into());
        let mut program = boogie::lower(vec![file], &Default::default()).unwrap();
        let before = removed(program.clone());
        assert_eq!(before, program);
        program.procedures[0].edges[0].spurious = true;
        assert_eq!(removed(program.clone()), program);
        let from = program.procedures[0].edges[0].from;
        program.procedures[0].nodes[from.index()].section = Some(program::ids::SectionKindId(0));
        program.section_kinds = vec!["cond".to_owned()];
        let after = removed(program);
        assert_eq!(after.procedures[0].edges, before.procedures[0].edges[1..]);
        assert_eq!(validate(&after), Ok(()));
    }
}
