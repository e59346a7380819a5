import Console
import Foundation
import Mediator
import Scenes

/// The result of a tool as the only row of a section.
struct ToolResult: Encodable, Equatable, Sendable {
  let value: JSONValue

  /// Draws the result as a document.
  /// - Parameter schema: That of the output.
  static func layout(_ schema: Schema) -> ListLayout<ToolResult> {
    .detail { PluginView(schema: schema).document(of: $0.value) }
  }

  /// The text, if the result is nothing else and has one line of at most 100 characters.
  func sentence(_ schema: Schema) -> String? {
    var text: String?
    if case .text(let own) = value { text = own }
    if schema == .any, let parts = ToolContent.parts(of: value), parts.structured == nil,
      parts.content.count == 1
    {
      text = parts.content[0].plainText
    }
    let line = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return line.isEmpty || line.count > 100 || line != line.printable ? nil : line
  }

  /// The beginning of the result, for the first screen: of lists the first elements, and of texts
  /// the first lines.
  var summary: ToolResult { ToolResult(value: value.summary) }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension JSONValue {
  private static let summaryElements = 5
  private static let summaryMembers = 12
  private static let summaryLines = 8
  private static let summaryCharacters = 1000
  /// The members whose texts are the bytes of a file, of which a summary shows only the size.
  private static let files = ["data", "blob"]

  fileprivate var summary: JSONValue {
    switch self {
    case .null, .boolean, .integer, .number: self
    case .text(let text):
      .text(
        text.prefix(Self.summaryCharacters).split(
          separator: "\n", omittingEmptySubsequences: false
        ).prefix(Self.summaryLines).joined(separator: "\n"))
    case .list(let elements): .list(elements.prefix(Self.summaryElements).map(\.summary))
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.sorted { $0.key < $1.key }.prefix(Self.summaryMembers)
            .map { ($0, Self.files.contains($0) ? $1 : $1.summary) }))
    }
  }
}
