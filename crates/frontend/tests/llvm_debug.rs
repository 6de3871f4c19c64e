//! LLVM IR: where instructions come from, and what the source calls things.

mod llvm_text;

use frontend::llvm::debug;
use frontend::llvm::module::Module;
use llvm_text::accepted;

const TEXT: &str = r#"
@counter = internal global i32 0, !dbg !20
@plain = global i32 0
declare void @llvm.dbg.value(metadata, metadata, metadata)
define i32 @_Z4mainv(i32 %argc) !dbg !3 {
  %slot = alloca i32
  #dbg_declare(ptr %slot, !10, !DIExpression(), !13)
  %part = alloca i32
  #dbg_declare(ptr %part, !11, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !13)
  call void @llvm.dbg.value(metadata i32 %argc, metadata !12, metadata !DIExpression()), !dbg !13
  call void @llvm.dbg.value(metadata i32 7, metadata !12, metadata !DIExpression()), !dbg !13
  call void @llvm.dbg.value(metadata ptr %slot, metadata !12, metadata !DIExpression()), !dbg !13
  %x = load i32, ptr %slot, !dbg !14
  ret i32 %x, !dbg !16
}
!1 = !DIFile(filename: "main.cpp", directory: "/src")
!2 = !DIFile(filename: "inner.h", directory: "/src")
!3 = distinct !DISubprogram(name: "main", linkageName: "_Z4mainv", scope: !1, file: !1, line: 5)
!4 = distinct !DISubprogram(name: "inner", scope: !2, file: !2, line: 1)
!5 = distinct !DILexicalBlock(scope: !4, file: !2, line: 2)
!6 = !DILexicalBlockFile(scope: !5, file: !1, discriminator: 2)
!10 = !DILocalVariable(name: "count", scope: !3, file: !1, line: 6)
!11 = !DILocalVariable(name: "part", scope: !3, file: !1, line: 7)
!12 = !DILocalVariable(name: "argc", arg: 1, scope: !3, file: !1, line: 5)
!13 = !DILocation(line: 6, column: 3, scope: !3)
!14 = !DILocation(line: 2, column: 9, scope: !5, inlinedAt: !15)
!15 = distinct !DILocation(line: 8, column: 1, scope: !3)
!16 = distinct !DILocation(line: 9, scope: !6, inlinedAt: !16)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "counter", scope: !1, file: !1, line: 3, isLocal: true)
"#;

/// The locations of an instruction, one after the other.
fn describe(module: &Module, debug: Option<frontend::llvm::ids::NodeId>) -> Vec<String> {
    let locations = debug::locations(module, debug.expect("the instruction has a location"));
    let one = |location: &debug::Location| {
        let file = location.file.as_ref().expect("it has a file");
        let function = location.function.as_ref().expect("it has a function");
        format!("{}/{}:{}:{} in {}", file.directory, file.name, location.line, location.column, function.name)
    };
    locations.iter().map(one).collect()
}

#[test]
fn locations_have_their_file_function_and_callers() {
    let module = accepted(TEXT);
    let block = &module.functions[1].blocks[0];
    let load = block.instructions.last().unwrap();
    assert_eq!(describe(&module, load.debug), ["/src/inner.h:2:9 in inner", "/src/main.cpp:8:1 in main"]);
    // Whoever writes a cycle gets an end; a lexical block may be in another file than its function.
    let cycle = describe(&module, block.terminator.debug);
    assert_eq!((cycle.len(), cycle[0].as_str()), (1_000, "/src/main.cpp:9:0 in inner"));
    let location = &debug::locations(&module, block.instructions[1].debug.unwrap())[0];
    assert_eq!(location.function.as_ref().unwrap().linkage_name.as_deref(), Some("_Z4mainv"));
}

#[test]
fn variables_have_the_names_of_the_source() {
    let module = accepted(TEXT);
    let function = &module.functions[1];
    let names = debug::local_names(&module, function);
    let names: Vec<String> = names
        .iter()
        .map(|(local, declared)| format!("%{} is {}:{}", function.local(*local).name, declared.name, declared.line))
        .collect();
    assert_eq!(names, ["%argc is argc:5", "%slot is count:6"]);
    let globals: Vec<_> = module.variables.iter().map(|variable| debug::variable(&module, variable)).collect();
    assert_eq!(globals[0].as_ref().map(|declared| (&*declared.name, declared.line)), Some(("counter", 3)));
    assert_eq!(globals[1], None);
    assert_eq!(debug::function(&module, function).map(|declared| declared.line), Some(5));
}
