import DataSourceInterface
import Documents
import FaresInterface
import JourneysInterface
import Mediator
import RoutingInterface

// What a day has between two stations, as it is asked for to load the slider.

extension JourneySelection {
  /// The journeys by train of a day: those that no other dominates or, with a preference, those
  /// that are the best one for some departure time.
  func journeys(of day: LastTrain, _ options: JourneyOptions) async throws -> [Journey] {
    var query = options.query(
      from: day.from.reference, to: day.to.reference, city: day.city, at: .first(on: day.date))
    guard options.preference != nil else {
      query.until = TimeExpression(LocalDateTime.endOfNight)
      return try await mediator.perform(Journeys.plan, query).journeys.filter { $0.rides > 0 }
    }
    var journeys: [Journey] = []
    var start = LocalDateTime.startOfService
    while start <= LocalDateTime.endOfNight {
      // The person may have left the scene.
      try Task.checkCancellation()
      query.depart = TimeExpression(start)
      let plan = try await mediator.perform(Journeys.plan, query)
      let found = (plan.journeys + plan.later).filter {
        $0.rides > 0 && $0.departure >= start && $0.departure <= LocalDateTime.endOfNight
      }
      guard let last = found.last else { break }
      journeys += found
      start = last.departure + .seconds(1)
    }
    return journeys
  }

  /// The last journey of a day with its price, which `Journeys.lastTrain` does not add.
  func lastJourney(of day: LastTrain) async throws -> Journey? {
    guard let journey = day.last else { return nil }
    let timetable = try await mediator.perform(DataSource.timetable, day.city)
    return try await [journey].priced(on: day.date, of: timetable, through: mediator).first
  }

  /// The current date. The way from a station to itself needs no search, and tells the date.
  func today(at place: PointOfInterest, in city: CityID?) async throws -> CalendarDate {
    try await mediator.perform(
      Journeys.plan, JourneyQuery(from: place.reference, to: place.reference, city: city)
    ).date
  }

  /// Prepares the search of the current day, which takes long the first time.
  @concurrent
  func prepareSearch() async {
    let current = current
    guard let place = current.from ?? current.to else { return }
    // An error is shown when journeys are loaded.
    _ = try? await today(at: place, in: current.city)
  }

  /// Whether what a passenger who misses the last train can still do has left, too.
  /// - Parameter next: The departure of the next train, on the timeline of `last`.
  func hasAlternativeLeft(_ last: LastTrain, next: ServiceTime) async throws -> Bool {
    guard let train = last.last, train.departure < next, let link = last.weakestLink else {
      return false
    }
    let departure = LocalDateTime(
      date: last.date, time: link.alternative?.journey.departure ?? link.departure
    ).normalized
    // Without a date, an arrival time is its first occurrence after now. So the date of the plan
    // tells whether the time has passed; before 03:00, it is that of the running night.
    let plan = try await mediator.perform(
      Journeys.plan,
      JourneyQuery(
        from: last.from.reference, to: last.to.reference, city: last.city,
        arrive: TimeExpression(departure.time)))
    return plan.date > departure.nightDate
  }
}
