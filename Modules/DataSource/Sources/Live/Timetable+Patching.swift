import DataSourceInterface
import Documents
import Foundation

extension Timetable {
  /// For how many days after today closures are applied.
  private static let closedDays = 8

  /// The timetable with what patches change. Trips keep their indexes; on a day on which one runs
  /// otherwise, another one at the end takes its place.
  /// - Parameters:
  ///   - patches: Patches of this timetable. Where two have times of the same trip on a day, those
  ///     of the first one count.
  ///   - now: The current time, from which closures without an end are applied.
  func patched(by patches: [TimetablePatch], at now: Date) -> Timetable {
    var runs = LiveRuns(self)
    for patch in patches { runs.add(patch) }
    let today = LocalDateTime(now, in: timeZone).date.day
    for closure in patches.flatMap(\.closures) {
      runs.close(closure, on: (today - 1...today + Self.closedDays).map { CalendarDate(day: $0) })
    }
    guard !runs.isEmpty else { return self }
    return timetable(with: runs, asOf: patches.compactMap(\.asOf).min())
  }

  private func timetable(with runs: LiveRuns, asOf: Date?) -> Timetable {
    var services = ServiceTable(self.services)
    var service = Array(trips.service)
    for (trip, dates) in runs.removedDays {
      service[trip] = services.service(Int32(service[trip]), without: dates)
    }
    var table = LiveTable(self)
    for group in runs.groups { table.append(group, services: &services) }
    return Timetable(
      city: city, name: name, agency: agency, timeZone: timeZone, stations: stations, stops: stops,
      routes: routes, patterns: table.patterns, trips: table.trips(service),
      trainSigns: table.trainSigns, callNumbers: callNumbers, services: services.services,
      transfers: transfers,
      describesChanges: describesChanges, walkways: walkways, stepFree: table.stepFree,
      inSeatTransfers: inSeatTransfers, fares: fares, signs: signs, translations: translations,
      live: table.live(
        asOf: asOf, cancelled: runs.cancelled, hasClosures: runs.hasClosures))
  }
}

