/// The system's SQLite, opened at run time.
///
/// Headers of SQLite are seldom installed, so here is what Swift needs of sqlite3.h, under the same names and numbers.
/// Nothing is linked.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A connection to a database, and a statement made ready to run.
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

/// How a call ended: the lowest byte of an extended code.
static const int SQLITE_OK = 0;
static const int SQLITE_PERM = 3;
static const int SQLITE_BUSY = 5;
static const int SQLITE_LOCKED = 6;
static const int SQLITE_READONLY = 8;
static const int SQLITE_INTERRUPT = 9;
static const int SQLITE_IOERR = 10;
static const int SQLITE_CORRUPT = 11;
static const int SQLITE_FULL = 13;
static const int SQLITE_CANTOPEN = 14;
static const int SQLITE_AUTH = 23;
static const int SQLITE_NOTADB = 26;
static const int SQLITE_ROW = 100;
static const int SQLITE_DONE = 101;

/// Extended codes.
static const int SQLITE_READONLY_DBMOVED = 0x408;
static const int SQLITE_CANTOPEN_SYMLINK = 0x60E;
static const int SQLITE_IOERR_CORRUPTFS = 0x210A;

/// How a database is opened.
static const int SQLITE_OPEN_READWRITE = 0x2;
static const int SQLITE_OPEN_READONLY = 0x1;
static const int SQLITE_OPEN_MEMORY = 0x80;
static const int SQLITE_OPEN_URI = 0x40;
static const int SQLITE_OPEN_NOMUTEX = 0x8000;
static const int SQLITE_OPEN_NOFOLLOW = 0x1000000;

/// That a column is NULL; that a statement is to be kept.
static const int SQLITE_NULL = 5;
static const unsigned SQLITE_PREPARE_PERSISTENT = 1;

/// The functions of the library, each as sqlite3.h has it without `sqlite3_`.
struct csqlite {
  int (*threadsafe)(void);
  int (*libversion_number)(void);
  int (*open_v2)(const char *, sqlite3 **, int, const char *);
  int (*close_v2)(sqlite3 *);
  int (*busy_handler)(sqlite3 *, int (*)(void *, int), void *);
  int (*sleep)(int);
  void (*progress_handler)(sqlite3 *, int, int (*)(void *), void *);
  int (*db_config)(sqlite3 *, int, ...);
  int (*extended_errcode)(sqlite3 *);
  int (*system_errno)(sqlite3 *);
  const char *(*errmsg)(sqlite3 *);
  int (*get_autocommit)(sqlite3 *);
  int (*db_readonly)(sqlite3 *, const char *);
  int (*total_changes)(sqlite3 *);
  int (*prepare_v3)(sqlite3 *, const char *, int, unsigned, sqlite3_stmt **, const char **);
  int (*stmt_readonly)(sqlite3_stmt *);
  int (*bind_parameter_count)(sqlite3_stmt *);
  int (*bind_null)(sqlite3_stmt *, int);
  int (*bind_int64)(sqlite3_stmt *, int, int64_t);
  int (*bind_double)(sqlite3_stmt *, int, double);
  int (*bind_text64)(sqlite3_stmt *, int, const char *, uint64_t, void (*)(void *), unsigned char);
  int (*bind_blob64)(sqlite3_stmt *, int, const void *, uint64_t, void (*)(void *));
  int (*step)(sqlite3_stmt *);
  int (*reset)(sqlite3_stmt *);
  int (*clear_bindings)(sqlite3_stmt *);
  int (*finalize)(sqlite3_stmt *);
  int (*column_type)(sqlite3_stmt *, int);
  int64_t (*column_int64)(sqlite3_stmt *, int);
  double (*column_double)(sqlite3_stmt *, int);
  const unsigned char *(*column_text)(sqlite3_stmt *, int);
  const void *(*column_blob)(sqlite3_stmt *, int);
  int (*column_bytes)(sqlite3_stmt *, int);
};

/// Opens the library of that name, and fills in its functions. It stays open until the process ends. Any thread may call
/// this at any time. False when there is no such library, when it lacks a function or a link to a file could not be
/// refused (before 3.31), or when it was built for one thread.
bool csqlite_open(const char *name, struct csqlite *library);

/// Whether a database was opened in this thread, since the last call of this, that was not closed before: what was in its
/// log was recovered. Where another program has used the library before, it cannot tell, and answers no.
bool csqlite_take_recovery(void);

/// Leaves the log of what was written where it is when the connection is closed, and the file as it is.
void csqlite_keep_log(const struct csqlite *library, sqlite3 *);

/// Bind a copy of the bytes; no byte at all is a text or a blob of that length, not NULL.
int csqlite_bind_text(const struct csqlite *library, sqlite3_stmt *, int index, const char *text, uint64_t count);
int csqlite_bind_blob(const struct csqlite *library, sqlite3_stmt *, int index, const void *bytes, uint64_t count);

#endif
