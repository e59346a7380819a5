import Foundation
import Mediator
import Web

extension HTTPRequest {
  /// The token of the header field `Authorization`.
  var token: String? {
    guard let field = fields["authorization"], field.lowercased().hasPrefix("bearer ") else {
      return nil
    }
    return String(field.dropFirst("bearer ".count)).trimmed
  }

  /// Checks that the request comes from no page of another server.
  ///
  /// Source: RFC 6454.
  func checkOrigin() throws(HTTPFailure) {
    guard let origin = fields["origin"] else { return }
    // The server has checked that this is one of its names.
    let port = (fields["host"] ?? "").split(at: ":").last.flatMap { UInt16($0) } ?? 0
    guard
      HTTPServer.localHosts(port: port).contains(where: { "http://\($0)" == origin.lowercased() })
    else {
      throw HTTPFailure(
        403, "a page of '\(origin.prefix(40))' may not send requests to this server")
    }
  }
}
