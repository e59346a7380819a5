import Foundation
import NetworkInterface
import Platform

/// Stores each response in a file of its own, and removes the oldest ones when their total size
/// exceeds a limit.
///
/// A cache may lose its content at any time, so it ignores its own failures.
final class ResponseCache: Sendable {
  private static let path = "answers"
  /// Earlier versions wrote files without it, which contained whole addresses.
  private static let suffix = ".response"

  private let folder: DataFolder
  private let folderPath: String
  private let limit: Int
  /// The size of all files in bytes, without those that other processes add; nil before it is
  /// measured.
  private let size = Lock<Int?>(nil)

  /// - Parameters:
  ///   - folder: The folder of the module.
  ///   - limit: The maximum size of the cache, in bytes.
  init(folder: DataFolder, limit: Int = 32 << 20) {
    self.folder = folder
    folderPath = folder.url.appending(path: Self.path).path
    self.limit = limit
  }

  func response(for url: String) -> CachedResponse? {
    guard let content = try? folder.content(of: "\(Self.path)/\(name(for: url))") else {
      return nil
    }
    return CachedResponse(content)
  }

  /// Stores a response; if it is larger than a quarter of the limit, only removes the earlier one.
  func store(_ cached: CachedResponse, for url: String) {
    guard let content = try? cached.content, content.count <= limit / 4 else { return remove(url) }
    do {
      try folder.write(content, to: "\(Self.path)/\(name(for: url))", durability: .deferred)
    } catch {
      return
    }
    size.withLock { size in
      if size == nil { removeFilesOfEarlierVersions() }
      let newSize = (size ?? files.reduce(-content.count) { $0 + $1.size }) + content.count
      size = newSize > limit ? trim() : newSize
    }
  }

  func remove(_ url: String) {
    // Most responses that are not stored never were, and an error of Foundation takes 10 µs.
    unlink("\(folderPath)/\(name(for: url))")
  }

  private func removeFilesOfEarlierVersions() {
    for file in files where !file.url.path.hasSuffix(Self.suffix) { unlink(file.url.path) }
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
      at: URL(filePath: folderPath), includingPropertiesForKeys: Array(keys))
    return (urls ?? []).compactMap { url in
      guard let values = try? url.resourceValues(forKeys: keys), let size = values.fileSize else {
        return nil
      }
      return (url, size, values.contentModificationDate ?? .distantPast)
    }
  }

  /// The name is a digest, so no text from the network becomes a path, and no secret is stored.
  private func name(for url: String) -> String { SHA256.name(of: url) + Self.suffix }
}

/// A response as a file: a checksum of what follows, its head as JSON, and its body.
struct CachedResponse: Sendable {
  struct Head: Codable, Sendable {
    let status: Int
    var etag: String?
    /// How long the server says that the response is fresh, in seconds.
    var freshness: Int
    var storedAt: Date

    private enum CodingKeys: String, CodingKey {
      case status, etag, freshness
      case storedAt = "keptAt"
    }
  }

  var head: Head
  let body: Data

  var response: FetchResponse { FetchResponse(status: head.status, body: body) }

  /// Whether the response may be used without asking the server; false if the clock was set back.
  func isFresh(at now: Date, maximumAge: Duration) -> Bool {
    let age = now.timeIntervalSince(head.storedAt)
    return age >= 0 && age < min(Double(head.freshness), maximumAge / .seconds(1))
  }

  /// Creates an entry for a response; nil if it may not be stored, or if it is never fresh and has
  /// no `ETag` to revalidate it.
  ///
  /// Source: RFC 9111, section 3.
  init?(_ response: HTTPResponse, _ fetched: FetchResponse, now: Date) {
    let varies = response.header("Vary").map { $0.lowercased() } ?? "accept-encoding"
    let etag = HeaderField.entityTag(response.header("ETag"))
    let freshness = HeaderField.freshnessLifetime(
      response.header("Cache-Control"), age: response.header("Age"))
    guard response.status == 200, varies == "accept-encoding", let freshness,
      etag != nil || freshness > 0
    else { return nil }
    head = Head(status: response.status, etag: etag, freshness: freshness, storedAt: now)
    body = fetched.body
  }

  /// The entry after the server has confirmed it with the status 304, whose fields replace those of
  /// the entry; nil if it may no longer be stored.
  ///
  /// Source: RFC 9111, section 4.3.4.
  func confirmed(by response: HTTPResponse, now: Date) -> CachedResponse? {
    var confirmed = self
    confirmed.head.storedAt = now
    if let tag = HeaderField.entityTag(response.header("ETag")) { confirmed.head.etag = tag }
    guard let cacheControl = response.header("Cache-Control") else { return confirmed }
    guard
      let freshness = HeaderField.freshnessLifetime(cacheControl, age: response.header("Age"))
    else { return nil }
    confirmed.head.freshness = freshness
    return confirmed
  }

  /// Reads the content of a file; nil if it is damaged.
  init?(_ content: Data) {
    let parts = content.split(separator: lineFeed, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual(checksum(parts[1], parts[2]).utf8),
      var head = try? JSONDecoder().decode(Head.self, from: parts[1]), head.status == 200
    else { return nil }
    head.etag = HeaderField.entityTag(head.etag)
    self.head = head
    body = Data(parts[2])
  }

  var content: Data {
    get throws { Self.content(head: try JSONEncoder().encode(head), body: body) }
  }

  static func content(head: Data, body: Data) -> Data {
    Data(checksum(head, body).utf8) + [lineFeed] + head + [lineFeed] + body
  }
}

private let lineFeed = UInt8(ascii: "\n")

/// A checksum that tells a file that a power cut has damaged, as 16 hexadecimal digits: FNV-1a of
/// four interleaved sequences of 64-bit words, since one of bytes would take longer than the rest
/// of a cached fetch.
///
/// Source: G. Fowler, L. Noll, K. Vo, D. Eastlake, RFC 9923.
private func checksum(_ parts: Data...) -> String {
  let prime: UInt64 = 0x100_0000_01b3
  var words = SIMD4<UInt64>(repeating: 0xcbf2_9ce4_8422_2325)
  for part in parts {
    part.withUnsafeBytes { bytes in
      let end = bytes.count & ~31
      for offset in stride(from: 0, to: end, by: 32) {
        let next = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
        words = (words ^ next) &* prime
      }
      for byte in bytes[end...] { words[0] = (words[0] ^ UInt64(byte)) &* prime }
    }
  }
  let sum = (1..<4).reduce(words[0]) { ($0 ^ words[$1]) &* prime }
  let digits = String(sum, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
