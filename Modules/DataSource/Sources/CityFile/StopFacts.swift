import DataSourceInterface

/// What is known of stops beyond what a search needs, by stop.
struct StopFacts: Sendable {
  /// What is written on the platform; empty where the feed does not say.
  let platform: TextColumn
  /// Whether trains can be reached without steps: 1 yes, 2 no, 0 unknown.
  let access: Column<UInt8>
}

/// The ways into stations from the street, those of one station side by side.
struct Entrances: Sendable {
  /// The first entrance of each station, and one entry more.
  let first: Column<Int32>
  let id: TextColumn
  let name: TextColumn
  /// Degrees; not a number where the feed says nothing.
  let latitude: Column<Double>
  let longitude: Column<Double>
}
