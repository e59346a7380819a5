/// A wish to fetch what a web address gives.
public struct FetchRequest: Hashable, Sendable {
  /// The address, beginning with `https://`.
  public let url: String
  /// How many bytes the body may have.
  public let limit: Int
  /// How long the server may stay silent, before its answer and within; counted in whole seconds,
  /// from one to those of a day.
  public let timeout: Duration
  /// Whether an address beginning with `http://` will do. One on this machine always does.
  public let allowsPlainHTTP: Bool

  /// Asks for what `url` gives, up to 16 MiB and after at most 30 s of silence unless it says
  /// otherwise.
  public init(
    url: String, limit: Int = 16 << 20, timeout: Duration = .seconds(30),
    allowsPlainHTTP: Bool = false
  ) {
    self.url = url
    self.limit = limit
    self.timeout = timeout
    self.allowsPlainHTTP = allowsPlainHTTP
  }
}
