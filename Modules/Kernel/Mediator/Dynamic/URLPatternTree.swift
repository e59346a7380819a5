/// A trie of URL patterns, with one level for each segment.
///
/// A search descends one level for each segment of a path, and backtracks where no child matches.
/// Usually its time depends only on the length of the path; it never visits a node twice.
struct URLPatternTree: Sendable {
  /// A pattern and its action. It is an object, so that a search retains a single reference.
  final class Entry: Sendable {
    let action: ActionDescriptor
    let pattern: URLPattern
    let owner: String

    init(_ action: ActionDescriptor, _ pattern: URLPattern, owner: String) {
      self.action = action
      self.pattern = pattern
      self.owner = owner
    }
  }

  private struct Node {
    var literals: [String: Int] = [:]
    /// The children by kind, in order of preference.
    var placeholders: [(kind: URLPattern.Kind, child: Int)] = []
    var entry: Entry?

    func child(for segment: URLPattern.Segment) -> Int? {
      switch segment {
      case .literal(let text): literals[text]
      case .placeholder(_, let kind, _): placeholders.first { $0.kind == kind }?.child
      }
    }
  }

  private var nodes = [Node()]

  /// All entries, ordered by pattern.
  var entries: [Entry] {
    // An entry with optional segments is in several nodes.
    let entries = nodes.compactMap(\.entry).map { ($0.pattern.description, $0) }
    return Dictionary(entries) { first, _ in first }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Adds the patterns of an action, if links may call it: `target/action` and its own pattern.
  /// - Throws: `MediatorError.duplicate` when another action has the same URLs;
  ///   `MediatorError.badURLPattern` for a malformed pattern.
  mutating func add(_ action: ActionDescriptor, owner: String) throws(MediatorError) {
    let own = action.pattern == nil ? nil : try action.urlPattern
    guard action.exposure.contains(.links) else { return }
    do throws(MediatorError) {
      try add(Entry(action, URLPattern(action.path), owner: owner))
      if let own { try add(Entry(action, own, owner: owner)) }
    } catch {
      remove(action.id)
      throw error
    }
  }

  mutating func add(_ entry: Entry) throws(MediatorError) {
    var node = 0
    // A pattern can end before each of its optional segments.
    var ends: [Int] = []
    for segment in entry.pattern.segments {
      if segment.isOptional { ends.append(node) }
      node = child(of: node, for: segment)
    }
    ends.append(node)
    if let other = ends.lazy.compactMap({ [nodes] in nodes[$0].entry }).first {
      throw .duplicate(path: entry.pattern.description, owners: [other.owner, entry.owner])
    }
    for node in ends { nodes[node].entry = entry }
  }

  /// Removes the patterns of an action.
  mutating func remove(_ id: Int) {
    for node in nodes.indices where nodes[node].entry?.action.id == id { nodes[node].entry = nil }
  }

  /// Finds the pattern that a path matches, and the values of its placeholders.
  func match(_ path: [String]) -> (entry: Entry, values: [String])? {
    var values: [String] = []
    values.reserveCapacity(4)
    return find(path, at: 0, from: 0, &values).map { ($0, values) }
  }

  private func find(
    _ path: [String], at depth: Int, from node: Int, _ values: inout [String]
  ) -> Entry? {
    guard depth < path.count else { return nodes[node].entry }
    let text = path[depth]
    if let child = nodes[node].literals[text],
      let entry = find(path, at: depth + 1, from: child, &values)
    {
      return entry
    }
    for (kind, child) in nodes[node].placeholders where kind.accepts(text) {
      values.append(text)
      if let entry = find(path, at: depth + 1, from: child, &values) { return entry }
      values.removeLast()
    }
    return nil
  }

  private mutating func child(of node: Int, for segment: URLPattern.Segment) -> Int {
    if let child = nodes[node].child(for: segment) { return child }
    let child = nodes.count
    nodes.append(Node())
    switch segment {
    case .literal(let text): nodes[node].literals[text] = child
    case .placeholder(_, let kind, _):
      nodes[node].placeholders.append((kind, child))
      nodes[node].placeholders.sort { $0.kind < $1.kind }
    }
    return child
  }
}
