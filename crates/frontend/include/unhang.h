/* unhang.h: marks for unhang, which says whether multithreaded programs finish.
 *
 * A section is a stretch of code that ought to be left once it was entered: a wait, a lock that is held, a call that must return.
 * unhang knows those of the thread libraries; the marks below tell it of others:
 *
 *   unhang_begin("queue", &queue);         the calling thread enters a section of a kind and an object of your choice;
 *   unhang_end("queue", &queue);           it leaves it. The object may be a null pointer.
 *   unhang_wait_begin(&flag);              the same for a wait that you program yourself, such as a loop that looks at a flag
 *   unhang_wait_end(&flag);
 *   UNHANG_MUST_RETURN void work(void);    every call of the function is a section
 *   unhang::section guard(&queue);         (C++) a section of the kind "user" from here to the end of the block,
 *   UNHANG_SECTION("queue", &queue);       (C++) or of a kind of your choice
 *
 * `unhang check --property sections` then says whether they can always be left.
 * A kind is a string literal, where it is used. The same section may be entered several times, and is then left as often.
 *
 * unhang defines __UNHANG__ when it has a file compiled. Everywhere else all of this is nothing: the functions are empty, inline
 * and private to the file, so that there is nothing to link with, and the attribute is no attribute.
 * Works with C89 or later, C++98 or later; gcc and clang.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef UNHANG_H
#define UNHANG_H

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __UNHANG__

void unhang_begin(const char *kind, const volatile void *object) __attribute__((nothrow));
void unhang_end(const char *kind, const volatile void *object) __attribute__((nothrow));
void unhang_wait_begin(const volatile void *object) __attribute__((nothrow));
void unhang_wait_end(const volatile void *object) __attribute__((nothrow));
#define UNHANG_MUST_RETURN __attribute__((annotate("unhang:must_return")))

#else

#define UNHANG_NOTHING static __inline__ __attribute__((unused, nothrow)) void
UNHANG_NOTHING unhang_begin(const char *kind, const volatile void *object) { (void)kind; (void)object; }
UNHANG_NOTHING unhang_end(const char *kind, const volatile void *object) { (void)kind; (void)object; }
UNHANG_NOTHING unhang_wait_begin(const volatile void *object) { (void)object; }
UNHANG_NOTHING unhang_wait_end(const volatile void *object) { (void)object; }
#undef UNHANG_NOTHING
#define UNHANG_MUST_RETURN

#endif

#ifdef __cplusplus
}

namespace unhang {

/* A section from the declaration of this object to the end of the block, however that is left. */
class section {
public:
    explicit section(const volatile void *object = 0) : object_(object) { unhang_begin("user", object_); }
    ~section() { unhang_end("user", object_); }

private:
    section(const section &);
    section &operator=(const section &);
    const volatile void *object_;
};

}

#define UNHANG_JOINED(first, second) first##second
#define UNHANG_NAMED(name, line) UNHANG_JOINED(name, line)
#define UNHANG_SECTION(kind, object)                                                                                           \
    struct UNHANG_NAMED(unhang_section_, __LINE__) {                                                                           \
        const volatile void *object_;                                                                                          \
        explicit UNHANG_NAMED(unhang_section_, __LINE__)(const volatile void *about) : object_(about) {                        \
            unhang_begin(kind, object_);                                                                                       \
        }                                                                                                                      \
        ~UNHANG_NAMED(unhang_section_, __LINE__)() { unhang_end(kind, object_); }                                              \
    } UNHANG_NAMED(unhang_guard_, __LINE__)(object)

#endif

#endif
