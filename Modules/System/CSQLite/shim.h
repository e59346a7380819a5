#ifndef INTERCHANGE_CSQLITE_H
#define INTERCHANGE_CSQLITE_H

// The part of SQLite 3.33 or later that is used, declared here so that a build needs no header of
// SQLite. Its binary interface is stable: every version 3 has the file name libsqlite3.so.0.
// SystemHeadersTests compares the declarations with the real header.

#ifndef INTERCHANGE_ONLY_FUNCTIONS

// Results.
#define SQLITE_OK 0
#define SQLITE_ERROR 1
#define SQLITE_BUSY 5
#define SQLITE_LOCKED 6
#define SQLITE_READONLY 8
#define SQLITE_IOERR 10
#define SQLITE_CORRUPT 11
#define SQLITE_CANTOPEN 14
#define SQLITE_TOOBIG 18
#define SQLITE_CONSTRAINT 19
#define SQLITE_MISMATCH 20
#define SQLITE_MISUSE 21
#define SQLITE_RANGE 25
#define SQLITE_NOTADB 26
#define SQLITE_ROW 100
#define SQLITE_DONE 101

// Flags for opening a database.
#define SQLITE_OPEN_READWRITE 0x00000002
#define SQLITE_OPEN_CREATE 0x00000004
#define SQLITE_OPEN_MAIN_DB 0x00000100
#define SQLITE_OPEN_NOMUTEX 0x00008000

// Operations of sqlite3_file_control.
#define SQLITE_FCNTL_FILE_POINTER 7
#define SQLITE_FCNTL_HAS_MOVED 20
#define SQLITE_FCNTL_RESERVE_BYTES 38

// Types of values.
#define SQLITE_INTEGER 1
#define SQLITE_FLOAT 2
#define SQLITE_TEXT 3
#define SQLITE_BLOB 4

#define SQLITE_UTF8 1

#define SQLITE_DESERIALIZE_FREEONCLOSE 1
#define SQLITE_DESERIALIZE_RESIZEABLE 2

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

typedef long long sqlite3_int64;
typedef unsigned long long sqlite3_uint64;

// Frees the memory of a bound value.
typedef void (*sqlite3_destructor_type)(void *value);

// An open file, which begins with the table of its methods.
typedef struct sqlite3_file {
  const struct sqlite3_io_methods *pMethods;
} sqlite3_file;

// What SQLite does with open files.
typedef struct sqlite3_io_methods {
  int iVersion;
  int (*xClose)(sqlite3_file *file);
  int (*xRead)(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset);
  int (*xWrite)(sqlite3_file *file, const void *buffer, int count, sqlite3_int64 offset);
  int (*xTruncate)(sqlite3_file *file, sqlite3_int64 size);
  int (*xSync)(sqlite3_file *file, int flags);
  int (*xFileSize)(sqlite3_file *file, sqlite3_int64 *size);
  int (*xLock)(sqlite3_file *file, int level);
  int (*xUnlock)(sqlite3_file *file, int level);
  int (*xCheckReservedLock)(sqlite3_file *file, int *isReserved);
  int (*xFileControl)(sqlite3_file *file, int operation, void *argument);
  int (*xSectorSize)(sqlite3_file *file);
  int (*xDeviceCharacteristics)(sqlite3_file *file);

  // Since version 2.
  int (*xShmMap)(sqlite3_file *file, int region, int size, int extends, void volatile **memory);
  int (*xShmLock)(sqlite3_file *file, int offset, int count, int flags);
  void (*xShmBarrier)(sqlite3_file *file);
  int (*xShmUnmap)(sqlite3_file *file, int deletes);

  // Since version 3.
  int (*xFetch)(sqlite3_file *file, sqlite3_int64 offset, int count, void **page);
  int (*xUnfetch)(sqlite3_file *file, sqlite3_int64 offset, void *page);
} sqlite3_io_methods;

typedef void (*sqlite3_syscall_ptr)(void);

