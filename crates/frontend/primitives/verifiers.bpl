// What programs for verification tools call: https://sv-comp.sosy-lab.org/2025/rules.php, and what CBMC and ESBMC have of the kind.
//
// Functions that choose, assume and assert are known to the front end, since their types differ from program to program, and so are
// those between which nobody else steps, and `reach_error`, which programs define themselves.

procedure __VERIFIER_error(self: bv32) { assert {:msg "__VERIFIER_error was called"} false; }

// A value that is only moved about may be anything, and nobody knows it.
procedure $any_number(self: bv32) returns (result: bv64) { atomic { call result := $obscure(); } }

// Dartagnan's number of the thread: the one that `pthread_self` returns.
procedure __VERIFIER_tid(self: bv32) returns (result: bv32) { result := $thread_id(self)[32:0]; }
