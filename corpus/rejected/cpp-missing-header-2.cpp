// The other half of cpp-missing-header.cpp, with a C++20 feature, since the flags are for all files.
consteval int nothing() { return 0; }
int half() { return nothing(); }
