// Where clauses confine the arbitrary first values of globals and locals.
var start: int where 1 <= start && start <= 3;

procedure main()
  modifies start;
{
  var more: int where 0 <= more && more <= 1;

  assert 1 <= start + more && start + more <= 4;
  while (start > 0) {
    start := start - 1;
  }
}
