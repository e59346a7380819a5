import DataSourceInterface
import Documents
import Mediator
import Platform

/// Restrictions on the route of every journey.
struct RouteConstraints: Hashable {
  /// The lines that no journey may use, as indexes of the timetable.
  var avoidedLines: Set<Int32> = []
  /// The index of a station that every journey passes or changes at.
  var via: Int?
  /// The longest walk between two stations where the feed gives no change, in metres; nil for none.
  var walk: Int?
}

/// The trains on the timeline of a date: those of that service day, of the night before and of the
/// night after it, ready to be searched in both directions of time.
final class ServiceDaySchedule: Sendable {
  let timetable: Timetable
  let date: CalendarDate
  /// The seconds that a change takes where the feed does not say.
  let changeTime: Int32
  /// The change times between the stops of the timetable.
  let changes: ChangeTimes
  private let routes: RouteTable
  let forward: SearchDirection
  let constraints: RouteConstraints
  private let lazyBackward = Lock<SearchDirection?>(nil)

  /// - Parameters:
  ///   - changeTime: The seconds that a change takes where the feed does not say.
  ///   - changes: The change times of another day with the same change time and constraints; nil to
  ///     compute them.
  init(
    _ timetable: Timetable, on date: CalendarDate, changeTime: Int,
    _ constraints: RouteConstraints = RouteConstraints(), _ changes: ChangeTimes? = nil
  ) {
    let changeTime = Int32(clamping: changeTime)
    let changes = changes ?? ChangeTimes(timetable, default: changeTime, walk: constraints.walk)
    var (stopCount, networkChanges) = (timetable.stops.count, changes)
    var trains = [TrainGroup](timetable, on: date, avoiding: constraints.avoidedLines)
    if let via = constraints.via.map({ timetable.stations.stops(of: $0) }) {
      trains = trains.via(via, stopCount: stopCount)
      networkChanges = changes.via(via, stopCount: stopCount)
      stopCount *= 2
    }
    routes = RouteTable(
      trains.cuttingLoops(stopCount: stopCount), of: timetable, stopCount: stopCount)
    self.timetable = timetable
    self.date = date
    self.changeTime = changeTime
    self.constraints = constraints
    self.changes = changes
    forward = SearchDirection(routes.network(networkChanges))
  }

  /// The opposite direction of time, which is created when it is first needed.
  var backward: SearchDirection {
    lazyBackward.withLock { backward in
      let direction = backward ?? SearchDirection(routes.reversedNetwork(forward.network.changes))
      backward = direction
      return direction
    }
  }

  /// Whether the timetable has any train on that day.
  var hasService: Bool { timetable.services.running(on: date).contains(true) }

  /// The stops where journeys from a station begin: in the second layer when the station is the via
  /// station itself.
  func origins(of station: Int) -> Range<Int> {
    station == constraints.via ? targets(of: station) : timetable.stations.stops(of: station)
  }

  /// The stops where journeys to a station end: in the second layer of a network with a via
  /// station.
  func targets(of station: Int) -> Range<Int> {
    let stops = timetable.stations.stops(of: station)
    let offset = constraints.via == nil ? 0 : timetable.stops.count
    return stops.lowerBound + offset..<stops.upperBound + offset
  }
}

/// Caches the most recently created schedules.
final class ScheduleCache: Sendable {
  private static let capacity = 4

  /// Everything that a schedule depends on.
  private struct Key: Hashable {
    /// The cached schedule retains the timetable, so no other one can have the same identifier.
    var timetable: ObjectIdentifier
    var date: CalendarDate
    var changeTime: Int
    var constraints: RouteConstraints

    func hasSameChanges(as other: Key) -> Bool {
      timetable == other.timetable && changeTime == other.changeTime
        && constraints.walk == other.constraints.walk
    }
  }

  /// The newest one last.
  private let entries = Lock<[(key: Key, schedule: ServiceDaySchedule)]>([])

  /// Returns the schedule of a day; see `ServiceDaySchedule.init`.
  func schedule(
    of timetable: Timetable, on date: CalendarDate, changeTime: Int,
    _ constraints: RouteConstraints = RouteConstraints()
  ) -> ServiceDaySchedule {
    let key = Key(
      timetable: ObjectIdentifier(timetable), date: date, changeTime: changeTime,
      constraints: constraints)
    let (cached, changes) = entries.withLock { entries in
      (
        entries.first { $0.key == key }?.schedule,
        entries.last { $0.key.hasSameChanges(as: key) }?.schedule.changes
      )
    }
    if let cached { return cached }
    let schedule = ServiceDaySchedule(
      timetable, on: date, changeTime: changeTime, constraints, changes)
    entries.withLock { entries in
      entries.append((key, schedule))
      if entries.count > Self.capacity { entries.removeFirst() }
    }
    return schedule
  }

  /// Removes all schedules, which retain their timetables.
  func removeAll() { entries.withLock { $0.removeAll() } }
}
