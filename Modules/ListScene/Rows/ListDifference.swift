/// How the rows of a section became others.
public struct ListDifference: Sendable {
  /// The identities that were removed, inserted and, where both are associated, moved.
  public let order: CollectionDifference<ListRow.ID>
  /// The rows that stayed with another content, moved or not.
  public let edited: [ListRow]
  private let inserted: [ListRow.ID: ListRow]

  /// More changes than these are not worth finding the fewest.
  private static let limit = 2000

  /// Compares two lists of rows, in each of which an identity occurs once.
  public init(from old: [ListRow], to new: [ListRow]) {
    let known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    order = Self.order(from: old.map(\.id), to: new.map(\.id))
    edited = new.filter { row in known[row.id].map { $0 != row } ?? false }
    inserted = Dictionary(new.filter { known[$0.id] == nil }.map { ($0.id, $0) }) { first, _ in
      first
    }
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { order.isEmpty && edited.isEmpty }

  /// The new rows, made from the old ones; nil when the difference is not from those.
  public func applied(to old: [ListRow]) -> [ListRow]? {
    guard let ids = old.map(\.id).applying(order) else { return nil }
    var known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    for row in edited { known[row.id] = row }
    let rows = ids.compactMap { inserted[$0] ?? known[$0] }
    return rows.count == ids.count ? rows : nil
  }

  /// The standard library finds the fewest changes, in time and space that grow with their square;
  /// of too many, every row between the common beginning and end counts as changed.
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
