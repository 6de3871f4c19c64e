// The assumptions that the program begins with say what its arbitrary values are: about globals, parameters, locals and
// constants, behind labels that nobody jumps to. Runs with other values are none of the program's, and no deadlocks.
// The last assumption comes after a step and is one that a thread waits for; it holds.
const limit: int;
var size: int;
var open: bool;

procedure main(count: int)
{
  var more: int where more == size + 1;

entry:
  assume size == 0 && open;
  assume true;
checked:
  assume 2 <= count && count <= 3;
  assume more <= limit && limit < 3;
  assert open && more == 1 && (limit == 1 || limit == 2);
  while (size < count) {
    size := size + 1;
  }
  assume size == count;
}
