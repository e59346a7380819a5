public import Mediator

extension Timetable {
  /// The change times that transfers.txt gives. A stop in a row is itself, or a station, which
  /// stands for all its stops. Several rows may apply to a change; the one with the greatest rank
  /// counts.
  public struct Transfers: Sendable {
    /// The value of `seconds` in a row that asks for the default change time.
    public static let defaultTime: Int32 = -1
    /// The value of `seconds` in a row that forbids the change.
    public static let forbidden: Int32 = -2

    /// The trains to which a row applies: the indexes of lines and the labels of trips; −1 for all.
    public struct Condition: BitwiseCopyable, Hashable, Sendable {
      /// The condition of a row that applies to all trains.
      public static let none = Condition(fromRoute: -1, toRoute: -1, fromTrip: -1, toTrip: -1)

      /// The line of the train that passengers leave.
      public let fromRoute: Int32
      /// The line of the train that they board.
      public let toRoute: Int32
      /// The trip of the train that they leave.
      public let fromTrip: Int32
      /// The trip of the train that they board.
      public let toTrip: Int32

      /// Creates a condition.
      public init(fromRoute: Int32, toRoute: Int32, fromTrip: Int32, toTrip: Int32) {
        self.fromRoute = fromRoute
        self.toRoute = toRoute
        self.fromTrip = fromTrip
        self.toTrip = toTrip
      }
    }

    /// The first row that leaves each stop, and one more entry.
    public let first: Column<Int32>
    /// The destination of each row.
    public let to: Column<Int32>
    /// The change time of each row in seconds, or `defaultTime` or `forbidden`.
    public let seconds: Column<Int32>
    /// The rank of each row, ascending among the rows of one stop.
    public let rank: Column<Int32>
    /// The condition of each row; empty if all rows apply to all trains.
    public let conditions: Column<Condition>

    /// Creates the transfers from one column by stop and four columns by row.
    public init(
      first: Column<Int32>, to: Column<Int32>, seconds: Column<Int32>, rank: Column<Int32>,
      conditions: Column<Condition>
    ) {
      self.first = first
      self.to = to
      self.seconds = seconds
      self.rank = rank
      self.conditions = conditions
    }

    /// Returns the rows that leave a stop.
    public func rows(from stop: Int) -> Range<Int> { Int(first[stop])..<Int(first[stop + 1]) }

    /// Returns to which trains a row applies.
    public func condition(of row: Int) -> Condition { conditions.isEmpty ? .none : conditions[row] }
  }

  /// The ways between the platforms of stations, from pathways.txt.
  public struct Walkways: Sendable {
    /// No ways.
    public static let none = Walkways(
      first: Column([]), to: Column([]), seconds: Column([]), steps: TextColumn([String]()))

    /// The first way that leaves each stop, and one more entry; empty if there are no ways.
    public let first: Column<Int32>
    /// The stop where each way ends, ascending among the ways of one stop.
    public let to: Column<Int32>
    /// The seconds that each way takes.
    public let seconds: Column<Int32>
    /// The directions along each way; see `WalkwayStep.steps(_:)`.
    public let steps: TextColumn

    /// Creates the ways from one column by stop and three columns by way.
    public init(
      first: Column<Int32>, to: Column<Int32>, seconds: Column<Int32>, steps: TextColumn
    ) {
      self.first = first
      self.to = to
      self.seconds = seconds
      self.steps = steps
    }

    /// Returns the ways that leave a stop.
    public func ways(from stop: Int) -> Range<Int> {
      first.isEmpty ? 0..<0 : Int(first[stop])..<Int(first[stop + 1])
    }

    /// Returns the way from a stop to another one; nil without one.
    public func way(from stop: Int, to other: Int) -> Int? {
      var ways = ways(from: stop)
      while ways.count > 1 {
        let middle = ways.lowerBound + ways.count / 2
        ways = to[middle] <= other ? middle..<ways.upperBound : ways.lowerBound..<middle
      }
      return ways.first { to[$0] == other }
    }
  }

  /// The in-seat transfers that transfers.txt gives: whether passengers may stay on a train that
  /// goes on as another trip. Trips are given by their labels.
  public struct InSeatTransfers: Sendable {
    /// The most trips that a search joins to one train.
    public static let longestChain = 1000
    /// How many times as many calls as their trips all such trains may have. In real feeds, few
    /// trips go on as several others.
    public static let maximumRepetition = 4

    /// The trip that ends.
    public let from: Column<Int32>
    /// The trip as which the train goes on.
    public let to: Column<Int32>
    /// 1 if passengers may stay on the train, 0 if they must leave it.
    public let isAllowed: Column<UInt8>

    /// Creates the transfers from columns of equal length.
    public init(from: Column<Int32>, to: Column<Int32>, isAllowed: Column<UInt8>) {
      self.from = from
      self.to = to
      self.isAllowed = isAllowed
    }
  }
}

/// One direction on a way through a station.
public struct WalkwayStep: Codable, Hashable, Sendable {
  /// What a passenger does.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// Follows a sign.
    case follow
    /// Goes up to a level.
    case up
    /// Goes down to a level.
    case down
  }

  /// What the passenger does.
  public let kind: Kind
  /// What the sign says, or the name of the level.
  public let text: String

  /// Creates a step.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// Returns the steps that a column of `Walkways` has as one text.
  public static func steps(_ text: String) -> [WalkwayStep] {
    text.split(at: "\n").compactMap { line in
      guard let space = line.utf8.firstIndex(of: UInt8(ascii: " ")),
        let kind = Kind(rawValue: String(line[..<space]))
      else { return nil }
      return WalkwayStep(kind, String(line[line.utf8.index(after: space)...]))
    }
  }

  /// The step as a line of such a text.
  package var line: String { "\(kind.rawValue) \(text)" }
}

extension [WalkwayStep] {
  /// The way in words, such as `up to Street, then Blue line`; empty without steps.
  public var inWords: LocalizedText {
    map { step -> LocalizedText in
      switch step.kind {
      case .follow: "\(step.text)"
      case .up: "up to \(step.text)"
      case .down: "down to \(step.text)"
      }
    }.joined(separator: ", then ")
  }
}
