// What programs for verification tools call: https://sv-comp.sosy-lab.org/2025/rules.php, and what CBMC and ESBMC have of the kind.
//
// Functions that choose, assume and assert are known to the front end, since their types differ from program to program.

procedure reach_error(self: bv32) { assert {:msg "reach_error was called"} false; }
procedure __VERIFIER_error(self: bv32) { assert {:msg "__VERIFIER_error was called"} false; }

// A run that breaks an assumption is none of those that are asked about: it ends here, with nothing left to go wrong.
procedure $assume(self: bv32, condition: bool)
{
  atomic {
    if (!condition) {
      call $halt();
    }
  }
}

procedure __VERIFIER_atomic_begin(self: bv32) { call $atomic_begin(); }
procedure __CPROVER_atomic_begin(self: bv32) { call $atomic_begin(); }
procedure __ESBMC_atomic_begin(self: bv32) { call $atomic_begin(); }
procedure __VERIFIER_atomic_end(self: bv32) { call $atomic_end(); }
procedure __CPROVER_atomic_end(self: bv32) { call $atomic_end(); }
procedure __ESBMC_atomic_end(self: bv32) { call $atomic_end(); }
