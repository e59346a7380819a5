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
  /// The longest walk between two stations where the feed gives no change, in metres; nil for 200
  /// if the feed says nothing about changes, otherwise for none.
  var walk: Int?
  /// Whether to leave out journeys that are known to need steps.
  var isStepFree = false

  /// The longest walk in a timetable, in metres; 0 for none.
  func walk(in timetable: Timetable) -> Int {
    walk ?? (timetable.describesChanges ? 0 : Timetable.defaultWalk)
  }
}

/// The trains on the timeline of a date: those of that service day, those of earlier days that
/// still run, and those of the night after it, ready to be searched in both directions of time.
final class ServiceDaySchedule: Sendable {
  let timetable: Timetable
  let timeline: Timeline
  /// The seconds that a change takes where the feed does not say.
  let changeTime: Int32
  /// The stops of the network without a via station.
  let stops: NetworkStops
  /// The change times between them.
  let changes: ChangeTimes
  private let inSeatLinks: InSeatLinks
  /// The trips that one train runs one after the other. In the network, their numbers follow those
  /// of the trips of the timetable.
  let chains: [InSeatChain]
  private let routes: RouteTable
  let forward: SearchDirection
  let constraints: RouteConstraints
  private let lazyBackward = Lock<SearchDirection?>(nil)

  /// - Parameters:
  ///   - changeTime: The seconds that a change takes where the feed does not say.
  ///   - other: The schedule of another day with the same change time, walks and steps, whose
  ///     change times serve again; nil to compute them.
  init(
    _ timetable: Timetable, on date: CalendarDate, changeTime: Int,
    _ constraints: RouteConstraints = RouteConstraints(), _ other: ServiceDaySchedule? = nil
  ) {
    let changeTime = Int32(clamping: changeTime)
    let stops = other?.stops ?? NetworkStops(timetable)
    let changes =
      other?.changes ?? ChangeTimes(stops, default: changeTime, constraints)
    var (stopCount, networkChanges) = (stops.count, changes)
    let timeline = Timeline(date, in: timetable.timeZone)
    var trains = [TrainGroup](timetable, on: timeline, avoiding: constraints.avoidedLines)
      .calling(at: stops)
    let inSeatLinks = other?.inSeatLinks ?? InSeatLinks(timetable)
    let inSeatTrains = InSeatTrains(inSeatLinks, on: timeline, constraints, stops)
    trains += inSeatTrains.groups
    if constraints.isStepFree { trains = trains.withoutSteps(stops) }
    if let via = constraints.via.map({ stops.stops(ofStation: $0) }) {
      trains = trains.via(via, stopCount: stopCount)
      networkChanges = changes.via(via, stopCount: stopCount)
      stopCount *= 2
    }
    routes = RouteTable(
      trains.cuttingLoops(stopCount: stopCount), inSeatTrains.times, stopCount: stopCount)
    self.timetable = timetable
    self.timeline = timeline
    self.changeTime = changeTime
    self.constraints = constraints
    self.stops = stops
    self.inSeatLinks = inSeatLinks
    chains = inSeatTrains.chains
    self.changes = changes
    forward = SearchDirection(routes.network(networkChanges))
  }

  var date: CalendarDate { timeline.date }

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
    station == constraints.via ? targets(of: station) : stops.stops(ofStation: station)
  }

  /// The stops where journeys to a station end: in the second layer of a network with a via
  /// station.
  func targets(of station: Int) -> Range<Int> {
    let range = stops.stops(ofStation: station)
    let offset = constraints.via == nil ? 0 : stops.count
    return range.lowerBound + offset..<range.upperBound + offset
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
        && constraints.isStepFree == other.constraints.isStepFree
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
    let (cached, other) = entries.withLock { entries in
      (
        entries.first { $0.key == key }?.schedule,
        entries.last { $0.key.hasSameChanges(as: key) }?.schedule
      )
    }
    if let cached { return cached }
    let schedule = ServiceDaySchedule(
      timetable, on: date, changeTime: changeTime, constraints, other)
    entries.withLock { entries in
      entries.append((key, schedule))
      if entries.count > Self.capacity { entries.removeFirst() }
    }
    return schedule
  }

  /// Removes all schedules, which retain their timetables.
  func removeAll() { entries.withLock { $0.removeAll() } }
}
