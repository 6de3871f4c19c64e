// The repaired bug of figure 4 in Lu, Park, Seo and Zhou ("Learning from mistakes", 2008), rebuilt after what they tell of it: a thread starts a
// read that goes on by itself, marks itself as one whose input is pending, and sleeps until the read is done; the routine that is called at
// the completion of the read takes the mark away and wakes the thread. Where the mark is set after the read was started, the completion may
// come first, its message is lost, and the thread sleeps for ever. The repair is to set the mark first.
//
// Around that is a little of what such a library does: a file is opened, read in blocks of which large ones go on by themselves and small
// ones are done at once, checked and closed; a write is always one that goes on by itself.
//
// `transfer` ends whatever the other thread does, if only its sleep is over. `complete` looks again and again whether something was started
// or the file was closed; so it ends only if the scheduler is fair.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum direction { READS, WRITES };
enum status { FINE, AT_END, BROKEN };
enum { SMALL = 4096, LINE = 64 };

// What is known of the thread that waits for its input or output.
struct sleeper {
    volatile int is_pending;
    sem_t awake;
};

// What is under way in the device.
struct order {
    volatile int is_given;
    volatile int is_withdrawn;
    volatile int status;
};

struct file {
    int is_open;
    unsigned size;
    unsigned sum;
};

static struct sleeper sleeper;
static struct order order;
static struct file file;

static void open_file(unsigned size) {
    file.is_open = 1;
    file.size = size;
    file.sum = 0;
}

static void close_file(void) {
    file.is_open = 0;
    order.is_withdrawn = 1;
}

// A small block comes at once.
static int read_at_once(unsigned size) {
    if (size > file.size) {
        return AT_END;
    }
    return FINE;
}

// A large block comes at some time; when it has, the completion routine is called.
static void give_order(void) {
    order.is_given = 1;
}

static void sleep_until_done(void) {
    sem_wait(&sleeper.awake);
}

static void wake(void) {
    assert(sleeper.is_pending);
    sleeper.is_pending = 0;
    sem_post(&sleeper.awake);
}

// The sum of what was read, a line at a time; the last line may be shorter.
static unsigned added_up(unsigned size) {
    unsigned sum = 0;
    while (size > 0) {
        unsigned length = size < LINE ? size : LINE;
        size -= length;
        sum += length;
    }
    return sum;
}

static int by_itself(void) {
    // The repair: whoever completes the order finds the mark, however soon.
    sleeper.is_pending = 1;
    give_order();
    sleep_until_done();
    return order.status;
}

static int move_block(enum direction direction, unsigned size) {
    int status;
    if (direction == READS && size <= SMALL) {
        status = read_at_once(size);
    } else {
        status = by_itself();
    }
    if (status == FINE) {
        file.sum = added_up(size);
    }
    return status;
}

static void *transfer(void *unused) {
    unsigned size = __VERIFIER_nondet_uint();
    enum direction direction = READS;
    if (__VERIFIER_nondet_bool()) {
        direction = WRITES;
    }
    open_file(size);
    if (move_block(direction, size) != BROKEN) {
        close_file();
    }
    return unused;
}

static void *complete(void *unused) {
    for (;;) {
        if (order.is_given) {
            break;
        }
        if (order.is_withdrawn) {
            return unused;
        }
    }
    order.status = FINE;
    if (__VERIFIER_nondet_bool()) {
        order.status = AT_END;
    }
    wake();
    return unused;
}

int main(void) {
    pthread_t thread, routine;
    sem_init(&sleeper.awake, 0, 0);
    pthread_create(&thread, NULL, transfer, NULL);
    pthread_create(&routine, NULL, complete, NULL);
    pthread_join(thread, NULL);
    pthread_join(routine, NULL);
    return 0;
}
