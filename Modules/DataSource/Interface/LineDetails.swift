/// A line with the stations it serves, in order.
public struct LineDetails: Codable, Hashable, Sendable {
  /// One way that trains of a line take in one direction.
  public struct Course: Codable, Hashable, Sendable {
    /// The feed's `direction_id`, 0 or 1; nil where it gives none.
    public let direction: Int?
    /// Where the trains say they are going, the most frequent first; empty where they say nothing.
    public let headsigns: [String]
    /// The stations in order.
    public let stations: [Place]
    /// How many trips there are in the whole timetable, those included that run a part of the way.
    public let trips: Int

    /// Composes a course.
    public init(direction: Int?, headsigns: [String], stations: [Place], trips: Int) {
      self.direction = direction
      self.headsigns = headsigns
      self.stations = stations
      self.trips = trips
    }
  }

  /// The line.
  public let line: Line
  /// Its long name; nil where the feed gives none beside the short one.
  public let longName: String?
  /// What runs on it.
  public let kind: LineKind
  /// The ways its trains take, by direction, the most frequent first; none that is a part of
  /// another.
  public let courses: [Course]

  /// Composes the details.
  public init(line: Line, longName: String?, kind: LineKind, courses: [Course]) {
    self.line = line
    self.longName = longName
    self.kind = kind
    self.courses = courses
  }
}
