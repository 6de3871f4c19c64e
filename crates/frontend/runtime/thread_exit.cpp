// std::notify_all_at_thread_exit, with a key whose destructor does it: keys end after the variables of a thread.
//
//: _ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE

extern "C" {
void *malloc(unsigned long);
void free(void *);
int pthread_once(int *, void (*)());
int pthread_key_create(unsigned *, void (*)(void *));
int pthread_setspecific(unsigned, const void *);
void *pthread_getspecific(unsigned);
int pthread_mutex_unlock(void *);
int pthread_cond_broadcast(void *);
int atexit(void (*)());
}

namespace std {

class condition_variable;
class mutex;

template <typename Mutex> class unique_lock {
public:
  Mutex *device;
  bool owns;
  ~unique_lock();
};

} // namespace std

namespace {

// What is to be done, the last thing first.
struct Note {
  Note *next;
  void *condition;
  void *mutex;
};

unsigned key;
int once;

void work_off(void *first) {
  for (Note *note = static_cast<Note *>(first); note;) {
    pthread_mutex_unlock(note->mutex);
    pthread_cond_broadcast(note->condition);
    Note *next = note->next;
    free(note);
    note = next;
  }
}

// The first thread ends with the program.
void work_off_at_exit() {
  void *first = pthread_getspecific(key);
  pthread_setspecific(key, nullptr);
  work_off(first);
}

void prepare() {
  pthread_key_create(&key, work_off);
  atexit(work_off_at_exit);
}

} // namespace

namespace std {

void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> lock) {
  pthread_once(&once, prepare);
  Note *note = static_cast<Note *>(malloc(sizeof(Note)));
  *note = Note{static_cast<Note *>(pthread_getspecific(key)), &condition, lock.device};
  pthread_setspecific(key, note);
  lock.device = nullptr;
  lock.owns = false;
}

} // namespace std
