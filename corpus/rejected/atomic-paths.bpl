// Thirteen branches in a row make 8,192 paths. Each would be a step of its own, whose guard is the path's whole condition.
var x: int;
var b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12: bool;

procedure main()
  modifies x;
{
  x := 0;
  atomic {
    if (b0) {
      x := x + 1;
    }
    if (b1) {
      x := x + 2;
    }
    if (b2) {
      x := x + 4;
    }
    if (b3) {
      x := x + 8;
    }
    if (b4) {
      x := x + 16;
    }
    if (b5) {
      x := x + 32;
    }
    if (b6) {
      x := x + 64;
    }
    if (b7) {
      x := x + 128;
    }
    if (b8) {
      x := x + 256;
    }
    if (b9) {
      x := x + 512;
    }
    if (b10) {
      x := x + 1024;
    }
    if (b11) {
      x := x + 2048;
    }
    if (b12) {
      x := x + 4096;
    }
    assume x > 0;
  }
}
