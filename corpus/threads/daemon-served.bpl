// A daemon that serves requests and a client that makes two of them and ends: afterwards the daemon waits for ever.
// That is a deadlock; every request is answered, but the daemon's last wait is a section that cannot be left.
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
  request := true;
  assume !request;
  request := true;
  assume !request;
}
