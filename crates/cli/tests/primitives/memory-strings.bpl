// What the functions on bytes and strings give back, and what they leave.
//: finish: proved

procedure text(object: $pointer, first: bv8, second: bv8, third: bv8)
{
  atomic {
    call $store(object, first);
    call $store($offset(object, 1bv64), second);
    call $store($offset(object, 2bv64), third);
    call $store($offset(object, 3bv64), 0bv8);
  }
}

procedure test(self: bv32)
{
  var a, b, found: $pointer;
  var length: bv64;
  var code: bv32;
  call a := malloc(self, 20bv64);
  call b := calloc(self, 5bv64, 4bv64);
  assert $load_bv64($offset(b, 12bv64)) == 0bv64 && $object_size(a) == 20bv64;
  call text(a, 65bv8, 66bv8, 67bv8);
  call length := strlen(self, a);
  assert length == 3bv64;
  call found := strcpy(self, b, a);
  assert found == b;
  call code := strcmp(self, a, b);
  assert code == 0bv32;
  call found := strcat(self, b, a);
  call length := strlen(self, b);
  assert length == 6bv64;
  call code := strncmp(self, a, b, 3bv64);
  assert code == 0bv32;
  call code := strcmp(self, a, b);
  assert code == 4294967231bv32;
  call found := strrchr(self, b, 66bv32);
  assert found == $offset(b, 4bv64);
  call found := strchr(self, b, 66bv32);
  assert found == $offset(b, 1bv64);
  call found := memchr(self, b, 88bv32, 6bv64);
  assert found == $null;
  call found := memmove(self, $offset(b, 1bv64), b, 12bv64);
  call code := memcmp(self, $offset(b, 1bv64), a, 3bv64);
  assert code == 0bv32 && $load_bv8(b) == 65bv8;
  call found := memset(self, a, 511bv32, 20bv64);
  assert $load_bv32($offset(a, 16bv64)) == 4294967295bv32;
  call found := strncpy(self, a, b, 19bv64);
  assert $load_bv32($offset(a, 15bv64)) == 0bv32;
  call found := memcpy(self, a, b, 17bv64);
  call code := memcmp(self, a, b, 17bv64);
  assert code == 0bv32;
  call found := strdup(self, a);
  call code := strcmp(self, a, found);
  assert code == 0bv32 && $object_size(found) == 8bv64;
  call found := realloc(self, found, 2bv64);
  assert $load_bv16(found) == 16705bv16;
  call \free(self, a);
  call \free(self, b);
  call \free(self, found);
  call \free(self, $null);
}
