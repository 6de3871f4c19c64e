//! LLVM IR: what is read is what was written, construct by construct.

mod llvm_text;

use frontend::llvm::instructions::Operation;
use frontend::llvm::module::{Function, Module};
use frontend::llvm::operators::Linkage;
use llvm_text::{Printer, accepted, print, refused};

/// What the instructions below speak of.
const CONTEXT: &str = r#"
%S = type { i32, [4 x i8], ptr }
%"odd name" = type opaque
@g = global i32 0
@a = global [4 x i32] zeroinitializer
declare i32 @f(...)
declare void @v(i32)
declare i32 @__gxx_personality_v0(...)
!0 = !{}
!1 = !{!"x", i32 3}
"#;

/// The function's instructions and terminators as text.
fn lines(module: &Module, function: &Function) -> Vec<String> {
    let printer = Printer { module, function: Some(function) };
    let mut lines = Vec::new();
    for block in &function.blocks {
        lines.extend(block.instructions.iter().map(|instruction| printer.instruction(instruction)));
        lines.push(printer.terminator(&block.terminator));
    }
    lines
}

fn the_function(module: &Module) -> &Function {
    let symbol = module.find_symbol("test").expect("the text defines it");
    module.function(symbol).expect("it is a function")
}

/// Reads instructions, one on a line, and expects to find `expect` instead of them.
fn check_as(instructions: &str, expect: &str) {
    let parameters = "i32 %i, i64 %l, i1 %c, float %x, double %d, ptr %p, <4 x i32> %vec, %S %s, metadata %m";
    let text = format!("{CONTEXT}define void @test({parameters}) {{\n{instructions}\n ret void\n}}\n");
    let module = accepted(&text);
    let mut found = lines(&module, the_function(&module));
    found.pop();
    let expect: Vec<&str> = expect.trim().lines().map(str::trim).collect();
    assert_eq!(found, expect);
}

/// Reads instructions, one on a line, and expects to find them as they are.
fn check(instructions: &str) {
    check_as(instructions, instructions);
}

/// Reads the body of a function that returns `i32`, with its labels left out of the comparison.
fn check_body(body: &str) {
    let text =
        format!("{CONTEXT}define i32 @test(i32 %i, ptr %p) personality ptr @__gxx_personality_v0 {{\n{body}\n}}\n");
    let module = accepted(&text);
    let is_instruction = |line: &&str| !line.is_empty() && !line.ends_with(':');
    let expect: Vec<&str> = body.lines().map(str::trim).filter(is_instruction).collect();
    assert_eq!(lines(&module, the_function(&module)), expect);
}

/// Reads definitions, one on a line, and expects to find them as they are.
fn check_module(definitions: &str) {
    let printed = print(&accepted(definitions));
    for line in definitions.trim().lines().map(str::trim) {
        assert!(printed.lines().any(|found| found.trim() == line), "`{line}` is not in\n{printed}");
    }
}

#[test]
fn arithmetic() {
    check("%a = add nuw nsw i32 %i, 1\n%b = sub nsw i32 0, %a\n%e = mul i32 %a, -5\n%h = shl nuw i32 1, %i");
    check("%a = udiv exact i32 %i, 3\n%b = sdiv i32 %i, 3\n%e = urem i32 %i, 3\n%h = srem i32 %i, 3");
    check("%a = lshr exact i32 %i, 3\n%b = ashr i32 %i, 3\n%e = and i32 %a, 3\n%h = or disjoint i32 %i, 3");
    check("%a = xor <4 x i32> %vec, splat (i32 -1)\n%b = add i128 170141183460469231731687303715884105727, 1");
    check("%a = fadd fast float %x, 0x3FF0000000000000\n%b = fsub reassoc nsz double %d, %d\n%e = fneg nnan float %x");
    check("%a = fmul contract float %x, %x\n%b = fdiv arcp afn float %x, %x\n%e = frem ninf float %x, %x");
    check_as(
        "%a = fadd float %x, 1.5\n%b = fadd float %x, -2.0e+01",
        "%a = fadd float %x, 0x3FF8000000000000\n%b = fadd float %x, 0xC034000000000000",
    );
    check("%a = fadd x86_fp80 0xK3FFF8000000000000000, 0xK00000000000000000001\n%b = fadd half 0xH3C00, 0xH0001");
    check("%a = fadd fp128 0xL00000000000000013FFF000000000000, undef\n%b = fadd bfloat 0xR3F80, poison");
}

