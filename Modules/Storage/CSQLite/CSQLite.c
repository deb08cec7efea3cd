// The system's SQLite, opened at run time.

#include "CSQLite.h"

#include <dlfcn.h>
#include <pthread.h>

static bool find_symbols(void *handle, struct csqlite *library) {
  // POSIX allows this conversion from a data pointer to a function pointer (dlsym, rationale).
#define FIND(name) \
  if ((*(void **)&library->name = dlsym(handle, "sqlite3_" #name)) == NULL) return false;
  FIND(threadsafe)
  FIND(libversion_number)
  FIND(open_v2)
  FIND(close_v2)
  FIND(busy_handler)
  FIND(progress_handler)
  FIND(db_config)
  FIND(extended_errcode)
  FIND(system_errno)
  FIND(errmsg)
  FIND(get_autocommit)
  FIND(db_readonly)
  FIND(total_changes)
  FIND(prepare_v3)
  FIND(stmt_readonly)
  FIND(bind_parameter_count)
  FIND(bind_null)
  FIND(bind_int64)
  FIND(bind_double)
  FIND(bind_text64)
  FIND(bind_blob64)
  FIND(step)
  FIND(reset)
  FIND(clear_bindings)
  FIND(finalize)
  FIND(column_type)
  FIND(column_int64)
  FIND(column_double)
  FIND(column_text)
  FIND(column_blob)
  FIND(column_bytes)
  FIND(backup_init)
  FIND(backup_step)
  FIND(backup_finish)
#undef FIND
  return true;
}

static _Thread_local bool has_recovered = false;

// In sqlite3.h, SQLITE_NOTICE_RECOVER_WAL is 283, and SQLITE_NOTICE_RECOVER_ROLLBACK 539. SQLite logs the first only
// while no other connection has the file open.
static void note(void *nothing, int code, const char *words) {
  (void)nothing, (void)words;
  if (code == 283 || code == 539) has_recovered = true;
}

bool csqlite_take_recovery(void) {
  bool answer = has_recovered;
  has_recovered = false;
  return answer;
}

// Turns off the memory statistics, which nothing reads and which take a lock at every allocation, and installs `note`.
// Both must precede any other use of SQLite. In sqlite3.h, SQLITE_CONFIG_MEMSTATUS is 9 and SQLITE_CONFIG_LOG is 16.
static void configure(void *handle) {
  int (*config)(int, ...);
  if ((*(void **)&config = dlsym(handle, "sqlite3_config")) == NULL) return;
  config(9, 0);
  config(16, note, NULL);
}

const struct csqlite *csqlite_open(const char *name) {
  static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
  static struct csqlite library;
  static bool is_open = false;
  struct csqlite found;
  void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) return NULL;
  if (!find_symbols(handle, &found) || found.threadsafe() == 0 || found.libversion_number() < 3031000) {
    dlclose(handle);
    return NULL;
  }
  pthread_mutex_lock(&opening);
  if (!is_open) {
    configure(handle);
    library = found;
    is_open = true;
  }
  pthread_mutex_unlock(&opening);
  return &library;
}

// SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE of sqlite3.h is 1006.
void csqlite_keep_log(const struct csqlite *library, sqlite3 *database) {
  library->db_config(database, 1006, 1, (int *)NULL);
}

// In sqlite3.h, SQLITE_UTF8 is 1, and SQLITE_TRANSIENT is -1: the bytes are copied before the call returns.
static void (*const transient)(void *) = (void (*)(void *))-1;

int csqlite_bind_text(const struct csqlite *library, sqlite3_stmt *statement, int index, const char *text, uint64_t count) {
  return library->bind_text64(statement, index, text == NULL ? "" : text, count, transient, 1);
}

int csqlite_bind_blob(
    const struct csqlite *library, sqlite3_stmt *statement, int index, const void *bytes, uint64_t count) {
  return library->bind_blob64(statement, index, bytes == NULL ? "" : bytes, count, transient);
}
