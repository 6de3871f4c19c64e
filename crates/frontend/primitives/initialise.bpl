// The state of the library when the program starts: one thread, numbered 0, and nothing else.

procedure $initialise(self: bv32)
{
  atomic {
    $threads, $finished, $detached := $only(self), 0bv64, 0bv64;
    $has_errno, $time_has_passed := 0bv64, 0bv64;
    $program_exits, $has_thread_exits, $keys := $null, 0bv64, 0bv64;
    $forced, $single, $multiple, $has_caught := $null, $null, $null, 0bv64;
  }
}
