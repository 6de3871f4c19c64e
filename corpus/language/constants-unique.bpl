// Unique constants of a declared type are pairwise different: a state machine over them comes to its last state.
type State;
const unique Idle, Busy, Done: State;

var state: State;

procedure main()
  modifies state;
{
  state := Idle;
  assert Idle != Busy && Busy != Done;
  while (state != Done) {
    if (state == Idle) {
      state := Busy;
    } else {
      state := Done;
    }
  }
}
