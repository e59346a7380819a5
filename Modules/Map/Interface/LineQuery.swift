public import DataSourceInterface

/// Names one line.
public struct LineQuery: Codable, Hashable, Sendable {
  /// The line's name, whatever its case, or its id.
  public let line: String
  /// The city; nil for the current one.
  public let city: CityID?

  /// Asks for `line`.
  public init(line: String, city: CityID? = nil) {
    self.line = line
    self.city = city
  }
}
