// Memory and strings: <stdlib.h> and <string.h> of C11 and POSIX.1-2017, and `operator new` and `delete` of C++.
//
// Memory never runs out, but nothing is larger than the address space of a process. Functions that go over bytes do so in steps of at most eight bytes, between which others may step;
// how a real library divides its work is not known.
// What is allocated has no values before it is written; alignment is not modelled.

// No process on x86-64 gets this many bytes at once.
function $is_too_large(size: bv64) returns (bool) { !$less_64(size, 140737488355328bv64) }

procedure $allocate(self: bv32, size: bv64) returns (result: $pointer)
{
  atomic {
    if ($is_too_large(size)) {
      call $set_errno(self, 12bv32);
      result := $null;
      return;
    }
    call result := $allocate_heap(size);
  }
}

// For `operator new`, which does not return a null pointer.
procedure $allocate_or_throw(size: bv64) returns (result: $pointer)
{
  atomic {
    if ($is_too_large(size)) {
      call $throw_nothing();
      assert {:msg "an object is larger than memory can be: std::bad_alloc is thrown, which nobody catches"} false;
    }
    call result := $allocate_heap(size);
  }
}

procedure malloc(self: bv32, size: bv64) returns (result: $pointer)
{
  call result := $allocate(self, size);
}

procedure calloc(self: bv32, count: bv64, size: bv64) returns (result: $pointer)
{
  atomic {
    if ($product_overflows_64(count, size) || $is_too_large($multiply_64(count, size))) {
      call $set_errno(self, 12bv32);
      result := $null;
      return;
    }
    call result := $allocate_heap($multiply_64(count, size));
    call $fill(result, 0bv8, $multiply_64(count, size));
  }
}

// As in glibc, a size of zero frees the object.
procedure realloc(self: bv32, object: $pointer, size: bv64) returns (result: $pointer)
{
  atomic {
    if (object != $null && size == 0bv64) {
      result := $null;
    } else {
      if ($is_too_large(size)) {
        call $set_errno(self, 12bv32);
        result := $null;
        return;
      }
      call result := $allocate_heap(size);
      if (object != $null) {
        call $copy(result, object, $smaller_64($object_size(object), size));
      }
    }
    call $lose_place(object);
    call $free(object);
  }
}

procedure reallocarray(self: bv32, object: $pointer, count: bv64, size: bv64) returns (result: $pointer)
{
  atomic {
    if ($product_overflows_64(count, size)) {
      call $set_errno(self, 12bv32);
      result := $null;
      return;
    }
  }
  call result := realloc(self, object, $multiply_64(count, size));
}

procedure \free(self: bv32, object: $pointer)
{
  call $release(object);
}

procedure $release(object: $pointer)
{
  atomic {
    call $lose_place(object);
    call $free(object);
  }
}

procedure aligned_alloc(self: bv32, alignment: bv64, size: bv64) returns (result: $pointer)
{
  call result := $allocate(self, size);
}

procedure memalign(self: bv32, alignment: bv64, size: bv64) returns (result: $pointer)
{
  call result := $allocate(self, size);
}

procedure valloc(self: bv32, size: bv64) returns (result: $pointer)
{
  call result := $allocate(self, size);
}

// The alignment is a power of two, and a multiple of the size of a pointer.
procedure posix_memalign(self: bv32, place: $pointer, alignment: bv64, size: bv64) returns (result: bv32)
{
  var object: $pointer;
  atomic {
    if ($less_64(alignment, 8bv64) || $and_64(alignment, $subtract_64(alignment, 1bv64)) != 0bv64) {
      result := 22bv32;
      return;
    }
    if ($is_too_large(size)) {
      result := 12bv32;
      return;
    }
    call object := $allocate_heap(size);
    call $store(place, object);
    result := 0bv32;
  }
}

procedure malloc_usable_size(self: bv32, object: $pointer) returns (result: bv64)
{
  result := if object == $null then 0bv64 else $object_size(object);
}

procedure memcpy(self: bv32, to: $pointer, from: $pointer, size: bv64) returns (result: $pointer)
{
  call $copy_forwards(to, from, size);
  result := to;
}

procedure mempcpy(self: bv32, to: $pointer, from: $pointer, size: bv64) returns (result: $pointer)
{
  call $copy_forwards(to, from, size);
  result := $offset(to, size);
}

procedure bcopy(self: bv32, from: $pointer, to: $pointer, size: bv64)
{
  call $copy_either_way(to, from, size);
}

procedure memmove(self: bv32, to: $pointer, from: $pointer, size: bv64) returns (result: $pointer)
{
  call $copy_either_way(to, from, size);
  result := to;
}

procedure $copy_forwards(to: $pointer, from: $pointer, size: bv64)
{
  var done, part: bv64;
  done := 0bv64;
  more:
  atomic {
    if (done == size) {
      return;
    }
    part := $smaller_64($subtract_64(size, done), 8bv64);
    call $copy($offset(to, done), $offset(from, done), part);
    done := $add_64(done, part);
  }
  goto more;
}

