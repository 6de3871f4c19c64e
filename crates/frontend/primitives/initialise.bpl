// The state of the library when the program starts: one thread, numbered 0, and nothing else.

procedure $initialise(self: bv32)
{
  atomic {
    $threads, $finished, $detached, $still_owners := $only(self), 0bv64, 0bv64, 0bv64;
    call $start_clocks();
    $terminate_handler := $null;
    call $no_places();
    $futex_waiting, $futex_woken := 0bv64, 0bv64;
    $cancel_requested, $cancel_disabled, $cancel_at_once, $cancel_put_off := 0bv64, 0bv64, 0bv64, 0bv64;
    $program_exits, $keys, $seedings := $null, 0bv64, 0bv8;
    call $begin_thread(self);
  }
}
