// Two clients and a server. A client asks n times and waits for the reply each time; the server replies in the order of
// the requests and leaves when all clients have left and nothing is to be done.
//
// Terminates: each client asks n times, and every reply belongs to one request.
// Ranking functions: n - i for a client; for the server (requests yet to come, request - reply), lexicographically.
const n: int;

var request: int;
var reply: int;
var clients: int;

procedure Client()
  modifies request, clients;
{
  var i, mine: int;

  i := 0;
  while (i < n) {
    atomic { request := request + 1; mine := request; }
    assume reply >= mine;
    i := i + 1;
  }
  clients := clients - 1;
}

procedure Server()
  modifies reply;
{
  while (true) {
    atomic {
      assume reply < request || clients == 0;
      if (reply >= request) {
        break;
      }
      reply := reply + 1;
    }
  }
}

procedure main()
  modifies request, reply, clients;
{
  request, reply, clients := 0, 0, 2;
  fork 1 Client();
  fork 2 Client();
  fork 3 Server();
}
