//! The closed sets of words: operators, predicates, orderings, linkages, flags.

/// An enumeration whose variants are words of the text.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`.")] $variant,)*
        }

        impl $name {
            /// What the word stands for, if it is one of these.
            pub fn from_word(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }

            /// The word in the text.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }
    )*};
}

words! {
    /// The formats of floating-point numbers.
    FloatKind {
        Half = "half", Brain = "bfloat", Single = "float", Double = "double",
        X87 = "x86_fp80", Quad = "fp128", PowerPc = "ppc_fp128",
    }

    /// Operations on two operands of one type.
    BinaryOperator {
        Add = "add", Sub = "sub", Mul = "mul",
        UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
        Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
    }

    /// Conversions.
    CastOperator {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FpTrunc = "fptrunc", FpExt = "fpext",
        FpToUi = "fptoui", FpToSi = "fptosi", UiToFp = "uitofp", SiToFp = "sitofp",
        PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr", IntToPtr = "inttoptr",
        BitCast = "bitcast", AddrSpaceCast = "addrspacecast",
    }

    /// How integers and pointers are compared.
    IntegerPredicate {
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule",
        Sgt = "sgt", Sge = "sge", Slt = "slt", Sle = "sle",
    }

    /// How floating-point numbers are compared.
    FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une", Uno = "uno", True = "true",
    }

    /// The memory orderings of atomic accesses, weakest first.
    MemoryOrdering {
        Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire", Release = "release",
        AcquireRelease = "acq_rel", SequentiallyConsistent = "seq_cst",
    }

    /// What `atomicrmw` does with the old value.
    ReadModifyWriteOperator {
        Exchange = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor",
        Max = "max", Min = "min", UMax = "umax", UMin = "umin",
        FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin", FMaximum = "fmaximum", FMinimum = "fminimum",
        FMaximumNumber = "fmaximumnum", FMinimumNumber = "fminimumnum",
        UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap", USubCond = "usub_cond", USubSat = "usub_sat",
    }

    /// Who else sees a symbol.
    Linkage {
        External = "external", Private = "private", Internal = "internal", AvailableExternally = "available_externally",
        LinkOnce = "linkonce", LinkOnceOdr = "linkonce_odr", Weak = "weak", WeakOdr = "weak_odr",
        Common = "common", Appending = "appending", ExternWeak = "extern_weak",
    }

    /// How a variable of which every thread has its own is found.
    ThreadLocalMode {
        GeneralDynamic = "generaldynamic", LocalDynamic = "localdynamic",
        InitialExec = "initialexec", LocalExec = "localexec",
    }

    /// What a call says about being in tail position.
    TailKind {
        Tail = "tail", Must = "musttail", Never = "notail",
    }
}

/// The set of flags that stand behind an operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(u32);

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $bit:literal;)*) => {
        impl Flags {
            $($(#[$doc])* pub const $name: Flags = Flags(1 << $bit);)*

            /// The flag with this name.
            pub fn from_word(word: &str) -> Option<Flags> {
                match word {
                    $($word => Some(Flags::$name),)*
                    _ => None,
                }
            }
        }
    };
}

flags! {
    /// Signed overflow gives poison.
    NSW = "nsw", 0;
    /// Unsigned overflow gives poison.
    NUW = "nuw", 1;
    /// A remainder, or a bit that is shifted out, gives poison.
    EXACT = "exact", 2;
    /// A bit that is set on both sides of `or` gives poison.
    DISJOINT = "disjoint", 3;
    /// A negative operand gives poison.
    NNEG = "nneg", 4;
    /// Operands of different signs give poison.
    SAMESIGN = "samesign", 5;
    /// An address outside of the object gives poison.
    INBOUNDS = "inbounds", 6;
    /// Overflow of an unsigned address with signed offsets gives poison.
    NUSW = "nusw", 7;
    /// No operand and no result is a NaN.
    NNAN = "nnan", 8;
    /// No operand and no result is infinite.
    NINF = "ninf", 9;
    /// The sign of a zero does not matter.
    NSZ = "nsz", 10;
    /// A division may become a multiplication.
    ARCP = "arcp", 11;
    /// Operations may be fused.
    CONTRACT = "contract", 12;
    /// Functions may be approximated.
    AFN = "afn", 13;
    /// Operations may be reassociated.
    REASSOC = "reassoc", 14;
    /// All that is allowed for floating-point numbers.
    FAST = "fast", 15;
}

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);

    /// Whether all of these are set.
    pub fn contains(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// These but not those.
    pub fn without(self, flags: Flags) -> Flags {
        Flags(self.0 & !flags.0)
    }

    /// These and those.
    pub fn with(self, flags: Flags) -> Flags {
        Flags(self.0 | flags.0)
    }
}
