package import Foundation
import Mediator

/// A part of the content of a tool's answer: a text, an image, audio, a resource or a link to one.
///
/// Source: Model Context Protocol, revision 2025-11-25, "Tool Result".
package struct ToolContent {
  /// An image, audio or a resource that is no text.
  struct File {
    /// The address of a resource; nil for an image and audio.
    let address: String?
    /// Such as `image/png`.
    let type: String
    /// Nil if the plug-in has sent no valid Base64.
    let data: Data?
  }

  /// The member of a value that has all parts.
  static let content = "content"
  /// The member of such a value that has the structured content.
  static let structured = "structuredContent"

  let members: [String: JSONValue]
  private let type: String

  private init?(_ value: JSONValue) {
    guard case .object(let members) = value, let type = members.text("type") else { return nil }
    (self.members, self.type) = (members, type)
  }

  /// The parts of a list; nil unless it is one of parts.
  static func list(_ value: JSONValue) -> [ToolContent]? {
    guard case .list(let elements) = value else { return nil }
    let parts = elements.compactMap { ToolContent($0) }
    return parts.count == elements.count ? parts : nil
  }

  /// The parts of a value that `MCPToolResult` made, and its structured content; nil for another
  /// value.
  static func parts(of value: JSONValue) -> (content: [ToolContent], structured: JSONValue?)? {
    guard case .object(let members) = value, let content = members[Self.content],
      members.keys.allSatisfy([Self.content, structured].contains),
      let parts = list(content), !parts.isEmpty
    else { return nil }
    return (parts, members[structured])
  }

  /// The JSON of each part of a value that `MCPToolResult` made; nil unless one of them is a file.
  package static func blocks(of json: Data) -> [Data]? {
    guard json.starts(with: Data("{\"content\":[".utf8)),
      let value = try? JSON.decode(JSONValue.self, from: json),
      let parts = parts(of: value)?.content, parts.contains(where: { $0.file?.data != nil })
    else { return nil }
    return parts.compactMap { try? JSON.encode($0.members) }
  }

  /// The text of a part that is nothing but text.
  var plainText: String? { type == "text" ? members.text("text") : nil }

  /// The text, also of an embedded resource.
  var text: String? { plainText ?? resource?.text("text") }

  /// The file; nil for a part that has none.
  var file: File? {
    switch type {
    case "image", "audio":
      let data = members.text("data").flatMap { Data(base64Encoded: $0) }
      return File(address: nil, type: members.text("mimeType") ?? type, data: data)
    case "resource":
      guard let resource, let blob = resource.text("blob") else { return nil }
      return File(
        address: resource.text("uri"),
        type: resource.text("mimeType") ?? "application/octet-stream",
        data: Data(base64Encoded: blob))
    case _: return nil
    }
  }

  /// What the part is, in one line.
  var name: String {
    switch type {
    case "resource_link":
      let size =
        if case .integer(let size)? = members["size"] { "\(size) bytes" } else { nil as String? }
      let details = [members.text("mimeType"), size].compactMap(\.self).joined(separator: ", ")
      let words =
        [members.text("title") ?? members.text("name"), members.text("uri")]
        .compactMap(\.self).joined(separator: ": ") + (details.isEmpty ? "" : " (\(details))")
      return words + (members.text("description").map { ", \($0)" } ?? "")
    case _:
      guard let file else { return "a part of the type '\(type)', which only '--json' shows" }
      let size = file.data.map { "\($0.count) bytes" } ?? "not valid Base64"
      return "\(file.address ?? type) (\(file.type), \(size))"
    }
  }

  private var resource: [String: JSONValue]? {
    if type == "resource", case .object(let resource)? = members["resource"] {
      resource
    } else {
      nil
    }
  }
}

extension [String: JSONValue] {
  /// The text of a member; nil for none, and for a value of another kind.
  fileprivate func text(_ name: String) -> String? {
    if case .text(let text)? = self[name] { text } else { nil }
  }
}