/// The trains that do not run as a timetable says.
private struct LiveRuns {
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
    for trip in patch.trips where replacements[trip.day] == nil {
      let pattern = timetable.pattern(ofTrip: trip.day.trip)
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

extension Timetable {
  /// The pattern of a trip.
  fileprivate func pattern(ofTrip trip: Int) -> Int {
    var range = 0..<patterns.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range =
        Int(patterns.firstTrip[middle]) <= trip
        ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

/// The services of a timetable, and others for trips that do not run on some days.
private struct ServiceTable {
  private struct Exceptions: Hashable {
    let service: Int32
    let dates: [CalendarDate]
  }

  private let base: Timetable.Services
  private var firstDay: [Int32]
  private var lastDay: [Int32]
  private var weekdays: [UInt8]
  private var firstException: [Int32]
  private var exceptionDay: [Int32]
  private var exceptionAdds: [UInt8]
  private var known: [Exceptions: Int32] = [:]

  init(_ base: Timetable.Services) {
    self.base = base
    (firstDay, lastDay) = (Array(base.firstDay), Array(base.lastDay))
    weekdays = Array(base.weekdays)
    firstException = Array(base.firstException)
    (exceptionDay, exceptionAdds) = (Array(base.exceptionDay), Array(base.exceptionAdds))
  }

  /// The days of a service but for some, in their order.
  mutating func service(_ service: Int32, without dates: [CalendarDate]) -> Int32 {
    let number = Int(service)
    return add(Exceptions(service: service, dates: dates)) { table in
      let range =
        Int(table.base.firstException[number])..<Int(table.base.firstException[number + 1])
      var days = Dictionary(
        range.map { (table.base.exceptionDay[$0], table.base.exceptionAdds[$0]) }
      ) { first, _ in first }
      for date in dates { days[Int32(date.day)] = 0 }
      table.firstDay.append(table.base.firstDay[number])
      table.lastDay.append(table.base.lastDay[number])
      table.weekdays.append(table.base.weekdays[number])
      for (day, adds) in days.sorted(by: { $0.key < $1.key }) {
        table.exceptionDay.append(day)
        table.exceptionAdds.append(adds)
      }
    }
  }

  /// A service of one day.
  mutating func service(on date: CalendarDate) -> Int32 {
    add(Exceptions(service: -1, dates: [date])) { table in
      table.firstDay.append(1)
      table.lastDay.append(0)
      table.weekdays.append(0)
      table.exceptionDay.append(Int32(date.day))
      table.exceptionAdds.append(1)
    }
  }

  private mutating func add(
    _ exceptions: Exceptions, _ append: (inout ServiceTable) -> Void
  ) -> Int32 {
    if let service = known[exceptions] { return service }
    let service = Int32(weekdays.count)
    append(&self)
    firstException.append(Int32(exceptionDay.count))
    known[exceptions] = service
    return service
  }

  var services: Timetable.Services {
    Timetable.Services(
      firstDay: Column(firstDay), lastDay: Column(lastDay), weekdays: Column(weekdays),
      firstException: Column(firstException), exceptionDay: Column(exceptionDay),
      exceptionAdds: Column(exceptionAdds))
  }
}

/// The patterns and trips of a timetable, and those of live runs after them.
private struct LiveTable {
  private let base: Timetable
  private var (route, direction): ([Int32], [Int8])
  private var (firstCall, firstTrip): ([Int32], [Int32])
  private var (stop, allows): ([Int32], [Timetable.CallRules])
  private var (start, headway, times, label): ([Int32], [Int32], [Int32], [Int32])
  private var service: [Int32] = []
  private var (arrival, departure): ([Int32], [Int32])
  private var labels: [(id: String, headsign: String)] = []
  private var (scheduled, skippedCalls, firstKnown): ([Int32], [Int32], [Int32]) = ([], [], [])
  private var isKnown: [UInt8] = []

  init(_ base: Timetable) {
    self.base = base
    let (patterns, trips) = (base.patterns, base.trips)
    (route, direction) = (Array(patterns.route), Array(patterns.direction))
    (firstCall, firstTrip) = (Array(patterns.firstCall), Array(patterns.firstTrip))
    (stop, allows) = (Array(patterns.stop), Array(patterns.allows))
    (start, headway, times) = (Array(trips.start), Array(trips.headway), Array(trips.times))
    label = Array(trips.label)
    (arrival, departure) = (Array(trips.arrival), Array(trips.departure))
  }

  /// Adds runs with the same calls, ordered by start.
  mutating func append(_ runs: [LiveRun], services: inout ServiceTable) {
    guard let first = runs.first else { return }
    route.append(first.route)
    direction.append(first.direction)
    stop += first.stops
    allows += first.servedRules
    firstCall.append(Int32(stop.count))
    for run in runs {
      start.append(Int32(run.start))
      service.append(services.service(on: run.date))
      let isTimed = run.times.contains(where: \.isKnown)
      headway.append(isTimed ? 0 : run.scheduled.map { base.trips.headway[$0] } ?? 0)
      times.append(Int32(arrival.count))
      arrival += run.times.map { Int32($0.arrival - run.start) }
      departure += run.times.map { Int32($0.departure - run.start) }
      if let new = run.label {
        label.append(Int32(base.trips.id.count + labels.count))
        labels.append(new)
      } else {
        label.append(run.scheduled.map { base.trips.label[$0] } ?? 0)
      }
      scheduled.append(run.scheduled.map { Int32($0) } ?? -1)
      skippedCalls.append(Int32(run.skippedCalls))
      firstKnown.append(Int32(isKnown.count))
      isKnown += run.times.map { $0.isKnown ? 1 : 0 }
    }
    firstTrip.append(Int32(start.count))
  }

  var patterns: Timetable.Patterns {
    Timetable.Patterns(
      route: Column(route), direction: Column(direction), firstCall: Column(firstCall),
      firstTrip: Column(firstTrip), stop: Column(stop), allows: Column(allows))
  }

  /// - Parameter scheduled: The services of the trips of the timetable.
  func trips(_ scheduled: [Int32]) -> Timetable.Trips {
    Timetable.Trips(
      start: Column(start), service: Column(scheduled + service), headway: Column(headway),
      times: Column(times), label: Column(label), arrival: Column(arrival),
      departure: Column(departure), id: base.trips.id.appending(labels.map(\.id)),
      headsign: base.trips.headsign.appending(labels.map(\.headsign)),
      block: base.trips.block.appending(labels.map { _ in -1 }))
  }

  var trainSigns: Timetable.TrainSigns {
    let (signs, none) = (base.trainSigns, labels.map { _ in Int32(-1) })
    return Timetable.TrainSigns(
      texts: signs.texts, number: signs.number.appending(none),
      firstHeadsign: signs.firstHeadsign.appending(none), headsign: signs.headsign)
  }

  var stepFree: Timetable.StepFreeAccess {
    let access = base.stepFree
    return Timetable.StepFreeAccess(
      stops: access.stops,
      trips: access.trips.appending(
        labels.map { _ in Timetable.Accessibility.unknown.rawValue }),
      detours: access.detours, detourAccess: access.detourAccess)
  }

  func live(
    asOf: Date?, cancelled: [Timetable.TripOnDay], hasClosures: Bool
  ) -> Timetable.LiveTrips {
    Timetable.LiveTrips(
      asOf: asOf, first: base.trips.count, scheduled: Column(scheduled),
      skippedCalls: Column(skippedCalls), firstCall: Column(firstKnown),
      isKnown: Column(isKnown), cancelled: cancelled, hasClosures: hasClosures)
  }
}

extension Column {
  /// The column with more values after its own; an empty column, which means that the feed gives
  /// nothing, stays empty.
  fileprivate func appending(_ values: [Element]) -> Column {
    isEmpty || values.isEmpty ? self : Column(Array(self) + values)
  }
}

extension TextColumn {
  /// The column with more texts after its own.
  fileprivate func appending(_ texts: [String]) -> TextColumn {
    guard !texts.isEmpty else { return self }
    let added = TextColumn(texts)
    let end = starts.last ?? 0
    return TextColumn(
      starts: Column(Array(starts) + added.starts.dropFirst().map { $0 + end }),
      bytes: Column(Array(bytes) + Array(added.bytes)))
  }
}
