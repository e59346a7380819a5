public import DataSourceInterface
public import Foundation

/// The question which notices concern a part of a network.
public struct NewsConcern: Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The lines.
  public let lines: [Line]
  /// The stations where passengers board, change or leave.
  public let stations: [StopReference]
  /// The stations that trains pass meanwhile.
  public let passed: [StopReference]
  /// The feed's ids of the trips.
  public let trips: [String]
  /// The time.
  public let span: ClosedRange<Date>

  /// Creates a question.
  public init(
    city: CityID, lines: [Line], stations: [StopReference], passed: [StopReference] = [],
    trips: [String] = [], span: ClosedRange<Date>
  ) {
    self.city = city
    self.lines = lines
    self.stations = stations
    self.passed = passed
    self.trips = trips
    self.span = span
  }
}

extension NewsItem {
  /// Whether passengers of a part of a network must know the notice at its time. One that is neither
  /// urgent nor says what happens is for the list only.
  public func concerns(_ part: NewsConcern) -> Bool {
    guard effect != nil || isUrgent == true,
      periods?.contains(where: { $0.overlaps(part.span) }) ?? true
    else { return false }
    guard let subjects, !subjects.isEmpty else {
      return line.map { line in part.lines.contains { $0.isNamed(line) } } ?? true
    }
    return subjects.contains { subject in
      let ends = [subject.station, subject.to].compactMap(\.self)
      // Who passes an end of a section by train may ride through it.
      let places = subject.to == nil ? part.stations : part.stations + part.passed
      return
        (subject.line ?? line).map { name in part.lines.contains { $0.isNamed(name) } } != false
        && (ends.isEmpty || ends.contains { name in places.contains { $0.isNamed(name) } })
        && subject.trip.map(part.trips.contains) != false
    }
  }

  /// The notice for an answer that it concerns.
  public var notice: ServiceNotice {
    ServiceNotice(id: id, title: title, isSample: isSample == true ? true : nil)
  }
}

extension Line {
  fileprivate func isNamed(_ text: String) -> Bool { name == text || id == text }
}

extension StopReference {
  fileprivate func isNamed(_ text: String) -> Bool {
    id == text || translatedName.all.contains { $0.folded == text.folded }
  }
}
