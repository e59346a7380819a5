/// What became of a feed when it was read: what there is, and what was dropped or repaired.
public struct FeedReport: Codable, Hashable, Sendable {
  /// What a feed amounts to.
  public struct Contents: Codable, Hashable, Sendable {
    /// Who runs the network.
    public let agency: String
    /// The first day for which there is a service.
    public let firstDate: ServiceDate
    /// The last day for which there is a service.
    public let lastDate: ServiceDate
    /// Whether that day is over.
    public let isExpired: Bool
    /// How many stations there are.
    public let stations: Int
    /// How many lines.
    public let lines: Int
    /// How many trips, each start of those that run by headway counted.
    public let trips: Int

    /// Composes the contents.
    public init(
      agency: String, firstDate: ServiceDate, lastDate: ServiceDate, isExpired: Bool,
      stations: Int, lines: Int, trips: Int
    ) {
      self.agency = agency
      self.firstDate = firstDate
      self.lastDate = lastDate
      self.isExpired = isExpired
      self.stations = stations
      self.lines = lines
      self.trips = trips
    }
  }

  /// The path of the archive.
  public let file: String
  /// Why no network remains; nil when the feed can be used.
  public let refusal: String?
  /// What there is; nil when the feed is refused.
  public let contents: Contents?
  /// What was dropped or repaired, what was dropped first, then by file.
  public let findings: [FeedFinding]

  /// Composes a report.
  public init(file: String, refusal: String?, contents: Contents?, findings: [FeedFinding]) {
    self.file = file
    self.refusal = refusal
    self.contents = contents
    self.findings = findings
  }
}
