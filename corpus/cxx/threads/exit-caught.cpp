// A handler for everything catches the end of a thread and keeps it, which ends the program.
#include <pthread.h>

static void *run(void *) {
  try {
    pthread_exit(nullptr);
  } catch (...) {
  }
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, nullptr);
}
