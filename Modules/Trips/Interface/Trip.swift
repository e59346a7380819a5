public import DataSourceInterface
public import Documents
package import Foundation
public import Mediator
public import RoutingInterface

/// What a person plans: a journey between two ends at a date and time. The trains are looked up
/// whenever the trip is shown.
public struct Trip: Codable, Hashable, Sendable {
  /// The number by which commands select the trip.
  public var id: Int
  /// What the trip is for, such as `work`; nil for none.
  public package(set) var name: String?
  /// The city that both ends belong to.
  public let city: CityID
  /// The station or place where it starts.
  public private(set) var from: PointOfInterest
  /// The station or place where it ends.
  public private(set) var to: PointOfInterest
  /// The departure or arrival that the person wants.
  public private(set) var time: JourneyTime
  /// Whether the journey must be free of steps; nil for no.
  public let stepFree: Bool?
  /// The departure of the journey when the trip was planned, from 00:00 of the date of `time`.
  public private(set) var departure: ServiceTime
  /// The instant of that departure; nil for a trip that an earlier version has planned.
  package private(set) var leavesAt: Date?
  /// Whether the person has made the trip.
  public package(set) var isDone: Bool

  /// Creates a trip that the person has not made yet.
  /// - Parameter name: The name in one line.
  package init(
    name: String?, city: CityID, from: PointOfInterest, to: PointOfInterest, time: JourneyTime,
    stepFree: Bool? = nil, departure: ServiceTime, leavesAt: Date? = nil
  ) {
    id = 0
    self.name = name
    self.city = city
    self.from = from
    self.to = to
    self.time = time
    self.stepFree = stepFree
    self.departure = departure
    self.leavesAt = leavesAt
    isDone = false
  }

  /// Takes the journey of another trip, but not its name.
  package mutating func replan(as trip: Trip) {
    (from, to, time, departure) = (trip.from, trip.to, trip.time, trip.departure)
    leavesAt = trip.leavesAt
  }

  /// The later one of the time that the person wants and the planned departure.
  package var latestStart: LocalDateTime {
    LocalDateTime(date: time.date, time: max(time.time, departure))
  }

  /// Both ends, such as `Trindade → Aliados`, after the name of the trip if it has one.
  public var title: String {
    (name.map { "\($0): " } ?? "") + "\(from.name) → \(to.name)"
  }
}

extension Trip: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["id": "the number by which commands select the trip"]
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
  /// The number of minutes until the journey or, without one, the trip starts; negative after that.
  public let minutesLeft: Int
  /// The number of minutes until the journey arrives, negative after that; nil without a journey.
  public let minutesToArrival: Int?
  /// How many minutes later than planned the train leaves, negative for earlier; nil where nothing
  /// is known.
  public let delay: Int?
  /// Whether the planned train does not run, so that the journey is another one; nil if it runs.
  public let isReplaced: Bool?
  /// What the person should know, such as why there is no journey; nil if all is as planned.
  public package(set) var note: String?
  /// Whether the city is not installed, so that it must be downloaded first.
  public let needsDownload: Bool
  /// The command that installs a city that is not installed, such as `city download porto`; nil if
  /// the city is installed.
  public package(set) var installCommand: String?
  /// The name of the city; nil if all listed trips are in the current city, or if this city is not
  /// installed.
  public package(set) var place: String?
  /// The offset of the city's clocks, such as `UTC+8`, if `place` is not nil and the person's
  /// clocks show another time.
  public package(set) var utcOffset: String?
  /// Whether days are named by their dates, because it is another date now in the city of a listed
  /// trip than where the person is.
  public package(set) var needsDate = false

  /// Creates a trip with what the timetable says about it.
  /// - Parameters:
  ///   - clock: The clock of the city.
  ///   - date: The date from whose 00:00 the times of the journey are counted.
  package init(
    _ trip: Trip, at clock: CityClock, journey: Journey? = nil, date: CalendarDate? = nil,
    delay: Int? = nil, isReplaced: Bool? = nil, note: String? = nil, needsDownload: Bool = false
  ) {
    self.trip = trip
    self.journey = journey
    self.date = date ?? trip.time.date
    self.delay = delay
    self.isReplaced = isReplaced
    self.note = note
    self.needsDownload = needsDownload
    daysLeft = trip.time.date.day - clock.now.date.day
    func minutes(_ duration: Duration) -> Int { Int((duration / .seconds(60)).rounded(.down)) }
    let times = journey.map { journey in
      [journey.departure, journey.arrival].map {
        minutes(clock.duration(until: $0, on: date ?? trip.time.date))
      }
    }
    minutesLeft = times?.first ?? minutes(clock.duration(until: trip.latestStart))
    minutesToArrival = times?.last
  }

  /// Whether the trip is neither done nor over.
  public var isAhead: Bool { !trip.isDone && minutesLeft >= 0 }

  /// Whether the journey has departed and not arrived, and the trip is not done.
  public var isUnderWay: Bool {
    !trip.isDone && minutesLeft < 0 && minutesToArrival.map { $0 >= 0 } == true
  }

  /// Whether the trip is done or over.
  package var isPast: Bool { !isAhead && !isUnderWay }

  /// Whether a train leaves within an hour.
  public var isImminent: Bool { isAhead && journey != nil && minutesLeft <= 60 }

  /// The date under which the trip is listed: that of the trip or, for a train of the same night
  /// after midnight, today.
  public var day: CalendarDate {
    CalendarDate(day: trip.time.date.day - (isAhead || isUnderWay ? min(daysLeft, 0) : 0))
  }
}

/// The result of `Trips.next`.
public struct NextTrip: Codable, Hashable, Sendable {
  /// The trip; nil if none is under way or ahead.
  public let trip: PlannedTrip?

  package init(trip: PlannedTrip?) {
    self.trip = trip
  }
}
