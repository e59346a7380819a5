import BookmarksInterface
import Store

extension Transaction {
  /// How many changes can be taken back.
  private var changesKept: Int { 50 }

  /// Begins a change that can be taken back, and returns its number.
  func beginChange() throws -> Int {
    let last = try first("SELECT step FROM change ORDER BY step DESC LIMIT 1") { try $0[0] as Int }
    let step = (last ?? 0) + 1
    try run("DELETE FROM change WHERE step <= \(step - changesKept)")
    return step
  }

  /// Notes a bookmark as it is, before it changes; `after` is the id it will have, nil for none.
  func note(_ step: Int, _ what: String, id: Int, after: Int?) throws {
    try run(
      """
      INSERT INTO change (
        step, what, after, before, name, key, city, from_id, from_name, to_id, to_name
      ) SELECT \(step), \(what), \(orNull: after), * FROM bookmark WHERE id = \(id)
      """)
  }

  /// Notes that a bookmark will be there that was not.
  func note(_ step: Int, _ what: String, after: Int) throws {
    try run("INSERT INTO change (step, what, after) VALUES (\(step), \(what), \(after))")
  }

  /// Takes the last change back, and tells what it was, and the ids that it touched unless they are
  /// many.
  /// - Throws: `BookmarksError.nothingToUndo`
  func undo() throws -> (what: String, touched: [Int]?) {
    let last = try first("SELECT step, what FROM change ORDER BY step DESC LIMIT 1") { row in
      (step: try row[0] as Int, what: try row[1] as String)
    }
    guard let last else { throw BookmarksError.nothingToUndo }
    let ids = try rows("SELECT before, after FROM change WHERE step = \(last.step) LIMIT 9") {
      [try $0[0] as Int?, try $0[1] as Int?].compactMap(\.self)
    }
    try run(
      "DELETE FROM bookmark WHERE id IN (SELECT after FROM change WHERE step = \(last.step))")
    try run(
      """
      INSERT INTO bookmark
        SELECT before, name, key, city, from_id, from_name, to_id, to_name FROM change
        WHERE step = \(last.step) AND before IS NOT NULL
      """)
    try run("DELETE FROM change WHERE step = \(last.step)")
    return (last.what, ids.count < 9 ? ids.flatMap(\.self) : nil)
  }
}
