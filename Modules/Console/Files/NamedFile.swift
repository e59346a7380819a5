public import Foundation
import Mediator

/// A file that a person has named, to be read or written.
public struct NamedFile: Sendable {
  /// Its path as the person wrote it.
  public let path: String

  /// Names the file at `path`.
  public init(_ path: String) { self.path = path }

  /// What the file holds.
  /// - Parameter limit: How many bytes it may have.
  /// - Throws: `NamedFileError`, also for what is no regular file.
  public func content(limit: Int) throws(NamedFileError) -> Data {
    guard let size = try regularSize else { throw .missing(path) }
    guard size <= limit else { throw .tooLarge(path, bytes: size, limit: limit) }
    do { return try Data(contentsOf: target) } catch { throw .unusable(path, reason: error.reason) }
  }

  /// Writes all of `content` in place of what was there or, when that fails, nothing.
  /// - Throws: `NamedFileError`, also for what is there and no regular file.
  public func write(_ content: Data) throws(NamedFileError) {
    _ = try regularSize
    do {
      try content.write(to: target, options: .atomic)
    } catch {
      throw .unusable(path, reason: error.reason)
    }
  }

  /// What a link leads to is replaced, not the link.
  private var target: URL { URL(filePath: path).resolvingSymlinksInPath() }

  /// How many bytes the file has; nil when it is not there.
  private var regularSize: Int? {
    get throws(NamedFileError) {
      guard !path.isEmpty else { throw .noName }
      guard let found = try? FileManager.default.attributesOfItem(atPath: target.path) else {
        return nil
      }
      guard found[.type] as? FileAttributeType == .typeRegular else { throw .notAFile(path) }
      return (found[.size] as? NSNumber)?.intValue ?? 0
    }
  }
}
