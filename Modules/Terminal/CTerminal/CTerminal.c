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

static const int told[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH};
static const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
enum { told_count = sizeof told / sizeof *told, crash_count = sizeof crashes / sizeof *crashes };

static struct sigaction told_before[told_count], crash_before[crash_count];
static atomic_bool is_caught;
static int ends[2] = {-1, -1};

static struct {
  pid_t owner;
  int input, output;
  struct termios settings;
  char sequence[256];
  size_t length;
} held;
static atomic_bool is_armed;

static void tell(int signal) {
  int saved = errno;
  char byte = (char)signal;
  if (write(ends[1], &byte, 1) < 0) {}  // A full pipe has told enough.
  errno = saved;
}

static void give_back(void) {
  // A child between fork and exec has no business with the terminal.
  if (!atomic_exchange(&is_armed, false) || held.owner != getpid()) return;
  for (size_t done = 0; done < held.length;) {
    ssize_t count = write(held.output, held.sequence + done, held.length - done);
    struct pollfd wait = {.fd = held.output, .events = POLLOUT};
    if (count >= 0) done += (size_t)count;
    else if (errno == EAGAIN ? poll(&wait, 1, 1000) <= 0 : errno != EINTR) break;
  }
  pid_t front = tcgetpgrp(held.input);
  if (front != -1 && front != getpgrp()) return;
  tcflush(held.input, TCIFLUSH);
  tcsetattr(held.input, TCSANOW, &held.settings);
}

static void crash(int signal, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  give_back();
  for (int i = 0; i < crash_count; i++)
    if (crashes[i] == signal) sigaction(signal, &crash_before[i], NULL);
  // A fault happens again on return, and where it happened. A trap may not, and a signal that was sent (codes of
  // Linux: not above 0; of Darwin: SI_USER and above) does not.
  bool is_sent = info->si_code <= 0 || info->si_code > 0xFFFF;
  if (is_sent || signal == SIGTRAP || signal == SIGABRT) raise(signal);
  errno = saved;
}

static bool make_pipe(void) {
  if (ends[0] != -1) return true;
  if (pipe(ends) != 0) return false;
  for (int i = 0; i < 2; i++) {  // None of this fails on a pipe.
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
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
  for (char old[64]; read(ends[0], old, sizeof old) > 0;) {}
  for (int i = 0; i < told_count; i++) {
    sigaction(told[i], NULL, &told_before[i]);
    if (told_before[i].sa_handler != SIG_IGN) on(told[i], tell);
  }
  // On the other stack of a thread that has one. Swift runs on threads that have none: where a stack overflows nothing
  // more can be run.
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = crash;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &crash_before[i]);
  return ends[0];
}

void cterminal_release(void) {
  if (!atomic_load(&is_caught)) return;
  for (int i = 0; i < told_count; i++) sigaction(told[i], &told_before[i], NULL);
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &crash_before[i], NULL);
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
  // Pending for this thread first, so that whichever thread stops the process, it has stopped once and not twice when
  // the mask is open: SIGCONT takes away every stop that is still pending. Threads of a pool have the mask closed.
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  raise(signal);
  if (group) kill(0, signal);
  pthread_sigmask(SIG_UNBLOCK, &stop, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGCONT, &going_on, NULL);
  sigaction(signal, &stopping, NULL);
}

void cterminal_arm(int input, int output, const struct termios *settings, const char *sequence, size_t length) {
  atomic_store(&is_armed, false);
  held.owner = getpid();
  held.input = input;
  held.output = output;
  held.settings = *settings;
  held.length = length < sizeof held.sequence ? length : sizeof held.sequence;
  memcpy(held.sequence, sequence, held.length);
  atomic_store(&is_armed, true);
}

void cterminal_disarm(void) { atomic_store(&is_armed, false); }
