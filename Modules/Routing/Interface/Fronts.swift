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

  /// Answers a question: two stations of the timetable by their indices and the earliest departure.
  public typealias Answer = @Sendable (Int, Int, ServiceTime, (Entry) -> Void) -> Void
  private let answer: Answer

  /// Composes a search from what answers it.
  public init(_ answer: @escaping Answer) {
    self.answer = answer
  }

  /// Gives `body` the Pareto front of arrival and rides between two stations, by their indices in the
  /// timetable, leaving at `time` or later: from few rides to many.
  public func visit(
    from origin: Int, to destination: Int, leaving time: ServiceTime, _ body: (Entry) -> Void
  ) {
    answer(origin, destination, time, body)
  }
}
