public import Documents
public import Foundation
public import Mediator

extension Timetable {
  /// The trips of a patched timetable whose times are not those of the timetable: they follow all
  /// other trips, have patterns of their own, and run on one service day each.
  public struct LiveTrips: Sendable {
    /// When expected times were known; nil without any.
    public let asOf: Date?
    /// The first live trip.
    public let first: Int
    /// By live trip, the trip of the timetable that it replaces; −1 for an extra train.
    public let scheduled: Column<Int32>
    /// By live trip, the position of its first call among those of the trip that it replaces.
    public let skippedCalls: Column<Int32>
    /// By live trip, the position of its first call in `isKnown`, which those of its other calls
    /// follow.
    public let firstCall: Column<Int32>
    /// 1 for a call whose times are expected ones, 0 for one with the times of the timetable.
    public let isKnown: Column<UInt8>
    /// The trips of the timetable that do not run.
    public let cancelled: [TripOnDay]
    /// Whether trains end early because somewhere no train runs.
    public let hasClosures: Bool

    package init(
      asOf: Date?, first: Int, scheduled: Column<Int32>, skippedCalls: Column<Int32>,
      firstCall: Column<Int32>, isKnown: Column<UInt8>, cancelled: [TripOnDay],
      hasClosures: Bool
    ) {
      self.asOf = asOf
      self.first = first
      self.scheduled = scheduled
      self.skippedCalls = skippedCalls
      self.firstCall = firstCall
      self.isKnown = isKnown
      self.cancelled = cancelled
      self.hasClosures = hasClosures
    }
  }

  /// A trip on one service day.
  public struct TripOnDay: Hashable, Sendable {
    /// The trip, as an index of the timetable.
    public let trip: Int
    /// The service day.
    public let date: CalendarDate

    /// Creates a reference to a trip on a day.
    public init(_ trip: Int, on date: CalendarDate) {
      self.trip = trip
      self.date = date
    }
  }

  /// Whether the times of a trip at the call `position` of its pattern are expected ones.
  public func isLive(_ trip: Int, at position: Int) -> Bool {
    guard let live, trip >= live.first else { return false }
    return live.isKnown[Int(live.firstCall[trip - live.first]) + position] == 1
  }

  /// Returns what the timetable says about a call of a trip: its times in seconds of the service
  /// day. They are those of the trip itself unless it is live; nil for an extra train.
  public func scheduledTimes(
    of trip: Int, at position: Int
  ) -> (arrival: Int, departure: Int)? {
    guard let live, trip >= live.first else {
      return (trips.arrival(of: trip, at: position), trips.departure(of: trip, at: position))
    }
    let scheduled = Int(live.scheduled[trip - live.first])
    guard scheduled >= 0 else { return nil }
    let position = position + Int(live.skippedCalls[trip - live.first])
    return (
      trips.arrival(of: scheduled, at: position), trips.departure(of: scheduled, at: position)
    )
  }
}

/// Where the times of an answer come from.
public struct TimesOrigin: Codable, Hashable, Sendable {
  /// What is known about the times.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// What the timetable says.
    case timetable
    /// What is expected now, where it is known.
    case live
  }

  /// The age in seconds from which on the times are shown as old.
  public static let freshness = 300
  /// The age in seconds from which on expected times are not used any more.
  public static let lifetime = 900

  /// What is known.
  public let kind: Kind
  /// When expected times were known; nil for the timetable alone.
  public let asOf: Date?
  /// How many seconds before the answer that was; nil for the timetable alone.
  public let age: Int?

  /// Creates the origin of the times of a timetable in an answer that is given now.
  /// - Parameter isLive: Whether the answer has an expected time.
  public init(_ timetable: Timetable, at now: Date, isLive: Bool) {
    let asOf = isLive ? timetable.live?.asOf : nil
    self.init(asOf: asOf, age: asOf.map { Int(max(0, now.timeIntervalSince($0))) })
  }

  private init(asOf: Date?, age: Int?) {
    kind = asOf == nil ? .timetable : .live
    self.asOf = asOf
    self.age = age
  }

  /// `timetable`, `live` or, where the expected times are old, `live, 6 min old`.
  public var inWords: Text {
    guard let age else { return Text("timetable", .faint) }
    guard age > Self.freshness else { return Text("live", .positive) }
    return Text("live, \(Duration.seconds(age).formattedInMinutes) old", .warning)
  }
}

extension TimesOrigin: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "asOf": "when the expected times were known; absent for the timetable alone",
      "age": "how many seconds before the answer that was; absent for the timetable alone",
    ]
  }
}
