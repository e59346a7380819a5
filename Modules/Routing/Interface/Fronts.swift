public import DataSourceInterface

/// A search of one service day that answers question after question and, once it is warm, allocates
/// nothing. It answers one at a time; each thread asks for its own.
public struct Fronts: Sendable {
  /// A journey as its times alone.
  public struct Entry: Hashable, Sendable {
    /// The latest departure that still arrives then.
    public let departure: ServiceTime
    /// When the last train arrives.
    public let arrival: ServiceTime
    /// How many trains it takes.
    public let rides: Int

    /// Composes an entry.
    public init(departure: ServiceTime, arrival: ServiceTime, rides: Int) {
      self.departure = departure
      self.arrival = arrival
      self.rides = rides
    }
  }

  /// Answers a question about two stations of the timetable, by their indices, and a time or a span.
  public typealias Answer<Time> = @Sendable (Int, Int, Time, (Entry) -> Void) -> Void
  private let front: Answer<ServiceTime>
  private let profile: Answer<ClosedRange<ServiceTime>>

  /// Composes a search from what answers it.
  public init(
    front: @escaping Answer<ServiceTime>, profile: @escaping Answer<ClosedRange<ServiceTime>>
  ) {
    self.front = front
    self.profile = profile
  }

  /// Gives `body` the Pareto front of arrival and rides between two stations, by their indices in the
  /// timetable, leaving at `time` or later: from few rides to many. `body` must not ask again.
  public func visit(
    from origin: Int, to destination: Int, leaving time: ServiceTime, _ body: (Entry) -> Void
  ) {
    front(origin, destination, time, body)
  }

  /// Gives `body` every journey between two stations that leaves within `span` and that no other
  /// beats in departure, arrival and rides: the last departure first, of one departure from few rides
  /// to many. `body` must not ask again.
  public func visit(
    from origin: Int, to destination: Int, leavingWithin span: ClosedRange<ServiceTime>,
    _ body: (Entry) -> Void
  ) {
    profile(origin, destination, span, body)
  }
}