#[test]
fn conversions_and_comparisons() {
    check("%a = trunc nuw nsw i64 %l to i32\n%b = zext nneg i32 %i to i64\n%e = sext i32 %i to i64");
    check("%a = fptrunc double %d to float\n%b = fpext float %x to double\n%e = fptoui float %x to i8");
    check("%a = fptosi float %x to i32\n%b = uitofp nneg i32 %i to float\n%e = sitofp i32 %i to double");
    check("%a = ptrtoint ptr %p to i64\n%b = inttoptr i64 %a to ptr\n%e = bitcast double %d to i64");
    check("%a = addrspacecast ptr %p to ptr addrspace(3)\n%b = ptrtoaddr ptr %p to i64\n%e = freeze i32 %i");
    check("%a = icmp eq i32 %i, 0\n%b = icmp samesign ult i32 %i, 7\n%e = icmp ne ptr %p, null");
    check("%a = fcmp oeq float %x, %x\n%b = fcmp fast une float %x, %x\n%e = fcmp true float %x, %x");
    check("%a = select i1 %c, i32 %i, i32 7\n%b = select fast i1 %c, float %x, float %x");
}

#[test]
fn memory() {
    check("%a = alloca i32, align 4\n%b = alloca [4 x i8], i32 %i, align 16\n%e = alloca inalloca %S");
    check("%a = alloca ptr, i64 %l, align 8, addrspace(5)\n%b = alloca i8, align 1, !x !0");
    check("%a = load i32, ptr %p\n%b = load volatile i32, ptr %p, align 4\n%e = load ptr, ptr %p, align 8, !tbaa !1");
    check(
        "%a = load atomic i32, ptr %p seq_cst, align 4\n%b = load atomic volatile i32, ptr %p syncscope(\"singlethread\") monotonic, align 4",
    );
    check("store i32 %i, ptr %p\nstore volatile i32 5, ptr @g, align 4\nstore atomic i32 %i, ptr %p release, align 4");
    check("fence acquire\nfence syncscope(\"singlethread\") seq_cst\nfence acq_rel\nfence release");
    check("%a = cmpxchg ptr %p, i32 0, i32 %i acq_rel monotonic, align 4\n%b = extractvalue { i32, i1 } %a, 1");
    check("%a = cmpxchg weak volatile ptr %p, i32 0, i32 1 syncscope(\"one\") seq_cst acquire");
    for operator in ["xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "uinc_wrap"] {
        check(&format!("%a = atomicrmw volatile {operator} ptr %p, i32 %i seq_cst, align 4"));
    }
    check("%a = atomicrmw fadd ptr %p, float %x syncscope(\"one\") monotonic");
    check(
        "%a = getelementptr inbounds nuw %S, ptr %p, i64 %l, i32 1, i64 2\n%b = getelementptr nusw i8, ptr %p, i64 %l",
    );
    check("%a = getelementptr i8, ptr %p, <4 x i32> %vec, !x !0\n%b = icmp eq <4 x ptr> %a, zeroinitializer");
}

#[test]
fn aggregates_and_vectors() {
    check(
        "%a = extractvalue %S %s, 1, 2\n%b = insertvalue %S %s, i8 7, 1, 0\n%e = insertvalue { i32, i32 } undef, i32 %i, 0, !x !0",
    );
    check("%a = extractelement <4 x i32> %vec, i32 0\n%b = insertelement <4 x i32> poison, i32 %a, i64 %l");
    check(
        "%a = shufflevector <4 x i32> %vec, <4 x i32> poison, <2 x i32> <i32 3, i32 poison>\n%b = add <2 x i32> %a, %a",
    );
    check("%a = va_arg ptr %p, i32\n%b = add <vscale x 2 x i64> zeroinitializer, undef");
}

