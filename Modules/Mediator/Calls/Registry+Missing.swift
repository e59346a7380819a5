extension Registry {
  /// Says which name is missing, with the nearest one that the caller could reach.
  func missing(target: String, name: String, from reach: Reach) -> MediatorError {
    let reachable = entries.values.map(\.action).filter { $0.reach >= reach }
    let names = reachable.filter { $0.target == target }.map { $0.name }
    guard names.isEmpty else {
      return .noSuchAction(target: target, name: name, nearest: names.nearest(to: name).first)
    }
    let targets = Set(reachable.map { $0.target })
    return .noSuchTarget(target, nearest: targets.nearest(to: target).first)
  }

  /// Says why a URL fits no route.
  func missing(_ link: Link, url: String) -> MediatorError {
    let target = link.path[0]
    let name = link.path.dropFirst().joined(separator: "/")
    let ends = routes.ends
    let targets = Set(ends.compactMap { $0.route.target })
    guard targets.contains(target) else {
      return .noSuchTarget(target, nearest: targets.nearest(to: target).first)
    }
    let isAction = link.path.count == 2 && entries.values.contains { $0.action.target == target }
    guard !isAction else { return missing(target: target, name: name, from: .remote) }
    let patterns = ends.map { $0.route }.filter { $0.target == target }.map { $0.description }
    return .badURL(url, reason: "it fits none of \(patterns.joined(separator: ", "))")
  }
}
