/// The signal handlers that give a terminal back.
///
/// They are C because a handler may interrupt anything: it may only touch memory that exists already and call functions
/// that POSIX calls async-signal-safe. Swift guarantees neither: a global is created on first use, under a lock, and
/// any call may allocate.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/// Catches the signals that concern a terminal (HUP, INT, QUIT, TERM, TSTP, CONT, WINCH), those of a crash, and all
/// others that end a process by default (USR1, ALRM, PROF and so on, real-time signals too). Signals that were ignored
/// when the program started stay ignored, except those of a crash. A signal of a crash and the others still end the
/// process, by that same signal, but the terminal is given back first.
/// Returns the read end of a pipe that delivers the number of each signal as one byte, without blocking. The pipe is
/// never closed. Returns -1 and sets `errno` on failure; EBUSY if the signals are already caught.
int cterminal_catch(void);

/// Ignores the signals of ctrl-C and ctrl-\ (INT, QUIT), or catches them again. Ignored signals are lost when they are
/// sent, so none of them can be handled late.
void cterminal_ignore_keys(bool ignores);

/// Restores the previous handling of these signals. If the terminal is gone, SIGHUP is ignored instead: it may come after
/// the end of the input, and must not end a program that is still saving.
void cterminal_release(bool is_gone);

/// Whether SIGTSTP can stop the program; false if it was ignored when the program started.
bool cterminal_can_stop(void);

/// Stops the process, and if asked its whole process group, by SIGTSTP or SIGTTOU. Returns when the process continues;
/// at once if it cannot be stopped because no shell could continue it (an orphaned process group). The pipe does not
/// report that SIGCONT.
void cterminal_stop(int signal, bool group);

/// Makes signals that end the process, and `exit`, give the terminal back from now on: they write the sequence, unless
/// the terminal accepts nothing, and restore the settings. At most 512 bytes of the sequence are used; it is copied.
void cterminal_arm(int input, int output, const struct termios *settings, const char *sequence, size_t length);

/// Writes like `write`. Once a signal or `exit` has begun to give the terminal back, it writes nothing but returns
/// `count`, so that the sequence that gives it back comes last.
ssize_t cterminal_write(int descriptor, const void *bytes, size_t count);

/// Makes signals and `exit` leave the terminal alone from now on.
void cterminal_disarm(void);

#endif
