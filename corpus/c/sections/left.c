// Sections that the user marks: a wait of one's own, a section about an object, and a function that must return.
#include <pthread.h>
#include <stdatomic.h>
#include "../../../crates/frontend/include/unhang.h"

static atomic_int ready;
static int item;

UNHANG_MUST_RETURN static int take(void)
{
    unhang_wait_begin(&ready);
    while (!ready) {
    }
    unhang_wait_end(&ready);
    unhang_begin("item", &item);
    int taken = item;
    unhang_end("item", &item);
    return taken;
}

static void *worker(void *arg)
{
    take();
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    item = 7;
    ready = 1;
    pthread_join(thread, NULL);
    return 0;
}
