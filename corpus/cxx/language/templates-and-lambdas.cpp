// Templates, lambdas with and without captures, a function object, and recursion through a template.
#include <array>
#include <cassert>

template <typename T, typename F> T fold(const T *begin, const T *end, T start, F f) {
  return begin == end ? start : fold(begin + 1, end, f(start, *begin), f);
}

template <int N> struct Factorial {
  static constexpr int value = N * Factorial<N - 1>::value;
};
template <> struct Factorial<0> {
  static constexpr int value = 1;
};

struct Scale {
  int factor;
  int operator()(int a, int b) const { return a + factor * b; }
};

int main() {
  std::array<int, 3> numbers{1, 2, 3};
  int calls = 0;
  auto add = [&calls](int a, int b) {
    calls++;
    return a + b;
  };
  assert(fold(numbers.begin(), numbers.end(), 0, add) == 6 && calls == 3);
  assert(fold(numbers.begin(), numbers.end(), 0, Scale{2}) == 12);
  int (*larger)(int, int) = [](int a, int b) { return a > b ? a : b; };
  assert(fold(numbers.begin(), numbers.end(), 0, larger) == 3);
  assert(Factorial<4>::value == 24);
}
