import DataSourceInterface
import Foundation
import NetworkInterface
import NewsInterface
import RealtimeInterface

/// What the sources of a city have answered last.
struct LiveKnowledge: Sendable {
  private(set) var answers: [SourceAnswer] = []
  private var index: TripIndex?

  /// What each source has answered.
  var status: [RealtimeStatus.Source] { answers.map(\.status) }

  /// The vehicles of all sources whose position is not too old.
  func vehicles(at now: Date) -> [Vehicle] {
    let oldest = now - Double(TimesOrigin.lifetime)
    return answers.flatMap(\.vehicles).filter { ($0.asOf ?? .distantPast) >= oldest }
  }

  /// The alerts of the sources whose answer is not too old; nil if none has answered.
  func alerts(of city: CityID, at now: Date) -> CityAlerts? {
    let oldest = now - Double(TimesOrigin.lifetime)
    let usable = answers.filter { ($0.asOf ?? .distantPast) >= oldest }
    guard
      let asOf = usable.filter({ !$0.alerts.isEmpty }).compactMap(\.asOf).min()
        ?? usable.first?.asOf
    else { return nil }
    return CityAlerts(city: city, asOf: asOf, items: usable.flatMap(\.alerts))
  }

  /// Whether the last request to any source had an answer that can be used.
  var hasAnswer: Bool { answers.contains { $0.failure == nil } }

  /// The time between the last two answers of the source that changes most often; nil if it is not
  /// known.
  var interval: Duration? { answers.compactMap(\.interval).min() }

  /// Takes over the answers of all sources.
  /// - Returns: The patches that differ from those before, one for each source: empty ones for
  ///   sources that are gone.
  mutating func update(
    _ contents: [(source: LiveSource, content: Result<Data, any Error>)], in timetable: Timetable,
    at now: Date
  ) -> [TimetablePatch] {
    let isNewTimetable = index?.timetable !== timetable
    let index = isNewTimetable ? TripIndex(timetable) : self.index ?? TripIndex(timetable)
    self.index = index
    let gone = answers.filter { answer in !contents.contains { $0.source == answer.source } }
    var patches = gone.map { $0.source.emptyPatch(of: timetable) }
    answers = contents.enumerated().map { number, answered in
      var answer =
        answers.first { $0.source == answered.source } ?? SourceAnswer(answered.source)
      if answer.update(answered.content, at: now) || isNewTimetable {
        patches.append(answer.patch(index, number: number, at: now))
      }
      return answer
    }
    return patches
  }
}

extension LiveSource {
  /// The name of the patches of a source, without its secrets.
  var patchName: String { "realtime \(isWebAddress ? address.addressID : address)" }

  /// What is left of a source that is gone.
  func emptyPatch(of timetable: Timetable) -> TimetablePatch {
    TimetablePatch(source: patchName, of: timetable, asOf: nil)
  }
}
