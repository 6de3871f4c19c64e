// std::unordered_map and its like: how many buckets there are, which decides in what order elements come. A bucket count is a
// prime: the next one up to 97, and behind that the next of those that libstdc++ chooses.
//
//: _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm
//: _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm
//
// And the hash of bytes, which `std::hash` of strings and of floating-point numbers is: MurmurHash64A, as in libstdc++.
//
//: _ZSt11_Hash_bytesPKvmm

namespace std {

template <typename First, typename Second> struct pair {
  First first;
  Second second;
};

static unsigned long stirred(unsigned long word) { return word ^ word >> 47; }

// The number that bytes are, the first of which counts least.
static unsigned long number(const unsigned char *bytes, unsigned long count) {
  unsigned long result = 0;
  while (count-- > 0)
    result = result << 8 | bytes[count];
  return result;
}

unsigned long _Hash_bytes(const void *object, unsigned long size, unsigned long seed) {
  const unsigned long factor = 0xc6a4a7935bd1e995;
  const unsigned char *next = static_cast<const unsigned char *>(object);
  unsigned long hash = seed ^ size * factor;
  for (; size >= 8; size -= 8, next += 8)
    hash = (hash ^ stirred(number(next, 8) * factor) * factor) * factor;
  if (size > 0)
    hash = (hash ^ number(next, size)) * factor;
  return stirred(stirred(hash) * factor);
}

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

static const unsigned short large_primes[] = {
    103,  109,  113,  127,  137,  139,  149,  157,  167,  179,  193,  199,  211,  227,   241,   257,   277,   293,
    313,  337,  359,  383,  409,  439,  467,  503,  541,  577,  619,  661,  709,  761,   823,   887,   953,   1031,
    1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971,  3209,  3469,  3739,  4027,
    4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011, 12983, 14033, 15173, 16411};

void not_known() __asm__("a hash table with more than 16411 buckets");

static unsigned long prime_from(unsigned long count) {
  unsigned long found = count < 2 ? 2 : count;
  if (found > 97) {
    for (unsigned long prime : large_primes)
      if (prime >= found)
        return prime;
    not_known();
  }
  while (!is_prime(found))
    ++found;
  return found;
}

// So many buckets at least. One is for a table that nothing was ever put into.
unsigned long _Prime_rehash_policy::_M_next_bkt(unsigned long count) const {
  if (count == 0)
    return 1;
  const unsigned long found = prime_from(count);
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