// As the standard puts it: as if copied to a place of its own first, since the places may overlap.
procedure $copy_either_way(to: $pointer, from: $pointer, size: bv64)
{
  var between: $pointer;
  atomic {
    if (!$less_64(8bv64, size)) {
      call $copy(to, from, size);
      return;
    }
    call between := $allocate_heap(size);
  }
  call $copy_forwards(between, from, size);
  call $copy_forwards(to, between, size);
  call $free(between);
}

procedure memset(self: bv32, to: $pointer, byte: bv32, size: bv64) returns (result: $pointer)
{
  call $fill_in_parts(to, byte[8:0], size);
  result := to;
}

procedure bzero(self: bv32, to: $pointer, size: bv64)
{
  call $fill_in_parts(to, 0bv8, size);
}

procedure explicit_bzero(self: bv32, to: $pointer, size: bv64)
{
  call $fill_in_parts(to, 0bv8, size);
}

procedure $fill_in_parts(to: $pointer, byte: bv8, size: bv64)
{
  var done, part: bv64;
  done := 0bv64;
  more:
  atomic {
    if (done == size) {
      return;
    }
    part := $smaller_64($subtract_64(size, done), 8bv64);
    call $fill($offset(to, done), byte, part);
    done := $add_64(done, part);
  }
  goto more;
}

function $byte(string: $pointer, position: bv64) returns (bv8) { $load_bv8($offset(string, position)) }

// Two bytes compared as `unsigned char`.
function $difference(first: bv8, second: bv8) returns (bv32)
{
  $subtract_32($from_8_to_32(first), $from_8_to_32(second))
}

procedure memcmp(self: bv32, first: $pointer, second: $pointer, size: bv64) returns (result: bv32)
{
  var position: bv64;
  position := 0bv64;
  more:
  atomic {
    if (position == size) {
      result := 0bv32;
      return;
    }
    if ($byte(first, position) != $byte(second, position)) {
      result := $difference($byte(first, position), $byte(second, position));
      return;
    }
    position := $add_64(position, 1bv64);
  }
  goto more;
}

procedure bcmp(self: bv32, first: $pointer, second: $pointer, size: bv64) returns (result: bv32)
{
  call result := memcmp(self, first, second, size);
}

procedure memchr(self: bv32, object: $pointer, byte: bv32, size: bv64) returns (result: $pointer)
{
  var position: bv64;
  position := 0bv64;
  more:
  atomic {
    if (position == size) {
      result := $null;
      return;
    }
    if ($byte(object, position) == byte[8:0]) {
      result := $offset(object, position);
      return;
    }
    position := $add_64(position, 1bv64);
  }
  goto more;
}

procedure strlen(self: bv32, string: $pointer) returns (result: bv64)
{
  call result := strnlen(self, string, 18446744073709551615bv64);
}

procedure strnlen(self: bv32, string: $pointer, most: bv64) returns (result: bv64)
{
  result := 0bv64;
  more:
  atomic {
    if (result == most) {
      return;
    }
    if ($byte(string, result) == 0bv8) {
      return;
    }
    result := $add_64(result, 1bv64);
  }
  goto more;
}

procedure strcmp(self: bv32, first: $pointer, second: $pointer) returns (result: bv32)
{
  call result := strncmp(self, first, second, 18446744073709551615bv64);
}

procedure strncmp(self: bv32, first: $pointer, second: $pointer, most: bv64) returns (result: bv32)
{
  var position: bv64;
  position := 0bv64;
  more:
  atomic {
    if (position == most) {
      result := 0bv32;
      return;
    }
    if ($byte(first, position) != $byte(second, position) || $byte(first, position) == 0bv8) {
      result := $difference($byte(first, position), $byte(second, position));
      return;
    }
    position := $add_64(position, 1bv64);
  }
  goto more;
}

procedure strcpy(self: bv32, to: $pointer, from: $pointer) returns (result: $pointer)
{
  var length: bv64;
  call length := $copy_string(to, from);
  result := to;
}

procedure stpcpy(self: bv32, to: $pointer, from: $pointer) returns (result: $pointer)
{
  var length: bv64;
  call length := $copy_string(to, from);
  result := $offset(to, length);
}

procedure strcat(self: bv32, to: $pointer, from: $pointer) returns (result: $pointer)
{
  var length: bv64;
  call length := strlen(self, to);
  call length := $copy_string($offset(to, length), from);
  result := to;
}

// Says how long the string is, its last byte not counted.
procedure $copy_string(to: $pointer, from: $pointer) returns (length: bv64)
{
  length := 0bv64;
  more:
  atomic {
    call $store($offset(to, length), $byte(from, length));
    if ($byte(to, length) == 0bv8) {
      return;
    }
    length := $add_64(length, 1bv64);
  }
  goto more;
}

