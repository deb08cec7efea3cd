// Signal handlers and the crash guard, which must be C.

#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The handling of a signal.
enum role {
  LEFT_ALONE,
  REPORTED,  // Its number is written to the pipe.
  CRASH,     // The terminal is given back first; then the signal has its previous effect.
  ENDS,      // Like CRASH, but only if the signal had its default effect.
};

static enum role role_of(int signal) {
  switch (signal) {
    case SIGHUP: case SIGINT: case SIGQUIT: case SIGTERM: case SIGTSTP: case SIGCONT: case SIGWINCH:
      return REPORTED;
    case SIGILL: case SIGTRAP: case SIGSEGV: case SIGBUS: case SIGABRT: case SIGFPE:
      return CRASH;
    case SIGSYS: case SIGPIPE: case SIGALRM: case SIGUSR1: case SIGUSR2: case SIGXCPU: case SIGXFSZ: case SIGVTALRM:
    case SIGPROF:
      return ENDS;
#ifdef SIGEMT
    case SIGEMT: return ENDS;
#endif
#ifdef SIGPWR
    case SIGPWR: return ENDS;
#endif
#ifdef SIGSTKFLT
    case SIGSTKFLT: return ENDS;
#endif
#ifdef __linux__  // On Darwin it is ignored.
    case SIGIO: return ENDS;
#endif
  }
#ifdef SIGRTMIN
  if (signal >= SIGRTMIN && signal <= SIGRTMAX) return ENDS;
#endif
  return LEFT_ALONE;
}

static struct sigaction before[NSIG];
static bool is_ours[NSIG];
static atomic_bool is_caught;
static int pipe_ends[2] = {-1, -1};

static struct {
  pid_t owner;
  int input, output;
  struct termios settings;
  char sequence[512];
  size_t length;
} held;
// Whether `held` describes what to give back. From GIVING_BACK on the process is ending, and nothing else is written.
enum { DISARMED, ARMED, GIVING_BACK, GIVEN_BACK };
static atomic_int arming;

// The number of threads that are writing, and whether this one is: a handler that interrupts a write must not wait for
// it.
static atomic_int writers;
static _Thread_local atomic_bool is_writer;

static void report(int signal) {
  int saved = errno;
  char byte = (char)signal;
  if (write(pipe_ends[1], &byte, 1) < 0) {}  // A full pipe already wakes the reader.
  errno = saved;
}

// The time to wait for a terminal that accepts nothing, in milliseconds. A slow connection may stall for as long.
enum { WRITE_TIMEOUT = 1000 };

ssize_t cterminal_write(int descriptor, const void *bytes, size_t count) {
  atomic_fetch_add(&writers, 1);
  atomic_store(&is_writer, true);
  // Checked only after this thread is counted: either it sees giving back begin, or that waits for it.
  bool is_late = atomic_load(&arming) >= GIVING_BACK;
  ssize_t written = is_late ? (ssize_t)count : write(descriptor, bytes, count);
  int saved = errno;
  atomic_store(&is_writer, false);
  atomic_fetch_sub(&writers, 1);
  errno = saved;
  return written;
}

static void await_writers(void) {
  int own = atomic_load(&is_writer);
  for (int i = 0; i < WRITE_TIMEOUT && atomic_load(&writers) > own; i++) poll(NULL, 0, 1);
}

static void give_back(void) {
  // A child between fork and exec must not touch the terminal.
  if (held.owner != getpid()) return;
  int expected = ARMED;
  if (!atomic_compare_exchange_strong(&arming, &expected, GIVING_BACK)) {
    // Another thread is giving the terminal back; the process must not end before that is done.
    for (int i = 0; i < 2 * WRITE_TIMEOUT && atomic_load(&arming) == GIVING_BACK; i++) poll(NULL, 0, 1);
    return;
  }
  await_writers();
  // Byte by byte, each only when there is room: a write must not block on a terminal that accepts nothing.
  for (size_t done = 0; done < held.length;) {
    struct pollfd room = {.fd = held.output, .events = POLLOUT};
    int ready = poll(&room, 1, WRITE_TIMEOUT);
    if (ready == 0 || (ready < 0 && errno != EINTR)) break;
    if (ready < 0) continue;
    ssize_t count = write(held.output, held.sequence + done, 1);
    if (count >= 0) done += (size_t)count;
    else if (errno != EAGAIN && errno != EINTR) break;
  }
  pid_t front = tcgetpgrp(held.input);
  if (front == -1 || front == getpgrp()) {
    tcflush(held.input, TCIFLUSH);
    tcsetattr(held.input, TCSANOW, &held.settings);
  }
  atomic_store(&arming, GIVEN_BACK);
}

