// A thread waits until an element of a map is positive, and nobody sees to that.
//
// What is in the map is not followed, so that there is no proof, though there is nothing else to wait for.
var elements: [int]int;

procedure Waits()
{
  assume elements[7] > 0;
}

procedure main()
  modifies elements;
{
  havoc elements;
  fork 1 Waits();
  join 1;
}
