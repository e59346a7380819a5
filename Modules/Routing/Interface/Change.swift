public import DataSourceInterface

/// A change from one train to the next; as JSON, its times are whole seconds.
public struct Change: Hashable, Sendable {
  /// The platform where the first train is left.
  public let from: Place
  /// The platform where the next one is boarded.
  public let to: Place
  /// How long the change itself takes.
  public let duration: Duration
  /// How long one waits after it for the next train.
  public let wait: Duration

  /// Composes a change.
  public init(from: Place, to: Place, duration: Duration, wait: Duration) {
    self.from = from
    self.to = to
    self.duration = duration
    self.wait = wait
  }
}

extension Change: Codable {
  private enum Key: CodingKey {
    case from, to, duration, wait
  }

  /// Reads the fields.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    from = try fields.decode(Place.self, forKey: .from)
    to = try fields.decode(Place.self, forKey: .to)
    duration = .seconds(try fields.decode(Int.self, forKey: .duration))
    wait = .seconds(try fields.decode(Int.self, forKey: .wait))
  }

  /// Writes the fields.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(duration.components.seconds, forKey: .duration)
    try fields.encode(wait.components.seconds, forKey: .wait)
  }
}
