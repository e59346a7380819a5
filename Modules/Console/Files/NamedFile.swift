public import Foundation
public import Mediator

/// A file that the user names, to be read or written.
public struct NamedFile: Sendable {
  /// The path as the user wrote it.
  public let path: String

  /// Names the file at `path`.
  public init(_ path: String) { self.path = path }

  /// A file name made of a title and an extension.
  ///
  /// It contains at most 100 letters, digits and hyphens, and at most 200 bytes, because file
  /// systems allow 255.
  public static func name(for title: String, pathExtension: String) -> String {
    let words = title.split { !$0.isLetter && !$0.isNumber }
    var name = words.joined(separator: "-").prefix(100)
    while name.utf8.count > 200 { name.removeLast() }
    return "\(name.isEmpty ? "untitled" : name).\(pathExtension)"
  }

  /// Reads the file.
  /// - Parameter limit: The maximum size in bytes.
  /// - Throws: `NamedFileError` when the path is not a regular file, or the file is missing, too
  ///   large or unreadable.
  public func content(limit: Int) throws(NamedFileError) -> Data {
    guard let size = try regularFileSize else { throw .missing(path) }
    guard size <= limit else { throw .tooLarge(path, bytes: size, limit: limit) }
    do { return try Data(contentsOf: target) } catch {
      throw .unusable(path, reason: error.systemReason)
    }
  }

  /// Writes a new file.
  /// - Throws: `NamedFileError` when something exists at the path, or the file cannot be written.
  public func create(_ content: Data) throws(NamedFileError) {
    guard try regularFileSize == nil else { throw .exists(path) }
    do {
      try content.write(to: target, options: .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw .exists(path)
    } catch {
      throw .unusable(path, reason: error.systemReason)
    }
  }

  /// Writes a new file at the path; if the name is taken, at the next free one: after `Porto.svg`
  /// come `Porto-2.svg`, `Porto-3.svg` and so on to 999.
  /// - Returns: The file that was written.
  /// - Throws: `NamedFileError.exists` when all names are taken, and another `NamedFileError` when
  ///   the file cannot be written.
  public func createUnderFreeName(_ content: Data) throws(NamedFileError) -> NamedFile {
    let name = path.lastIndex(of: "/").map { path[$0...] } ?? path[...]
    let end = name.lastIndex(of: ".") ?? path.endIndex
    for number in 1...999 {
      let suffix = number == 1 ? "" : "-\(number)"
      let file = NamedFile("\(path[..<end])\(suffix)\(path[end...])")
      do {
        try file.create(content)
        return file
      } catch .exists, .notAFile {
        continue
      }
    }
    throw .exists(path)
  }

  /// Replaces the content of the file, or leaves it unchanged when writing fails.
  /// - Throws: `NamedFileError` when the path exists but is not a regular file, or cannot be
  ///   written.
  public func write(_ content: Data) throws(NamedFileError) {
    _ = try regularFileSize
    do {
      try content.write(to: target, options: .atomic)
    } catch {
      throw .unusable(path, reason: error.systemReason)
    }
  }

  /// Symbolic links are resolved, so that writing replaces their target and not the link.
  private var target: URL { URL(filePath: path).resolvingSymlinksInPath() }

  /// The size in bytes; nil if there is no file.
  private var regularFileSize: Int? {
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

/// Why a file that the user names cannot be read or written.
public enum NamedFileError: ModuleError {
  /// The path is empty.
  case noName
  /// There is no file at the path.
  case missing(String)
  /// There is a file at the path already.
  case exists(String)
  /// The path is a folder or another item that is not a regular file.
  case notAFile(String)
  /// The file is larger than the limit.
  case tooLarge(String, bytes: Int, limit: Int)
  /// The system cannot read or write the file.
  case unusable(String, reason: String)

  public var kind: FailureKind {
    switch self {
    case .noName: .badInput
    case .missing: .notFound
    case .exists, .notAFile, .tooLarge, .unusable: .failed
    }
  }

  public var description: String {
    switch self {
    case .noName: "'' is not a file name; expected one such as 'notes.txt'"
    case .missing(let path): "no file '\(path)'; check the path"
    case .exists(let path): "file '\(path)' already exists; choose another name"
    case .notAFile(let path):
      "'\(path)' is not a file; name one, such as '\(path)/notes.txt'"
    case .tooLarge(let path, let bytes, let limit):
      "'\(path)' has \(bytes) bytes, expected at most \(limit); name another file"
    case .unusable(let path, let reason): "cannot use '\(path)': \(reason); choose another file"
    }
  }
}
