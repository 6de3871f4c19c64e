// Barriers: `pthread_barrier_t` of POSIX.1-2017.
//
// Of the 32 bytes, of which headers for 32 bits have 20, these are used: how many threads are awaited at 0 and how many of them have not
// come yet at 2, the set of threads that wait at 4, and of those that may go on and have not yet at 12. The last thread to come is the
// one that is told so. More threads than are counted never come.

function $awaited(barrier: $pointer) returns (bv16) { $load_bv16(barrier) }
function $missing(barrier: $pointer) returns (bv16) { $load_bv16($offset(barrier, 2bv64)) }
function $at_barrier(barrier: $pointer) returns (bv64) { $load_bv64($offset(barrier, 4bv64)) }
function $released(barrier: $pointer) returns (bv64) { $load_bv64($offset(barrier, 12bv64)) }

procedure pthread_barrier_init(
  self: bv32, barrier: $pointer, attributes: $pointer, count: bv32
) returns (result: bv32)
{
  atomic {
    if (count == 0bv32) {
      result := 22bv32;
      return;
    }
    call $store(barrier, if $less_32(count, 65536bv32) then count[16:0] else 65535bv16);
    call $store($offset(barrier, 2bv64), $awaited(barrier));
    call $store($offset(barrier, 4bv64), 0bv64);
    call $store($offset(barrier, 12bv64), 0bv64);
    result := 0bv32;
  }
}

procedure pthread_barrier_wait(self: bv32, barrier: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a thread waits at a barrier that was destroyed"} $awaited(barrier) != 0bv16;
    if ($missing(barrier) == 1bv16) {
      call $store($offset(barrier, 2bv64), $awaited(barrier));
      call $store($offset(barrier, 12bv64), $or_64($released(barrier), $at_barrier(barrier)));
      call $store($offset(barrier, 4bv64), 0bv64);
      result := 4294967295bv32;
      return;
    }
    call $store($offset(barrier, 2bv64), $subtract_16($missing(barrier), 1bv16));
    call $store($offset(barrier, 4bv64), $with($at_barrier(barrier), self));
  }
  atomic {
    assume {:unhang_wait "barrier"} $has($released(barrier), self);
    call $store($offset(barrier, 12bv64), $without($released(barrier), self));
    result := 0bv32;
  }
}

// As in glibc, those that may go on are let go first.
procedure pthread_barrier_destroy(self: bv32, barrier: $pointer) returns (result: bv32)
{
  atomic {
    assert {:msg "a barrier is destroyed while a thread waits at it"} $at_barrier(barrier) == 0bv64;
    assume {:unhang_wait "barrier"} $released(barrier) == 0bv64;
    call $store(barrier, 0bv16);
    result := 0bv32;
  }
}

procedure pthread_barrierattr_init(self: bv32, attributes: $pointer) returns (result: bv32)
{
  atomic {
    call $store(attributes, 0bv32);
    result := 0bv32;
  }
}

procedure pthread_barrierattr_destroy(self: bv32, attributes: $pointer) returns (result: bv32) { result := 0bv32; }
