/// One piece of a journey; as JSON, its own fields and a `kind`.
public enum Leg: Hashable, Sendable {
  /// On one train.
  case ride(Ride)
  /// From one train to the next.
  case change(Change)
}

extension Leg: Codable {
  private enum Kind: String, Codable, CaseIterable {
    case ride, change
  }

  private enum Key: CodingKey {
    case kind
  }

  /// Reads the leg that `kind` names.
  public init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: Key.self).decode(Kind.self, forKey: .kind)
    self =
      switch kind {
      case .ride: .ride(try Ride(from: decoder))
      case .change: .change(try Change(from: decoder))
      }
  }

  /// Writes the leg's fields and its `kind`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .ride(let ride):
      try container.encode(Kind.ride, forKey: .kind)
      try ride.encode(to: encoder)
    case .change(let change):
      try container.encode(Kind.change, forKey: .kind)
      try change.encode(to: encoder)
    }
  }
}
