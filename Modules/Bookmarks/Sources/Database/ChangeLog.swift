import BookmarksInterface
import Store

/// The table `change`, from which changes to the bookmarks are undone.
extension Transaction {
  private var maximumChanges: Int { 50 }

  /// Starts a change that can be undone, and returns its step.
  func beginChange() throws -> Int {
    let last = try first("SELECT step FROM change ORDER BY step DESC LIMIT 1") { try $0[0] as Int }
    let step = (last ?? 0) + 1
    try run("DELETE FROM change WHERE step <= \(step - maximumChanges)")
    return step
  }

  /// Records a bookmark before it is changed.
  /// - Parameters:
  ///   - id: The id of the bookmark before the change.
  ///   - newID: Its id after the change; nil when it is removed.
  func record(_ step: Int, _ change: String, id: Int, newID: Int?) throws {
    try run(
      """
      INSERT INTO change (
        step, what, after, before, name, key, city, from_id, from_name, to_id, to_name,
        from_latitude, from_longitude, to_latitude, to_longitude
      ) SELECT \(step), \(change), \(orNull: newID), * FROM bookmark WHERE id = \(id)
      """)
  }

  /// Records that the bookmark with `id` was added.
  func recordAddition(_ step: Int, _ change: String, id: Int) throws {
    try run("INSERT INTO change (step, what, after) VALUES (\(step), \(change), \(id))")
  }

  /// Records that all bookmarks with `id` or a larger one were added.
  func recordAdditions(_ step: Int, _ change: String, from id: Int) throws {
    try run(
      """
      INSERT INTO change (step, what, after)
        SELECT \(step), \(change), id FROM bookmark WHERE id >= \(id)
      """)
  }

  /// Undoes the last change. Returns its description and the ids of the affected bookmarks, or nil
  /// in place of many ids.
  /// - Throws: `BookmarksError.nothingToUndo`
  func undo() throws -> (change: String, changedIDs: [Int]?) {
    let last = try first("SELECT step, what FROM change ORDER BY step DESC LIMIT 1") { row in
      (step: try row[0] as Int, change: try row[1] as String)
    }
    guard let last else { throw BookmarksError.nothingToUndo }
    // Nine or more bookmarks are not worth updating one by one in the cache.
    let ids = try rows("SELECT before, after FROM change WHERE step = \(last.step) LIMIT 9") {
      [try $0[0] as Int?, try $0[1] as Int?].compactMap(\.self)
    }
    try run(
      "DELETE FROM bookmark WHERE id IN (SELECT after FROM change WHERE step = \(last.step))")
    try run(
      """
      INSERT INTO bookmark
        SELECT
          before, name, key, city, from_id, from_name, to_id, to_name,
          from_latitude, from_longitude, to_latitude, to_longitude
        FROM change
        WHERE step = \(last.step) AND before IS NOT NULL
      """)
    try run("DELETE FROM change WHERE step = \(last.step)")
    return (last.change, ids.count < 9 ? ids.flatMap(\.self) : nil)
  }
}
