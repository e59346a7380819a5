package import Foundation
package import Mediator

/// A request that a client has sent completely, and that names this server.
package struct HTTPRequest: Sendable {
  /// The methods that are answered. A request for the head only (HEAD) is handled as `get`; the
  /// server sends no body.
  package enum Method: String, CaseIterable, Sendable { case get = "GET", post = "POST" }

  package let method: Method
  /// The path and the query as they were sent, such as `/orders/a%20b?day=1`.
  package let target: String
  /// The decoded parts of the path: `/orders/1` is `["orders", "1"]`, `/` is empty, and the last
  /// part of `/orders/` is an empty text.
  package let path: [String]
  /// The decoded fields of the query.
  package let query: Parameters
  /// The header fields, by their names in lower case. The values of a field that occurs several
  /// times are joined with commas.
  package let fields: [String: String]
  package internal(set) var body = Data()
  var framing: HTTPFraming

  /// Creates a request as if a client had sent it, such as for a test.
  /// - Parameter fields: The header fields, by their names in lower case.
  /// - Throws: `HTTPFailure` for a target that a client must not send.
  package init(
    _ method: Method, _ target: String, fields: [String: String] = [:], body: Data = Data()
  ) throws(HTTPFailure) {
    let parts = try HTTPTarget(Array(target.utf8)[...])
    self.init(method, parts, fields, HTTPFraming(bodyLength: body.count))
    self.body = body
  }

  init(
    _ method: Method, _ target: HTTPTarget, _ fields: [String: String], _ framing: HTTPFraming
  ) {
    self.method = method
    self.target = target.text
    self.path = target.path
    self.query = target.query
    self.fields = fields
    self.framing = framing
  }

  /// The values of the cookies with a name, in the order sent. Several servers of one machine share
  /// their cookies, so that one name can occur several times.
  ///
  /// Source: RFC 6265, section 5.4.
  package func cookies(_ name: String) -> [String] {
    (fields["cookie"] ?? "").split(at: ";").compactMap { pair in
      let parts = String(pair).split(
        at: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, String(parts[0]).trimmed == name else { return nil }
      return String(parts[1]).trimmed
    }
  }

  /// The fields of a form.
  /// - Throws: `HTTPFailure` with the status 415 when the body is no form, or 400 when it is damaged.
  package func form() throws(HTTPFailure) -> Parameters {
    let type = (fields["content-type"] ?? "").lowercased()
    guard type == HTTPForm.type || type.hasPrefix("\(HTTPForm.type);") else {
      throw HTTPFailure(415, "the body is no form; expected the type '\(HTTPForm.type)'")
    }
    return try HTTPForm.decode(Array(body)[...])
  }
}

/// Why a request is refused.
package struct HTTPFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let status: Int
  /// A sentence in lower case without a full stop.
  package let reason: String

  package init(_ status: Int, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  package var description: String { reason }
}

/// Where a request ends, and how its answer is sent.
struct HTTPFraming: Hashable, Sendable {
  var bodyLength = 0
  /// Whether the client may send another request on the same connection.
  var keepsAlive = true
  /// Whether the client waits for permission to send the body.
  var expectsContinue = false
  /// Whether the client can read chunks: since HTTP/1.1.
  var readsChunks = true
  /// Whether only the head of the answer is sent.
  var isHeadOnly = false
}
