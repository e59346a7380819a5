import Foundation
import Mediator

/// Answers kept on disk, a file each; when they become too many, those kept longest ago go.
///
/// A cache may lose what it has at any time, so nothing that goes wrong with it is an error.
final class ResponseCache: Sendable {
  private let folder: URL
  private let limit: Int
  /// How many bytes there are, other processes' left out; nil before they are counted.
  private let size = Lock<Int?>(nil)

  /// - Parameter limit: How many bytes it may have.
  init(folder: URL, limit: Int = 32 << 20) {
    self.folder = folder
    self.limit = limit
  }

  /// What is kept of an address.
  func response(of url: String) -> KeptResponse? {
    let file = file(of: url)
    guard let content = try? Data(contentsOf: file), let kept = KeptResponse(content),
      kept.head.url == url
    else { return nil }
    return kept
  }

  func keep(_ kept: KeptResponse) {
    guard let content = try? kept.content, content.count <= limit / 4 else {
      return remove(kept.head.url)
    }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do { try content.write(to: file(of: kept.head.url), options: .atomic) } catch { return }
    size.withLock { size in
      let new = (size ?? files.reduce(-content.count) { $0 + $1.size }) + content.count
      size = new > limit ? trim() : new
    }
  }

  func remove(_ url: String) {
    try? FileManager.default.removeItem(at: file(of: url))
  }

  /// Brings it down to three quarters of its limit, and returns how many bytes remain.
  private func trim() -> Int {
    var rest = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.date < $1.date }) where rest > limit / 4 * 3 {
      guard (try? FileManager.default.removeItem(at: file.url)) != nil else { continue }
      rest -= file.size
    }
    return rest
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

  /// Named by the address's digest: what the network says never becomes a path.
  private func file(of url: String) -> URL { folder.appending(path: SHA256.name(of: url)) }
}
