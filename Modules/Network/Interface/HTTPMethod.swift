/// What a request asks of a server.
public enum HTTPMethod: String, Sendable, CaseIterable {
  /// Gives what is there.
  case get = "GET"
  /// Tells of what is there, without its body.
  case head = "HEAD"
  /// Takes the body for whatever the address does with it.
  case post = "POST"
  /// Puts the body in the place of what is there.
  case put = "PUT"
  /// Removes what is there.
  case delete = "DELETE"

  /// Whether asking twice has the effect of asking once.
  ///
  /// Source: RFC 9110, section 9.2.2.
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete: true
    case .post: false
    }
  }
}
