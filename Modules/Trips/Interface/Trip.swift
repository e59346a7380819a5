public import Console
public import DataSourceInterface
public import RoutingInterface

/// What a person plans: a journey between two ends at a date and time. The trains are looked up
/// whenever the trip is shown.
public struct Trip: Codable, Hashable, Sendable {
  /// The number by which commands select the trip.
  public var id: Int
  /// What the trip is for, such as `work`; nil for none.
  public let name: String?
  /// The city that both ends belong to.
  public let city: CityID
  /// The station or place where it starts.
  public let from: PointOfInterest
  /// The station or place where it ends.
  public let to: PointOfInterest
  /// The departure or arrival that the person wants.
  public let time: JourneyTime
  /// The departure of the journey when the trip was planned, from 00:00 of the date of `time`.
  public let departure: ServiceTime
  /// Whether the person has made the trip.
  public package(set) var isDone: Bool

  package init(
    name: String?, city: CityID, from: PointOfInterest, to: PointOfInterest, time: JourneyTime,
    departure: ServiceTime
  ) {
    id = 0
    self.name = name
    self.city = city
    self.from = from
    self.to = to
    self.time = time
    self.departure = departure
    isDone = false
  }

  /// Both ends, such as `Trindade → Aliados`, after the name of the trip if it has one.
  public var title: String {
    (name.map { "\($0): " } ?? "") + "\(from.name) → \(to.name)"
  }
}

/// A trip with what the timetable says about it now.
public struct PlannedTrip: Codable, Hashable, Sendable {
  /// The trip.
  public let trip: Trip
  /// The journey; nil if there is none, and for a trip that is over.
  public let journey: Journey?
  /// The date from whose 00:00 the times of the journey are counted.
  public let date: CalendarDate
  /// The number of days from today to the date of the trip; negative if it is over.
  public let daysLeft: Int
  /// The number of minutes until the journey starts; nil without a journey.
  public let minutesLeft: Int?
  /// What the person should know, such as why there is no journey; nil if all is as planned.
  public let note: String?
  /// Whether the city is not installed, so that it must be downloaded first.
  public let needsDownload: Bool

  /// Creates a trip with what the timetable says about it.
  public init(
    _ trip: Trip, journey: Journey? = nil, date: CalendarDate? = nil, daysLeft: Int,
    minutesLeft: Int? = nil, note: String? = nil, needsDownload: Bool = false
  ) {
    self.trip = trip
    self.journey = journey
    self.date = date ?? trip.time.date
    self.daysLeft = daysLeft
    self.minutesLeft = minutesLeft
    self.note = note
    self.needsDownload = needsDownload
  }

  /// Whether the trip is neither done nor over.
  public var isAhead: Bool { !trip.isDone && daysLeft >= 0 && (minutesLeft ?? 0) >= 0 }

  /// Whether it starts within an hour.
  public var isImminent: Bool { isAhead && (minutesLeft ?? .max) <= 60 }
}

/// The result of `Trips.next`.
public struct NextTrip: Codable, Hashable, Sendable {
  /// The trip; nil if none is ahead.
  public let trip: PlannedTrip?

  package init(trip: PlannedTrip?) {
    self.trip = trip
  }
}
