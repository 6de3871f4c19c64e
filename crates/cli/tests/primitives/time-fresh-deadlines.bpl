// A thread that makes itself a new deadline again and again, for a mutex that it holds, can do so for ever.
//: finish: refuted lasso
//: sections: refuted trap

procedure test(self: bv32)
{
  var place, mutex: $pointer;
  var code: bv32;
  call place := $allocate_stack(16bv64);
  call mutex := zeros(40bv64);
  call code := pthread_mutex_lock(self, mutex);
  code := 110bv32;
  while (code == 110bv32) {
    call code := clock_gettime(self, 0bv32, place);
    call $store(place, $add_64($load_bv64(place), 1bv64));
    call code := pthread_mutex_timedlock(self, mutex, place);
  }
}
