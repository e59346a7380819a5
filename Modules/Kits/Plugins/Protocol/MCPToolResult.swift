import Channel
import Foundation
import Mediator

/// The answer of a tool.
struct MCPToolResult {
  /// The structured content; nil for none.
  private let structured: JSONValue?
  private let content: [ToolContent]

  /// - Throws: `PluginError.toolFailed` when the tool says so, and `.badAnswer`.
  init(_ result: Data, of tool: String, _ plugin: String) throws(PluginError) {
    func bad(_ reason: String) -> PluginError {
      .badAnswer(plugin: plugin, reason: "'\(tool.quotedFromPlugin)': \(reason)")
    }
    guard let members = JSONMembers(result) else { throw bad("expected an object") }
    if let type = members["resultType"], type != Data("\"complete\"".utf8) {
      throw bad("expected a complete result, or what it needs before")
    }
    func value(_ name: String) throws(PluginError) -> JSONValue? {
      guard let json = members[name], json != Data("null".utf8) else { return nil }
      do { return try JSON.decode(JSONValue.self, from: json) } catch {
        throw bad((error as? DecodingError)?.problem.reason ?? "'\(name)' is not JSON")
      }
    }
    let isError = members["isError"].map { $0 == Data("true".utf8) } ?? false
    structured = isError ? nil : try value("structuredContent")
    guard let content = ToolContent.list(try value("content") ?? .list([])) else {
      guard structured == nil else {
        self.content = []
        return
      }
      throw bad("expected a list of objects as 'content'")
    }
    self.content = content
    guard isError else { return }
    let text = content.map { $0.text ?? $0.name }.joined(separator: "\n")
    throw .toolFailed(
      plugin: plugin, tool: tool,
      message: text.isEmpty ? "it gives no reason" : text.quotedFromPlugin)
  }

  /// The value for the caller: the structured content; without any, the texts, one below the other,
  /// or, where there is more than texts, an object whose member `content` contains all parts.
  /// - Parameter keepingContent: Whether the object may also have the structured content as a
  ///   member, where there are files beside it.
  func value(keepingContent: Bool) -> JSONValue {
    let parts = JSONValue.list(content.map { .object($0.members) })
    if let structured {
      return keepingContent && content.contains { $0.file != nil }
        ? .object([ToolContent.content: parts, ToolContent.structured: structured]) : structured
    }
    let texts = content.compactMap(\.plainText)
    return texts.count == content.count
      ? .text(texts.joined(separator: "\n")) : .object([ToolContent.content: parts])
  }
}
