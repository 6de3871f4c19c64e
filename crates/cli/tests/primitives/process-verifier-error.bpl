// The program fails by itself.
//: finish: refuted failure
//: exit: refuted failure

procedure test(self: bv32) { call __VERIFIER_error(self); }
