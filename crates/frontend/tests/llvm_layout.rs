//! LLVM IR: sizes, alignments and offsets, as the compilers for x86-64 and aarch64 have them.

mod llvm_text;

use frontend::llvm::layout::{Extent, Layout, NoSize};
use frontend::llvm::types::Type;
use llvm_text::accepted;

const X86: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const OLD_X86: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";
const ARM: &str = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128";

/// Size and alignment of the type by the data layout.
fn extent(data_layout: &str, types: &str, ty: &str) -> Result<(u64, u64), NoSize> {
    let text = format!("target datalayout = \"{data_layout}\"\n{types}\n@g = external global {ty}\n");
    let module = accepted(&text);
    let layout = Layout::new(&module)?;
    layout.extent(&module.variables[0].ty).map(|Extent { size, alignment }| (size, alignment))
}

#[test]
fn scalars() {
    let check = |ty: &str, expect: (u64, u64)| {
        for data_layout in [X86, ARM] {
            assert_eq!(extent(data_layout, "", ty), Ok(expect), "{ty}");
        }
    };
    check("i1", (1, 1));
    check("i24", (4, 4));
    check("i64", (8, 8));
    check("i128", (16, 16));
    check("i200", (32, 16));
    check("float", (4, 4));
    check("x86_fp80", (16, 16));
    check("fp128", (16, 16));
    check("ptr", (8, 8));
    check("<3 x i32>", (16, 16));
    check("<8 x i1>", (1, 1));
    check("<16 x i32>", (64, 64));
    check("[3 x i16]", (6, 2));
    assert_eq!(extent(X86, "", "ptr addrspace(270)"), Ok((4, 4)));
    assert_eq!(extent(OLD_X86, "", "i128"), Ok((16, 8)));
    assert_eq!(extent("", "", "i64"), Ok((8, 4)));
}

#[test]
fn structures() {
    let text = format!("target datalayout = \"{X86}\"\n%S = type {{ i8, i64, i8, [3 x i16], ptr, x86_fp80 }}\n");
    let module = accepted(&text);
    let layout = Layout::new(&module).unwrap();
    let body = Type::Named(frontend::llvm::ids::TypeId(0));
    let structure = layout.structure(body.structure(&module).unwrap()).unwrap();
    assert_eq!(structure.offsets, [0, 8, 16, 18, 24, 32]);
    assert_eq!(structure.extent, Extent { size: 48, alignment: 16 });
    assert_eq!(layout.store_size(&Type::Integer(33)), Ok(5));
    assert_eq!(extent(X86, "", "<{ i8, i64, i8 }>"), Ok((10, 1)));
    assert_eq!(extent(X86, "", "{}"), Ok((0, 1)));
    assert_eq!(extent(X86, "%S = type { i32, %T }\n%T = type { i64, ptr }", "[2 x %S]"), Ok((48, 8)));
}

#[test]
fn what_has_no_size() {
    assert_eq!(extent(X86, "%T = type opaque", "%T"), Err(NoSize::Opaque));
    assert_eq!(extent(X86, "%T = type { i32, [2 x %U] }\n%U = type { %T }", "%T"), Err(NoSize::Recursive));
    assert_eq!(extent(X86, "%T = type { ptr, %T* }", "%T"), Ok((16, 8)));
    assert_eq!(extent(X86, "", "<vscale x 4 x i32>"), Err(NoSize::Scalable));
    assert_eq!(extent(X86, "", "target(\"x\")"), Err(NoSize::Target));
    assert_eq!(extent(X86, "", "[18446744073709551615 x i16]"), Err(NoSize::TooLarge));
    assert_eq!(extent("i64:x", "", "i8"), Err(NoSize::Specification("i64:x".into())));
    // Named types that contain each other many times, or in a long chain.
    let twice: String = (1..100).map(|level| format!("%T{level} = type {{ %T{0}, %T{0} }}\n", level - 1)).collect();
    assert_eq!(extent(X86, &format!("%T0 = type {{ i8 }}\n{twice}"), "%T99"), Err(NoSize::TooLarge));
    let chain: String = (1..50_000).map(|level| format!("%T{} = type {{ %T{level} }}\n", level - 1)).collect();
    assert_eq!(extent(X86, &format!("{chain}%T49999 = type {{ i8 }}\n"), "%T0"), Err(NoSize::TooDeep));
}
