public import DataSourceInterface

/// A line with the stations it serves and the lines that stop there.
public struct LineMap: Codable, Hashable, Sendable {
  /// The line and the ways its trains take.
  public let details: LineDetails
  /// The stations of all those ways, each once.
  public let stations: [Station]

  /// Composes a line.
  public init(details: LineDetails, stations: [Station]) {
    self.details = details
    self.stations = stations
  }
}
