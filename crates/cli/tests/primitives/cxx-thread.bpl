// A `std::thread` is started with a state, runs it, destroys it, and is joined.
//: finish: proved
//: sections: proved
//: exit: proved

var has_run, is_destroyed: bool;

procedure destroy(self: bv32, state: $pointer) { assert false; }
procedure destroy_and_free(self: bv32, state: $pointer) { is_destroyed := true; call _ZdlPv(self, state); }
procedure runs(self: bv32, state: $pointer) returns (unwinding: $pointer)
{
  unwinding := $null;
  assert self == 1bv32;
  has_run := true;
}

procedure test(self: bv32)
{
  var thread, owner, functions, state: $pointer;
  has_run, is_destroyed := false, false;
  call functions := zeros(24bv64);
  call $store(functions, $procedure(destroy));
  call $store($offset(functions, 8bv64), $procedure(destroy_and_free));
  call $store($offset(functions, 16bv64), $procedure(runs));
  call state := _Znwm(self, 16bv64);
  call $store(state, functions);
  call owner := $allocate_stack(8bv64);
  call $store(owner, state);
  call thread := $allocate_stack(8bv64);
  call _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(self, thread, owner, $null);
  assert $load_pointer(owner) == $null;
  call _ZNSt6thread4joinEv(self, thread);
  assert has_run && is_destroyed && $load_bv64(thread) == 0bv64;
}
