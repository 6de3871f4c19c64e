// A file without any procedure: there is nothing to start at.
var x: int;
