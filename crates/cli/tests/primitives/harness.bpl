// What the programs in this folder share: they are started as a C program would be, with `test` in place of `main`.

procedure {:entrypoint} $start()
{
  $thread_locals_size, $thread_locals_image, $forced, $catches := 0bv64, $null, $null, false;
  call $initialise(0bv32);
  call test(0bv32);
  call exit(0bv32, 0bv32);
}

// An object of zeros, as a static variable of C.
procedure zeros(size: bv64) returns (object: $pointer)
{
  atomic {
    call object := $allocate_heap(size);
    call $fill(object, 0bv8, size);
  }
}

// Starts a thread of which nothing is known but its id.
procedure start(self: bv32, routine: $pointer, argument: $pointer) returns (thread: bv64)
{
  var place: $pointer;
  var result: bv32;
  call place := $allocate_stack(8bv64);
  call result := pthread_create(self, place, $null, routine, argument);
  atomic {
    assert result == 0bv32;
    thread := $load_bv64(place);
  }
}

procedure join(self: bv32, thread: bv64)
{
  var result: bv32;
  call result := pthread_join(self, thread, $null);
  assert result == 0bv32;
}
