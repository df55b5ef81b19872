#ifndef RIDEALONG_CSQLITE_H
#define RIDEALONG_CSQLITE_H
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast macro, which is not imported into Swift.

/// Binds a copy of text; SQLITE_OK on success.
static inline int ridealong_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
  return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

/// Binds a copy of bytes; SQLITE_OK on success.
static inline int ridealong_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return count > 0 ? sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT)
                   : sqlite3_bind_zeroblob(statement, index, 0);
}
#endif
