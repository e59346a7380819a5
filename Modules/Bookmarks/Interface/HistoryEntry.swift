public import DataSourceInterface
public import Foundation
public import Mediator

/// A journey that a person has planned, possibly several times.
public struct HistoryEntry: Hashable, Sendable {
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

// Written out, so that every JSON coder writes the time as ISO 8601, whatever its date strategy.
extension HistoryEntry: Codable {
  private enum Key: CodingKey {
    case askedAt, city, from, to, count
  }

  /// Reads an entry with a time such as `2026-11-20T08:00:00Z`.
  /// - Throws: `DecodingError` when a field is missing or the time has another format.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    city = try fields.decode(CityID.self, forKey: .city)
    from = try fields.decode(PointOfInterest.self, forKey: .from)
    to = try fields.decode(PointOfInterest.self, forKey: .to)
    count = try fields.decode(Int.self, forKey: .count)
    // Decoded last: the schema is derived by decoding a sample, which stops at the first failure.
    let time = try fields.decode(String.self, forKey: .askedAt)
    guard let askedAt = try? Date(time, strategy: .iso8601) else {
      throw DecodingError.dataCorruptedError(
        forKey: .askedAt, in: fields,
        debugDescription: "'\(time)' is not a time; expected one such as '2026-11-20T08:00:00Z'")
    }
    self.askedAt = askedAt
  }

  /// Writes an entry with a time such as `2026-11-20T08:00:00Z`.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(askedAt.formatted(.iso8601), forKey: .askedAt)
    try fields.encode(city, forKey: .city)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(count, forKey: .count)
  }
}

extension HistoryEntry: ExampleProviding {
  /// A journey that was planned on a Friday morning.
  public static var example: HistoryEntry {
    HistoryEntry(
      askedAt: Date(timeIntervalSince1970: 1_795_161_600), city: .example,
      from: PointOfInterest(id: "trindade", name: "Trindade"),
      to: PointOfInterest(id: "aliados", name: "Aliados"))
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
    [
      "limit": .init("the maximum number of journeys", default: "all", valueName: "count")
    ]
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