#[test]
fn calls() {
    check(
        "call void @v(i32 noundef %i)\n%a = call i32 (...) @f()\n%b = tail call fastcc noundef zeroext i16 %p(ptr noundef nonnull align 8 dereferenceable(16) %p, i1 1)",
    );
    check("musttail call void @v(i32 %i)\nnotail call void @v(i32 %i) noreturn nounwind \"some-key\"=\"a value\"");
    check(
        "%a = call nnan ninf double %p(double %d)\n%b = call cc 10 i32 %p(ptr byval(%S) align 8 %p, ptr sret({ i32, i64 }) %p)",
    );
    check(
        "%a = call range(i32 0, 5) i32 %p(ptr captures(ret: address, provenance) %p, ptr initializes((0, 4), (8, 12)) %p) memory(argmem: read)",
    );
    check("%a = call i32 (ptr, ...) %p(ptr %p, i32 1) [ \"deopt\"(i32 1, ptr %p), \"none\"() ], !srcloc !0");
    check(
        "%a = call i64 asm sideeffect \"add $0, \\22$1\\22\\0A\", \"=r,r\"(i64 %l)\ncall void asm inteldialect \"nop\", \"\"()",
    );
    check(
        "call void %p(metadata i32 %i, metadata ptr undef, metadata !\"round.dynamic\", metadata !0, metadata !{i32 1})",
    );
    check("call void %p(ptr elementtype(i32) %p, ptr @g, token none)");
    // Attribute groups are resolved, whether they are known by then or not.
    let text = "define void @test() #0 {\n call void @test() #1 nounwind\n ret void\n}\nattributes #1 = { cold alignstack=16 }\nattributes #0 = { noreturn \"k\"=\"v\" \"w\" }\n";
    let module = accepted(text);
    let printed = print(&module);
    assert!(printed.contains("define void @test() noreturn \"k\"=\"v\" w {\n"), "{printed}");
    assert!(printed.contains("call void @test() cold alignstack(16) nounwind\n"), "{printed}");
}

#[test]
fn results_without_names_are_numbered() {
    check_as("%1 = add i32 %i, 1\n%2 = add i32 %1, 1", "%1 = add i32 %i, 1\n%2 = add i32 %1, 1");
    check_as("call i32 (...) @f()\n%2 = add i32 %1, 1", "%1 = call i32 (...) @f()\n%2 = add i32 %1, 1");
    check("%\"a b\" = add i32 %i, 1\n%5 = add i32 %\"a b\", 1\n%6 = add i32 %5, 1");
    let module = accepted("define i32 @test(i32, i32 %x, i8) {\n%4 = add i32 %0, %x\nbr label %5\n5:\nret i32 %4\n}\n");
    assert_eq!(lines(&module, the_function(&module)), ["%4 = add i32 %0, %x", "br label %5", "ret i32 %4"]);
}

