public import DataSourceInterface

/// A picture of a network.
public struct MapDrawing: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// What is written above it.
  public let title: String
  /// How many points it is wide.
  public let width: Int
  /// How many points it is high.
  public let height: Int
  /// How many lines are drawn.
  public let lines: Int
  /// How many stations are drawn; those of one name and place count once.
  public let stations: Int
  /// How many of them have their name beside them; the names of the others are in the file only.
  public let names: Int
  /// The picture itself, an SVG document.
  public let svg: String

  /// Composes a picture.
  public init(
    city: CityID, title: String, width: Int, height: Int, lines: Int, stations: Int, names: Int,
    svg: String
  ) {
    self.city = city
    self.title = title
    self.width = width
    self.height = height
    self.lines = lines
    self.stations = stations
    self.names = names
    self.svg = svg
  }
}
