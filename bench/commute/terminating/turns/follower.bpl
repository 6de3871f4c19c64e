// One thread goes from 0 to n, and the other one follows, never ahead of it.
//
// Terminates: both count to n; the one behind waits only while it has caught up, and then the other one is not at n
// yet.
// Ranking functions: n - leader, n - follower.
const n: int;

var leader: int;
var follower: int;

procedure Leader()
  modifies leader;
{
  while (leader < n) {
    leader := leader + 1;
  }
}

procedure Follower()
  modifies follower;
{
  while (follower < n) {
    assume follower < leader;
    follower := follower + 1;
  }
}

procedure main()
  modifies leader, follower;
{
  leader, follower := 0, 0;
  fork 1 Leader();
  fork 2 Follower();
}