// The layer between SQLite and the file system. `struct sqlite3_vfs` is also the type of a table that
// SQLite copies, so it has all fields.
typedef struct sqlite3_vfs {
  int iVersion;
  int szOsFile;
  int mxPathname;
  struct sqlite3_vfs *pNext;
  const char *zName;
  void *pAppData;
  int (*xOpen)(
      struct sqlite3_vfs *layer, const char *path, sqlite3_file *file, int flags, int *openedFlags);
  int (*xDelete)(struct sqlite3_vfs *layer, const char *path, int syncsFolder);
  int (*xAccess)(struct sqlite3_vfs *layer, const char *path, int flags, int *result);
  int (*xFullPathname)(struct sqlite3_vfs *layer, const char *path, int size, char *fullPath);
  void *(*xDlOpen)(struct sqlite3_vfs *layer, const char *path);
  void (*xDlError)(struct sqlite3_vfs *layer, int size, char *message);
  void (*(*xDlSym)(struct sqlite3_vfs *layer, void *library, const char *symbol))(void);
  void (*xDlClose)(struct sqlite3_vfs *layer, void *library);
  int (*xRandomness)(struct sqlite3_vfs *layer, int count, char *bytes);
  int (*xSleep)(struct sqlite3_vfs *layer, int microseconds);
  int (*xCurrentTime)(struct sqlite3_vfs *layer, double *julianDay);
  int (*xGetLastError)(struct sqlite3_vfs *layer, int size, char *message);

  // Since version 2.
  int (*xCurrentTimeInt64)(struct sqlite3_vfs *layer, sqlite3_int64 *milliseconds);

  // Since version 3.
  int (*xSetSystemCall)(
      struct sqlite3_vfs *layer, const char *name, sqlite3_syscall_ptr function);
  sqlite3_syscall_ptr (*xGetSystemCall)(struct sqlite3_vfs *layer, const char *name);
  const char *(*xNextSystemCall)(struct sqlite3_vfs *layer, const char *name);
} sqlite3_vfs;

#endif

// Databases.
int sqlite3_open_v2(const char *path, sqlite3 **database, int flags, const char *layer);
int sqlite3_close_v2(sqlite3 *database);
int sqlite3_db_readonly(sqlite3 *database, const char *name);
int sqlite3_file_control(sqlite3 *database, const char *name, int operation, void *argument);
int sqlite3_deserialize(
    sqlite3 *database, const char *name, unsigned char *content, sqlite3_int64 size,
    sqlite3_int64 capacity, unsigned flags);
int sqlite3_busy_handler(
    sqlite3 *database, int (*handler)(void *context, int count), void *context);
int sqlite3_get_autocommit(sqlite3 *database);
int sqlite3_changes(sqlite3 *database);
int sqlite3_total_changes(sqlite3 *database);
int sqlite3_exec(
    sqlite3 *database, const char *sql,
    int (*receive)(void *context, int count, char **values, char **names), void *context,
    char **message);

// Errors.
int sqlite3_errcode(sqlite3 *database);
int sqlite3_extended_errcode(sqlite3 *database);
int sqlite3_system_errno(sqlite3 *database);
const char *sqlite3_errmsg(sqlite3 *database);

// Statements.
int sqlite3_prepare_v2(
    sqlite3 *database, const char *sql, int size, sqlite3_stmt **statement, const char **rest);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);
int sqlite3_finalize(sqlite3_stmt *statement);
int sqlite3_stmt_readonly(sqlite3_stmt *statement);

// Parameters.
int sqlite3_clear_bindings(sqlite3_stmt *statement);
int sqlite3_bind_null(sqlite3_stmt *statement, int index);
int sqlite3_bind_int64(sqlite3_stmt *statement, int index, sqlite3_int64 value);
int sqlite3_bind_double(sqlite3_stmt *statement, int index, double value);
int sqlite3_bind_text64(
    sqlite3_stmt *statement, int index, const char *value, sqlite3_uint64 size,
    void (*destructor)(void *value), unsigned char encoding);
int sqlite3_bind_blob64(
    sqlite3_stmt *statement, int index, const void *value, sqlite3_uint64 size,
    void (*destructor)(void *value));
int sqlite3_bind_zeroblob(sqlite3_stmt *statement, int index, int size);

// Columns of a row.
int sqlite3_data_count(sqlite3_stmt *statement);
int sqlite3_column_count(sqlite3_stmt *statement);
const char *sqlite3_column_name(sqlite3_stmt *statement, int column);
int sqlite3_column_type(sqlite3_stmt *statement, int column);
sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *statement, int column);
double sqlite3_column_double(sqlite3_stmt *statement, int column);
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column);
int sqlite3_column_bytes(sqlite3_stmt *statement, int column);

// The system.
sqlite3_vfs *sqlite3_vfs_find(const char *name);
int sqlite3_vfs_register(sqlite3_vfs *layer, int isDefault);
void *sqlite3_malloc64(sqlite3_uint64 size);
int sqlite3_sleep(int milliseconds);

#endif
