// Locks of streams: `flockfile` and its like in <stdio.h> of POSIX.1-2017.
//
// Of the stream these bytes are used: the owner's number plus one (0: nobody) at 0, how often it has locked the stream again at 4.
// Whoever writes to a stream that somebody else has locked waits. Where the program locks none, nobody asks.

function $is_free_stream(self: bv32, stream: $pointer) returns (bool) { $owner(stream) == 0bv32 || $holds(self, stream) }

procedure flockfile(self: bv32, stream: $pointer)
{
  atomic {
    if ($holds(self, stream)) {
      call $store($offset(stream, 4bv64), $add_32($depth(stream), 1bv32));
      return;
    }
    assume {:unhang_wait "mutex"} $owner(stream) == 0bv32;
    call $own(self, stream);
    assume {:unhang_begin "mutex", stream} true;
  }
}

procedure ftrylockfile(self: bv32, stream: $pointer) returns (result: bv32)
{
  atomic {
    if (!$is_free_stream(self, stream)) {
      result := 1bv32;
      return;
    }
    result := 0bv32;
    if ($holds(self, stream)) {
      call $store($offset(stream, 4bv64), $add_32($depth(stream), 1bv32));
      return;
    }
    call $own(self, stream);
    assume {:unhang_begin "mutex", stream} true;
  }
}

procedure funlockfile(self: bv32, stream: $pointer)
{
  atomic {
    assert {:msg "a thread unlocks a stream that it does not hold"} $holds(self, stream);
    if ($depth(stream) != 0bv32) {
      call $store($offset(stream, 4bv64), $subtract_32($depth(stream), 1bv32));
      return;
    }
    call $disown(self, stream);
    assume {:unhang_end "mutex", stream} true;
  }
}

// Before output: until nobody else has locked the stream, or the one that the variable points to.
procedure $await_stream(self: bv32, stream: $pointer)
{
  atomic { assume {:unhang_wait "mutex"} $is_free_stream(self, stream); }
}

procedure $await_standard_stream(self: bv32, variable: $pointer)
{
  call $await_stream(self, $load_pointer(variable));
}

procedure $locked_fflush(self: bv32, stream: $pointer) returns (result: bv32)
{
  if (stream == $null) {
    assume {:unhang_unsupported "fflush of all streams, where the program locks some,"} true;
  }
  call $await_stream(self, stream);
  result := 0bv32;
}

procedure $locked_fwrite(self: bv32, object: $pointer, size: bv64, count: bv64, stream: $pointer) returns (result: bv64)
{
  call $await_stream(self, stream);
  call result := fwrite(self, object, size, count, stream);
}
