public import Foundation

/// What a web address gave.
public struct FetchResponse: Hashable, Sendable {
  /// The HTTP status, 200 to 299; any other is an error.
  public let status: Int
  /// The whole body, decompressed where it came compressed.
  public let body: Data
  /// What the server says the body is, such as `application/zip`.
  public let contentType: String?

  /// Composes a response.
  public init(status: Int, body: Data, contentType: String? = nil) {
    self.status = status
    self.body = body
    self.contentType = contentType
  }
}
