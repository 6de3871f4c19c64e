// Two threads search, each in a part of its own, and whoever comes to its end tells the other one to stop.
//
// Terminates, under any scheduler: being told makes a search shorter, but without it, it ends, too.
// Ranking function of each loop: last - i.
var found: bool;

procedure Searcher(start: int, last: int)
  modifies found;
{
  var i: int;

  i := start;
  while (i < last) {
    if (found) {
      break;
    }
    i := i + 1;
  }
  found := true;
}

procedure main(first: int, middle: int, last: int)
  modifies found;
{
  found := false;
  fork 1 Searcher(first, middle);
  fork 2 Searcher(middle, last);
}
