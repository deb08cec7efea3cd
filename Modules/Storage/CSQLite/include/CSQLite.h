/// The system's SQLite, opened at run time.
///
/// Headers of SQLite are seldom installed, so this header declares the part of sqlite3.h that Swift needs, under the
/// same names and numbers. Nothing is linked.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A connection to a database, a prepared statement, and a copy in progress.
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_backup sqlite3_backup;

/// Results of calls: the lowest byte of an extended code.
static const int SQLITE_OK = 0;
static const int SQLITE_PERM = 3;
static const int SQLITE_BUSY = 5;
static const int SQLITE_LOCKED = 6;
static const int SQLITE_READONLY = 8;
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

/// Flags for opening a database.
static const int SQLITE_OPEN_READWRITE = 0x2;
static const int SQLITE_OPEN_READONLY = 0x1;
static const int SQLITE_OPEN_MEMORY = 0x80;
static const int SQLITE_OPEN_URI = 0x40;
static const int SQLITE_OPEN_NOMUTEX = 0x8000;
static const int SQLITE_OPEN_NOFOLLOW = 0x1000000;

/// The type of NULL, and the flag for statements that are used again.
static const int SQLITE_NULL = 5;
static const unsigned SQLITE_PREPARE_PERSISTENT = 1;

/// The functions of the library, under their names in sqlite3.h without `sqlite3_`.
struct csqlite {
  int (*threadsafe)(void);
  int (*libversion_number)(void);
  int (*open_v2)(const char *, sqlite3 **, int, const char *);
  int (*close_v2)(sqlite3 *);
  int (*busy_handler)(sqlite3 *, int (*)(void *, int), void *);
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
  sqlite3_backup *(*backup_init)(sqlite3 *, const char *, sqlite3 *, const char *);
  int (*backup_step)(sqlite3_backup *, int);
  int (*backup_finish)(sqlite3_backup *);
};

/// Opens the library of that name and returns its functions; those of the first library that was opened remain in use
/// until the process ends. Any thread may call this at any time. Returns NULL if there is no such library, if a
/// function is missing, if it is older than 3.31 (and could not refuse symbolic links), or if it was built for a single
/// thread.
const struct csqlite *csqlite_open(const char *name);

/// Returns whether this thread, since its last call of this function, has opened a database that was not closed
/// properly, so that its write-ahead log was recovered. Always false if other code in the process used the library
/// first.
bool csqlite_take_recovery(void);

/// Makes closing the connection leave the database file and its write-ahead log unchanged.
void csqlite_keep_log(const struct csqlite *library, sqlite3 *);

/// Bind a copy of the bytes. An empty text or blob is bound as such, not as NULL.
int csqlite_bind_text(const struct csqlite *library, sqlite3_stmt *, int index, const char *text, uint64_t count);
int csqlite_bind_blob(const struct csqlite *library, sqlite3_stmt *, int index, const void *bytes, uint64_t count);

#endif
