// A sequence lock of two bits whose writer writes until the reader has read: the reader may find a write in progress at
// each of its looks, under any fairness.
function {:bvbuiltin "bvadd"} add(a: bv2, b: bv2) returns (bv2);
function {:bvbuiltin "bvand"} and(a: bv2, b: bv2) returns (bv2);

var seq: bv2;
var done: bool;

procedure Writer()
  modifies seq;
{
  while (!done) {
    seq := add(seq, 1bv2);
    seq := add(seq, 1bv2);
  }
}

procedure Reader()
  modifies done;
{
  var before: bv2;

  before := 1bv2;
  while (and(before, 1bv2) != 0bv2 || before != seq) {
    before := seq;
  }
  done := true;
}

procedure main()
  modifies seq, done;
{
  seq, done := 0bv2, false;
  fork 1 Writer();
  fork 2 Reader();
  join 1;
  join 2;
}
