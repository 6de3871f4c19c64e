//! Programs without wake-ups for no reason.

use program::program::Program;

/// The program without its spurious steps.
pub fn removed(mut program: Program) -> Program {
    for procedure in &mut program.procedures {
        procedure.edges.retain(|edge| !edge.spurious);
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
        let after = removed(program);
        assert_eq!(after.procedures[0].edges, before.procedures[0].edges[1..]);
        assert_eq!(validate(&after), Ok(()));
    }
}
