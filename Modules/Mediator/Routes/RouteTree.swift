/// All routes, by their segments: a search goes down one branch for each segment, and comes back
/// where a branch ends. So many routes cost no more than few, and no URL costs more than the tree
/// has nodes.
struct RouteTree: Sendable {
  /// Where a route ends; an object, for a search to hand it on at the price of one reference.
  final class End: Sendable {
    let action: Signature
    let route: Route
    let owner: String

    init(_ action: Signature, _ route: Route, owner: String) {
      self.action = action
      self.route = route
      self.owner = owner
    }
  }

  private struct Node {
    var literals: [String: Int] = [:]
    /// The children by kind, in the order in which they are tried.
    var placeholders: [(kind: Route.Kind, child: Int)] = []
    var end: End?

    func child(for segment: Route.Segment) -> Int? {
      switch segment {
      case .literal(let text): literals[text]
      case .placeholder(_, let kind, _): placeholders.first { $0.kind == kind }?.child
      }
    }
  }

  private var nodes = [Node()]

  /// Every route, ordered by its pattern.
  var ends: [End] {
    let ends = nodes.compactMap(\.end).map { ($0.route.description, $0) }
    return Dictionary(ends) { first, _ in first }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Adds the routes of an action: `target/action` and its own pattern, where it is remote.
  /// - Throws: `MediatorError.duplicate` when another action has the same URLs;
  ///   `MediatorError.badRoute` for a malformed pattern.
  mutating func add(_ action: Signature, owner: String) throws(MediatorError) {
    let own = action.pattern == nil ? nil : try action.route
    guard action.reach == .remote else { return }
    do throws(MediatorError) {
      for route in [try Route(action.path), own].compactMap(\.self) {
        try add(End(action, route, owner: owner))
      }
    } catch {
      remove(action.slot)
      throw error
    }
  }

  mutating func remove(_ slot: Int) {
    for node in nodes.indices where nodes[node].end?.action.slot == slot { nodes[node].end = nil }
  }

  /// The route that a path fits, with what stands in its placeholders.
  func match(_ path: [String]) -> (end: End, values: [String])? {
    var values: [String] = []
    values.reserveCapacity(4)
    return find(path, at: 0, from: 0, &values).map { ($0, values) }
  }

  private func find(
    _ path: [String], at depth: Int, from node: Int, _ values: inout [String]
  ) -> End? {
    guard depth < path.count else { return nodes[node].end }
    let text = path[depth]
    if let child = nodes[node].literals[text],
      let end = find(path, at: depth + 1, from: child, &values)
    {
      return end
    }
    for (kind, child) in nodes[node].placeholders where kind.takes(text) {
      values.append(text)
      if let end = find(path, at: depth + 1, from: child, &values) { return end }
      values.removeLast()
    }
    return nil
  }

  mutating func add(_ end: End) throws(MediatorError) {
    var node = 0
    var ends: [Int] = []
    for segment in end.route.segments {
      if segment.isOptional { ends.append(node) }
      node = child(of: node, for: segment)
    }
    ends.append(node)
    if let other = ends.lazy.compactMap({ [nodes] in nodes[$0].end }).first {
      throw .duplicate(path: end.route.description, owners: [other.owner, end.owner])
    }
    for node in ends { nodes[node].end = end }
  }

  private mutating func child(of node: Int, for segment: Route.Segment) -> Int {
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
