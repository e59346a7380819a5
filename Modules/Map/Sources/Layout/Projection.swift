import DataSourceInterface
import Foundation

/// Lays coordinates on a plane, in kilometres to the right and downwards.
///
/// Source: the equirectangular projection with the network's middle parallel at true scale; J. P.
/// Snyder, "Map Projections: A Working Manual", USGS 1395, 1987.
struct Projection {
  private static let kilometresPerDegree = 111.195
  private let meridian: Double
  private let parallel: Double

  /// Turned to the middle of `coordinates`, also where they lie on both sides of the date line.
  init(_ coordinates: [Coordinate]) {
    let angles = coordinates.map { $0.longitude * .pi / 180 }
    let sums = angles.reduce(Point.zero) { $0 + Point(cos($1), sin($1)) }
    meridian = atan2(sums.y, sums.x) * 180 / .pi
    parallel = coordinates.map(\.latitude).quantile(0.5) ?? 0
  }

  func point(_ coordinate: Coordinate) -> Point {
    let east = (coordinate.longitude - meridian).remainder(dividingBy: 360)
    return Self.kilometresPerDegree
      * Point(east * cos(parallel * .pi / 180), parallel - coordinate.latitude)
  }
}

extension [Double] {
  /// The value that a share of all, 0 to 1, does not exceed.
  func quantile(_ share: Double) -> Double? {
    isEmpty ? nil : sorted()[Int(Double(count - 1) * share)]
  }
}