static void crash(int signal, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  give_back();
  sigaction(signal, &before[signal], NULL);
  // A fault happens again on return, at the same instruction. A signal that was sent (si_code on Linux: 0 or less; on
  // Darwin: SI_USER or more) does not, nor do the other signals.
  bool is_sent = info->si_code <= 0 || info->si_code > 0xFFFF;
  bool is_fault = signal == SIGILL || signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE;
  if (is_sent || !is_fault) raise(signal);
  errno = saved;
}

static bool make_pipe(void) {
  if (pipe_ends[0] != -1) return true;
  if (pipe(pipe_ends) != 0) return false;
  for (int i = 0; i < 2; i++) {  // None of these calls fails on a pipe.
    fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK);
  }
  atexit(give_back);
  return true;
}

static void on(int signal, void (*handler)(int)) {
  struct sigaction action = {.sa_flags = SA_RESTART};
  action.sa_handler = handler;
  sigaction(signal, &action, NULL);
}

int cterminal_catch(void) {
  if (atomic_exchange(&is_caught, true)) return errno = EBUSY, -1;
  if (!make_pipe()) return atomic_store(&is_caught, false), -1;
  for (char old[64]; read(pipe_ends[0], old, sizeof old) > 0;) {}
  // On the alternate signal stack, where a thread has one. Swift's threads have none: after a stack overflow no code
  // can run.
  struct sigaction crashing = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  crashing.sa_sigaction = crash;
  sigfillset(&crashing.sa_mask);
  for (int signal = 1; signal < NSIG; signal++) {
    enum role role = role_of(signal);
    if (role == LEFT_ALONE || sigaction(signal, NULL, &before[signal]) != 0) continue;
    is_ours[signal] = true;
    if (role == REPORTED && before[signal].sa_handler != SIG_IGN) on(signal, report);
    if (role == CRASH || (role == ENDS && before[signal].sa_handler == SIG_DFL)) sigaction(signal, &crashing, NULL);
  }
  return pipe_ends[0];
}

void cterminal_ignore_keys(bool ignores) {
  static const int keys[] = {SIGINT, SIGQUIT};
  for (int i = 0; i < 2; i++) {
    if (is_ours[keys[i]] && before[keys[i]].sa_handler != SIG_IGN) on(keys[i], ignores ? SIG_IGN : report);
  }
}

void cterminal_release(bool is_gone) {
  if (!atomic_load(&is_caught)) return;
  if (is_gone) before[SIGHUP].sa_handler = SIG_IGN;
  for (int signal = 1; signal < NSIG; signal++) {
    if (is_ours[signal]) sigaction(signal, &before[signal], NULL);
    is_ours[signal] = false;
  }
  atomic_store(&is_caught, false);
}

bool cterminal_can_stop(void) {
  struct sigaction now;
  return sigaction(SIGTSTP, NULL, &now) == 0 && now.sa_handler != SIG_IGN;
}

void cterminal_stop(int signal, bool group) {
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, signal);
  struct sigaction stopping, going_on;
  sigaction(signal, NULL, &stopping);
  sigaction(SIGCONT, NULL, &going_on);
  on(signal, SIG_DFL);
  on(SIGCONT, SIG_DFL);
  // Pending for this thread first, so that the process stops once and not twice, whichever thread stops it: SIGCONT
  // discards every stop still pending when the mask is open. Threads of a pool have the signal blocked.
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  raise(signal);
  if (group) kill(0, signal);
  pthread_sigmask(SIG_UNBLOCK, &stop, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGCONT, &going_on, NULL);
  sigaction(signal, &stopping, NULL);
}

void cterminal_arm(int input, int output, const struct termios *settings, const char *sequence, size_t length) {
  cterminal_disarm();
  if (atomic_load(&arming) == GIVING_BACK) return;
  held.owner = getpid();
  held.input = input;
  held.output = output;
  held.settings = *settings;
  held.length = length < sizeof held.sequence ? length : sizeof held.sequence;
  memcpy(held.sequence, sequence, held.length);
  atomic_store(&arming, ARMED);
}

void cterminal_disarm(void) {
  int expected = ARMED;
  atomic_compare_exchange_strong(&arming, &expected, DISARMED);
}
