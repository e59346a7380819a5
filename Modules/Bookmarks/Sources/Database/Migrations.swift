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
  ]
}
