// The optimistic list of Herlihy and Shavit, section 9.6, with the driver of MUTANT's figure 3b: a sorted list, which operations
// search without locks; they lock the two nodes that they have found, and look whether these are still neighbours in the list.
// If not, they try again.
// While the first thread adds a number, the second one adds and removes others. Values are any integers, the heap is a set of maps.
// The second thread can put a node between the first one's neighbours, and take it out again, for ever.
// Here a node that was removed is free, and is used again, as the authors had to have it.
type Node;
const unique head: Node;
const unique tail: Node;

var key: [Node]int;
var next: [Node]Node;
var locked: [Node]bool;
var used: [Node]bool;
var flag: bool;

procedure Lock(node: Node)
  modifies locked;
{
  atomic {
    assume !locked[node];
    locked[node] := true;
  }
}

procedure Unlock(node: Node)
  modifies locked;
{
  locked[node] := false;
}

// The first node whose key is not below, and the one in front of it.
procedure Find(v: int) returns (pred: Node, curr: Node)
{
  pred := head;
  curr := next[pred];
  while (curr != tail && key[curr] < v) {
    pred := curr;
    curr := next[curr];
  }
}

// Whether the first node is in the list and the second one comes next.
procedure Validate(pred: Node, curr: Node) returns (ok: bool)
{
  var node: Node;

  node := head;
  while (node != pred && node != tail) {
    node := next[node];
  }
  ok := node == pred && next[pred] == curr;
}

procedure Add(v: int)
  modifies key, next, locked, used;
{
  var pred, curr, node: Node;
  var ok: bool;

  while (true) {
    call pred, curr := Find(v);
    call Lock(pred);
    call Lock(curr);
    call ok := Validate(pred, curr);
    if (ok) {
      if (curr == tail || key[curr] != v) {
        havoc node;
        assume !used[node];
        used[node] := true;
        locked[node] := false;
        key[node] := v;
        next[node] := curr;
        next[pred] := node;
      }
      call Unlock(pred);
      call Unlock(curr);
      break;
    }
    call Unlock(pred);
    call Unlock(curr);
  }
}

procedure Remove(v: int)
  modifies next, locked, used;
{
  var pred, curr: Node;
  var ok: bool;

  while (true) {
    call pred, curr := Find(v);
    call Lock(pred);
    call Lock(curr);
    call ok := Validate(pred, curr);
    if (ok) {
      if (curr != tail && key[curr] == v) {
        next[pred] := next[curr];
        used[curr] := false;
      }
      call Unlock(pred);
      call Unlock(curr);
      break;
    }
    call Unlock(pred);
    call Unlock(curr);
  }
}

procedure Thread1()
  modifies key, next, locked, used, flag;
{
  var v1: int;

  havoc v1;
  call Add(v1);
  flag := false;
}

procedure Thread2()
  modifies key, next, locked, used;
{
  var v2: int;

  while (flag) {
    havoc v2;
    if (*) {
      call Add(v2);
    } else {
      call Remove(v2);
    }
  }
}

procedure main()
  modifies key, next, locked, used, flag;
{
  var first: Node;

  // Which nodes are free is left open.
  used[head] := true;
  used[tail] := true;
  havoc first;
  assume !used[first];
  used[first] := true;
  locked[head] := false;
  locked[first] := false;
  locked[tail] := false;
  next[head] := first;
  next[first] := tail;
  flag := true;
  fork 1 Thread1();
  fork 2 Thread2();
  join 1;
  join 2;
}
