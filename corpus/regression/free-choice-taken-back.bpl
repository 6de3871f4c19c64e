// Having chosen not to raise the flag, the thread waits for it in vain: the wait is no part of the choice.
var flag: bool;

procedure main()
  modifies flag;
{
  flag := false;
  if (*) {
    flag := true;
  }
  assume flag;
}
