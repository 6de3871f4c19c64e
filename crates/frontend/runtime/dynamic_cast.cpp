// dynamic_cast, of the Itanium C++ ABI.
//
//: __dynamic_cast

extern "C" {
// The tables of the classes that describe classes with one base, public and at the beginning, and with other bases.
extern void *single_base[] __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern void *other_bases[] __asm__("_ZTVN10__cxxabiv121__vmi_class_type_infoE");
}

namespace {

// What describes a class.
struct Class {
  void **table;
  const char *name;
};

struct SingleBase : Class {
  const Class *base;
};

struct Base {
  const Class *description;
  // Whether it is virtual, whether it is public, and from bit 8 on how far it is from the beginning; if it is virtual, the place
  // in the table of virtual functions that tells.
  long flags;
};

struct OtherBases : Class {
  unsigned flags;
  unsigned count;
  Base bases[1];
};

const char *place_of(const char *object, const Base &base) {
  const long distance = base.flags >> 8;
  if (!(base.flags & 1))
    return object + distance;
  const char *table = *reinterpret_cast<const char *const *>(object);
  return object + *reinterpret_cast<const long *>(table + distance);
}

// What is looked for in a whole object.
struct Search {
  const Class *from;
  const char *source;
  const Class *to;
  // Where an object of the wanted class is found that has the source as a public base, and anywhere.
  const char *above;
  const char *anywhere;
  bool is_above_ambiguous;
  bool is_ambiguous;

  // Whether the object of this class is the source, or has it as a public base.
  bool has_source(const Class *description, const char *object) {
    if (description == from && object == source)
      return true;
    if (description->table == single_base + 2)
      return has_source(static_cast<const SingleBase *>(description)->base, object);
    if (description->table == other_bases + 2) {
      const OtherBases *derived = static_cast<const OtherBases *>(description);
      for (unsigned index = 0; index < derived->count; ++index) {
        const Base &base = derived->bases[index];
        if (base.flags & 2 && has_source(base.description, place_of(object, base)))
          return true;
      }
    }
    return false;
  }

  void visit(const Class *description, const char *object) {
    if (description == to) {
      is_ambiguous |= anywhere && anywhere != object;
      anywhere = object;
      if (has_source(description, object)) {
        is_above_ambiguous |= above && above != object;
        above = object;
      }
      return;
    }
    if (description->table == single_base + 2)
      return visit(static_cast<const SingleBase *>(description)->base, object);
    if (description->table == other_bases + 2) {
      const OtherBases *derived = static_cast<const OtherBases *>(description);
      for (unsigned index = 0; index < derived->count; ++index) {
        const Base &base = derived->bases[index];
        if (base.flags & 2)
          visit(base.description, place_of(object, base));
      }
    }
  }
};

} // namespace

extern "C" void *__dynamic_cast(const void *object, const void *from, const void *to, long) {
  // In front of the functions of a table: how far the whole object is, and what describes its class.
  const long *table = *static_cast<const long *const *>(object);
  const char *whole = static_cast<const char *>(object) + table[-2];
  const Class *description = reinterpret_cast<const Class *const *>(table)[-1];
  Search search = {static_cast<const Class *>(from), static_cast<const char *>(object), static_cast<const Class *>(to),
                   nullptr, nullptr, false, false};
  search.visit(description, whole);
  if (search.above)
    return search.is_above_ambiguous ? nullptr : const_cast<char *>(search.above);
  if (search.is_ambiguous || !search.has_source(description, whole))
    return nullptr;
  return const_cast<char *>(search.anywhere);
}
