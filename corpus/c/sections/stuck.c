// The wait that the user marks is for a flag that nobody sets: it cannot be left.
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
    pthread_join(thread, NULL);
    return 0;
}
