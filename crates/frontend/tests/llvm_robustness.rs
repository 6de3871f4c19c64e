//! LLVM IR: no input makes the reader panic, overflow the stack or take longer than its length allows.

mod damage;
mod llvm_text;

use damage::{Random, change_characters, change_words, words};
use frontend::llvm::debug;
use frontend::llvm::layout::Layout;
use frontend::llvm::parse;
use llvm_text::{accepted, print, refused};

/// Everything that the grammar has, so that changes of it reach every corner.
const SAMPLE: &str = r##"
source_filename = "a.c"
target datalayout = "e-m:e-p270:32:32-i64:64-f80:128-n8:16:32:64-S128"
module asm "nop"
%S = type <{ i8, %"T u"*, [2 x <4 x float>], i32 (i8*, ...)* }>
%"T u" = type opaque
$c = comdat any
@g = internal thread_local(localexec) global %S <{ i8 -1, ptr null, [2 x <4 x float>] undef, ptr @f }>, comdat($c), align 8, !dbg !5
@s = private unnamed_addr constant [4 x i8] c"a\00\FFb", section "x" #0
@e = external addrspace(1) global i128
@k = global ptr getelementptr inbounds inrange(-8, 8) ({ i8, i64 }, ptr @g, i32 0, i32 1)
@m = global i64 add (i64 ptrtoint (ptr @g to i64), i64 170141183460469231731687303715884105728)
@al = weak alias i32, ptr @g
@if = ifunc i32 (), ptr @f
declare !dbg !2 noundef i32 @f(ptr noundef byval(%S) align 8, ...) #0
declare void @llvm.dbg.value(metadata, metadata, metadata)
define dso_local fastcc range(i32 0, 5) i32 @main(i32 %0, ptr nocapture readonly %p) local_unnamed_addr #1 personality ptr @f !dbg !2 {
entry:
  %a = alloca i32, i32 %0, align 4
  %x = fadd fast double 1.5e+10, 0x7FF8000000000000
  %y = insertvalue { i32, i1 } { i32 u0xFF, i1 true }, i32 %0, 0
  call void @llvm.dbg.value(metadata i32 %0, metadata !4, metadata !DIExpression(DW_OP_plus, 3)), !dbg !3
    #dbg_declare(ptr %a, !4, !DIExpression(), !3)
  %z = cmpxchg weak volatile ptr %p, i32 0, i32 1 syncscope("one") acq_rel monotonic, align 4
  store atomic i32 0, ptr %p release, align 4, !tbaa !{!0, i64 0}
  %r = tail call i32 (ptr, ...) @f(ptr byval(%S) @g, i32 3) #0 [ "deopt"(i32 1) ], !srcloc !0
  switch i32 %r, label %next [ i32 1, label %"odd \22" ]
"odd \22":
  %v = invoke i32 asm sideeffect "nop", "=r"() to label %next unwind label %pad
next:
  %w = phi i32 [ 0, %entry ], [ %v, %"odd \22" ]
  %q = shufflevector <2 x i32> splat (i32 1), <2 x i32> poison, <2 x i32> <i32 0, i32 3>
  indirectbr ptr blockaddress(@main, %next), [label %next, label %pad]
pad:
  %l = landingpad { ptr, i32 } cleanup catch ptr null filter [1 x ptr] [ptr @g]
  resume { ptr, i32 } %l
}
attributes #0 = { nounwind "k"="v" allocsize(0,1) alignstack=8 }
attributes #1 = { noreturn }
!named = !{!0, !1}
!0 = distinct !{!0, !"text", i32 5, null}
!1 = !DIFile(filename: "a.c", directory: "d")
!2 = distinct !DISubprogram(name: "main", file: !1, flags: DIFlagA | DIFlagB)
!3 = !DILocation(line: 1, column: 2, scope: !2)
!4 = !DILocalVariable(name: "x", scope: !2, file: !1, line: 1)
!5 = !DIGlobalVariableExpression(var: !4, expr: !DIExpression())
^0 = module: (path: "x")
"##;

/// Reads a text and, if it is accepted, everything that is derived from it.
fn try_out(text: &str) {
    match parse("test.ll", text) {
        Err(error) => drop(error.render()),
        Ok(module) => {
            if let Ok(layout) = Layout::new(&module) {
                module.variables.iter().for_each(|variable| drop(layout.extent(&variable.ty)));
            }
            for function in &module.functions {
                debug::local_names(&module, function);
                let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
                instructions
                    .filter_map(|instruction| instruction.debug)
                    .for_each(|node| drop(debug::locations(&module, node)));
            }
            print(&module);
        }
    }
}

#[test]
fn the_sample_is_accepted_and_can_be_printed_and_read_again() {
    let printed = print(&accepted(SAMPLE));
    assert_eq!(print(&accepted(&printed)), printed);
}

#[test]
fn parts_of_texts_do_no_harm() {
    for end in (0..SAMPLE.len()).filter(|end| SAMPLE.is_char_boundary(*end)) {
        try_out(&SAMPLE[..end]);
    }
}

#[test]
fn changed_bytes_do_no_harm() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let odd = b"(){}[]<>:;,=!|*@%#$^\"\\'+-. 09azcix\n\t\0\xc3\xa4\xff";
    for _ in 0..3_000 {
        let mut text = SAMPLE.as_bytes().to_vec();
        change_characters(&mut random, &mut text, odd);
        try_out(&String::from_utf8_lossy(&text));
    }
}

#[test]
fn changed_words_do_no_harm() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let original = words(SAMPLE);
    for _ in 0..3_000 {
        try_out(&change_words(&mut random, &original, 4, 3));
    }
}

#[test]
fn deep_nesting_gets_a_message() {
    for times in [1_000, 100_000] {
        let around =
            |before: &str, inner: &str, after: &str| format!("{}{inner}{}", before.repeat(times), after.repeat(times));
        let texts = [
            format!("@g = external global {}", around("[1 x ", "i8", "]")),
            format!("@g = external global {}", around("{ ", "i8", " }")),
            format!("@g = external global {}", around("<{ ", "i8", " }>")),
            format!("@g = external global {}", around("i8 (", "i8", ")*")),
            format!("@g = global [1 x i8] {}", around("[ [1 x i8] ", "", "]")),
            format!("@g = global i64 {}", around("add (i64 1, i64 ", "1", ")")),
            format!("@g = global <1 x i8> {}", around("splat (i8 ", "1", ")")),
            format!("!0 = {}", around("!{", "", "}")),
            format!("!0 = {}", around("!A(b: ", "!1", ")")),
            format!("!0 = !A(b: {})", around("{", "", "}")),
        ];
        for text in texts {
            let found = refused(&text);
            assert!(found.contains("nested too deeply (more than 200 levels)"), "{found}");
        }
        // Neither of these is recursive.
        assert_eq!(refused(&format!("@g = external global i8{}", "*".repeat(times))), "accepted");
        assert!(refused(&format!("@g = external global i8 {}", "()".repeat(times))).contains("expected a definition"));
        assert!(refused(&format!("declare void @f() a{}", "(".repeat(times))).contains("expected what closes this"));
    }
    assert!(refused(&format!("@g = global i64 {}", "9".repeat(100_000))).contains("more than 5000 digits"));
}
