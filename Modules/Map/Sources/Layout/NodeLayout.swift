import DataSourceInterface
import Foundation

/// Computes the position of every node in the image: the geographic position, with more space for
/// dense parts. Nodes without coordinates are placed between their neighbours or in a row below.
struct NodeLayout {
  /// The median distance between neighbours, in points.
  private static let neighbourDistance = 46.0
  private static let maximumSize = 3600.0
  /// The maximum size with the nodes that have no coordinates.
  private static let maximumExtendedSize = 2 * maximumSize
  /// When all stations are closer together than this, in kilometres, their coordinates are useless.
  private static let minimumExtent = 0.05

  /// The position of each node.
  private(set) var points: [Point] = []
  private var positions: [Point?]
  private let projection: Projection
  private let horizontal: DensityEqualizer
  private let vertical: DensityEqualizer
  /// The point that becomes zero, and the factor after that; nil without useful coordinates.
  private var scale: (origin: Point, factor: Double)?

  init(_ network: TrackNetwork) {
    projection = Projection(network.nodes.compactMap(\.coordinate))
    positions = Self.geographicPositions(of: network, projection)
    let known = positions.compactMap(\.self)
    horizontal = DensityEqualizer(known.map(\.x))
    vertical = DensityEqualizer(known.map(\.y))
    positions = positions.map { $0.map(equalized) }
    scale(network)
    var bottom = positions.compactMap { $0?.y }.max() ?? 0
    for course in network.courses.joined() { placeMissingNodes(of: course, below: &bottom) }
    fitExtendedNetwork()
    points = positions.map { $0 ?? .zero }
  }

  /// The position of any coordinate, as if it were that of a node; nil if the nodes have no useful
  /// coordinates.
  func position(of coordinate: Coordinate) -> Point? {
    guard let scale else { return nil }
    return (equalized(projection.point(coordinate)) - scale.origin) * scale.factor
  }

  /// Positions in kilometres; nil for missing or impossible coordinates.
  private static func geographicPositions(
    of network: TrackNetwork, _ projection: Projection
  ) -> [Point?] {
    let points = network.nodes.map { $0.coordinate.map(projection.point) }
    let known = points.compactMap(\.self)
    guard let x = known.map(\.x).quantile(0.5), let y = known.map(\.y).quantile(0.5) else {
      return points
    }
    let center = Point(x, y)
    let distances = known.map { ($0 - center).length }
    // A single wrong coordinate far away would shrink the rest of the map to a dot.
    let limit = max(50, 10 * (distances.quantile(0.9) ?? 0))
    return points.map { point in point.flatMap { ($0 - center).length <= limit ? $0 : nil } }
  }

  private func equalized(_ point: Point) -> Point {
    Point(horizontal.map(point.x), vertical.map(point.y))
  }

  private mutating func scale(_ network: TrackNetwork) {
    let lengths = network.tracks.compactMap { track -> Double? in
      guard let first = positions[track.first], let second = positions[track.second] else {
        return nil
      }
      return first == second ? nil : (first - second).length
    }
    let known = positions.compactMap(\.self)
    let extent = Rectangle(around: known, margin: 0)
    let size = max(extent.size.x, extent.size.y)
    guard size > Self.minimumExtent else { return positions = positions.map { _ in nil } }
    let factor = min(
      Self.neighbourDistance / (lengths.quantile(0.5) ?? size), Self.maximumSize / size)
    positions = positions.map { $0.map { ($0 - extent.topLeft) * factor } }
    scale = (extent.topLeft, factor)
  }

  /// Places the nodes of a course that have no position. A course without any position becomes a
  /// row below `bottom`, the greatest y of all positions.
  private mutating func placeMissingNodes(of course: [Int], below bottom: inout Double) {
    let known = course.indices.filter { positions[course[$0]] != nil }
    guard known.count < course.count else { return }
    defer { bottom = course.reduce(bottom) { max($0, positions[$1]?.y ?? $0) } }
    guard let first = known.first, let last = known.last else {
      for (index, node) in course.enumerated() where positions[node] == nil {
        positions[node] = Point(
          Double(index) * Self.neighbourDistance, bottom + Self.neighbourDistance)
      }
      return
    }
    for (before, after) in zip(known, known.dropFirst()) where after > before + 1 {
      for index in before + 1..<after where positions[course[index]] == nil {
        let share = Double(index - before) / Double(after - before)
        positions[course[index]] = interpolated(course[before], course[after], share)
      }
    }
    extend(
      Array(course[...first].reversed()), awayFrom: course[min(first + 1, course.count - 1)])
    extend(Array(course[last...]), awayFrom: course[max(last - 1, 0)])
  }

  /// Places `nodes` on a straight line that starts at the first of them and leads away from
  /// `other`.
  private mutating func extend(_ nodes: [Int], awayFrom other: Int) {
    guard let first = nodes.first, let start = positions[first] else { return }
    let direction = (start - (positions[other] ?? start)).unit
    let step = 0.7 * Self.neighbourDistance * (direction == .zero ? Point(0, 1) : direction)
    for (index, node) in nodes.enumerated() where positions[node] == nil {
      positions[node] = start + Double(index) * step
    }
  }

  /// Shrinks a network that is too large because of its nodes without coordinates.
  private mutating func fitExtendedNetwork() {
    let extent = Rectangle(around: positions.compactMap(\.self), margin: 0)
    let size = max(extent.size.x, extent.size.y)
    guard size > Self.maximumExtendedSize else { return }
    let factor = Self.maximumExtendedSize / size
    positions = positions.map { $0.map { ($0 - extent.topLeft) * factor } }
    scale = scale.map { ($0.origin + extent.topLeft / $0.factor, $0.factor * factor) }
  }

  private func interpolated(_ one: Int, _ other: Int, _ share: Double) -> Point? {
    guard let first = positions[one], let second = positions[other] else { return nil }
    return first + share * (second - first)
  }
}

extension NodeLayout: Equatable {
  /// Whether all nodes have the same positions.
  static func == (one: NodeLayout, other: NodeLayout) -> Bool { one.points == other.points }
}

/// Projects coordinates onto a plane, in kilometres to the right and down.
///
/// Source: the equirectangular projection with the network's middle parallel at true scale; J. P.
/// Snyder, "Map Projections: A Working Manual", USGS 1395, 1987.
private struct Projection {
  private static let kilometresPerDegree = 111.195
  private let meridian: Double
  private let parallel: Double

  /// Uses the mean direction of the longitudes, which is correct even across the date line.
  init(_ coordinates: [Coordinate]) {
    let angles = coordinates.map { $0.longitude * .pi / 180 }
    let sum = angles.reduce(Point.zero) { $0 + Point(cos($1), sin($1)) }
    meridian = atan2(sum.y, sum.x) * 180 / .pi
    parallel = coordinates.map(\.latitude).quantile(0.5) ?? 0
  }

  func point(_ coordinate: Coordinate) -> Point {
    let east = (coordinate.longitude - meridian).remainder(dividingBy: 360)
    return Self.kilometresPerDegree
      * Point(east * cos(parallel * .pi / 180), parallel - coordinate.latitude)
  }
}

extension [Double] {
  /// The value that a share of all values, 0 to 1, does not exceed; nil without values.
  func quantile(_ share: Double) -> Double? {
    isEmpty ? nil : sorted()[Int(Double(count - 1) * share)]
  }
}
