/// A server that several endpoints belong to: the one place for its address, its credential and how
/// long it may stay silent.
public struct Service: Sendable {
  /// What every path is added to, such as `https://example.org/api`.
  public let baseURL: String
  /// Makes the caller known; nil to stay unknown.
  public let credential: Credential?
  /// How long the server may stay silent.
  public let timeout: Duration

  /// The server at `baseURL`.
  public init(
    baseURL: String, credential: Credential? = nil, timeout: Duration = .seconds(30)
  ) {
    self.baseURL = baseURL
    self.credential = credential
    self.timeout = timeout
  }
}
