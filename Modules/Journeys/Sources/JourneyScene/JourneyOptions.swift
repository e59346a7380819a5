import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface

/// What a person asks of the journeys in the Journey scene, apart from their ends.
struct JourneyOptions: Codable, Equatable {
  /// When the journey should take place.
  enum Time: Codable, Equatable {
    case now
    case at(JourneyTime)
    /// The first journey of a day.
    case first(on: CalendarDate)
    /// The last journey of a day.
    case last(on: CalendarDate)
  }

  var time = Time.now
  /// A station on the way.
  var via: PointOfInterest?
  /// The lines not to use, separated by commas.
  var avoid: String?
  /// The longest walk between two stations, in metres.
  var walk: Int?
  /// The time of a change where the feed gives none, in seconds.
  var changeTime: Int?
  var preference: Preference?
  /// Whether the journey must be free of steps.
  var isStepFree = false
}

extension JourneyOptions {
  /// The options with the time of earlier ones, unless a person has typed a time: moving through
  /// the departures of this and other days asks nothing new.
  func keepingTypedTime(of earlier: JourneyOptions?) -> JourneyOptions {
    if case .at = time { return self }
    var options = self
    options.time = earlier?.time ?? .now
    return options
  }

  /// A query for journeys at a time.
  func query(
    from: String, to: String, city: CityID?, at time: Time? = nil
  ) -> JourneyQuery {
    let journeyTime: JourneyTime? =
      switch time ?? self.time {
      case .now: nil
      case .at(let time): time
      case .first(let date), .last(let date):
        JourneyTime(.depart, at: LocalDateTime(date: date, time: LocalDateTime.startOfService))
      }
    var query = JourneyQuery(from: from, to: to, city: city, at: journeyTime)
    (query.changeTime, query.by, query.walk) = (changeTime, preference, walk)
    (query.via, query.avoid) = (via?.reference, avoid)
    query.stepFree = isStepFree ? true : nil
    return query
  }

  /// A query for the last train of the night to which the time belongs.
  func lastTrainQuery(from: String, to: String, city: CityID?) -> LastTrainQuery {
    let date: CalendarDate? =
      switch time {
      case .now: nil
      case .at(let time): time.local.nightDate
      case .first(let date), .last(let date): date
      }
    return LastTrainQuery(
      from: from, to: to, city: city, date: date.map { DayExpression($0) }, changeTime: changeTime,
      walk: walk, via: via?.reference, avoid: avoid, stepFree: isStepFree ? true : nil)
  }

  /// Reads the options that need no look-up off a query.
  init(otherThanTimeAndVia query: JourneyQuery) {
    avoid = query.avoid
    walk = query.walk
    changeTime = query.changeTime
    preference = query.by
    isStepFree = query.stepFree == true
  }

  /// Reads the options off a query and its plan.
  /// - Parameter via: The station of the query.
  init(_ query: JourneyQuery, _ plan: JourneyPlan, via: PointOfInterest?) {
    self.init(otherThanTimeAndVia: query)
    self.via = via
    let trains = plan.journeys.filter { $0.rides > 0 }
    func time(_ expression: TimeExpression, or time: ServiceTime?) -> LocalDateTime? {
      switch expression {
      case .now: nil
      case .clock(let seconds):
        LocalDateTime(date: plan.date, time: ServiceTime(seconds: seconds))
      case .minutesFromNow:
        // The trains tell which time it is.
        time.map { LocalDateTime(date: plan.date, time: $0) }
      }
    }
    if query.first == true {
      self.time = .first(on: plan.date)
    } else if query.last == true {
      self.time = .last(on: plan.date)
    } else if let depart = query.depart, let local = time(depart, or: trains.map(\.departure).min())
    {
      self.time = .at(JourneyTime(.depart, at: local))
    } else if let arrive = query.arrive, let local = time(arrive, or: trains.map(\.arrival).max()) {
      // An arrival before 03:00 is counted from 00:00 of the day before.
      let isNight = local.time < LocalDateTime.startOfService && arrive.isOnClock
      let date = CalendarDate(day: plan.date.day + (isNight ? 1 : 0))
      self.time = .at(JourneyTime(.arrive, at: LocalDateTime(date: date, time: local.time)))
    } else if query.date != nil {
      self.time = .first(on: plan.date)
    }
  }

  /// The values of the form that changes the options, without `via`, which a person picks.
  /// - Parameter date: The day whose journeys are shown.
  func fields(on date: CalendarDate?) -> Parameters {
    var fields: Parameters = [:]
    switch time {
    case .now: break
    case .at(let time):
      fields.append("\(time.date)", for: "date")
      fields.append("\(TimeExpression(time.time))", for: time.bound.rawValue)
    case .first, .last: if let date { fields.append("\(date)", for: "date") }
    }
    let others = [
      ("avoid", avoid), ("walk", walk.map { "\($0)" }), ("changeTime", changeTime.map { "\($0)" }),
      ("by", preference?.rawValue), ("stepFree", isStepFree ? "true" : nil),
    ]
    for case (let name, let value?) in others { fields.append(value, for: name) }
    return fields
  }
}

extension TimeExpression {
  fileprivate var isOnClock: Bool { if case .clock = self { true } else { false } }
}
