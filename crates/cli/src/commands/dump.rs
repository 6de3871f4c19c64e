//! `unhang dump`: the program as unhang sees it.

use anyhow::Result;
use engine::budget::{Budget, Limits};
use engine::prepare;
use frontend::compiler::flags::Warnings;
use program::program::Program;

use crate::arguments::Dump;
use crate::exit::Exit;
use crate::{output, sources};

/// Prints the program.
pub fn dump(arguments: &Dump) -> Result<Exit> {
    let program = sources::lower(&arguments.reading, Warnings::Hidden, &Budget::start(Limits::default()))?.program;
    if arguments.form.prepared {
        return prepared(&program);
    }
    let text = if arguments.form.dot { report::dot::write(&program) } else { program::text::print(&program) };
    output::print(&text)?;
    Ok(Exit::Good)
}

fn prepared(program: &Program) -> Result<Exit> {
    match prepare::without_memory(program) {
        Ok(prepared) => {
            output::print(&program::text::print(&prepared.program))?;
            Ok(Exit::Good)
        }
        Err(obstacles) => {
            output::print("this program cannot do without memory and calls:\n")?;
            for obstacle in obstacles {
                let file = &program.files[obstacle.span.file.index()].name;
                output::print(&format!("{file}:{}: {}\n", obstacle.span.line, obstacle.why))?;
            }
            Ok(Exit::Unknown)
        }
    }
}
