// Two threads look through a map from both ends until they meet, and count what they find under a lock.
//
// Finishes, whatever is in the map: each round brings them nearer to each other. What an element or a product is, the proof
// does not know; that one of two branches can be taken, it does.
var elements: [int]int;
var lower, upper, found: int;
var locked: bool;

procedure Upwards()
  modifies lower, found, locked;
{
  var weight: int;
  while (lower < upper) {
    if (elements[lower] > 0) {
      weight := elements[lower] * found;
      atomic { assume !locked; locked := true; }
      found := found + weight;
      locked := false;
    }
    lower := lower + 1;
  }
}

procedure Downwards()
  modifies upper, found, locked;
{
  while (lower < upper) {
    if (elements[upper] > 0 && found < 100) {
      atomic { assume !locked; locked := true; }
      found := found + 1;
      locked := false;
    }
    upper := upper - 1;
  }
}

procedure main()
  modifies elements, lower, upper, found, locked;
{
  havoc elements, lower, upper;
  found := 0;
  locked := false;
  fork 1 Upwards();
  fork 2 Downwards();
  join 1;
  join 2;
}
