public import Foundation

/// What a web address gave.
public struct FetchResponse: Hashable, Sendable {
  /// The HTTP status, 200 to 299; any other is an error.
  public let status: Int
  /// The whole body, decompressed where it came compressed.
  public let body: Data
  /// What the server says the body is, such as `application/zip`.
  public let contentType: String?
  /// The address of the page after this one, as the server links it; nil on the last.
  public let next: String?

  /// Composes a response.
  public init(status: Int, body: Data, contentType: String? = nil, next: String? = nil) {
    self.status = status
    self.body = body
    self.contentType = contentType
    self.next = next
  }
}
