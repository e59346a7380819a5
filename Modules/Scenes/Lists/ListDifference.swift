/// The difference between the old and the new rows of a section.
public struct ListDifference: Sendable {
  /// The ids that were inserted or removed; a moved id is both, and the two changes are associated.
  public let order: CollectionDifference<ListRow.ID>
  /// The rows with an old id and a new item, moved or not.
  public let edited: [ListRow]

  /// With more changes than this, the difference is not the smallest one.
  private static let limit = 2000

  /// Compares two lists of rows; an id occurs at most once in each.
  public init(from old: [ListRow], to new: [ListRow]) {
    let known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    order = Self.order(from: old.map(\.id), to: new.map(\.id))
    edited = new.filter { row in known[row.id].map { $0 != row } ?? false }
  }

  /// Whether the rows are equal.
  public var isEmpty: Bool { order.isEmpty && edited.isEmpty }

  /// The standard library finds the fewest changes, but its time and memory grow with the square of
  /// their number. With more changes than `limit`, all rows between the common beginning and end
  /// count as changed.
  private static func order(
    from old: [ListRow.ID], to new: [ListRow.ID]
  ) -> CollectionDifference<ListRow.ID> {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let shorter = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(shorter).prefix { $0 == $1 }.count
    let removed = start..<(old.count - end)
    let inserted = start..<(new.count - end)
    guard removed.count + inserted.count > limit else {
      return new.difference(from: old).inferringMoves()
    }
    typealias Change = CollectionDifference<ListRow.ID>.Change
    let removals = removed.map { Change.remove(offset: $0, element: old[$0], associatedWith: nil) }
    let insertions = inserted.map {
      Change.insert(offset: $0, element: new[$0], associatedWith: nil)
    }
    let order = CollectionDifference(removals + insertions) ?? new.difference(from: old)
    return order.inferringMoves()
  }
}
