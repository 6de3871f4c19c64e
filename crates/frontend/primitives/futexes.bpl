// Futexes, as Linux has them: what libstdc++ waits with in `std::atomic::wait`, semaphores, latches, barriers and futures.
//
// A thread waits at an address if it finds the expected value there; others wake those that wait at the address.
// As futex(2) says, a thread may also wake up for no reason: a step that cannot be counted on.

// The threads that wait, and those that were woken and have not gone on yet.
var $futex_waiting: bv64;
var $futex_woken: bv64;
// Where they wait.
var $futex_addresses: [bv32]$pointer;

// The first step of a wait; to be used in a step of the caller.
procedure $join_futex(self: bv32, address: $pointer)
{
  $futex_waiting, $futex_addresses := $with($futex_waiting, self), $futex_addresses[self := address];
}

procedure $leave_futex(self: bv32)
{
  $futex_waiting, $futex_woken := $without($futex_waiting, self), $without($futex_woken, self);
  $futex_addresses[self] := $null;
}

// Waits, unless there is another value already; says whether the time has run out.
procedure $futex_wait(
  self: bv32, address: $pointer, value: bv32, has_deadline: bool
) returns (has_other_value: bool, is_late: bool)
{
  atomic {
    has_other_value, is_late := $load_bv32(address) != value, false;
    if (has_other_value) {
      return;
    }
    call $join_futex(self, address);
  }
  goto woken, unasked, late;
  woken:
  atomic {
    assume {:unhang_wait "user"} $has($futex_woken, self);
    call $leave_futex(self);
    return;
  }
  unasked:
  atomic {
    assume {:unhang_wait "user"} {:unhang_spurious} $has($futex_waiting, self);
    call $leave_futex(self);
    return;
  }
  late:
  atomic {
    assume {:unhang_wait "user"} has_deadline && $has($futex_waiting, self);
    call $leave_futex(self);
    call $let_some_time_pass(self);
    is_late := true;
  }
}

// Wakes any one of those that wait at the address; says how many there were.
procedure $futex_wake_one(address: $pointer) returns (count: bv64)
{
  var chosen: bv6;
  atomic {
    if ((forall thread: bv6 ::
         $has($futex_waiting, $from_6_to_32(thread)) ==> $futex_addresses[$from_6_to_32(thread)] != address)) {
      count := 0bv64;
      return;
    }
    havoc chosen;
    assume $has($futex_waiting, $from_6_to_32(chosen)) && $futex_addresses[$from_6_to_32(chosen)] == address;
    $futex_waiting := $without($futex_waiting, $from_6_to_32(chosen));
    $futex_woken := $with($futex_woken, $from_6_to_32(chosen));
    count := 1bv64;
  }
}

// Wakes all that wait at the address.
procedure $futex_wake_all(address: $pointer) returns (count: bv64)
{
  var unseen: bv64;
  var thread: bv32;
  atomic {
    unseen, count := $futex_waiting, 0bv64;
    if (unseen == 0bv64) {
      return;
    }
  }
  atomic {
    unseen := $futex_waiting;
    while (unseen != 0bv64) {
      thread := $lowest(unseen);
      unseen := $without(unseen, thread);
      if ($futex_addresses[thread] == address) {
        $futex_waiting, $futex_woken := $without($futex_waiting, thread), $with($futex_woken, thread);
        count := $add_64(count, 1bv64);
      }
    }
  }
}

// `syscall(SYS_futex, address, operation, value, time, …)`: the operations without their flags are 0 and 9 to wait,
// 1 and 10 to wake.
procedure $futex(self: bv32, address: $pointer, operation: bv32, value: bv32, time: $pointer) returns (result: bv64)
{
  var has_other_value, is_late: bool;
  atomic {
    if ($futex_operation(operation) == 0bv32 || $futex_operation(operation) == 9bv32) {
      goto wait;
    }
    if ($futex_operation(operation) != 1bv32 && $futex_operation(operation) != 10bv32) {
      assume {:unhang_unsupported "an operation on futexes other than to wait and to wake"} true;
    }
    if (value == 1bv32) {
      goto one;
    }
    if ($less_32(value, 64bv32)) {
      assume {:unhang_unsupported "to wake some but not all threads at a futex"} true;
    }
  }
  call result := $futex_wake_all(address);
  return;
  one:
  call result := $futex_wake_one(address);
  return;
  wait:
  call has_other_value, is_late := $futex_wait(self, address, value, time != $null);
  atomic {
    if (has_other_value || is_late) {
      call $set_errno(self, if is_late then 110bv32 else 11bv32);
    }
    result := if has_other_value || is_late then 18446744073709551615bv64 else 0bv64;
  }
}

// The flags say whether other processes may look, and which clock is meant.
function $futex_operation(operation: bv32) returns (bv32) { $and_32(operation, 127bv32) }
