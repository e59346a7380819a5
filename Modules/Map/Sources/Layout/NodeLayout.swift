import DataSourceInterface

/// Finds a place in the picture for every node: as on the ground, with more room where stations are
/// many. Nodes whose place nobody knows lie between their neighbours, or in a row below.
struct NodeLayout {
  /// How far neighbours are to be apart, in points: half of them further.
  private static let step = 46.0
  private static let mostPoints = 3600.0
  /// Places this close, in kilometres, are no network.
  private static let leastExtent = 0.05

  private var found: [Point?]

  init(_ network: TrackNetwork) {
    found = Self.ground(network)
    spread()
    scale(network)
    for course in network.courses.joined() { fill(course) }
  }

  /// The places, by node.
  var points: [Point] { found.map { $0 ?? .zero } }

  /// Kilometres on the ground; nil where the feed says nothing, or what cannot be.
  private static func ground(_ network: TrackNetwork) -> [Point?] {
    let projection = Projection(network.nodes.compactMap(\.coordinate))
    let points = network.nodes.map { $0.coordinate.map(projection.point) }
    let known = points.compactMap(\.self)
    guard let x = known.map(\.x).quantile(0.5), let y = known.map(\.y).quantile(0.5) else {
      return points
    }
    let middle = Point(x, y)
    let distances = known.map { ($0 - middle).length }
    // One slip among the coordinates would make a dot of all the rest.
    let limit = max(50, 10 * (distances.quantile(0.9) ?? 0))
    return points.map { point in point.flatMap { ($0 - middle).length <= limit ? $0 : nil } }
  }

  private mutating func spread() {
    let known = found.compactMap(\.self)
    let (right, down) = (Spread(known.map(\.x)), Spread(known.map(\.y)))
    found = found.map { $0.map { Point(right($0.x), down($0.y)) } }
  }

  private mutating func scale(_ network: TrackNetwork) {
    let steps = network.tracks.compactMap { track -> Double? in
      guard let first = found[track.first], let second = found[track.second] else { return nil }
      return first == second ? nil : (first - second).length
    }
    let known = found.compactMap(\.self)
    let extent = Rectangle(around: known, margin: 0)
    let most = max(extent.size.x, extent.size.y)
    guard most > Self.leastExtent else { return found = found.map { _ in nil } }
    let factor = min(Self.step / (steps.quantile(0.5) ?? most), Self.mostPoints / most)
    found = found.map { $0.map { ($0 - extent.least) * factor } }
  }

  /// Gives every node of a course a place.
  private mutating func fill(_ course: [Int]) {
    let known = course.indices.filter { found[course[$0]] != nil }
    guard let first = known.first, let last = known.last else {
      let bottom = found.compactMap { $0?.y }.max() ?? 0
      for (index, node) in course.enumerated() where found[node] == nil {
        found[node] = Point(Double(index) * Self.step, bottom + Self.step)
      }
      return
    }
    for (before, after) in zip(known, known.dropFirst()) where after > before + 1 {
      for index in before + 1..<after where found[course[index]] == nil {
        let share = Double(index - before) / Double(after - before)
        found[course[index]] = mix(course[before], course[after], share)
      }
    }
    extend(Array(course[...first].reversed()), away: course[min(first + 1, course.count - 1)])
    extend(Array(course[last...]), away: course[max(last - 1, 0)])
  }

  /// Goes on straight from the first node of `tail`, away from another one.
  private mutating func extend(_ tail: [Int], away: Int) {
    guard let root = tail.first, let start = found[root] else { return }
    let direction = (start - (found[away] ?? start)).unit
    let step = 0.7 * Self.step * (direction == .zero ? Point(0, 1) : direction)
    for (index, node) in tail.enumerated() where found[node] == nil {
      found[node] = start + Double(index) * step
    }
  }

  private func mix(_ one: Int, _ other: Int, _ share: Double) -> Point? {
    guard let first = found[one], let second = found[other] else { return nil }
    return first + share * (second - first)
  }
}
