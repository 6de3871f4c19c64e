// Names of threads, as glibc has them: at most 15 bytes.
//
// What a thread is called before somebody gives it a name is not known.

// The threads' names, each an object of 16 bytes; null for those that were given none.
var $names: [bv32]$pointer;

// How many bytes come before the zero, or 16 if that is none of the first ones. To be used in a step of the caller.
procedure $length_of_name(name: $pointer) returns (length: bv64)
{
  length := 0bv64;
  while (length != 16bv64 && $load_bv8($offset(name, length)) != 0bv8) {
    length := $add_64(length, 1bv64);
  }
}

procedure pthread_setname_np(self: bv32, thread: bv64, name: $pointer) returns (result: bv32)
{
  var length: bv64;
  var kept: $pointer;
  var number: bv32;
  atomic {
    call length := $length_of_name(name);
    if (length == 16bv64) {
      result := 34bv32;
      return;
    }
    call $need_thread(thread);
    number := $thread_number(thread);
    if ($names[number] == $null) {
      call kept := $allocate_heap(16bv64);
      $names := $names[number := kept];
    }
    call $copy($names[number], name, $add_64(length, 1bv64));
    result := 0bv32;
  }
}

procedure pthread_getname_np(self: bv32, thread: bv64, place: $pointer, size: bv64) returns (result: bv32)
{
  var length: bv64;
  atomic {
    if ($less_64(size, 16bv64)) {
      result := 34bv32;
      return;
    }
    call $need_thread(thread);
    if ($names[$thread_number(thread)] == $null) {
      assume {:unhang_unsupported "the name of a thread that was given none"} true;
    }
    call length := $length_of_name($names[$thread_number(thread)]);
    call $copy(place, $names[$thread_number(thread)], $add_64(length, 1bv64));
    result := 0bv32;
  }
}

procedure $need_thread(thread: bv64)
{
  assert {:msg "the name of a thread that does not exist"} $is_thread_id(thread) && $has($threads, $thread_number(thread));
}

// To be used in the last step of a thread.
procedure $end_name(self: bv32)
{
  call $free($names[self]);
  $names := $names[self := $null];
}
