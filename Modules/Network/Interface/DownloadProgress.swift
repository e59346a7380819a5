/// How far a download is.
public struct DownloadProgress: Hashable, Sendable {
  /// How many bytes are there, those of earlier attempts included.
  public let received: Int
  /// How many there will be; nil where the server does not say.
  public let total: Int?
  /// Bytes per second lately; nil before that is known.
  public let rate: Double?

  /// Composes a report.
  public init(received: Int, total: Int? = nil, rate: Double? = nil) {
    self.received = received
    self.total = total
    self.rate = rate
  }

  /// How much is there, 0 to 1.
  public var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, Double(received) / Double(total))
  }

  /// How long the rest takes at this rate.
  public var remaining: Duration? {
    guard let total, let rate, rate > 0 else { return nil }
    return .seconds(Double(max(0, total - received)) / rate)
  }
}
