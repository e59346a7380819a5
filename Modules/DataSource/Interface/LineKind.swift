/// What runs on a line.
///
/// Source: GTFS Schedule Reference, `route_type`, and Google's extended route types.
public enum LineKind: String, Codable, CaseIterable, Sendable {
  case tram, metro, rail, bus, ferry, cableTram, aerialLift, funicular, trolleybus, monorail, other

  /// The kind of a `route_type`, plain or extended.
  public init(routeType: Int) {
    self =
      switch routeType {
      case 0, 900...906: .tram
      case 1, 400...404, 500, 600: .metro
      case 2, 100...117, 300: .rail
      case 3, 200...209, 700...716: .bus
      case 4, 1000, 1200: .ferry
      case 5: .cableTram
      case 6, 1300...1307: .aerialLift
      case 7, 1400: .funicular
      case 11, 800: .trolleybus
      case 12, 405: .monorail
      default: .other
      }
  }
}
