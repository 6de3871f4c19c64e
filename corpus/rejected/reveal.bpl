// `hideable`, `revealed`, `reveal`, `hide`, `push` and `pop` tell a verifier which axioms to use.
function f(x: int): int { x }

procedure main()
{
  reveal f;
}
