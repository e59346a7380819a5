public import DataSourceInterface
public import Mediator

/// One part of a journey. In JSON, it has the fields of the ride or change and a `kind`.
public enum Leg: Hashable, Sendable {
  /// A ride on one train.
  case ride(Ride)
  /// A change from one train to the next.
  case change(Change)
  /// A walk to the first train, from the last train, or instead of all trains.
  case walk(Walk)
}

extension Leg {
  /// The ride; nil for another kind of leg.
  public var ride: Ride? { if case .ride(let ride) = self { ride } else { nil } }
}

/// A change from one train to the next. In JSON, its times are whole seconds.
public struct Change: Hashable, Sendable {
  /// The platform where the first train is left.
  public let from: StopReference
  /// The platform where the next train is boarded.
  public let to: StopReference
  /// The time that the change itself takes.
  public let duration: Duration
  /// The waiting time after the change, until the next train leaves.
  public let wait: Duration
  /// The way through the station; empty when the feed does not describe it.
  public let way: [WalkwayStep]

  /// Creates a change.
  public init(
    from: StopReference, to: StopReference, duration: Duration, wait: Duration,
    way: [WalkwayStep] = []
  ) {
    self.from = from
    self.to = to
    self.duration = duration
    self.wait = wait
    self.way = way
  }
}

/// A walk that begins or ends at a place. In JSON, `duration` is in whole seconds.
public struct Walk: Hashable, Sendable {
  /// The place or platform where the walk begins.
  public let from: PointOfInterest
  /// The place or platform where the walk ends.
  public let to: PointOfInterest
  /// The time that the walk takes.
  public let duration: Duration
  /// The straight distance between the place and the station, in metres.
  public let distance: Int

  /// Creates a walk.
  public init(from: PointOfInterest, to: PointOfInterest, duration: Duration, distance: Int) {
    self.from = from
    self.to = to
    self.duration = duration
    self.distance = distance
  }
}

extension Leg: Codable {
  private enum Kind: String, Codable, CaseIterable {
    case ride, change, walk
  }

  private enum Key: CodingKey {
    case kind
  }

  public init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: Key.self).decode(Kind.self, forKey: .kind)
    self =
      switch kind {
      case .ride: .ride(try Ride(from: decoder))
      case .change: .change(try Change(from: decoder))
      case .walk: .walk(try Walk(from: decoder))
      }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .ride(let ride):
      try container.encode(Kind.ride, forKey: .kind)
      try ride.encode(to: encoder)
    case .change(let change):
      try container.encode(Kind.change, forKey: .kind)
      try change.encode(to: encoder)
    case .walk(let walk):
      try container.encode(Kind.walk, forKey: .kind)
      try walk.encode(to: encoder)
    }
  }
}

extension Leg: SchemaProviding {
  /// A ride, a change or a walk with its `kind`.
  public static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    func schema(_ kind: Kind, _ type: any Decodable.Type) throws(SchemaError) -> Schema {
      try Schema(of: type, for: use).with(Schema.Field("kind", .choice([kind.rawValue])))
    }
    return .anyOf([
      try schema(.ride, Ride.self), try schema(.change, Change.self), try schema(.walk, Walk.self),
    ])
  }
}

extension Change: Codable {
  private enum Key: CodingKey {
    case from, to, duration, wait, way
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    from = try fields.decode(StopReference.self, forKey: .from)
    to = try fields.decode(StopReference.self, forKey: .to)
    duration = .seconds(try fields.decode(Int.self, forKey: .duration))
    wait = .seconds(try fields.decode(Int.self, forKey: .wait))
    way = try fields.decodeIfPresent([WalkwayStep].self, forKey: .way) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(duration.components.seconds, forKey: .duration)
    try fields.encode(wait.components.seconds, forKey: .wait)
    if !way.isEmpty { try fields.encode(way, forKey: .way) }
  }
}

extension Walk: Codable {
  private enum Key: CodingKey {
    case from, to, duration, distance
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    from = try fields.decode(PointOfInterest.self, forKey: .from)
    to = try fields.decode(PointOfInterest.self, forKey: .to)
    duration = .seconds(try fields.decode(Int.self, forKey: .duration))
    distance = try fields.decode(Int.self, forKey: .distance)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(duration.components.seconds, forKey: .duration)
    try fields.encode(distance, forKey: .distance)
  }
}

extension Change: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "duration": "in seconds, without the waiting time",
      "wait": "in seconds, after the change",
      "way": "through the station; absent when the feed does not describe it",
    ]
  }
}

extension Walk: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "duration": "in seconds",
      "distance": "in metres, in a straight line",
    ]
  }
}
