#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>

// What runs inside of signal handlers. In C, because a handler may only do what is async-signal-safe (POSIX, 2.4.3), and
// Swift does not promise that for anything: not for a global, not for an array, not in a debug build.

/// Guards a terminal: from now on it is given back when the program crashes (ILL, TRAP, SEGV, BUS, ABRT, FPE) or calls
/// exit. There is one guarded terminal at a time.
/// @param fd        Where to write; not closed before cterminal_unguard.
/// @param settings  The settings to put back, a struct termios (whose header would otherwise become this module's); copied.
/// @param bytes     What to write to give the screen back; copied, at most 256.
/// @return 0, or -1 when another terminal is guarded or there are too many bytes.
int cterminal_guard(int fd, const void *settings, const char *bytes, size_t count);

/// The terminal has been given back for a while: nothing is to be done for it.
void cterminal_pause_guard(void);

/// The terminal has been taken again.
/// @param settings  What is now to be put back, a struct termios.
void cterminal_resume_guard(const void *settings);

/// Ends the guard; what handled those signals before handles them again.
void cterminal_unguard(void);

/// From now on CONT, WINCH, TSTP, TERM, HUP, INT and QUIT are written to fd, one byte with the signal's number each. TERM,
/// INT and QUIT, when they come for the second time, give the terminal back and end the program.
/// @param fd  The end of a pipe; does not block.
void cterminal_watch(int fd);

/// What TSTP does: stops the program (0), or is watched (1).
void cterminal_watch_stop(int watched);

/// Ends the watch; what handled those signals before handles them again.
void cterminal_unwatch(void);

#endif
