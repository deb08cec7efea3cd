#include "CTerminal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
static const int watched[] = {SIGCONT, SIGWINCH, SIGTSTP, SIGTERM, SIGHUP, SIGINT, SIGQUIT};
enum { CRASHES = sizeof crashes / sizeof *crashes, WATCHED = sizeof watched / sizeof *watched, MOST = 256 };

static struct sigaction before_crashes[CRASHES], before_watch[WATCHED];
static struct termios saved;
static char farewell[MOST];
static size_t farewell_count;
static int guarded_fd;
static atomic_int is_claimed, is_armed, watch_fd = -1;
static atomic_uint asked;

static void give_back(void) {
  if (!atomic_exchange(&is_armed, 0)) return;
  sigset_t background;  // Without it, a program in the background would be stopped here.
  sigemptyset(&background);
  sigaddset(&background, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &background, NULL);
  // Nothing can be done about a terminal that does not take it.
  ssize_t written = write(guarded_fd, farewell, farewell_count);
  (void)written;
  tcsetattr(guarded_fd, TCSANOW, &saved);
}

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  give_back();
  for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &before_crashes[i], NULL);
  // A fault happens again when this returns, with all that is known about it; what was sent has to be sent again.
  if (info->si_code <= 0) raise(signal);
  errno = error;
}

static void happened(int signal) {
  int error = errno;
  // Not HUP: the shell and the system both send it when a terminal goes, at once.
  int ends = signal == SIGTERM || signal == SIGINT || signal == SIGQUIT;
  if (ends && atomic_fetch_or(&asked, 1u << signal) & 1u << signal) {
    give_back();
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, NULL);
    raise(signal);
  } else {
    unsigned char byte = (unsigned char)signal;
    // A full pipe holds 64 thousand signals nobody has looked at; one more tells nothing new.
    ssize_t written = write(atomic_load(&watch_fd), &byte, 1);
    (void)written;
  }
  errno = error;
}

int cterminal_guard(int fd, const void *settings, const char *bytes, size_t count) {
  static atomic_int is_registered;
  if (count > MOST || atomic_exchange(&is_claimed, 1)) return -1;
  guarded_fd = fd;
  memcpy(&saved, settings, sizeof saved);
  memcpy(farewell, bytes, count);
  farewell_count = count;
  atomic_store(&is_armed, 1);
  if (!atomic_exchange(&is_registered, 1)) atexit(give_back);
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &action, &before_crashes[i]);
  return 0;
}

void cterminal_pause_guard(void) { atomic_store(&is_armed, 0); }

void cterminal_resume_guard(const void *settings) {
  memcpy(&saved, settings, sizeof saved);
  atomic_store(&is_armed, 1);
}

void cterminal_unguard(void) {
  if (!atomic_load(&is_claimed)) return;
  atomic_store(&is_armed, 0);
  for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &before_crashes[i], NULL);
  atomic_store(&is_claimed, 0);
}

static void handle(int signal, struct sigaction *before) {
  struct sigaction action = {.sa_handler = happened, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, before);
}

void cterminal_watch(int fd) {
  atomic_store(&asked, 0);
  atomic_store(&watch_fd, fd);
  for (int i = 0; i < WATCHED; i++) handle(watched[i], &before_watch[i]);
}

void cterminal_watch_stop(int is_watched) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  if (is_watched) handle(SIGTSTP, NULL); else sigaction(SIGTSTP, &action, NULL);
}

void cterminal_unwatch(void) {
  for (int i = 0; i < WATCHED; i++) sigaction(watched[i], &before_watch[i], NULL);
  atomic_store(&watch_fd, -1);
}
