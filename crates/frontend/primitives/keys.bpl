// Values that each thread has its own of: keys of POSIX.1-2017, and `tss_t` of C11.
//
// A key is a number below 64.

// The keys in use.
var $keys: bv64;
// For each of them, what is called at the end of a thread that has a value; null if nothing is.
var $key_destructors: [bv32]$pointer;
// For each of them, the threads that have a value other than null.
var $key_threads: [bv32]bv64;
// For each of these threads and the key, the value.
var $key_values: [bv32, bv32]$pointer;

// How often a thread looks again for values that destructors have set.
const $destructor_rounds: bv32;
axiom $destructor_rounds == 4bv32;

procedure pthread_key_create(self: bv32, place: $pointer, destructor: $pointer) returns (result: bv32)
{
  var key: bv32;
  atomic {
    if ($not_64($keys) == 0bv64) {
      assume {:unhang_unsupported "more than 64 keys for the values of threads"} true;
    }
    key := $lowest_missing($keys);
    $keys, $key_destructors, $key_threads := $with($keys, key), $key_destructors[key := destructor], $key_threads[key := 0bv64];
    call $store(place, key);
    result := 0bv32;
  }
}

procedure tss_create(self: bv32, place: $pointer, destructor: $pointer) returns (result: bv32)
{
  call result := pthread_key_create(self, place, destructor);
}

function $is_key(keys: bv64, key: bv32) returns (bool) { $less_32(key, 64bv32) && $has(keys, key) }

procedure pthread_key_delete(self: bv32, key: bv32) returns (result: bv32)
{
  atomic {
    if (!$is_key($keys, key)) {
      result := 22bv32;
      return;
    }
    $keys, $key_destructors, $key_threads := $without($keys, key), $key_destructors[key := $null], $key_threads[key := 0bv64];
    result := 0bv32;
  }
}

procedure tss_delete(self: bv32, key: bv32)
{
  var result: bv32;
  call result := pthread_key_delete(self, key);
}

procedure pthread_setspecific(self: bv32, key: bv32, value: $pointer) returns (result: bv32)
{
  atomic {
    if (!$is_key($keys, key)) {
      result := 22bv32;
      return;
    }
    $key_values[self, key] := value;
    $key_threads[key] := if value == $null then $without($key_threads[key], self) else $with($key_threads[key], self);
    result := 0bv32;
  }
}

procedure tss_set(self: bv32, key: bv32, value: $pointer) returns (result: bv32)
{
  call result := pthread_setspecific(self, key, value);
  result := if result == 0bv32 then 0bv32 else 2bv32;
}

procedure pthread_getspecific(self: bv32, key: bv32) returns (result: $pointer)
{
  result := if $is_key($keys, key) && $has($key_threads[key], self) then $key_values[self, key] else $null;
}

procedure tss_get(self: bv32, key: bv32) returns (result: $pointer)
{
  call result := pthread_getspecific(self, key);
}

// Takes the values from the thread, key by key, and calls the destructors. They may set values again; a few times that is
// looked after, then the values are only taken.
procedure $run_key_destructors(self: bv32)
{
  var unseen: bv64;
  var key, round: bv32;
  var has_called: bool;
  var value, destructor: $pointer;
  unseen, round, has_called := $keys, 0bv32, false;
  more:
  atomic {
    unseen := $and_64(unseen, $keys);
    if (unseen == 0bv64) {
      if (!has_called || round == $destructor_rounds) {
        return;
      }
      unseen, round, has_called := $keys, $add_32(round, 1bv32), false;
      goto more;
    }
    key := $lowest(unseen);
    unseen := $without(unseen, key);
    if (!$has($key_threads[key], self)) {
      goto more;
    }
    value, destructor := $key_values[self, key], $key_destructors[key];
    $key_threads, $key_values := $key_threads[key := $without($key_threads[key], self)], $key_values[self, key := $null];
    if (destructor == $null || round == $destructor_rounds) {
      goto more;
    }
    has_called := true;
  }
  call $call_at_end(self, destructor, value);
  goto more;
}
