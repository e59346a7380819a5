package import DataSourceInterface
package import Documents
import Platform
import RoutingInterface

/// Searches the trains of a date between two stations for journey times only, for measurements and
/// comparisons of the search.
///
/// After the first searches, it allocates no memory. It runs one search at a time, so each thread
/// should use its own.
package struct DaySearch: Sendable {
  /// The times of a journey.
  package struct Entry: Hashable, Sendable {
    /// The latest departure with this arrival.
    package let departure: ServiceTime
    /// When the last train arrives.
    package let arrival: ServiceTime
    /// How many trains the journey uses.
    package let rides: Int
  }

  private let schedule: ServiceDaySchedule
  private let search: Lock<ParetoSearch>

  /// Prepares the timeline of a date.
  /// - Parameter changeTime: How many seconds a change takes where the feed does not say.
  package init(
    _ timetable: Timetable, on date: CalendarDate, changeTime: Int = JourneySearch.defaultChangeTime
  ) {
    schedule = ServiceDaySchedule(timetable, on: date, changeTime: changeTime)
    search = Lock(ParetoSearch(schedule.forward, reverse: schedule.backward.network))
  }

  /// Passes to `body` the Pareto set of arrival and rides between two stations, given by their
  /// indexes in the timetable, for departures at `time` or later, fewest rides first. There is none
  /// from a station to itself. `body` must not start another search.
  package func visit(
    from origin: Int, to destination: Int, leaving time: ServiceTime, _ body: (Entry) -> Void
  ) {
    guard origin != destination else { return }
    search.withLock { search in
      search.run(
        from: schedule.origins(of: .station(origin)), at: Int32(clamping: time.seconds),
        to: schedule.targets(of: .station(destination)))
      for entry in search.entries {
        body(
          Entry(
            departure: -entry.secondPassTime, arrival: entry.firstPassTime, rides: entry.rides))
      }
    }
  }

  /// Passes to `body` every journey between two stations that leaves within `span` and that no
  /// other journey dominates in departure, arrival and rides: the last departure first, then the
  /// fewest rides. There is none from a station to itself. `body` must not start another search.
  package func visit(
    from origin: Int, to destination: Int, leavingWithin span: ClosedRange<ServiceTime>,
    _ body: (Entry) -> Void
  ) {
    guard origin != destination else { return }
    search.withLock { search in
      search.run(
        from: schedule.origins(of: .station(origin)), within: span.seconds,
        to: schedule.targets(of: .station(destination))
      ) { departure, arrival, rides in
        body(Entry(departure: departure, arrival: arrival, rides: rides))
      }
    }
  }
}

extension DaySearch.Entry {
  fileprivate init(departure: Int32, arrival: Int32, rides: Int) {
    self.init(
      departure: ServiceTime(seconds: Int(departure)), arrival: ServiceTime(seconds: Int(arrival)),
      rides: rides)
  }
}
