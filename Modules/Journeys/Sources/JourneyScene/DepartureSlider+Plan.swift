import DataSourceInterface
import JourneysInterface
import RoutingInterface

extension DepartureSlider {
  /// Whether a plan for the current time leads to the same slider. After the last journey, the
  /// slider tells what is still possible, which changes with the time.
  func isCurrent(in plan: JourneyPlan) -> Bool {
    let next = plan.nextDeparture(on: Timeline(last.date, in: city.timeZone))
    return journey != nil && plan.date == today && plan.walk == walk
      && journeys.firstIndex { $0.departure >= next } == position
  }
}

extension DepartureSlider {
  /// The query to which the selected journey is the answer that arrives first; nil when none is
  /// selected.
  func query(from: String, to: String, _ options: JourneyOptions) -> JourneyQuery? {
    guard let journey, let departure else { return nil }
    var query = options.query(
      from: from, to: to, city: last.city, at: .at(JourneyTime(.depart, at: departure)))
    let arrivesFirst = !journeys.contains {
      $0.departure >= journey.departure && $0.arrival < journey.arrival
    }
    // A journey that does not arrive first is shown because it has fewer rides. But the direct walk
    // has the fewest.
    if !arrivesFirst, walk == nil, query.by == nil { query.by = .fewestChanges }
    return query
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

  /// The departure of the next train on the timeline of another date; the distant future if there
  /// is none.
  func nextDeparture(on timeline: Timeline) -> ServiceTime {
    guard let departure = trains.map(\.departure).min() else {
      return ServiceTime(seconds: .max)
    }
    return timeline.time(departure.seconds + timeline.start(of: date))
  }
}
