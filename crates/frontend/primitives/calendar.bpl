// The calendar: <time.h> of C11 and POSIX.1-2017.
//
// Which day it is nobody knows, as little as what time it is. In programs that read clocks the front end takes procedures whose names
// begin with `$obscure_` in place of the functions in `runtime/calendar.c`, which know the days of times that are numbers.

// A `struct tm`: nine numbers of four bytes, none of them large, of which the last says whether it is summer time; a distance from
// Greenwich; and a name.
procedure $obscure_gmtime_r(self: bv32, time: $pointer, place: $pointer) returns (result: $pointer)
{
  var unknown: bv64;
  atomic {
    call unknown := $obscure();
    call $store(place, $remainder_64(unknown, 1000bv64));
    call $store($offset(place, 8bv64), $remainder_64(unknown, 1000bv64));
    call $store($offset(place, 16bv64), $remainder_64(unknown, 1000bv64));
    call $store($offset(place, 24bv64), $remainder_64(unknown, 1000bv64));
    call $store($offset(place, 32bv64), 0bv32);
    call $store($offset(place, 40bv64), 0bv64);
    call $store($offset(place, 48bv64), unknown);
    result := place;
  }
}

procedure $obscure_gmtime(self: bv32, time: $pointer) returns (result: $pointer)
{
  call result := $allocate_heap(56bv64);
  call result := $obscure_gmtime_r(self, time, result);
}

procedure mktime(self: bv32, place: $pointer) returns (result: bv64) { atomic { call result := $obscure(); } }
procedure timegm(self: bv32, place: $pointer) returns (result: bv64) { atomic { call result := $obscure(); } }

// A text of 25 characters.
procedure $obscure_asctime_r(self: bv32, time: $pointer, place: $pointer) returns (result: $pointer)
{
  atomic {
    call $fill_obscurely(place, 25bv64);
    call $store($offset(place, 25bv64), 0bv8);
    result := place;
  }
}

procedure $obscure_asctime(self: bv32, time: $pointer) returns (result: $pointer)
{
  call result := $allocate_heap(26bv64);
  call result := $obscure_asctime_r(self, time, result);
}

// How long the text is, is not known either.
procedure strftime(self: bv32, place: $pointer, size: bv64, format: $pointer, time: $pointer) returns (result: bv64)
{
  atomic {
    call $fill_obscurely(place, size);
    call result := $obscure();
  }
}

procedure $fill_obscurely(place: $pointer, size: bv64)
{
  var unknown: bv64;
  call unknown := $obscure();
  call $fill(place, unknown[8:0], size);
}
