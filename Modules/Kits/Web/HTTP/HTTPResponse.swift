package import Foundation

/// An answer to a request. The server adds its length and what concerns the connection.
package struct HTTPResponse: Sendable {
  package enum Body: Sendable {
    case data(Data)
    /// Each element is sent at once. When the client has gone, or too much waits for it, the stream
    /// is cancelled: its `onTermination` is called.
    case stream(AsyncStream<Data>)
  }

  /// A header field.
  package struct Field: Hashable, Sendable {
    package let name, value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var status: Int
  /// The header fields. One that is not valid, or that the server itself sends, such as
  /// `Content-Length`, makes the answer a failure with the status 500.
  package var fields: [Field]
  package var body: Body
  /// Called when the client has been sent everything, or has gone, and before its next request is
  /// read.
  package var afterwards: (@Sendable () async -> Void)?

  /// - Parameter type: The media type, such as `text/html; charset=utf-8`; nil for no body.
  package init(
    _ status: Int = 200, type: String? = nil, fields: [Field] = [], body: Body = .data(Data()),
    afterwards: (@Sendable () async -> Void)? = nil
  ) {
    self.afterwards = afterwards
    self.status = status
    self.fields = (type.map { [Field("Content-Type", $0)] } ?? []) + fields
    self.body = body
  }

  /// An answer in plain text.
  package static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status, type: "text/plain; charset=utf-8", body: .data(Data(text.utf8)))
  }

  /// A failure as a line of plain text.
  package static func text(of failure: HTTPFailure) -> HTTPResponse {
    text(failure.reason + "\n", status: failure.status)
  }
}

extension HTTPResponse {
  /// Whether it can be sent as it is.
  ///
  /// Source: RFC 9110, sections 5.1 and 5.5.
  var isValid: Bool {
    200...599 ~= status
      && fields.allSatisfy { field in
        !field.name.isEmpty && field.name.utf8.allSatisfy(\.isTokenByte)
          && field.value.utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
          && !["content-length", "transfer-encoding", "connection"].contains(
            field.name.lowercased())
      }
  }

  /// Whether the answer to a request has a body. Source: RFC 9110, sections 9.3.2 and 15.
  func hasBody(_ framing: HTTPFraming) -> Bool {
    !framing.isHeadOnly && status != 204 && status != 304
  }

  /// The bytes before the body.
  ///
  /// Source: RFC 9112, sections 4, 6 and 9.3.
  func head(_ framing: HTTPFraming) -> Data {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    switch body {
    case _ where status == 204 || status == 304: break
    case .data(let data): text += "Content-Length: \(data.count)\r\n"
    case .stream: text += framing.readsChunks ? "Transfer-Encoding: chunked\r\n" : ""
    }
    text += "Connection: \(keepsAlive(framing) ? "keep-alive" : "close")\r\n\r\n"
    return Data(text.utf8)
  }

  /// Whether another request can follow.
  func keepsAlive(_ framing: HTTPFraming) -> Bool {
    switch body {
    case .data: framing.keepsAlive
    // Without chunks, the end of the connection is the end of the body.
    case .stream: framing.keepsAlive && (framing.readsChunks || !hasBody(framing))
    }
  }

  /// Source: RFC 9110, section 15, and RFC 6585.
  private static let reasons = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently",
    302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
    308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 413: "Content Too Large", 415: "Unsupported Media Type",
    417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content",
    429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    505: "HTTP Version Not Supported",
  ]
}
