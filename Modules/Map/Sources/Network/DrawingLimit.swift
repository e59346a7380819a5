import DataSourceInterface
import MapInterface

/// A limit of the networks that are drawn. A larger network would be illegible, and its image would
/// take seconds.
enum DrawingLimit: String, CaseIterable {
  case lines
  case stations
  /// The stations in the courses of all lines, each as often as it occurs.
  case stops = "stops of all its lines"
  /// The lines on each track between neighbouring stations.
  case connections = "lines between neighbouring stations"

  var maximum: Int {
    switch self {
    case .lines: 2000
    case .stations: 10_000
    case .stops: 200_000
    case .connections: 20_000
    }
  }

  /// - Throws: `MapError.networkTooLarge` if a count exceeds the limit.
  private func check(_ count: Int, _ city: City) throws(MapError) {
    guard count <= maximum else {
      throw .networkTooLarge(city: city.name, count: count, of: rawValue, limit: maximum)
    }
  }

  /// Checks the lines that a network consists of.
  /// - Throws: `MapError.networkTooLarge` for the first limit that they exceed.
  static func check(_ lines: [LineDetails], of city: City) throws(MapError) {
    let courses = lines.flatMap(\.courses)
    try DrawingLimit.lines.check(lines.count, city)
    try stops.check(courses.reduce(0) { $0 + $1.stations.count }, city)
    try stations.check(Set(courses.flatMap { $0.stations.map(\.id) }).count, city)
  }

  /// Checks the tracks of a network.
  /// - Throws: `MapError.networkTooLarge` if it has too many connections.
  static func check(_ network: TrackNetwork, of city: City) throws(MapError) {
    try connections.check(network.tracks.reduce(0) { $0 + $1.groups.count }, city)
  }
}
