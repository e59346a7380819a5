import Foundation
import NetworkInterface

/// An answer on disk: what is known of it, as JSON in the first line, and the body.
struct KeptResponse {
  struct Head: Codable {
    let url: String
    let status: Int
    let contentType: String?
    let next: String?
    let etag: String?
    /// How long it holds, in seconds.
    let freshness: Int
    var keptAt: Date
  }

  var head: Head
  let body: Data

  var response: FetchResponse {
    FetchResponse(
      status: head.status, body: body, contentType: head.contentType, next: head.next)
  }

  /// Whether the server's word still holds. Where the clock went back, nobody knows.
  func isFresh(at now: Date) -> Bool {
    (0..<Double(head.freshness)).contains(now.timeIntervalSince(head.keptAt))
  }

  /// Keeps what may be kept and asked about later; nil for what may not.
  ///
  /// Source: RFC 9111, section 3.
  init?(_ reply: Reply, _ response: FetchResponse, url: String, now: Date) {
    let varies = reply.header("Vary").map { $0.lowercased() } ?? "accept-encoding"
    let etag = reply.header("ETag")
    guard reply.status == 200, varies == "accept-encoding",
      let freshness = HeaderField.freshness(reply.header("Cache-Control")),
      etag != nil || freshness > 0
    else { return nil }
    head = Head(
      url: url, status: reply.status, contentType: response.contentType, next: response.next,
      etag: etag, freshness: freshness, keptAt: now)
    body = response.body
  }

  /// Reads a file's content; nil when it is damaged.
  init?(_ content: Data) {
    guard let end = content.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONDecoder().decode(Head.self, from: content[..<end])
    else { return nil }
    self.head = head
    body = Data(content[content.index(after: end)...])
  }

  var content: Data {
    get throws { try JSONEncoder().encode(head) + [UInt8(ascii: "\n")] + body }
  }
}
