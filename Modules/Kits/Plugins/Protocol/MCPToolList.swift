import Channel
import Console
import Foundation

/// The tools that a plug-in lists, page by page.
struct MCPToolList {
  /// The most tools of a plug-in.
  static let maximumTools = 256
  /// The most bytes of a name and of a cursor.
  static let maximumNameLength = 128
  /// The most characters of a description.
  static let maximumDescriptionLength = 1000
  /// The most bytes of all descriptions and schemas together: the index contains them.
  static let maximumLength = 1 << 20

  private(set) var tools: [PluginTool] = []
  private let plugin: String
  private var length = 0

  init(_ plugin: String) {
    self.plugin = plugin
  }

  /// Adds the tools of a page, and returns the cursor of the next one; nil after the last.
  /// - Throws: `PluginError.badAnswer`.
  mutating func append(_ page: Data) throws(PluginError) -> String? {
    guard let members = JSONMembers(page), let list = members["tools"].flatMap(JSONMembers.elements)
    else {
      throw bad("expected an object with a list 'tools'")
    }
    for json in list { try append(tool: json) }
    guard let cursor = members["nextCursor"], cursor != Data("null".utf8) else { return nil }
    guard let text = members.text("nextCursor"), text.utf8.count <= Self.maximumNameLength * 8
    else { throw bad("expected a short text as 'nextCursor'") }
    return text
  }

  private mutating func append(tool json: Data) throws(PluginError) {
    guard tools.count < Self.maximumTools else {
      throw bad("it has more than \(Self.maximumTools) tools")
    }
    guard let members = JSONMembers(json), let name = members.text("name"),
      (1...Self.maximumNameLength).contains(name.utf8.count)
    else {
      throw bad("tool \(tools.count + 1) has no name of at most \(Self.maximumNameLength) bytes")
    }
    let shownName = name.quotedFromPlugin
    guard !tools.contains(where: { $0.name == name }) else {
      throw bad("it lists the tool '\(shownName)' twice")
    }
    guard let input = members["inputSchema"], input.isJSONObject else {
      throw bad("the tool '\(shownName)' has no schema of its input")
    }
    let output = members["outputSchema"].flatMap { $0.isJSONObject ? $0 : nil }
    let description = members.text("description") ?? members.text("title") ?? ""
    let shown = description.prefix(Self.maximumDescriptionLength)
    length += input.count + (output?.count ?? 0) + shown.utf8.count
    guard length <= Self.maximumLength else {
      throw bad("its schemas have more than \(Self.maximumLength >> 20) MiB")
    }
    tools.append(
      PluginTool(
        name: name,
        description: shown.split(whereSeparator: \.isNewline).map {
          String($0).printable
        }.joined(separator: "\n"),
        inputSchema: String(decoding: input, as: UTF8.self),
        outputSchema: output.map { String(decoding: $0, as: UTF8.self) }))
  }

  private func bad(_ reason: String) -> PluginError { .badAnswer(plugin: plugin, reason: reason) }
}

extension Data {
  /// Whether a valid JSON text is an object.
  var isJSONObject: Bool { first == UInt8(ascii: "{") }
}
