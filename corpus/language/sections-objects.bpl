// Sections of one kind about different objects are different sections: the one about object 2 cannot be left.
var turn: int;

procedure main()
  modifies turn;
{
  turn := 1;
  while (true) {
    assume {:unhang_begin "job", turn} true;
    if (turn == 2) {
      while (true) {
      }
    }
    assume {:unhang_end "job", turn} true;
    turn := turn + 1;
  }
}
