import DataSourceInterface
import Foundation
import NewsInterface

extension NewsItem {
  /// Creates the notice of an alert; nil without a text.
  /// - Parameter source: The number of the source, since ids are those of one file.
  init?(_ alert: RealtimeFeed.Alert, of source: Int, in index: TripIndex) {
    let title = alert.headerText?.shown ?? ""
    let description = alert.descriptionText?.shown ?? ""
    let body = [description, alert.url?.shown ?? ""].filter { !$0.isEmpty }.joined(
      separator: "\n\n")
    guard !title.isEmpty || !description.isEmpty else { return nil }
    let subjects = alert.informedEntities.map { NewsSubject($0) }
    let isNetwork = subjects.contains { $0 == NewsSubject() }
    let lines = Set(subjects.map(\.line))
    let line = lines.count == 1 ? alert.informedEntities.first.flatMap(index.line) : nil
    let effect = NewsEffect(alert)
    self.init(
      id: "alert-\(source)-\(alert.entityID)",
      title: (title.isEmpty ? description : title).oneLine,
      body: body.isEmpty ? title : body, line: line?.name,
      subjects: isNetwork || subjects.isEmpty ? nil : subjects, effect: effect,
      periods: alert.activePeriods.isEmpty ? nil : alert.activePeriods.map { NewsPeriod($0) },
      isUrgent: alert.effect == .noService || effect == .delays || alert.severityLevel == .severe)
  }
}

extension NewsSubject {
  fileprivate init(_ entity: RealtimeFeed.EntitySelector) {
    self.init(
      line: entity.routeID ?? entity.trip?.routeID, station: entity.stopID,
      trip: entity.trip?.tripID)
  }
}

extension NewsEffect {
  /// The effect of an alert; nil if it is not known. Where it closes only one direction, or the
  /// lines of one agency or type, a subject cannot say so: then it does not close anything.
  fileprivate init?(_ alert: RealtimeFeed.Alert) {
    switch alert.effect {
    case .noService:
      let isExact = alert.informedEntities.allSatisfy { entity in
        entity.directionID == nil && entity.trip == nil
          && (entity.routeID != nil || entity.stopID != nil)
      }
      self = isExact && !alert.informedEntities.isEmpty ? .noService : .reducedService
    case .reducedService: self = .reducedService
    case .significantDelays: self = .delays
    case .detour, .additionalService, .modifiedService, .stopMoved, .accessibilityIssue,
      .otherEffect:
      self = .other
    case .unknownEffect, .noEffect, .unrecognized, nil: return nil
    }
  }
}

extension NewsPeriod {
  fileprivate init(_ range: RealtimeFeed.TimeRange) {
    func date(_ seconds: Int?) -> Date? {
      seconds.map { Date(timeIntervalSince1970: Double($0)) }
    }
    self.init(start: date(range.start), end: date(range.end))
  }
}

extension TripIndex {
  /// The line that a selector names.
  fileprivate func line(_ entity: RealtimeFeed.EntitySelector) -> Line? {
    guard entity.routeID == nil else {
      return route(entity.routeID).map { timetable.line(ofRoute: $0) }
    }
    return entity.trip.flatMap { line(of: $0) }
  }
}

extension RealtimeFeed.TranslatedText {
  /// The text in the language of the person, or else the first one.
  fileprivate var shown: String {
    var names: [String: String] = [:]
    for translation in translations where !(translation.language ?? "").isEmpty {
      names[translation.language ?? ""] = translation.text
    }
    let first = translations.first { ($0.language ?? "").isEmpty } ?? translations.first
    return TranslatedName(first?.text ?? "", names).shown
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension String {
  /// The text with single spaces in place of line ends and other white space.
  fileprivate var oneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
