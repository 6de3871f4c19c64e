// Near miss of terminating/monitors/client-server-2.bpl: the server replies m times and then leaves.
//
// Hangs if the client asks more often than the server replies.
var request: int;
var reply: int;

procedure Client(n: int)
  modifies request;
{
  var i: int;

  i := 0;
  while (i < n) {
    request := request + 1;
    assume reply >= request;
    i := i + 1;
  }
}

procedure Server(m: int)
  modifies reply;
{
  var k: int;

  k := 0;
  while (k < m) {
    reply := reply + 1;
    k := k + 1;
  }
}

procedure main(n: int, m: int)
  modifies request, reply;
{
  request, reply := 0, 0;
  fork 1 Client(n);
  fork 2 Server(m);
}
