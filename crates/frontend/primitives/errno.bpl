// `errno` of C11 and POSIX.1-2017: an `int` of each thread, made when it is first needed.

var $errno: [bv32]$pointer;
// The threads that have one.
var $has_errno: bv64;

// To be used in a step of the caller.
procedure $set_errno(self: bv32, error: bv32)
{
  var place: $pointer;
  if (!$has($has_errno, self)) {
    call place := $allocate_heap(4bv64);
    $errno, $has_errno := $errno[self := place], $with($has_errno, self);
  }
  call $store($errno[self], error);
}

procedure __errno_location(self: bv32) returns (result: $pointer)
{
  atomic {
    if (!$has($has_errno, self)) {
      call $set_errno(self, 0bv32);
    }
    result := $errno[self];
  }
}

// To be used in the last step of a thread.
procedure $end_errno(self: bv32)
{
  if ($has($has_errno, self)) {
    call $free($errno[self]);
    $errno, $has_errno := $errno[self := $null], $without($has_errno, self);
  }
}
