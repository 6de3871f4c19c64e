// Whether there is such a locale depends on the machine; if there is none, main waits for ever.
#include <locale.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&mutex);
  if (setlocale(LC_ALL, "de_AT.UTF-8") == NULL) {
    pthread_mutex_lock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}
