import DataSourceInterface
import RoutingInterface

/// Takes the trains of one day: every journey that no other matches in both time and rides.
struct TimetableStrategy: JourneyStrategy {
  let day: Day
  let leaving: FrontSearch

  init(_ day: Day) {
    self.day = day
    leaving = FrontSearch(day.onward, then: day.backward.network)
  }

  func journeys(for question: Question) -> [Journey] {
    switch question.aim {
    case .leaving(let time):
      front(from: question.from, to: question.to, leaving: time).map(day.journey)
    case .arriving(let time):
      front(from: question.from, to: question.to, arriving: time).map(day.journey)
    }
  }

  /// The Pareto front of arrival and rides, each journey with its latest departure.
  func front(from origin: Int, to destination: Int, leaving time: ServiceTime) -> [[TrainRide]] {
    guard !day.isThere(origin, destination) else { return [] }
    leaving.run(
      from: day.origins(of: origin), at: Int32(clamping: time.seconds),
      to: day.targets(of: destination))
    return leaving.entries.map { day.rides(of: leaving.segments(of: $0), in: day.backward) }
  }

  /// The Pareto front of departure and rides, each journey with its earliest arrival. What left the
  /// day before is no journey of the day.
  private func front(
    from origin: Int, to destination: Int, arriving time: ServiceTime
  ) -> [[TrainRide]] {
    guard !day.isThere(origin, destination) else { return [] }
    let search = FrontSearch(day.backward, then: day.onward.network)
    search.run(
      from: day.targets(of: destination), at: Int32(clamping: -time.seconds),
      to: day.origins(of: origin))
    return search.entries.filter { $0.time <= 0 }.map {
      day.rides(of: search.segments(of: $0).reversed(), in: day.onward)
    }
  }
}
