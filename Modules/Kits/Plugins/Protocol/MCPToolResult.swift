import Channel
import Foundation
import Mediator

/// The answer of a tool.
struct MCPToolResult {
  /// The structured content; without any, the texts, one after the other.
  let value: JSONValue

  /// - Throws: `PluginError.toolFailed` when the tool says so, and `.badAnswer`.
  init(_ result: Data, of tool: String, _ plugin: String) throws(PluginError) {
    func bad(_ reason: String) -> PluginError {
      .badAnswer(plugin: plugin, reason: "'\(tool.quotedFromPlugin)': \(reason)")
    }
    guard let members = JSONMembers(result) else { throw bad("expected an object") }
    if let type = members["resultType"], type != Data("\"complete\"".utf8) {
      throw bad("expected a complete result; it asks for more, which is not supported")
    }
    let isError = members["isError"].map { $0 == Data("true".utf8) } ?? false
    let structured = members["structuredContent"].flatMap { $0 == Data("null".utf8) ? nil : $0 }
    if !isError, let structured {
      do {
        value = try JSON.decode(JSONValue.self, from: structured)
      } catch {
        throw bad((error as? DecodingError)?.problem.reason ?? "'structuredContent' is not JSON")
      }
      return
    }
    guard let text = Self.text(members["content"]) else {
      throw bad("expected a list of objects as 'content'")
    }
    if isError {
      throw .toolFailed(
        plugin: plugin, tool: tool,
        message: text.isEmpty ? "it gives no reason" : text.quotedFromPlugin)
    }
    value = .text(text)
  }

  /// The texts of a content, one below the other; contents of other types are left out.
  private static func text(_ content: Data?) -> String? {
    guard let content else { return "" }
    guard let elements = JSONMembers.elements(ofList: content) else { return nil }
    var texts: [String] = []
    for element in elements {
      guard let members = JSONMembers(element) else { return nil }
      if members.text("type") == "text", let text = members.text("text") { texts.append(text) }
    }
    return texts.joined(separator: "\n")
  }
}
