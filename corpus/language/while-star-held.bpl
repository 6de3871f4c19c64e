// The body of the loop begins with an atomic block that has a loop: it holds the scheduler, and its assume is no guard.
// So the assume behind the loop is none either. The choice to leave the loop can be made at once, and then the thread waits
// for a value that nobody sets. (With a guard at the beginning of the body the loop could not be left.)
var go, stop: bool;
var n: int;

procedure main()
  modifies go, stop, n;
{
  go, stop, n := true, false, 0;
  while (*) {
    atomic {
      assume go;
      n := 2;
      while (n > 0) {
        n := n - 1;
      }
    }
  }
  assume stop;
}
