// `errno` of C11 and POSIX.1-2017: an `int` of each thread, made when it is first needed.

// Null for threads that have none yet.
var $errno: [bv32]$pointer;

// To be used in a step of the caller.
procedure $set_errno(self: bv32, error: bv32)
{
  var place: $pointer;
  if ($errno[self] == $null) {
    call place := $allocate_heap(4bv64);
    $errno[self] := place;
  }
  call $store($errno[self], error);
}

procedure __errno_location(self: bv32) returns (result: $pointer)
{
  atomic {
    if ($errno[self] == $null) {
      call $set_errno(self, 0bv32);
    }
    result := $errno[self];
  }
}

// To be used in the last step of a thread.
procedure $end_errno(self: bv32)
{
  call $free($errno[self]);
  $errno[self] := $null;
}
