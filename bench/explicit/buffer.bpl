// Two producers and two consumers move SIZE items each through a buffer of three places, guarded by a lock.
const SIZE: int;
axiom SIZE == 10;

var lock: bool;
var count, produced, consumed: int;

procedure Producer() modifies lock, count, produced;
{
  var i: int;
  i := 0;
  while (i < SIZE) {
    atomic { assume !lock && count < 3; lock := true; }
    count := count + 1;
    produced := produced + 1;
    lock := false;
    i := i + 1;
  }
}

procedure Consumer() modifies lock, count, consumed;
{
  var i: int;
  i := 0;
  while (i < SIZE) {
    atomic { assume !lock && count > 0; lock := true; }
    count := count - 1;
    consumed := consumed + 1;
    lock := false;
    i := i + 1;
  }
}

procedure main() modifies lock, count, produced, consumed;
{
  lock, count, produced, consumed := false, 0, 0, 0;
  fork 1 Producer();
  fork 2 Producer();
  fork 3 Consumer();
  fork 4 Consumer();
  join 1;
  join 2;
  join 3;
  join 4;
}
