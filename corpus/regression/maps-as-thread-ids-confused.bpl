var k: [int]int;
procedure T() { }
procedure main() { fork k T(); }
