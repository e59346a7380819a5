import Store

extension [SQL] {
  /// All migrations of the database, oldest first. Only append to this list.
  static let migrations: [SQL] = [
    """
    CREATE TABLE bookmark (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, city TEXT NOT NULL,
      from_id TEXT NOT NULL, from_name TEXT NOT NULL, to_id TEXT NOT NULL, to_name TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE question (
      id INTEGER PRIMARY KEY, asked_at REAL NOT NULL, city TEXT NOT NULL,
      from_id TEXT NOT NULL, from_name TEXT NOT NULL, to_id TEXT NOT NULL, to_name TEXT NOT NULL
    )
    """,
    // A station has no destination. The ids give the order; they are 2^32 apart, so that a bookmark
    // can be moved between two others.
    """
    CREATE TABLE kept (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, city TEXT NOT NULL,
      from_id TEXT NOT NULL, from_name TEXT NOT NULL, to_id TEXT, to_name TEXT
    )
    """,
    """
    INSERT INTO kept
      SELECT id * 4294967296, name, key, city, from_id, from_name, to_id, to_name FROM bookmark
    """,
    "DROP TABLE bookmark",
    "ALTER TABLE kept RENAME TO bookmark",
    // One row for each bookmark that a change affected: the id after the change, and the whole
    // bookmark before it. All rows of one change have the same step.
    """
    CREATE TABLE change (
      id INTEGER PRIMARY KEY, step INTEGER NOT NULL, what TEXT NOT NULL, after INTEGER,
      before INTEGER, name TEXT, key TEXT, city TEXT, from_id TEXT, from_name TEXT, to_id TEXT,
      to_name TEXT
    )
    """,
    "CREATE INDEX change_step ON change (step)",
    "ALTER TABLE bookmark ADD COLUMN from_latitude REAL",
    "ALTER TABLE bookmark ADD COLUMN from_longitude REAL",
    "ALTER TABLE bookmark ADD COLUMN to_latitude REAL",
    "ALTER TABLE bookmark ADD COLUMN to_longitude REAL",
    "ALTER TABLE change ADD COLUMN from_latitude REAL",
    "ALTER TABLE change ADD COLUMN from_longitude REAL",
    "ALTER TABLE change ADD COLUMN to_latitude REAL",
    "ALTER TABLE change ADD COLUMN to_longitude REAL",
    // The history has each journey once. The ids give the order of the last time.
    """
    CREATE TABLE asked (
      id INTEGER PRIMARY KEY, asked_at REAL NOT NULL, city TEXT NOT NULL,
      from_id TEXT NOT NULL, from_name TEXT NOT NULL, to_id TEXT NOT NULL, to_name TEXT NOT NULL,
      from_latitude REAL, from_longitude REAL, to_latitude REAL, to_longitude REAL,
      count INTEGER NOT NULL, UNIQUE (city, from_id, to_id)
    )
    """,
    // The columns without an aggregate have the values of the row with the largest id.
    """
    INSERT INTO asked
      SELECT max(id), asked_at, city, from_id, from_name, to_id, to_name, NULL, NULL, NULL, NULL,
        count(*)
      FROM question GROUP BY city, from_id, to_id
    """,
    "DROP TABLE question",
    "ALTER TABLE asked RENAME TO question",
    // Changes nothing. Earlier versions of the program, which would write pages without checksums,
    // refuse a database that has run it.
    "SELECT 1",
    // Has a row while keys that an earlier version computed may be stored: it did not remove the
    // characters that are not printed. SQL cannot compute the new keys; `updateKeys` does it.
    "CREATE TABLE outdated_keys (id INTEGER PRIMARY KEY)",
    // A text has more bytes than characters if it is not ASCII, or if it contains a zero byte.
    """
    INSERT INTO outdated_keys
      SELECT 1 WHERE EXISTS (
        SELECT key FROM (SELECT key FROM bookmark UNION ALL SELECT key FROM change)
        WHERE key GLOB '*[^ -~]*' OR length(CAST(key AS BLOB)) > length(key)
      )
    """,
    // The journeys that were removed from the history one by one: their rows, and the step of the
    // removal in `change`.
    """
    CREATE TABLE removed_question (
      id INTEGER NOT NULL, asked_at REAL NOT NULL, city TEXT NOT NULL,
      from_id TEXT NOT NULL, from_name TEXT NOT NULL, to_id TEXT NOT NULL, to_name TEXT NOT NULL,
      from_latitude REAL, from_longitude REAL, to_latitude REAL, to_longitude REAL,
      count INTEGER NOT NULL, step INTEGER PRIMARY KEY
    )
    """,
    "ALTER TABLE bookmark ADD COLUMN step_free INTEGER",
  ]
}
