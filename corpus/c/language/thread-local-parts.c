// Each thread has a structure and an array of its own, of which parts are named; with typed pointers these are computed constants.
#include <assert.h>
#include <pthread.h>

struct pair {
    int first;
    int second;
};

static _Thread_local struct pair own = {1, 2};
static _Thread_local int numbers[3] = {1, 2, 3};

static void *work(void *unused)
{
    own.second += numbers[2];
    int *place = &numbers[1];
    *place += own.second;
    assert(own.first == 1 && own.second == 5 && numbers[1] == 7);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(own.second == 2 && numbers[1] == 2);
    return 0;
}
