// The repaired bug of figure 2 in Lu, Park, Seo and Zhou ("Learning from mistakes", 2008), rebuilt after what they tell of Mozilla's nsThread:
// a thread looks at mThread, which is set by whoever creates it once PR_CreateThread has returned. The repair: the creator holds a lock all
// the while, and the new thread takes it before it looks. Init ends whatever Main does; Main has to be let run, and only after Init.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mStartLock = PTHREAD_MUTEX_INITIALIZER;
static volatile int isCreated;
static volatile int mThread;
static volatile int mState;

static int PR_CreateThread(void) {
  isCreated = 1; // The new thread may run from here on.
  return 1;
}

static void *Init(void *arg) {
  pthread_mutex_lock(&mStartLock);
  mThread = PR_CreateThread();
  pthread_mutex_unlock(&mStartLock);
  return arg;
}

static void *Main(void *arg) {
  while (!isCreated) {
  }
  pthread_mutex_lock(&mStartLock);
  pthread_mutex_unlock(&mStartLock);
  assert(mThread != 0);
  mState = mThread;
  return arg;
}

int main(void) {
  pthread_t init, created;
  pthread_create(&init, NULL, Init, NULL);
  pthread_create(&created, NULL, Main, NULL);
  pthread_join(init, NULL);
  pthread_join(created, NULL);
  return 0;
}
