// The program fails by itself.
//: finish: refuted failure
//: exit: refuted failure

procedure test(self: bv32) { call __assert_fail(self, $null, $null, 1bv32, $null); }
