import Console
import DataSourceInterface
import RoutingInterface

extension DepartureSlider {
  /// Whether a plan for the current time leads to the same slider. After the last journey, the slider
  /// tells what is still possible, which changes with the time.
  func isCurrent(in plan: JourneyPlan) -> Bool {
    let next = plan.nextDeparture(countedFrom: last.date)
    return journey != nil && plan.date == today && plan.walk == walk
      && journeys.firstIndex { $0.departure >= next } == position
  }
}

extension [Journey] {
  /// The journeys with the last train, which may leave after the end of the night or be slower than
  /// the direct walk.
  func including(_ lastTrain: Journey?) -> [Journey] {
    guard let lastTrain, allSatisfy({ $0.departure < lastTrain.departure }) else { return self }
    return self + [lastTrain]
  }
}

extension JourneyPlan {
  /// The next journeys by train: those of the plan, or if it has only the direct walk, the first
  /// one after it.
  var trains: [Journey] {
    let trains = journeys.filter { $0.rides > 0 }
    return trains.isEmpty ? Array(later.prefix(1)) : trains
  }

  /// The direct walk.
  var walk: Journey? { journeys.first { $0.rides == 0 } }

  /// The departure of the next train, counted from 00:00 of another date; the distant future if
  /// there is none.
  func nextDeparture(countedFrom date: CalendarDate) -> ServiceTime {
    guard let departure = trains.map(\.departure).min() else {
      return ServiceTime(seconds: .max)
    }
    return LocalDateTime(date: self.date, time: departure).time(countedFrom: date)
  }
}
