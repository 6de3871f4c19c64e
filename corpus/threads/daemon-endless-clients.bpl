// A daemon that serves an endless client: nothing ever ends, and every wait can be left.
var request: bool;

procedure Daemon()
  modifies request;
{
  while (true) {
    assume request;
    request := false;
  }
}

procedure main()
  modifies request;
{
  request := false;
  async call Daemon();
  while (true) {
    request := true;
    assume !request;
  }
}
