// Atomic operations on objects of any size: libatomic's functions, which compilers call where they know of no instruction that does.
// Functions whose names begin like this are not interrupted. The orders make no difference: memory is sequentially consistent.
//
//: __atomic_load
//: __atomic_store
//: __atomic_exchange
//: __atomic_compare_exchange

#define WEAK __attribute__((weak))

typedef unsigned long size_type;

extern "C" {
void *memcpy(void *to, const void *from, size_type size);
int memcmp(const void *first, const void *second, size_type size);

WEAK void __VERIFIER_atomic_any_size_copy(size_type size, void *to, const void *from) { memcpy(to, from, size); }

WEAK void __VERIFIER_atomic_any_size_exchange(size_type size, void *object, const void *value, void *before) {
  memcpy(before, object, size);
  memcpy(object, value, size);
}

WEAK bool __VERIFIER_atomic_any_size_compare_exchange(size_type size, void *object, void *expected,
                                                      const void *value) {
  if (memcmp(object, expected, size) != 0) {
    memcpy(expected, object, size);
    return false;
  }
  memcpy(object, value, size);
  return true;
}

void load(size_type size, const void *object, void *value, int) __asm__("__atomic_load");
void store(size_type size, void *object, const void *value, int) __asm__("__atomic_store");
void exchange(size_type size, void *object, const void *value, void *before, int) __asm__("__atomic_exchange");
bool compare_exchange(size_type size, void *object, void *expected, const void *value, int, int)
    __asm__("__atomic_compare_exchange");
}

WEAK void load(size_type size, const void *object, void *value, int) {
  __VERIFIER_atomic_any_size_copy(size, value, object);
}

WEAK void store(size_type size, void *object, const void *value, int) {
  __VERIFIER_atomic_any_size_copy(size, object, value);
}

WEAK void exchange(size_type size, void *object, const void *value, void *before, int) {
  __VERIFIER_atomic_any_size_exchange(size, object, value, before);
}

WEAK bool compare_exchange(size_type size, void *object, void *expected, const void *value, int, int) {
  return __VERIFIER_atomic_any_size_compare_exchange(size, object, expected, value);
}
