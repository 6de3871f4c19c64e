// A structure that is handed over by value is copied in pieces, between which another thread may write to it.
#include <assert.h>
#include <pthread.h>

struct record {
    long first, middle, last;
};

static struct record shared;

static void is_one_or_the_other(struct record record) { assert(record.first == record.last); }

static void *writer(void *unused)
{
    struct record next = {1, 1, 1};
    __atomic_store_n(&shared.last, next.last, __ATOMIC_SEQ_CST);
    __atomic_store_n(&shared.first, next.first, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    // Whoever sees a part of the work waits for the rest.
    while (__atomic_load_n(&shared.last, __ATOMIC_SEQ_CST) != __atomic_load_n(&shared.first, __ATOMIC_SEQ_CST)) {
    }
    is_one_or_the_other(shared);
    pthread_join(thread, 0);
    return 0;
}
