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

  /// Writes the image, the audio or the resource in an answer to a new file; of several, the others
  /// to the next free names, such as `name-2.png`. Without any, writes the text. If one cannot be
  /// written, none is left.
  /// - Throws: `NamedFileError`; `CommandLineError` for an answer that has neither.
  static func save(_ output: JSONValue, to file: NamedFile) throws -> CommandResult {
    var saved: [SavedFile] = []
    do {
      for content in try contents(of: output) {
        var written = file
        if saved.isEmpty {
          try file.create(content.content)
        } else {
          written = try file.createUnderFreeName(content.content)
        }
        saved.append(SavedFile(file: written.path, type: content.type, size: content.size))
      }
    } catch {
      for file in saved { unlink(file.file) }
      throw error
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