#[test]
fn control_flow() {
    check_body(
        "entry:\nbr label %loop\nloop:\n%n = phi i32 [ 0, %entry ], [ %m, %loop ], !x !0\n%m = add i32 %n, 1\n%c = icmp eq i32 %m, %i\nbr i1 %c, label %out, label %loop, !prof !0\nout:\nret i32 %n",
    );
    check_body("switch i32 %i, label %a [ i32 -1, label %b i32 5, label %a ]\na:\nret i32 1\nb:\nunreachable");
    check_body(
        "indirectbr ptr blockaddress(@test, %\"b c\"), [label %a, label %\"b c\"]\na:\nret i32 1\n\"b c\":\nret i32 2",
    );
    check_body(
        "callbr void asm sideeffect \"jmp ${0:l}\", \"!i\"() to label %a [label %b]\na:\nret i32 1\nb:\nret i32 2",
    );
    check_body(
        "%r = invoke i32 (...) @f(i32 1) nounwind to label %a unwind label %b, !dbg !0\na:\nret i32 %r\nb:\n%e = landingpad { ptr, i32 } cleanup catch ptr @g filter [0 x ptr] zeroinitializer\nresume { ptr, i32 } %e",
    );
    check_body(
        "invoke void @v(i32 1) to label %a unwind label %b\na:\nret i32 1\nb:\n%s = catchswitch within none [label %h] unwind to caller\nh:\n%p2 = catchpad within %s [ptr null, i32 64]\ninvoke void @v(i32 2) to label %z unwind label %k\nz:\ncatchret from %p2 to label %a\nk:\n%q = cleanuppad within %p2 []\ncleanupret from %q unwind label %l\nl:\n%r = cleanuppad within %p2 []\ncleanupret from %r unwind to caller",
    );
}

#[test]
fn constants() {
    check_module(
        r#"
        @s = private constant [6 x i8] c"a\22\5C\0A\FF\00", align 1
        @i = internal global i32 -7, align 4
        @n = global ptr null
        @k = external thread_local(initialexec) addrspace(1) constant i32
        @w = extern_weak global i32
        @t = thread_local global <{ i8, i32 }> <{ i8 1, i32 2 }>, section "some", align 16
        @r = weak_odr externally_initialized global { i8, [2 x i16], <2 x i1> } { i8 1, [2 x i16] [i16 1, i16 2], <2 x i1> <i1 1, i1 0> }
        @e = global ptr getelementptr inbounds ([6 x i8], ptr @s, i64 0, i64 2)
        @d = global i64 sub (i64 ptrtoint (ptr @e to i64), i64 ptrtoint (ptr @s to i64))
        @c = global ptr inttoptr (i64 add nuw (i64 5, i64 ptrtoint (ptr @c to i64)) to ptr)
        @x = global i1 icmp eq (ptr @i, ptr @n)
        @y = global i32 select (i1 icmp ult (ptr @i, ptr @n), i32 1, i32 2)
        @o = global i32 extractvalue ({ i32, i32 } { i32 1, i32 2 }, 1)
        @u = global i1 fcmp olt (double 0x3FF0000000000000, double 0x0)
        @b = global ptr blockaddress(@main, %3)
        @q = global [2 x ptr] [ptr dso_local_equivalent @main, ptr no_cfi @main]
        @z = global ptr ptrauth (ptr @i, i32 2, i64 1234)
        @v = global <2 x i32> splat (i32 4)
        @f = global float 0x3FF8000000000000
        @"odd \22name" = appending global [0 x ptr] undef
        @5 = global i32 poison
        @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @main, ptr null }]
        @alias = weak alias i32, ptr @i
        @alias2 = alias i8, ptr getelementptr (i8, ptr @i, i64 1)
        @chosen = ifunc i32 (), ptr @main
        define void @main(i32 %0, i8 %1) {
        br label %3
        3:
        ret void
        }
        "#,
    );
}

#[test]
fn what_only_the_linker_needs_is_read_and_left_out() {
    let text = r#"
        source_filename = "a.c"
        target datalayout = "e-m:e-i64:64"
        target triple = "x86_64-pc-linux-gnu"
        module asm "nop"
        $c = comdat any
        $"d e" = comdat largest
        @a = linkonce_odr dso_local local_unnamed_addr global i32 0, comdat, no_sanitize_address, align 4 #0
        @b = hidden unnamed_addr constant i32 1, comdat($c), partition "p", code_model "large"
        define linkonce_odr dso_local hidden void @f() unnamed_addr #0 comdat($"d e") align 16 gc "x" prefix i32 5 !dbg !3 {
          ret void
          uselistorder i32 0, { 1, 0 }
        }
        uselistorder ptr @f, { 1, 0 }
        attributes #0 = { nounwind }
        !3 = distinct !DISubprogram(name: "f")
        ^0 = module: (path: "x", hash: (1, 2))
        ^1 = blockcount: 5
    "#;
    let module = accepted(text);
    assert_eq!((&*module.source, &*module.triple), ("a.c", "x86_64-pc-linux-gnu"));
    assert_eq!(module.variables[0].linkage, Linkage::LinkOnceOdr);
    assert_eq!(module.variables[0].alignment, Some(4));
    assert!(
        print(&module).contains("define linkonce_odr void @f() nounwind align 16 !dbg !3 {\n"),
        "{}",
        print(&module)
    );
}

