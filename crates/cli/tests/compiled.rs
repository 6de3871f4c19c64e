//! C and C++ up to LLVM IR: what clang is given, what becomes of what it says, and that it is not left running.
#![allow(clippy::unwrap_used)]

mod installed;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use frontend::c::runtime;
use frontend::compiler::{compile_runtime, find};
use installed::{clang, write_clang};

/// Uses everything that the header offers to C.
const MARKED: &str = r#"
#include "unhang.h"
static int flag;
UNHANG_MUST_RETURN int work(int *object);
int work(int *object)
{
  unhang_begin("queue", object);
  unhang_wait_begin(&flag);
  unhang_wait_end(&flag);
  unhang_end("queue", object);
  return *object;
}
int main(void) { int object = 0; return work(&object); }
"#;

/// And to C++.
const GUARDED: &str = r#"
struct Queue { int size; } queue;
int guarded() { unhang::section guard(&queue); UNHANG_SECTION("queue", &queue); return queue.size; }
"#;

fn unhang(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_unhang")).args(words).current_dir(folder).output().unwrap()
}

/// A folder with a program, and a clang that does this when it is not asked for its version.
fn with_clang(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let version = "[ \"$1\" = --version ] && { echo 'clang version 19.1.7'; exit; }";
    write_clang(folder.path(), &format!("{version}\n{text}"));
    fs::write(folder.path().join("a.c"), "int main(void) { return 0; }\n").unwrap();
    fs::write(folder.path().join("b b.cpp"), "int two;\n").unwrap();
    folder
}

fn message(output: &Output) -> String {
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0));
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn clang_is_given_each_file_and_the_users_flags() {
    let folder = with_clang("for word; do echo \"[$word]\"; done >&2; exit 1");
    let words = ["check", "a.c", "b b.cpp", "--clang", "./clang", "--", "-O1", "-DTEXT=a  b;c"];
    let said = message(&unhang(folder.path(), &words));
    let (first, _) = said.split_once("[a.c]\n").unwrap();
    assert!(first.starts_with("[-O0]\n") && first.contains("[-O1]\n[-DTEXT=a  b;c]\n[-S]\n"), "{said}");
    let end = "[b b.cpp]\nerror: clang does not compile a.c, b b.cpp; flags for it, such as -I FOLDER or -std=c++20, go after `--`\n";
    assert!(said.ends_with(end), "{said}");
}

#[test]
fn warnings_are_shown_if_wished_for() {
    let folder = with_clang("case \"$*\" in *' -w '*) ;; *) echo 'a.c:1:1: warning: odd' >&2 ;; esac; exit 1");
    let shown = |words: &[&str]| message(&unhang(folder.path(), words)).contains("warning: odd");
    assert!(!shown(&["check", "a.c", "--clang", "./clang"]));
    assert!(shown(&["check", "a.c", "--clang", "./clang", "--verbose"]));
}

#[test]
fn a_clang_that_is_killed_is_told_of() {
    let folder = with_clang("kill -9 $$");
    let said = message(&unhang(folder.path(), &["check", "a.c", "--clang", "./clang"]));
    assert!(said.starts_with("./clang: signal: 9 (SIGKILL)\nerror: clang does not compile a.c;"), "{said}");
}

#[test]
fn clang_is_stopped_when_the_time_is_over() {
    let folder = with_clang("echo $$ > started; exec sleep 1000");
    let start = Instant::now();
    let output = unhang(folder.path(), &["check", "a.c", "--clang", "./clang", "-q", "--time", "1s"]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let said = String::from_utf8(output.stdout).unwrap();
    let expected = "a.c: UNKNOWN: the time of 1 s was used up before the program was compiled and read [UH-TIME]\n";
    assert_eq!((output.status.code(), said.as_str()), (Some(2), expected));
    let process = fs::read_to_string(folder.path().join("started")).unwrap();
    let is_running = Command::new("kill").args(["-0", process.trim()]).output().unwrap().status.success();
    assert!(!is_running, "{process}");
}

#[test]
fn no_file_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), "int main(void) { return 0; }\n").unwrap();
    fs::write(folder.path().join("broken.c"), "int main(\n").unwrap();
    for name in ["a.c", "broken.c"] {
        unhang(folder.path(), &["check", name, "--", "-c", "-o", "a.o", "-Wall", "-Werror", "-lm"]);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn llvm_ir_is_read_without_clang() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.ll"), "define i32 @main() {\n  rat i32 0\n}\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    let output = command.args(["check", "a.ll"]).current_dir(folder.path()).env("PATH", "").output().unwrap();
    let said = message(&output);
    assert!(said.starts_with("a.ll:2:3: error: "), "{said}");
}