// What is left of the places is filled with zeros.
procedure strncpy(self: bv32, to: $pointer, from: $pointer, size: bv64) returns (result: $pointer)
{
  var position: bv64;
  position := 0bv64;
  more:
  atomic {
    if (position == size) {
      result := to;
      return;
    }
    call $store($offset(to, position), $byte(from, position));
    position := $add_64(position, 1bv64);
    if ($byte(to, $subtract_64(position, 1bv64)) != 0bv8) {
      goto more;
    }
  }
  call $fill_in_parts($offset(to, position), 0bv8, $subtract_64(size, position));
  result := to;
}

procedure strncat(self: bv32, to: $pointer, from: $pointer, most: bv64) returns (result: $pointer)
{
  var length, position: bv64;
  call length := strlen(self, to);
  position := 0bv64;
  more:
  atomic {
    if (position != most && $byte(from, position) != 0bv8) {
      call $store($offset(to, $add_64(length, position)), $byte(from, position));
      position := $add_64(position, 1bv64);
      goto more;
    }
    call $store($offset(to, $add_64(length, position)), 0bv8);
    result := to;
  }
}

procedure strchr(self: bv32, string: $pointer, byte: bv32) returns (result: $pointer)
{
  var position: bv64;
  position := 0bv64;
  more:
  atomic {
    if ($byte(string, position) == byte[8:0]) {
      result := $offset(string, position);
      return;
    }
    if ($byte(string, position) == 0bv8) {
      result := $null;
      return;
    }
    position := $add_64(position, 1bv64);
  }
  goto more;
}

procedure strrchr(self: bv32, string: $pointer, byte: bv32) returns (result: $pointer)
{
  var position: bv64;
  atomic { position, result := 0bv64, $null; }
  more:
  atomic {
    result := if $byte(string, position) == byte[8:0] then $offset(string, position) else result;
    if ($byte(string, position) == 0bv8) {
      return;
    }
    position := $add_64(position, 1bv64);
  }
  goto more;
}

procedure strdup(self: bv32, string: $pointer) returns (result: $pointer)
{
  var length: bv64;
  call length := strlen(self, string);
  call result := $allocate_heap($add_64(length, 1bv64));
  call $copy_forwards(result, string, $add_64(length, 1bv64));
}

// `operator new`, by the names that the linker knows: of one object or an array, aligned or not, with and without exceptions.
procedure _Znwm(self: bv32, size: bv64) returns (result: $pointer)
{
  call result := $allocate_or_throw(size);
}

procedure _ZnwmRKSt9nothrow_t(self: bv32, size: bv64, tag: $pointer) returns (result: $pointer)
{
  call result := $allocate(self, size);
}

procedure _ZnwmSt11align_val_t(self: bv32, size: bv64, alignment: bv64) returns (result: $pointer)
{
  call result := $allocate_or_throw(size);
}

procedure _ZnwmSt11align_val_tRKSt9nothrow_t(self: bv32, size: bv64, alignment: bv64, tag: $pointer) returns (result: $pointer)
{
  call result := $allocate(self, size);
}

procedure _Znam(self: bv32, size: bv64) returns (result: $pointer)
{
  call result := $allocate_or_throw(size);
}

procedure _ZnamRKSt9nothrow_t(self: bv32, size: bv64, tag: $pointer) returns (result: $pointer)
{
  call result := $allocate(self, size);
}

procedure _ZnamSt11align_val_t(self: bv32, size: bv64, alignment: bv64) returns (result: $pointer)
{
  call result := $allocate_or_throw(size);
}

procedure _ZnamSt11align_val_tRKSt9nothrow_t(self: bv32, size: bv64, alignment: bv64, tag: $pointer) returns (result: $pointer)
{
  call result := $allocate(self, size);
}

// `operator delete`.
procedure _ZdlPv(self: bv32, object: $pointer) { call $release(object); }
procedure _ZdlPvm(self: bv32, object: $pointer, size: bv64) { call $release(object); }
procedure _ZdlPvRKSt9nothrow_t(self: bv32, object: $pointer, tag: $pointer) { call $release(object); }
procedure _ZdlPvSt11align_val_t(self: bv32, object: $pointer, alignment: bv64) { call $release(object); }
procedure _ZdlPvmSt11align_val_t(self: bv32, object: $pointer, size: bv64, alignment: bv64) { call $release(object); }
procedure _ZdlPvSt11align_val_tRKSt9nothrow_t(self: bv32, object: $pointer, alignment: bv64, tag: $pointer) { call $release(object); }
procedure _ZdaPv(self: bv32, object: $pointer) { call $release(object); }
procedure _ZdaPvm(self: bv32, object: $pointer, size: bv64) { call $release(object); }
procedure _ZdaPvRKSt9nothrow_t(self: bv32, object: $pointer, tag: $pointer) { call $release(object); }
procedure _ZdaPvSt11align_val_t(self: bv32, object: $pointer, alignment: bv64) { call $release(object); }
procedure _ZdaPvmSt11align_val_t(self: bv32, object: $pointer, size: bv64, alignment: bv64) { call $release(object); }
procedure _ZdaPvSt11align_val_tRKSt9nothrow_t(self: bv32, object: $pointer, alignment: bv64, tag: $pointer) { call $release(object); }