#[test]
fn typed_pointers_become_pointers() {
    let text = r#"
        %S = type { i32*, i8 (i32, ...)*, %S* addrspace(2)* }
        @s = global %S* null
        @t = global i8* getelementptr inbounds ({ [2 x i8] }, { [2 x i8] }* @u, i32 0, inrange i32 0, i32 1)
        @u = global { [2 x i8] } zeroinitializer
        declare i32 @printf(i8*, ...)
        define void @test(void (i32)* %h, %S* byval(%S) %s) {
          %a = alloca i32*, align 8
          %b = load i32*, i32** %a, align 8
          %c = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([1 x i8], [1 x i8]* null, i64 0, i64 0), i32* %b)
          call void %h(i32 bitcast (i32 1 to i32))
          call void bitcast (i32 (i8*, ...)* @printf to void ()*)()
          ret void
        }
    "#;
    let module = accepted(text);
    let expect = [
        "%a = alloca ptr, align 8",
        "%b = load ptr, ptr %a, align 8",
        "%c = call i32 (ptr, ...) @printf(ptr getelementptr inbounds ([1 x i8], ptr null, i64 0, i64 0), ptr %b)",
        "call void %h(i32 bitcast (i32 1 to i32))",
        "call void bitcast (ptr @printf to ptr)()",
        "ret void",
    ];
    assert_eq!(lines(&module, the_function(&module)), expect);
    let printed = print(&module);
    assert!(printed.contains("%S = type { ptr, ptr, ptr addrspace(2) }"), "{printed}");
    assert!(
        printed.contains("@t = global ptr getelementptr inbounds ({ [2 x i8] }, ptr @u, i32 0, i32 0, i32 1)"),
        "{printed}"
    );
    assert!(printed.contains("@test(ptr %h, ptr byval(%S) %s)"), "{printed}");
}

#[test]
fn types() {
    check_module(
        r#"
        %a = type { i1, i8388607, half, bfloat, float, double, x86_fp80, fp128, ppc_fp128 }
        %"b c" = type <{ %a, { i8, <vscale x 4 x float> }, [0 x <2 x ptr addrspace(7)>] }>
        %d = type opaque
        %0 = type { target("spirv.Image", void, 1), x86_amx, x86_mmx }
        @f = external global ptr
        declare token @g(metadata %0, label %1)
        declare { i32, ptr } @h(ptr %0, ...)
        declare fastcc noundef zeroext i1 @k(i32 noundef signext %x, ptr %0)
        declare i32 @l(...) nounwind
        "#,
    );
    // Names of what is no structure are resolved.
    let module = accepted("%v = type <2 x i32>\ndeclare %v @f(%v*)\n");
    assert!(print(&module).contains("declare <2 x i32> @f(ptr %0)"));
}

#[test]
fn metadata() {
    check_module(
        r#"
        !llvm.module.flags = !{!0, !1}
        !0 = !{i32 7, !"Dwarf Version", i32 5, null, !1, !{!0}, ptr @f}
        !1 = distinct !{!1, !2}
        !2 = !DILocation(line: 3, column: 4, scope: !3, inlinedAt: !2, isImplicitCode: true)
        !3 = distinct !DISubprogram(name: "f\0A", flags: DIFlagPrototyped | DIFlagPublic, spFlags: DISPFlagDefinition, unit: !4)
        !4 = distinct !DICompileUnit(language: DW_LANG_C99, file: !5, emissionKind: FullDebug, enums: null)
        !5 = !DIFile(filename: "a.c", directory: "dir", checksumkind: CSK_MD5, checksum: "00")
        !6 = !DIExpression(DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 0, 32)
        !7 = !DIDerivedType(tag: DW_TAG_member, name: "x", extraData: i64 5, size: 32)
        !8 = !DIEnumerator(name: "e", value: 340282366920938463463374607431768211455, isUnsigned: true)
        !9 = !SomethingNew(anything: goes, here: !DIExpression(), and: -1)
        declare !dbg !3 void @f()
        "#,
    );
}

