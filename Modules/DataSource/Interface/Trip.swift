/// One run of a train, with all its calls.
public struct Trip: Codable, Hashable, Sendable {
  /// What a train does at one stop.
  public struct Call: Codable, Hashable, Sendable {
    /// Where it stops.
    public let place: Place
    /// When it arrives.
    public let arrival: ServiceTime
    /// When it leaves.
    public let departure: ServiceTime

    /// Composes a call.
    public init(place: Place, arrival: ServiceTime, departure: ServiceTime) {
      self.place = place
      self.arrival = arrival
      self.departure = departure
    }
  }

  /// The feed's `trip_id`; trips given by headway share one.
  public let id: String
  /// Its line.
  public let line: Line
  /// Where the train says it is going; nil where the feed does not say.
  public let headsign: String?
  /// Its calls, at least two.
  public let calls: [Call]

  /// Composes a trip.
  public init(id: String, line: Line, headsign: String?, calls: [Call]) {
    self.id = id
    self.line = line
    self.headsign = headsign
    self.calls = calls
  }
}
