public import DataSourceInterface
public import Foundation
public import Mediator

/// A journey that a person has planned, possibly several times.
public struct HistoryEntry: Codable, Hashable, Sendable {
  /// When the journey was planned the last time.
  public let askedAt: Date
  /// The city of the journey.
  public let city: CityID
  /// The start of the journey.
  public let from: PointOfInterest
  /// The destination of the journey.
  public let to: PointOfInterest
  /// How often the journey was planned.
  public let count: Int

  /// Creates an entry for a journey that was planned at `askedAt`, `count` times in all.
  public init(
    askedAt: Date, city: CityID, from: PointOfInterest, to: PointOfInterest, count: Int = 1
  ) {
    self.askedAt = askedAt
    self.city = city
    self.from = from
    self.to = to
    self.count = count
  }
}

/// The input of `Bookmarks.history`.
public struct HistoryQuery: Codable, Hashable, Sendable {
  /// The maximum number of entries, 1 or more; nil for all.
  public let limit: Int?

  /// Creates a query for the last `limit` entries.
  public init(limit: Int? = nil) {
    self.limit = limit
  }
}

extension HistoryQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["limit": .init("the maximum number of journeys", default: "all", valueName: "count")]
  }
}

/// Names a journey of the history by its two ends.
public struct HistoryReference: Codable, Hashable, Sendable {
  /// The start: its name in the history, or what `Bookmarks.add` accepts.
  public let from: String
  /// The destination, given in the same way.
  public let to: String
  /// The city of the journey; nil for the current one.
  public let city: CityID?

  /// Creates a reference to the last journey from one place to another one.
  init(from: String, to: String, city: CityID? = nil) {
    self.from = from
    self.to = to
    self.city = city
  }

  /// Creates a reference to the journey of an entry.
  public init(_ entry: HistoryEntry) {
    self.init(from: entry.from.reference, to: entry.to.reference, city: entry.city)
  }
}

extension HistoryReference: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "from": .init(
        "the start of the journey",
        suggestions: .results(of: Bookmarks.history) { $0.map(\.from.name) }),
      "to": .init(
        "its destination", suggestions: .results(of: Bookmarks.history) { $0.map(\.to.name) }),
      "city": .city,
    ]
  }
}
