import Console
import Documents
import Foundation
import Mediator

/// The files in the answer of a tool, which a command writes with `--output`.
struct ToolFiles {
  /// A file that was written, as the command prints it.
  private struct SavedFile: Codable, Sendable {
    let file: String
    let type: String
    /// In bytes.
    let size: Int
  }

  /// Checks that a file can be created, before the tool is called.
  /// - Throws: `NamedFileError.exists` and `.standardStream`.
  static func check(_ file: NamedFile) throws(NamedFileError) {
    guard !file.isStandardStream else { throw .standardStream(file.path) }
    guard !FileManager.default.fileExists(atPath: file.path) else {
      throw file.isFolder ? .notAFile(file.path) : .exists(file.path)
    }
  }

  /// Writes the image, the audio or the resource in an answer to a new file; of several, the second
  /// one to `name-2.png`, and so on. Without any, writes the text.
  /// - Throws: `NamedFileError`; `CommandLineError` for an answer that has neither.
  static func save(_ output: JSONValue, to file: NamedFile) throws -> CommandResult {
    let contents = try contents(of: output)
    let saved = try contents.enumerated().map { index, content in
      let file = index == 0 ? file : file.numbered(index + 1)
      try file.create(content.content)
      return SavedFile(file: file.path, type: content.type, size: content.size)
    }
    return CommandResult(saved) { saved in
      Document(
        saved.map {
          .sentence(verbatim: "Saved '\($0.file)' (\($0.type), \($0.size) bytes)".printable)
        })
    }
  }

  private static func contents(
    of output: JSONValue
  ) throws(CommandLineError) -> [(content: FileContent, type: String, size: Int)] {
    if case .text(let text) = output { return [(.text(text), "text/plain", text.utf8.count)] }
    let parts = ToolContent.parts(of: output)?.content ?? []
    let files = parts.compactMap(\.file).compactMap { file in
      file.data.map { (content: FileContent.bytes($0), type: file.type, size: $0.count) }
    }
    guard files.isEmpty else { return files }
    let text = parts.compactMap(\.text).joined(separator: "\n")
    guard !text.isEmpty else {
      throw .badValue(
        "--output", reason: "the answer has no image, audio, resource or text; leave it out")
    }
    return [(.text(text), "text/plain", text.utf8.count)]
  }
}

extension NamedFile {
  /// The file with a number before the extension: `a-2.png` for `a.png`.
  fileprivate func numbered(_ number: Int) -> NamedFile {
    let start = path.unicodeScalars.lastIndex(of: "/") ?? path.startIndex
    let end = path.unicodeScalars[start...].lastIndex(of: ".") ?? path.endIndex
    return NamedFile("\(path[..<end])-\(number)\(path[end...])")
  }
}
