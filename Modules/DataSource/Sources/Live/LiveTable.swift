import DataSourceInterface
import Documents
import Foundation

/// The patterns and trips of a timetable, and those of live runs after them.
struct LiveTable {
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
