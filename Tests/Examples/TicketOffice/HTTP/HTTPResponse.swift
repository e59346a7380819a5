import Foundation
import Mediator

/// An answer to a request.
struct HTTPResponse: Sendable {
  let status: Int
  let body: Data
  /// Called when the client has the answer.
  var afterwards: @Sendable () async -> Void = {}

  /// Answers with a value as JSON.
  static func json(_ value: some Encodable, status: Int = 200) throws -> HTTPResponse {
    HTTPResponse(status: status, body: try JSON.encode(value))
  }

  static func failure(_ failure: HTTPFailure) -> HTTPResponse {
    let body = try? JSON.encode(["error": failure.reason])
    return HTTPResponse(status: failure.status, body: body ?? Data("{}".utf8))
  }

  /// The bytes to send.
  func bytes(keepsAlive: Bool) -> Data {
    let head =
      "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Error")\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\nConnection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Data(head.utf8) + body
  }

  private static let reasons = [
    200: "OK", 201: "Created", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    413: "Content Too Large", 421: "Misdirected Request", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    505: "HTTP Version Not Supported",
  ]
}
