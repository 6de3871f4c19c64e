// The other half of cpp-missing-header.cpp, with a C++20 feature, since the flags are for all files.
int half() { return [](auto... values) requires(sizeof...(values) > 0) { return (values + ...); }(0, 0); }
