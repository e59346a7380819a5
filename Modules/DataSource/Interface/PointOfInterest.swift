/// Somewhere a person may want to go from or to: a station, or a place on the map.
public enum PointOfInterest: Codable, Hashable, Sendable {
  /// A station.
  case station(Place)
  /// A place on the map, with a name where it has one.
  case coordinate(Coordinate, name: String?)
}
