import DataSourceInterface

/// A city ready for use: its timetable, and what else is known of its stations and lines.
struct CompiledCity: Sendable {
  let timetable: Timetable
  let names: StationNames
  let stopFacts: StopFacts
  let entrances: Entrances
  /// The bits of each station's facilities.
  let facilities: Column<UInt8>
  let routeFacts: RouteFacts
  let stationRoutes: StationRoutes
  /// How many rows and trips of the feed were dropped, and how many repaired.
  let losses: Losses

  /// How much of a feed was not as GTFS asks.
  struct Losses: Hashable, Sendable {
    let dropped: Int
    let repaired: Int
  }
}
