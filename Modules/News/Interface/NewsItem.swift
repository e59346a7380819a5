public import Foundation
public import Mediator

/// A notice about the service.
public struct NewsItem: Codable, Hashable, Sendable {
  /// The unique id.
  public let id: String
  /// The title, in one line.
  public let title: String
  /// The full text.
  public let body: String
  /// The name of the line concerned; nil for the whole network.
  public let line: String?
  /// What it concerns in more detail, one of which is enough; nil for the line or the whole
  /// network.
  public let subjects: [NewsSubject]?
  /// What happens there; nil if that is not known.
  public let effect: NewsEffect?
  /// When it happens; nil for always.
  public let periods: [NewsPeriod]?
  /// Whether everybody should read it at once; false unless given.
  public let isUrgent: Bool?
  /// Whether it is an invented example; false unless given.
  public let isSample: Bool?

  /// Creates a notice.
  public init(
    id: String, title: String, body: String, line: String? = nil, subjects: [NewsSubject]? = nil,
    effect: NewsEffect? = nil, periods: [NewsPeriod]? = nil, isUrgent: Bool? = nil,
    isSample: Bool? = nil
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.line = line
    self.subjects = subjects
    self.effect = effect
    self.periods = periods
    self.isUrgent = isUrgent
    self.isSample = isSample
  }
}

extension NewsItem: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "line": "the name of the line; absent for the whole network",
      "subjects": "the lines, stations and trips that it concerns; absent for the line",
      "effect": "what happens there; absent if that is not known",
      "periods": "when it happens; absent for always",
    ]
  }
}

/// What happens where a notice says.
public enum NewsEffect: String, Codable, CaseIterable, Sendable {
  /// No train runs: on the line, through the station, or between the two stations.
  case noService
  /// Fewer trains run.
  case reducedService
  /// Trains are late.
  case delays
  /// Something else is different.
  case other
}

extension NewsEffect {
  /// Reads an effect. An unknown one is read as `other`, so that the notice marks what it concerns,
  /// but closes nothing.
  public init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
  }
}

/// A part of the network to which all given fields apply.
public struct NewsSubject: Codable, Hashable, Sendable {
  /// The name or the feed's id of a line.
  public let line: String?
  /// The name or the feed's id of a station.
  public let station: String?
  /// The name or the feed's id of another station: the subject is then everything between the two.
  public let to: String?
  /// The feed's id of a trip.
  public let trip: String?

  /// Creates a subject.
  public init(
    line: String? = nil, station: String? = nil, to: String? = nil, trip: String? = nil
  ) {
    self.line = line
    self.station = station
    self.to = to
    self.trip = trip
  }
}

/// A time from `start` to before `end`; nil for no limit. In JSON, both are texts such as
/// `2026-11-20T08:00:00Z`.
public struct NewsPeriod: Codable, Hashable, Sendable {
  private enum CodingKeys: CodingKey {
    case start, end
  }

  /// When it begins.
  public let start: Date?
  /// When it is over.
  public let end: Date?

  /// Creates a period.
  public init(start: Date?, end: Date?) {
    self.start = start
    self.end = end
  }

  /// Whether the period has a moment in a span.
  package func overlaps(_ span: ClosedRange<Date>) -> Bool {
    (start ?? .distantPast) <= span.upperBound && (end ?? .distantFuture) > span.lowerBound
  }
}

extension NewsPeriod: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "start": "when it begins; absent for long ago",
      "end": "when it is over; absent for an unknown time",
    ]
  }
}
