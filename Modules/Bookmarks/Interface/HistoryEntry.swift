public import DataSourceInterface
public import Foundation

/// A question for a journey that a person asked; as JSON, its time is a text as in
/// `2026-11-20T08:00:00Z`.
public struct HistoryEntry: Hashable, Sendable {
  /// When it was asked.
  public let askedAt: Date
  /// The city.
  public let city: CityID
  /// Where the journey starts.
  public let from: Place
  /// Where the journey ends.
  public let to: Place

  /// Composes an entry.
  public init(askedAt: Date, city: CityID, from: Place, to: Place) {
    self.askedAt = askedAt
    self.city = city
    self.from = from
    self.to = to
  }
}

extension HistoryEntry: Codable {
  private enum Key: CodingKey {
    case askedAt, city, from, to
  }

  /// Reads the fields.
  /// - Throws: `DecodingError` when a field is missing or the time is not of the form.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    city = try fields.decode(CityID.self, forKey: .city)
    from = try fields.decode(Place.self, forKey: .from)
    to = try fields.decode(Place.self, forKey: .to)
    // Last, for what describes the type sees no further than a time that is refused.
    let time = try fields.decode(String.self, forKey: .askedAt)
    guard let askedAt = try? Date(time, strategy: .iso8601) else {
      throw DecodingError.dataCorruptedError(
        forKey: .askedAt, in: fields,
        debugDescription: "'\(time)' is not a time; expected one as in '2026-11-20T08:00:00Z'")
    }
    self.askedAt = askedAt
  }

  /// Writes the fields.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(askedAt.formatted(.iso8601), forKey: .askedAt)
    try fields.encode(city, forKey: .city)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
  }
}
