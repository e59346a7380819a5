import Foundation

extension Timetable {
  /// The longest change on foot between stations, in metres, where the feed says nothing about
  /// changes.
  public static let defaultWalk = 200

  /// Passes every two stations within a distance in metres to `body`, with the metres between them,
  /// until it returns false.
  public func visitStations(
    within metres: Double, _ body: (_ station: Int, _ other: Int, _ metres: Double) -> Bool
  ) {
    let known = (0..<stations.count).compactMap { station in
      coordinate(ofStation: station).map { StationDirection(station: station, coordinate: $0) }
    }.sorted { $0.coordinate.latitude < $1.coordinate.latitude }
    // These bounds are a little too wide, because only `metres(to:)` decides.
    let angle = metres / 6_371_000 * 1.000_001
    let (degrees, cosine) = (angle * 180 / .pi, cos(angle) - 1e-12)
    for (index, one) in known.enumerated() {
      for other in known[(index + 1)...] {
        // The stations after this one are even farther north.
        guard other.coordinate.latitude - one.coordinate.latitude <= degrees else { break }
        guard (one.direction * other.direction).sum() >= cosine else { continue }
        let distance = one.coordinate.metres(to: other.coordinate)
        guard distance <= metres else { continue }
        guard body(one.station, other.station, distance) else { return }
      }
    }
  }
}

/// A station, as seen from the middle of the Earth.
private struct StationDirection {
  let station: Int
  let coordinate: Coordinate
  /// A vector of length 1. The product of two of them is the cosine of the angle between them.
  let direction: SIMD3<Double>

  init(station: Int, coordinate: Coordinate) {
    self.station = station
    self.coordinate = coordinate
    let (north, east) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    direction = SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
  }
}
