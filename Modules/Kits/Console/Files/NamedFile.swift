public import Documents
import Foundation
public import Mediator
import Platform

/// A file that the user names, to be read or written: a regular file, a pipe, `-` for the standard
/// input, or `/dev/null` for no output. A link counts as the file that it leads to; but nothing is
/// written through one that another user has placed in a folder that all users share, such as
/// `/tmp`.
public struct NamedFile: Sendable {
  /// The path as the user wrote it.
  public let path: String

  /// Names the file at `path`.
  public init(_ path: String) { self.path = path }

  /// Whether the path means the standard output, or the standard input where a file is read. A
  /// command prints its result then, instead of a sentence about a file.
  public var isStandardStream: Bool {
    ["-", "/dev/stdin", "/dev/stdout", "/dev/fd/0", "/dev/fd/1"].contains(path)
  }

  /// Whether there is a folder at the path, or a link to one.
  public var isFolder: Bool { stat(at: path)?.kind == S_IFDIR }

  /// A file name made of a title and an extension.
  ///
  /// It contains at most 100 letters, digits and hyphens, and at most 200 bytes, because file
  /// systems allow 255.
  public static func name(for title: String, pathExtension: String) -> String {
    let words = title.unicodeScalars.split { !$0.isPartOfWord }.map(String.init)
    var name = words.joined(separator: "-").prefix(100)
    while name.utf8.count > 200 { name.removeLast() }
    return "\(name.isEmpty ? "untitled" : name).\(pathExtension)"
  }

  /// Writes a new file at the path; if the name is taken, at the next free one: after `Porto.svg`
  /// come `Porto-2.svg`, `Porto-3.svg` and so on to 999.
  /// - Returns: The file that was written.
  /// - Throws: `NamedFileError.exists` when all names are taken, and another `NamedFileError` when
  ///   the file cannot be written.
  public func createUnderFreeName(_ content: FileContent) throws -> NamedFile {
    let start = path.unicodeScalars.lastIndex(of: "/") ?? path.startIndex
    let end = path.unicodeScalars[start...].lastIndex(of: ".") ?? path.endIndex
    for number in 1...999 {
      let suffix = number == 1 ? "" : "-\(number)"
      let file = NamedFile("\(path[..<end])\(suffix)\(path[end...])")
      do {
        try file.create(content)
        return file
      } catch NamedFileError.exists {
        continue
      }
    }
    throw NamedFileError.exists(path)
  }
}

extension FileContent {
  /// The content as text, as it is written.
  public var filteredText: String {
    switch self {
    case .text(let text): text.filtered(as: .page)
    case .json(let json): String(decoding: json, as: UTF8.self).filtered(as: .json)
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  var data: Data {
    switch self {
    case .text, .json: Data(filteredText.utf8)
    case .bytes(let bytes): bytes
    }
  }
}

/// Why a file that the user names cannot be read or written.
public enum NamedFileError: ModuleError {
  /// The path is empty.
  case noName
  /// There is no file at the path.
  case missing(String)
  /// The path ends with a slash, and there is no folder at it.
  case missingFolder(String)
  /// There is a file at the path already.
  case exists(String)
  /// The path is a folder.
  case notAFile(String)
  /// The path is a device or a socket.
  case device(String)
  /// The path is a terminal, or the standard input while that is a terminal.
  case terminal(String)
  /// The path means the standard output, which is written in another way.
  case standardStream(String)
  /// The file is larger than the limit.
  case tooLarge(String, limit: Int)
  /// No process reads the pipe.
  case noReader(String)
  /// The path leads through a link that another user has placed in a folder that all users share.
  case foreignLink(String)
  /// Another user has placed the file in a folder that all users share.
  case foreignFile(String)
  /// Another process is replacing the file.
  case changing(String)
  /// The system cannot read or write the file.
  case unusable(String, reason: String)

  public var kind: FailureKind {
    switch self {
    case .noName, .terminal, .standardStream: .badInput
    case .missing, .missingFolder: .notFound
    case .exists, .notAFile, .device, .tooLarge, .noReader, .foreignLink, .foreignFile, .changing,
      .unusable:
      .failed
    }
  }

  public var description: String {
    switch self {
    case .noName: "'' is not a file name; expected one such as 'notes.txt'"
    case .missing(let path) where path.isAddress:
      "an address is not a file; download it, and give the path of the file"
    case .missing(let path): "no file '\(path)'; check the path"
    case .missingFolder(let path): "no folder '\(path)'; create it first"
    case .exists(let path): "file '\(path)' already exists; choose another name"
    case .notAFile(let path):
      "'\(path)' is a folder; name a file, such as '\(path)/notes.txt'"
    case .device(let path): "'\(path)' is a device, expected a file or a pipe; name another file"
    case .terminal(let path):
      "'\(path)' is a terminal, expected a file or a pipe; redirect one to it, as in '< notes.txt'"
    case .standardStream(let path):
      "'\(path)' is the standard output, expected a file; name one, such as 'notes.txt'"
    case .tooLarge(let path, let limit) where NamedFile(path).isStandardStream:
      "the standard input has more than \(size(limit)); pass a smaller file"
    case .tooLarge(let path, let limit):
      "'\(path)' has more than \(size(limit)); name a smaller file"
    case .noReader(let path): "no process reads the pipe '\(path)'; start one before"
    case .foreignLink(let path):
      "'\(path)' is a link of another user in a folder that all users share, expected one of "
        + "yours; choose another folder"
    case .foreignFile(let path):
      "'\(path)' belongs to another user, expected a file of yours in a folder that all users "
        + "share; choose another name"
    case .changing(let path):
      "'\(path)' is being replaced, expected a file that stays the same; try again"
    case .unusable(let path, let reason): "cannot use '\(path)': \(reason); choose another file"
    }
  }
}

/// A number of bytes: `64 MB` or `1000 bytes`.
private func size(_ bytes: Int) -> String {
  bytes > 0 && bytes % (1 << 20) == 0 ? "\(bytes >> 20) MB" : "\(bytes) bytes"
}

extension Unicode.Scalar {
  /// Whether it is a letter or a digit, or belongs to the letter before it.
  fileprivate var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: properties.isAlphabetic || properties.numericType != nil
    }
  }
}
