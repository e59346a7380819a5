extension Timetable {
  /// The stop sequences that trips share.
  public struct Patterns: Sendable {
    /// The route each belongs to.
    public let route: Column<Int32>
    /// The feed's `direction_id`, 0 or 1; −1 where it gives none.
    public let direction: Column<Int8>
    /// The first call of each, and one entry more.
    public let firstCall: Column<Int32>
    /// The first trip of each, and one entry more.
    public let firstTrip: Column<Int32>
    /// The stop of each call.
    public let stop: Column<Int32>
    /// What each call allows.
    public let allows: Column<CallRules>

    /// Composes the patterns: columns by pattern, then those by call.
    public init(
      route: Column<Int32>, direction: Column<Int8>, firstCall: Column<Int32>,
      firstTrip: Column<Int32>, stop: Column<Int32>, allows: Column<CallRules>
    ) {
      self.route = route
      self.direction = direction
      self.firstCall = firstCall
      self.firstTrip = firstTrip
      self.stop = stop
      self.allows = allows
    }

    /// How many there are.
    public var count: Int { route.count }

    /// The calls of a pattern, in order; at least two.
    public func calls(of pattern: Int) -> Range<Int> {
      Int(firstCall[pattern])..<Int(firstCall[pattern + 1])
    }

    /// The trips of a pattern, by start.
    public func trips(of pattern: Int) -> Range<Int> {
      Int(firstTrip[pattern])..<Int(firstTrip[pattern + 1])
    }
  }

  /// What passengers may do at a call.
  public struct CallRules: OptionSet, BitwiseCopyable, Sendable {
    /// One bit each.
    public let rawValue: UInt8
    /// The train can be boarded.
    public static let board = CallRules(rawValue: 1)
    /// The train can be left.
    public static let alight = CallRules(rawValue: 2)

    /// Rules from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }
}