/// Without unhang, programs that use the header compile without a warning, and link without anything else.
#[test]
fn the_header_is_nothing_to_other_compilers() {
    let folder = tempfile::tempdir().unwrap();
    assert!(unhang(folder.path(), &["header", "."]).status.success());
    let printed = unhang(folder.path(), &["header"]).stdout;
    assert_eq!(fs::read(folder.path().join("unhang.h")).unwrap(), printed);
    fs::write(folder.path().join("marked.c"), MARKED).unwrap();
    fs::write(folder.path().join("marked.cpp"), format!("{MARKED}{GUARDED}")).unwrap();
    let standards = [
        ("marked.c", "-std=c89"),
        ("marked.c", "-std=c17"),
        ("marked.cpp", "-std=c++98"),
        ("marked.cpp", "-std=c++20"),
    ];
    for compiler in ["gcc", &clang()] {
        for (file, standard) in standards {
            let words = [standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", "marked", file, "-lstdc++"];
            let Ok(output) = Command::new(compiler).args(words).current_dir(folder.path()).output() else { continue };
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && said.is_empty(), "{compiler} {standard}: {said}");
            let ran = Command::new(folder.path().join("marked")).status().unwrap();
            assert_eq!(ran.code(), Some(0), "{compiler} {standard}");
        }
    }
}

/// With unhang, the marks are calls of functions that it knows, with kinds that are plain to see.
#[test]
fn the_header_marks_programs_for_unhang() {
    let folder = tempfile::tempdir().unwrap();
    unhang(folder.path(), &["header", "."]);
    fs::write(folder.path().join("marked.cpp"), format!("{MARKED}{GUARDED}")).unwrap();
    let real = clang();
    write_clang(folder.path(), &format!("[ \"$1\" = --version ] || exec > kept.ll\nexec {real} \"$@\""));
    unhang(folder.path(), &["check", "marked.cpp", "--clang", "./clang"]);
    let text = fs::read_to_string(folder.path().join("kept.ll")).unwrap();
    for name in ["unhang_begin", "unhang_end", "unhang_wait_begin", "unhang_wait_end"] {
        assert!(text.contains(&format!("declare void @{name}(")), "{name}\n{text}");
    }
    assert!(text.contains("unhang:must_return") && text.contains("@llvm.global.annotations"), "{text}");
    assert!(frontend::llvm::parse("kept.ll", &text).is_ok());
}

#[test]
fn files_of_the_runtime_are_compiled_and_define_what_they_say() {
    let compiler = find::find(Some(Path::new(&clang())), &[], &|| false).unwrap();
    let compiled = compile_runtime(&compiler, runtime::SOURCES, &|| false).unwrap();
    let mut missing = Vec::new();
    for (source, compiled) in runtime::SOURCES.iter().zip(compiled) {
        let defined: Vec<&str> = compiled.text.lines().filter_map(defined).collect();
        let is_missing = |symbol: &&str| match symbol.strip_suffix('*') {
            Some(beginning) => !defined.iter().any(|name| name.starts_with(beginning)),
            None => !defined.contains(symbol),
        };
        missing.extend(source.symbols().filter(is_missing).map(|symbol| format!("{}: {symbol}", source.name)));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The symbol that the line defines.
fn defined(line: &str) -> Option<&str> {
    let is_definition = line.starts_with("define ") || line.starts_with('@') && !line.contains("external");
    let (_, rest) = line.split_once('@').filter(|_| is_definition)?;
    Some(&rest[..rest.find([' ', '('])?])
}

#[test]
fn definitions_are_told_from_declarations() {
    assert_eq!(defined("define dso_local void @f(ptr noundef %0) #0 {"), Some("f"));
    assert_eq!(defined("@a = unnamed_addr alias void (ptr), ptr @b"), Some("a"));
    assert_eq!(defined("declare void @g(ptr)"), None);
    assert_eq!(defined("@v = external constant ptr"), None);
}
