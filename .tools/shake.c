// Delays random jobs of the Swift concurrency runtime, so that tests run with orders of events that are rare on an idle
// machine. .tools/shake preloads it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// The runtime's calling convention. For these two arguments it equals that of C on Linux, except for the attribute.
#define SWIFT_CC __attribute__((swiftcall))
typedef SWIFT_CC void (*enqueue)(void *job);
typedef SWIFT_CC void (*hook)(void *job, enqueue original);

static unsigned percent = 5;
static unsigned longest = 20000;
static _Atomic uint64_t state = 88172645463325252u;

struct delayed {
  void *job;
  enqueue original;
  unsigned microseconds;
};

static uint64_t next(void) {
  uint64_t x = atomic_fetch_add(&state, 0x9e3779b97f4a7c15u);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static void *enqueue_later(void *argument) {
  struct delayed delayed = *(struct delayed *)argument;
  free(argument);
  usleep(delayed.microseconds);
  delayed.original(delayed.job);
  return NULL;
}

static SWIFT_CC void shaken(void *job, enqueue original) {
  uint64_t random = next();
  if (random % 100 < percent) {
    struct delayed *delayed = malloc(sizeof *delayed);
    pthread_t thread;
    if (delayed != NULL) {
      *delayed = (struct delayed){job, original, (unsigned)((random >> 32) % longest)};
      if (pthread_create(&thread, NULL, enqueue_later, delayed) == 0) {
        pthread_detach(thread);
        return;
      }
      free(delayed);
    }
  }
  original(job);
}

static unsigned number(const char *name, unsigned otherwise) {
  const char *text = getenv(name);
  return text == NULL ? otherwise : (unsigned)strtoul(text, NULL, 10);
}

__attribute__((constructor)) static void shake(void) {
  hook *place = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  if (place == NULL) return; // a child process that is not Swift
  percent = number("SHAKE_PERCENT", percent);
  longest = number("SHAKE_MICROSECONDS", longest);
  state += number("SHAKE_SEED", 1) * 0x2545f4914f6cdd1du;
  *place = shaken;
  unsetenv("LD_PRELOAD");
}
