/// What must be C to give a terminal back: signal handlers.
///
/// A handler may interrupt anything, so it may only touch memory that is simply there and call what POSIX calls
/// async-signal-safe. Swift promises neither: a global is made on first use, under a lock, and any call may allocate.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/// Catches the signals that concern a terminal (HUP, INT, QUIT, TERM, TSTP, CONT, WINCH), those of a crash, and all
/// others that end a process which does nothing about them (USR1, ALRM, PROF and so on, real-time signals too), except
/// what whoever started the program wanted ignored. Those of a crash and the others still end the process, by that very
/// signal, but the terminal is given back first.
/// Returns the end of a pipe from which the number of each signal can be read, a byte each, without blocking; it stays
/// the process's. -1, and `errno`, when that failed; EBUSY when they are caught already.
int cterminal_catch(void);

/// Puts back what was done on these signals before.
void cterminal_release(void);

/// Whether SIGTSTP may stop the program; not when whoever started it ignores that.
bool cterminal_can_stop(void);

/// Stops the process by the signal, SIGTSTP or SIGTTOU, with its whole group when asked to; returns when it goes on, at
/// once when there is nobody to let it go on. That SIGCONT is not reported through the pipe.
void cterminal_stop(int signal, bool group);

/// From now on a signal that ends the process, or `exit`, gives the terminal back: writes the sequence, unless the terminal
/// takes nothing, and sets the settings.
/// The sequence is copied, at most 512 bytes of it.
void cterminal_arm(int input, int output, const struct termios *settings, const char *sequence, size_t length);

/// Writes as `write` does. Once the terminal is being given back by a signal or `exit`, nothing is written, and it is as if
/// all were: what gives it back comes last.
ssize_t cterminal_write(int descriptor, const void *bytes, size_t count);

/// From now on such a signal, or `exit`, leaves the terminal alone.
void cterminal_disarm(void);

#endif
