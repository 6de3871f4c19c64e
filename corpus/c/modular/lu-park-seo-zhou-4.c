// The repaired bug of figure 4 in Lu, Park, Seo and Zhou ("Learning from mistakes", 2008), rebuilt after what they tell of Mozilla's files on a
// Macintosh: ReadWriteProc starts a read that goes on by itself, says that it is pending, and waits until it is done; the routine that is
// called at its completion says that it is not pending any more. The repair: it is pending before it is started, so that the completion
// cannot come first and be forgotten. Around that is what such a file does: standard streams are handled apart, short reads are done at
// once, what was read is taken over piece by piece, errors are told.
//
// ReadWriteProc ends whatever the other thread does, if only its wait is over. AsyncIOCompletion looks again and again whether a read
// was started, and one may never be: it ends only if the scheduler is fair, and only if the read is one that goes on by itself.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum { noErr = 0, eofErr = -39, paramErr = -50 };
enum { READ_ASYNC = 1, WRITE_ASYNC = 2 };
enum { largestShortRead = 20480, piece = 512 };

typedef int OSErr;
typedef int PRInt32;
typedef unsigned PRUint32;

// What a thread is to the library: whether its input or output is pending, and what it waits on meanwhile.
static struct {
  volatile int io_pending;
  sem_t io_done;
} me;

// The one request that may be on its way.
static struct {
  volatile int is_issued;
  volatile int result;
} request;

static volatile int interrupts_off;
static volatile int last_error;

static int _PR_MD_GET_INTSOFF(void) {
  return interrupts_off;
}

static void _PR_MD_SET_INTSOFF(int value) {
  interrupts_off = value;
}

static void _MD_SetError(OSErr error) {
  last_error = error;
}

// Done before it returns.
static OSErr PBReadSync(PRUint32 bytes) {
  if (bytes == 0)
    return eofErr;
  return __VERIFIER_nondet_bool() ? noErr : eofErr;
}

// Goes on by itself; the completion routine is always called.
static void PBReadAsync(void) {
  request.is_issued = 1;
}

static void PBWriteAsync(void) {
  request.is_issued = 1;
}

static void WaitOnThisThread(void) {
  sem_wait(&me.io_done);
}

static void DoneWaitingOnThisThread(void) {
  assert(me.io_pending);
  me.io_pending = 0;
  sem_post(&me.io_done);
}

// What was read is taken over, a piece at a time.
static PRUint32 take_over(PRUint32 bytes) {
  PRUint32 taken = 0;
  while (bytes > 0) {
    PRUint32 now = bytes < piece ? bytes : piece;
    bytes -= now;
    taken += now;
  }
  return taken;
}

static PRInt32 read_write(PRInt32 refNum, PRUint32 bytes, int op) {
  OSErr err = noErr;
  PRUint32 done;

  // Standard streams are no files.
  if (refNum >= 0 && refNum < 3) {
    switch (refNum) {
    case 0: // Nothing to be read on a Macintosh.
      err = paramErr;
      goto ErrorExit;
    case 1:
    case 2:
      break;
    }
    return (PRInt32)bytes;
  }

  int doing_async = 0;
  if (op == READ_ASYNC) {
    if (bytes > largestShortRead) {
      doing_async = 1;
      me.io_pending = 1; // The repair: this comes before the request.
      PBReadAsync();
    } else {
      me.io_pending = 0;
      err = PBReadSync(bytes);
      if (err != noErr && err != eofErr)
        goto ErrorExit;
    }
  } else {
    // Whatever is written goes on by itself.
    doing_async = 1;
    me.io_pending = 1;
    PBWriteAsync();
  }

  if (doing_async) {
    WaitOnThisThread();
    err = request.result;
  }

  if (err != noErr && err != eofErr)
    goto ErrorExit;

  done = take_over(bytes);
  if (done != bytes) {
    err = eofErr;
    goto ErrorExit;
  }
  return 0;

ErrorExit:
  _MD_SetError(err);
  return -1;
}

static void *ReadWriteProc(void *arg) {
  read_write(__VERIFIER_nondet_int(), __VERIFIER_nondet_uint(), __VERIFIER_nondet_bool() ? READ_ASYNC : WRITE_ASYNC);
  return arg;
}

// Called when a request is done, and not before there is one.
static void *AsyncIOCompletion(void *arg) {
  while (!request.is_issued) {
  }
  if (_PR_MD_GET_INTSOFF())
    return arg;
  _PR_MD_SET_INTSOFF(1);
  request.result = __VERIFIER_nondet_bool() ? noErr : eofErr;
  DoneWaitingOnThisThread();
  _PR_MD_SET_INTSOFF(0);
  return arg;
}

int main(void) {
  pthread_t reader, completion;
  sem_init(&me.io_done, 0, 0);
  pthread_create(&reader, NULL, ReadWriteProc, NULL);
  pthread_create(&completion, NULL, AsyncIOCompletion, NULL);
  pthread_join(reader, NULL);
  pthread_join(completion, NULL);
  return 0;
}
