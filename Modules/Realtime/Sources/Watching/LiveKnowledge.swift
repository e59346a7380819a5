import DataSourceInterface
import Foundation
import NewsInterface
import RealtimeInterface

/// What the sources of a city have answered last.
struct LiveKnowledge: Sendable {
  private var answers: [SourceAnswer] = []
  private var index: TripIndex?
  /// What each source has answered.
  private(set) var status: [RealtimeStatus.Source] = []
  /// The vehicles of all sources.
  private(set) var vehicles: [Vehicle] = []

  /// The alerts of all sources.
  private(set) var alerts: [NewsItem] = []

  /// Whether the last request to any source had an answer that can be used.
  var hasAnswer: Bool { answers.contains { $0.failure == nil } }

  /// The time between the last two answers of the source that changes most often; nil if it is not
  /// known.
  var interval: Duration? { answers.compactMap(\.interval).min() }

  /// Takes over the answers of all sources.
  /// - Returns: The patch that they make; nil if it is the same as before.
  mutating func update(
    _ contents: [(source: LiveSource, content: Result<Data, any Error>)], in timetable: Timetable,
    at now: Date
  ) -> TimetablePatch? {
    var isChanged = contents.map(\.source) != answers.map(\.source)
    if index?.timetable !== timetable {
      index = TripIndex(timetable)
      isChanged = true
    }
    answers = contents.map { source, content in
      var answer = answers.first { $0.source == source } ?? SourceAnswer(source)
      if answer.update(content, at: now) { isChanged = true }
      return answer
    }
    guard let index else { return nil }
    guard isChanged else {
      status = zip(status, answers).map { $0.with(failure: $1.failure) }
      return nil
    }
    return patch(index, at: now)
  }

  private mutating func patch(_ index: TripIndex, at now: Date) -> TimetablePatch {
    var builder = PatchBuilder(index, at: now)
    var oldest: Date?
    status = answers.map { answer in
      let (used, unused) = (builder.used, builder.unused)
      for update in answer.feed?.tripUpdates ?? [] { builder.add(update) }
      if answer.feed?.tripUpdates.isEmpty == false, let asOf = answer.asOf {
        oldest = min(oldest ?? asOf, asOf)
      }
      let rejected = (answer.feed?.rejectedEntities ?? [:]).map { ($0.key.rawValue, $0.value) }
      return RealtimeStatus.Source(
        address: answer.source.shownAddress, asOf: answer.asOf, used: builder.used - used,
        unused: builder.unused.subtracting(unused).merging(rejected, uniquingKeysWith: +),
        alerts: answer.feed?.alerts.count ?? 0, vehicles: answer.feed?.vehicles.count ?? 0,
        failure: answer.failure)
    }
    alerts = answers.flatMap { answer in
      (answer.feed?.alerts ?? []).compactMap { NewsItem($0, in: index) }
    }
    vehicles = answers.flatMap { answer in
      (answer.feed?.vehicles ?? []).compactMap { Vehicle($0, in: index, asOf: answer.asOf) }
    }
    return builder.patch(source: "realtime", asOf: oldest ?? now)
  }
}

extension [String: Int] {
  /// The differences to earlier counts, without those that are 0.
  fileprivate func subtracting(_ earlier: [String: Int]) -> [String: Int] {
    reduce(into: [:]) { rest, count in
      let difference = count.value - (earlier[count.key] ?? 0)
      if difference > 0 { rest[count.key] = difference }
    }
  }
}

extension RealtimeStatus.Source {
  fileprivate func with(failure: String?) -> Self {
    Self(
      address: address, asOf: asOf, used: used, unused: unused, alerts: alerts, vehicles: vehicles,
      failure: failure)
  }
}

extension Vehicle {
  /// Creates a vehicle of a feed; nil without a position.
  /// - Parameter asOf: When the file was made, for a vehicle that says nothing else.
  fileprivate init?(
    _ vehicle: RealtimeFeed.VehiclePosition, in index: TripIndex, asOf: Date?
  ) {
    guard let position = vehicle.position else { return nil }
    let descriptor = vehicle.vehicle
    let name = [descriptor?.label, descriptor?.id].compactMap(\.self).first { !$0.isEmpty }
    self.init(
      name: name, line: index.line(of: vehicle.trip), trip: vehicle.trip?.tripID,
      coordinate: Coordinate(latitude: position.latitude, longitude: position.longitude),
      bearing: position.bearing,
      asOf: vehicle.timestamp.map { Date(timeIntervalSince1970: Double($0)) } ?? asOf)
  }
}
