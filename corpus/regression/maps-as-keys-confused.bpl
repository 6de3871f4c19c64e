var m: [[int]int]int;
procedure main() { }
