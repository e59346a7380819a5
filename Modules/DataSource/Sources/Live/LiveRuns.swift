import DataSourceInterface
import Documents
import Foundation

/// The trains that do not run as a timetable says.
struct LiveRuns {
  private let timetable: Timetable
  /// By trip and day of the timetable, what runs in its place.
  private var replacements: [Timetable.TripOnDay: [LiveRun]] = [:]
  private var extra: [LiveRun] = []
  private(set) var cancelled: [Timetable.TripOnDay] = []
  /// Whether a closure has changed a train.
  private(set) var hasClosures = false

  init(_ timetable: Timetable) {
    self.timetable = timetable
  }

  var isEmpty: Bool { replacements.isEmpty && extra.isEmpty }

  mutating func add(_ patch: TimetablePatch) {
    for day in patch.cancelled where replacements[day] == nil {
      replacements[day] = []
      cancelled.append(day)
    }
    for day in patch.deleted where replacements[day] == nil { replacements[day] = [] }
    for trip in patch.trips where replacements[trip.day] == nil {
      let pattern = timetable.patterns.pattern(ofTrip: trip.day.trip)
      guard timetable.patterns.calls(of: pattern).count == trip.times.count else { continue }
      replacements[trip.day] = [
        LiveRun(trip.day, pattern: pattern, in: timetable, times: trip.times)
      ]
    }
    for trip in patch.extraTrips {
      if let day = trip.replaced { replacements[day] = [] }
      extra.append(LiveRun(trip))
    }
  }

  mutating func close(_ closure: TimetablePatch.Closure, on dates: [CalendarDate]) {
    let closed = closure.closedStations(in: timetable)
    let patterns = timetable.patterns
    let concerned = (0..<patterns.count).filter { pattern in
      closure.concerns(patterns.route[pattern])
        && patterns.calls(of: pattern).contains {
          closed.contains(timetable.stops.station[Int(patterns.stop[$0])])
        }
    }
    for date in dates {
      let timeline = Timeline(date, in: timetable.timeZone)
      let runs = timetable.services.running(on: date)
      func parts(of run: LiveRun) -> [LiveRun]? {
        guard closure.concerns(run.route) else { return nil }
        return closure.parts(of: run, closed: closed, on: timeline, in: timetable)
      }
      for pattern in concerned {
        for trip in patterns.trips(of: pattern) where runs[Int(timetable.trips.service[trip])] {
          let day = Timetable.TripOnDay(trip, on: date)
          let before =
            replacements[day] ?? [LiveRun(day, pattern: pattern, in: timetable)]
          let after = before.map { parts(of: $0) ?? [$0] }
          guard zip(before, after).contains(where: { $1.count != 1 || $1[0] != $0 }) else {
            continue
          }
          replacements[day] = after.flatMap(\.self)
          hasClosures = true
        }
      }
      extra = extra.flatMap { $0.date == date ? parts(of: $0) ?? [$0] : [$0] }
    }
  }

  /// By trip of the timetable, the days on which others run in its place.
  var removedDays: [Int: [CalendarDate]] {
    Dictionary(grouping: replacements.keys, by: \.trip).mapValues { $0.map(\.date).sorted() }
  }

  /// The runs with the same calls, each ordered by start.
  var groups: [[LiveRun]] {
    let runs =
      replacements.sorted { ($0.key.trip, $0.key.date) < ($1.key.trip, $1.key.date) }
      .flatMap(\.value) + extra
    var groups: [[LiveRun]] = []
    var known: [LiveRun.Calls: Int] = [:]
    for run in runs {
      let group = known[run.calls] ?? groups.count
      if group == groups.count { groups.append([]) }
      known[run.calls] = group
      groups[group].append(run)
    }
    return groups.map { $0.sorted { $0.start < $1.start } }
  }
}

extension LiveRun {
  /// What the runs of a pattern have in common.
  fileprivate struct Calls: Hashable {
    let route: Int32
    let direction: Int8
    let stops: ArraySlice<Int32>
    let rules: [UInt8]
  }

  fileprivate var calls: Calls {
    Calls(
      route: route, direction: direction, stops: stops, rules: servedRules.map(\.rawValue))
  }

  fileprivate static func != (one: LiveRun, other: LiveRun) -> Bool {
    one.skippedCalls != other.skippedCalls || one.times != other.times
  }
}
