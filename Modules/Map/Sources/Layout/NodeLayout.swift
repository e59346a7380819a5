import DataSourceInterface
import Foundation

/// Computes the position of every node in the image: the geographic position, with more space for
/// dense parts. Nodes without coordinates are placed between their neighbours or in a row below.
struct NodeLayout {
  /// The median distance between neighbours, in points.
  private static let neighbourDistance = 46.0
  private static let maximumSize = 3600.0
  /// The distance of a place from its nearest node, in points.
  private static let placeDistance = 32.0...110.0
  /// When all stations are closer together than this, in kilometres, their coordinates are useless.
  private static let minimumExtent = 0.05

  private var positions: [Point?]

  init(_ network: TrackNetwork) {
    positions = Self.geographicPositions(of: network)
    equalizeDensity()
    scale(network)
    for course in network.courses.joined() { placeMissingNodes(of: course) }
  }

  /// The position of each node.
  var points: [Point] { positions.map { $0 ?? .zero } }

  /// The position of a coordinate that is not a node: in its direction from the nearest node, at a
  /// distance on the scale of the tracks there, but not so short or long that it is hard to see.
  func position(of coordinate: Coordinate?, on network: TrackNetwork) -> Point {
    let projection = Projection(network.nodes.compactMap(\.coordinate))
    let places = network.nodes.map { $0.coordinate.map(projection.point) }
    guard let place = coordinate.map(projection.point),
      let node = places.indices.filter({ places[$0] != nil }).min(by: { first, second in
        (place - (places[first] ?? place)).length < (place - (places[second] ?? place)).length
      }), let nearest = places[node]
    else { return .zero }
    let scales = network.tracksAt[node].compactMap { track -> Double? in
      let (first, second) = (network.tracks[track].first, network.tracks[track].second)
      guard let one = places[first], let other = places[second], one != other else { return nil }
      return (points[first] - points[second]).length / (one - other).length
    }
    let vector = place - nearest
    let length = vector.length * (scales.quantile(0.5) ?? 0)
    let direction = vector == .zero ? Point(0, -1) : vector.unit
    return points[node] + Self.placeDistance.clamp(length) * direction
  }

  /// Positions in kilometres; nil for missing or impossible coordinates.
  private static func geographicPositions(of network: TrackNetwork) -> [Point?] {
    let projection = Projection(network.nodes.compactMap(\.coordinate))
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

  private mutating func equalizeDensity() {
    let known = positions.compactMap(\.self)
    let horizontal = DensityEqualizer(known.map(\.x))
    let vertical = DensityEqualizer(known.map(\.y))
    positions = positions.map { $0.map { Point(horizontal.map($0.x), vertical.map($0.y)) } }
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
  }

  /// Places the nodes of a course that have no position.
  private mutating func placeMissingNodes(of course: [Int]) {
    let known = course.indices.filter { positions[course[$0]] != nil }
    guard let first = known.first, let last = known.last else {
      let bottom = positions.compactMap { $0?.y }.max() ?? 0
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

  private func interpolated(_ one: Int, _ other: Int, _ share: Double) -> Point? {
    guard let first = positions[one], let second = positions[other] else { return nil }
    return first + share * (second - first)
  }
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

extension ClosedRange<Double> {
  fileprivate func clamp(_ number: Double) -> Double {
    number.isFinite ? Swift.min(Swift.max(number, lowerBound), upperBound) : lowerBound
  }
}

extension [Double] {
  /// The value that a share of all values, 0 to 1, does not exceed; nil without values.
  fileprivate func quantile(_ share: Double) -> Double? {
    isEmpty ? nil : sorted()[Int(Double(count - 1) * share)]
  }
}
