// Each turn of the loop opens one more section. A prover that knows no sections claimed that the loop comes back to its state,
// and the checker rejected it.
procedure main()
{
  while (true) {
    assume {:unhang_begin "wait"} true;
  }
}
