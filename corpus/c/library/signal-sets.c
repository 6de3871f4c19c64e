// A program that prepares for signals, and gets none. A thread begins with the mask of its creator.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void handler(int number) { (void)number; }

static void *worker(void *arg) {
  sigset_t set, former;
  sigfillset(&set);
  sigdelset(&set, SIGINT);
  pthread_sigmask(SIG_SETMASK, &set, &former);
  assert(sigismember(&former, SIGTERM) == 0 && sigismember(&former, SIGHUP) == 1);
  pthread_sigmask(SIG_SETMASK, NULL, &former);
  assert(sigismember(&former, SIGTERM) == 1 && sigismember(&former, SIGINT) == 0 && sigismember(&former, SIGKILL) == 0);
  return arg;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler}, former;
  sigemptyset(&action.sa_mask);
  assert(sigaction(SIGUSR1, &action, NULL) == 0 && sigaction(SIGKILL, &action, NULL) == -1);
  assert(sigaction(SIGUSR1, NULL, &former) == 0 && former.sa_handler == handler);
  assert(signal(SIGUSR2, handler) == SIG_DFL && signal(SIGUSR2, SIG_IGN) == handler);
  sigset_t hangup;
  sigemptyset(&hangup);
  sigaddset(&hangup, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &hangup, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_sigmask(SIG_UNBLOCK, &hangup, NULL);
  pthread_join(thread, NULL);
  return 0;
}