#[test]
fn intrinsics_and_records_for_the_debugger_are_the_same() {
    let old = "call void @llvm.dbg.declare(metadata ptr %p, metadata !1, metadata !DIExpression()), !dbg !0";
    let new = "#dbg_declare(ptr %p, !1, !DIExpression(), !0)";
    let list = "#dbg_value(!DIArgList(i32 %i, i64 %l), !1, !DIExpression(DW_OP_LLVM_arg, 0), !0)";
    let intrinsic = "declare void @llvm.dbg.declare(metadata, metadata, metadata)\n!0 = !{}\n!1 = !{!0}\n";
    let text = format!(
        "{intrinsic}define void @test(ptr %p, i32 %i, i64 %l) {{\n{old}\n{new}\n{list}\n#dbg_label(!1, !0)\nret void, !dbg !0\n}}\n"
    );
    let module = accepted(&text);
    let expect = [new, new, list, "#dbg_label(!1, !0)", "ret void, !dbg !0"];
    assert_eq!(lines(&module, the_function(&module)), expect);
    let instructions = &the_function(&module).blocks[0].instructions;
    assert!(instructions.iter().all(|instruction| matches!(instruction.operation, Operation::Debug(_))));
    assert_eq!(instructions.iter().map(|instruction| instruction.line).collect::<Vec<_>>(), [5, 6, 7, 8]);
}

#[test]
fn mistakes_have_a_place_and_a_sentence() {
    let body = |body: &str| refused(&format!("define void @f(i32 %i) {{\n{body}\n}}\n"));
    assert_eq!(body("  frobnicate i32 %i\n ret void"), "2:3 there is no instruction `frobnicate`");
    assert_eq!(body("  %x = add i32 %y, 1\n ret void"), "2:16 `%y` is not defined");
    assert_eq!(body("  %i = add i32 1, 1\n ret void"), "2:3 `%i` is defined twice");
    assert_eq!(body("  br label %no"), "2:12 there is no block `%no`");
    assert_eq!(body("  br label %a\na:\n ret void\na:\n ret void"), "5:1 the block `a` is defined twice");
    assert_eq!(body("  %x = fence acquire\n ret void"), "2:3 this instruction has no result");
    assert_eq!(body("  %x = icmp foo i32 1, 1\n ret void"), "2:13 there is no predicate `foo`");
    assert_eq!(body("  %x = extractvalue i32 %i, 0\n ret void"), "2:8 the operand of this instruction has no member 0");
    assert_eq!(
        body("  store atomic i32 1, ptr null, align 4\n ret void"),
        "2:31 expected a memory ordering, found `,`"
    );
    assert_eq!(body(""), "3:1 a function that is defined has a block");
    assert_eq!(refused("@a = global ptr @b"), "1:17 `@b` is not defined");
    assert_eq!(refused("@a = global i32 0\n@a = global i32 0"), "2:1 `@a` is defined twice");
    assert_eq!(refused("@a = global %T zeroinitializer"), "1:13 `%T` is not defined");
    assert_eq!(refused("@a = global i32 %x"), "1:17 expected a constant, found `%x`".replace("a constant", "a value"));
    assert_eq!(refused("!0 = !{!1}"), "1:8 `!1` is not defined");
    assert_eq!(refused("@a = global i99999999 0"), "1:13 expected a type, found `i99999999`");
    assert_eq!(refused("nonsense"), "1:1 expected a definition, found `nonsense`");
}
