// std::string, of which C++17 and earlier have the bodies of most functions in libstdc++.so; and its streams' functions stay out.
//
//: _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE*
//: _ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE*

#include <string>

template class std::basic_string<char>;
