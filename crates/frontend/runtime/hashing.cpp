// std::unordered_map and its like: how many buckets there are. A bucket count is a prime, as in libstdc++, but the next one is
// the very next prime.
//
//: _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm
//: _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm

namespace std {

template <typename First, typename Second> struct pair {
  First first;
  Second second;
};

namespace __detail {

struct _Prime_rehash_policy {
  float most_per_bucket;
  // The number of elements above which there must be more buckets.
  mutable unsigned long limit;

  unsigned long _M_next_bkt(unsigned long count) const;
  pair<bool, unsigned long> _M_need_rehash(unsigned long buckets, unsigned long elements, unsigned long added) const;
};

static bool is_prime(unsigned long number) {
  for (unsigned long divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0)
      return false;
  return true;
}

// So many buckets at least. One is for a table that nothing was ever put into.
unsigned long _Prime_rehash_policy::_M_next_bkt(unsigned long count) const {
  unsigned long found = count < 2 ? 2 : count;
  while (!is_prime(found))
    ++found;
  limit = static_cast<unsigned long>(static_cast<double>(most_per_bucket) * found);
  return found;
}

// Whether there must be more buckets, and how many.
pair<bool, unsigned long> _Prime_rehash_policy::_M_need_rehash(unsigned long buckets, unsigned long elements,
                                                              unsigned long added) const {
  if (elements + added <= limit)
    return {false, 0};
  const unsigned long first = 11, wanted = elements + added, least = limit == 0 && wanted < first ? first : wanted;
  const double needed = least / static_cast<double>(most_per_bucket);
  if (needed < buckets) {
    limit = static_cast<unsigned long>(static_cast<double>(most_per_bucket) * buckets);
    return {false, 0};
  }
  const unsigned long enough = static_cast<unsigned long>(needed) + 1;
  return {true, _M_next_bkt(enough < 2 * buckets ? 2 * buckets : enough)};
}

} // namespace __detail
} // namespace std
