// Axioms that cannot be executed are left out if they say nothing about what the program uses: here functions without a
// body, constants that only such axioms mention, elements of a declared type, and a constant that has its value anyway.
type Colour;
const unique red: Colour;
const limit: int;
const width: int;
const hidden: int;
var n: int;

function weight(c: Colour): int;
function double(k: int): int { k + k }
function heavy(c: Colour): bool { weight(c) > double(hidden) }

axiom limit == 3;
axiom 1 <= width && width <= 2;
axiom (forall n: int :: n + 0 == n);
axiom (forall c: Colour :: heavy(c));
axiom weight(red) == limit && hidden < 7;

procedure main()
{
  n := width;
  while (n < limit) {
    n := n + 1;
  }
  assert n == 3;
}
