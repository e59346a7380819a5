import Foundation
import Mediator
import NetworkInterface

/// Stores each response in a file of its own, and removes the oldest ones when their total size
/// exceeds a limit.
///
/// A cache may lose its content at any time, so it ignores its own failures.
final class ResponseCache: Sendable {
  private let folder: URL
  private let folderPath: String
  private let limit: Int
  /// The size of all files in bytes, without those that other processes add; nil before it is
  /// measured.
  private let size = Lock<Int?>(nil)

  /// - Parameter limit: The maximum size of the cache, in bytes.
  init(folder: URL, limit: Int = 32 << 20) {
    self.folder = folder
    folderPath = folder.path
    self.limit = limit
  }

  func response(for url: String) -> CachedResponse? {
    let file = URL(filePath: path(for: url))
    guard let content = try? Data(contentsOf: file), let cached = CachedResponse(content),
      cached.head.url == url
    else { return nil }
    return cached
  }

  /// Stores a response; if it is larger than a quarter of the limit, only removes the earlier one.
  func store(_ cached: CachedResponse) {
    guard let content = try? cached.content, content.count <= limit / 4 else {
      return remove(cached.head.url)
    }
    try? FileManager.default.createPrivateFolder(at: folder)
    let file = URL(filePath: path(for: cached.head.url))
    do { try content.write(to: file, options: .atomic) } catch { return }
    size.withLock { size in
      let newSize = (size ?? files.reduce(-content.count) { $0 + $1.size }) + content.count
      size = newSize > limit ? trim() : newSize
    }
  }

  func remove(_ url: String) {
    // Most responses that are not stored never were, and an error of Foundation takes 10 µs.
    unlink(path(for: url))
  }

  /// Removes old files until the cache uses at most three quarters of its limit; returns its new
  /// size.
  private func trim() -> Int {
    var size = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.date < $1.date }) where size > limit / 4 * 3 {
      guard (try? FileManager.default.removeItem(at: file.url)) != nil else { continue }
      size -= file.size
    }
    return size
  }

  private var files: [(url: URL, size: Int, date: Date)] {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: Array(keys))
    return (urls ?? []).compactMap { url in
      guard let values = try? url.resourceValues(forKeys: keys), let size = values.fileSize else {
        return nil
      }
      return (url, size, values.contentModificationDate ?? .distantPast)
    }
  }

  /// The file name is a digest, so no text from the network becomes a path.
  private func path(for url: String) -> String { "\(folderPath)/\(SHA256.name(of: url))" }
}

/// A response as a file: its head as JSON in the first line, then its body.
struct CachedResponse {
  struct Head: Codable {
    let url: String
    let status: Int
    let etag: String?
    /// How long the response is fresh, in seconds.
    let freshness: Int
    var storedAt: Date

    private enum CodingKeys: String, CodingKey {
      case url, status, etag, freshness
      case storedAt = "keptAt"
    }
  }

  var head: Head
  let body: Data

  var response: FetchResponse { FetchResponse(status: head.status, body: body) }

  /// Whether the response may be used without asking the server; false if the clock was set back.
  func isFresh(at now: Date) -> Bool {
    (0..<Double(head.freshness)).contains(now.timeIntervalSince(head.storedAt))
  }

  /// Creates an entry for a response; nil if it may not be stored, or if it is never fresh and has
  /// no `ETag` to revalidate it.
  ///
  /// Source: RFC 9111, section 3.
  init?(_ response: HTTPResponse, _ fetched: FetchResponse, url: String, now: Date) {
    let varies = response.header("Vary").map { $0.lowercased() } ?? "accept-encoding"
    let etag = response.header("ETag")
    guard response.status == 200, varies == "accept-encoding",
      let freshness = HeaderField.freshnessLifetime(response.header("Cache-Control")),
      etag != nil || freshness > 0
    else { return nil }
    head = Head(
      url: url, status: response.status,
      etag: etag, freshness: freshness, storedAt: now)
    body = fetched.body
  }

  /// Reads the content of a file; nil if it is damaged.
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
