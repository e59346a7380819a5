public import Foundation

/// A wish to fetch what a web address gives.
///
/// What may be asked twice is asked again, at most twice, when the connection breaks or the server
/// is busy. Equal reads at one time share one transfer.
public struct FetchRequest: Hashable, Sendable {
  /// The address, beginning with `https://`.
  public let url: String
  /// What is asked of the server.
  public let method: HTTPMethod
  /// Header fields by name, sent to no other host than that of the address.
  public let headers: [String: String]
  /// What is sent along.
  public let body: Data?
  /// Makes the caller known; nil to stay unknown.
  public let credential: Credential?
  /// How many bytes the body of the answer may have.
  public let limit: Int
  /// How long the server may stay silent, before its answer and within; counted in whole seconds,
  /// from one to those of a day.
  public let timeout: Duration
  /// Whether an address beginning with `http://` will do. One on this machine always does.
  public let allowsPlainHTTP: Bool

  /// Asks for what `url` gives, up to 16 MiB and after at most 30 s of silence unless it says
  /// otherwise.
  public init(
    url: String, method: HTTPMethod = .get, headers: [String: String] = [:], body: Data? = nil,
    credential: Credential? = nil, limit: Int = 16 << 20, timeout: Duration = .seconds(30),
    allowsPlainHTTP: Bool = false
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.credential = credential
    self.limit = limit
    self.timeout = timeout
    self.allowsPlainHTTP = allowsPlainHTTP
  }
}
