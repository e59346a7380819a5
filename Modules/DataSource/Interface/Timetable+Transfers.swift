extension Timetable {
  /// How long changes take, where the feed says so: between stops, or between stations (their first
  /// stops) for all stops of both. A pair has at most one row.
  public struct Transfers: Sendable {
    /// `seconds` of a row that asks for the default change time.
    public static let defaultTime: Int32 = -1
    /// `seconds` of a row that forbids the change.
    public static let forbidden: Int32 = -2

    /// The first row that leaves each stop, and one entry more.
    public let first: Column<Int32>
    /// The stop each row leads to; ascending among the rows of one stop.
    public let to: Column<Int32>
    /// How long the change takes, in seconds, or one of the two constants above.
    public let seconds: Column<Int32>

    /// Composes the transfers: a column by stop, then those by row.
    public init(first: Column<Int32>, to: Column<Int32>, seconds: Column<Int32>) {
      self.first = first
      self.to = to
      self.seconds = seconds
    }

    /// The rows that leave a stop.
    public func rows(from stop: Int) -> Range<Int> {
      Int(first[stop])..<Int(first[stop + 1])
    }
  }
}
