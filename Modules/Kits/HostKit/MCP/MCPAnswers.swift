import Channel
import Foundation
import Mediator
import Plugins

/// The results that do not depend on calls, and the form of those that do. All of them are JSON.
struct MCPAnswers: Sendable {
  /// How long a client may use an answer again, in milliseconds.
  private static let lifetime = 300_000

  /// Whether the client is notified of other lists.
  private let canChange: Bool

  private let server: JSONValue
  private let instructions: JSONValue
  private let toolLists: [MCPEra: JSONValue]
  /// What can be read by URL.
  private let resources: [JSONValue]
  private let resourceTemplates: [JSONValue]
  private let prompts: MCPPrompts
  /// The end of each result in the modern era, from the comma on.
  private let modernEnd: [UInt8]

  init(_ app: CommandLineApp, _ tools: [MCPTool], canChange: Bool) throws {
    self.canChange = canChange
    server = .object(["name": .text(app.name), "version": .text(app.version)])
    instructions = .text("\(app.name): \(app.summary).")
    toolLists = try MCPEra.allCases.reduce(into: [:]) { lists, era in
      let definitions = try JSON.encode(try tools.map { try $0.definition(for: era) })
      lists[era] = try JSON.decode(JSONValue.self, from: definitions)
    }
    let resources = tools.map { $0.resources(scheme: app.name) }
    self.resources = resources.compactMap(\.resource)
    resourceTemplates = resources.compactMap(\.template)
    prompts = MCPPrompts(app, tools)
    let end = try JSON.encode(Self.modernMembers(server))
    modernEnd = [UInt8(ascii: ",")] + end.dropFirst()
  }

  private static func modernMembers(_ server: JSONValue) -> [String: JSONValue] {
    [
      "resultType": .text("complete"),
      "_meta": .object(["\(MCPEra.metadataPrefix)serverInfo": server]),
    ]
  }

  /// - Parameter requested: The revision that the client prefers.
  func initialize(_ requested: String) throws -> Data {
    let revisions = MCPEra.legacy.revisions
    let revision = revisions.first { $0 == requested } ?? revisions[0]
    return try JSON.encode(
      [
        "protocolVersion": .text(revision), "capabilities": capabilities,
        "serverInfo": server, "instructions": instructions,
      ] as [String: JSONValue])
  }

  func discover() throws -> Data {
    let revisions = MCPEra.allCases.flatMap(\.revisions).map { JSONValue.text($0) }
    return try cacheable([
      "supportedVersions": .list(revisions), "capabilities": capabilities,
      "instructions": instructions,
    ])
  }

  /// The result of a method that lists something; nil for another method.
  func list(_ method: String, for era: MCPEra) throws -> Data? {
    let members: [String: JSONValue]
    switch method {
    case "tools/list": members = ["tools": toolLists[era] ?? .list([])]
    case "resources/list": members = ["resources": .list(resources)]
    case "resources/templates/list": members = ["resourceTemplates": .list(resourceTemplates)]
    case "prompts/list": members = ["prompts": .list(prompts.definitions)]
    case _: return nil
    }
    return switch era {
    case .modern: try cacheable(members)
    case .legacy: try JSON.encode(members)
    }
  }

  /// The result of reading a resource.
  func content(_ json: Data, of uri: String, for era: MCPEra) throws -> Data {
    let content: JSONValue = .object([
      "uri": .text(uri), "mimeType": .text("application/json"),
      "text": .text(String(decoding: json, as: UTF8.self)),
    ])
    let members: [String: JSONValue] = ["contents": .list([content])]
    return switch era {
    case .modern: try cacheable(members, lifetime: 0)
    case .legacy: try JSON.encode(members)
    }
  }

  /// The result of `prompts/get`.
  /// - Throws: `ChannelError.remote` naming what is missing or unknown.
  func prompt(_ parameters: JSONMembers, for era: MCPEra) throws -> Data {
    let members = try prompts.result(of: parameters)
    return switch era {
    case .modern: try JSON.encode(members.merging(Self.modernMembers(server)) { own, _ in own })
    case .legacy: try JSON.encode(members)
    }
  }

  private var capabilities: JSONValue {
    let listChanged = JSONValue.boolean(canChange)
    return .object([
      "tools": .object(["listChanged": listChanged]),
      "resources": .object(["subscribe": .boolean(true), "listChanged": listChanged]),
      "prompts": .object(["listChanged": listChanged]),
    ])
  }

  private func cacheable(
    _ members: [String: JSONValue], lifetime: Int = MCPAnswers.lifetime
  ) throws -> Data {
    let hints: [String: JSONValue] = [
      "ttlMs": .integer(lifetime), "cacheScope": .text("private"),
    ]
    return try JSON.encode(
      members.merging(hints) { own, _ in own }
        .merging(Self.modernMembers(server)) { own, _ in own })
  }

  /// The result of a call: the output of the action as a text, and as it is.
  func output(_ json: Data, of tool: MCPTool, for era: MCPEra) -> Data {
    let member = tool.outputMember(in: era)
    let content = member.map { Data("{\"\($0)\":".utf8) + json + Data("}".utf8) } ?? json
    var result = parts(of: json, tool) ?? text(content, Data((tool.undo ?? "").utf8))
    if tool.output != nil {
      result += ",\"structuredContent\":".utf8
      result += content
    }
    return complete(result, for: era)
  }

  /// The beginning of a result with the images and other files of a plug-in's tool; nil for others.
  private func parts(of json: Data, _ tool: MCPTool) -> [UInt8]? {
    guard tool.output == .any, let blocks = ToolContent.blocks(of: json) else { return nil }
    return Array("{\"content\":[".utf8) + blocks.joined(separator: ",".utf8) + "]".utf8
  }

  /// A question for the person, as the parameters of `elicitation/create`.
  static func elicitation(_ request: ConsentRequest) -> JSONValue {
    let answers = [ConsentAnswer.once, .always].map { JSONValue.text($0.rawValue) }
    return .object([
      "mode": .text("form"), "message": .text("\(request.question) Allow it?"),
      "requestedSchema": .object([
        "type": .text("object"), "required": .list([.text(ConsentAnswer.member)]),
        "properties": .object([
          ConsentAnswer.member: .object([
            "type": .text("string"), "title": .text("Consent"), "enum": .list(answers),
            "description": .text(
              "once: this call; always: all calls of '\(request.action)' by this client, until the "
                + "grant is revoked"),
            "default": answers[0],
          ])
        ]),
      ]),
    ])
  }

  /// The result of a call in the modern era that needs an answer of the person. The client then
  /// calls again, with the answer and the state.
  func inputRequired(_ request: ConsentRequest, state: String) throws -> Data {
    let question: JSONValue = .object([
      "method": .text("elicitation/create"), "params": Self.elicitation(request),
    ])
    let members: [String: JSONValue] = [
      "resultType": .text("input_required"), "requestState": .text(state),
      "inputRequests": .object([ConsentAnswer.member: question]),
    ]
    return try JSON.encode(members.merging(Self.modernMembers(server)) { own, _ in own })
  }

  /// The result of a call that failed.
  func failure(_ sentence: String, for era: MCPEra) -> Data {
    complete(text(Data(sentence.utf8)) + ",\"isError\":true".utf8, for: era)
  }

  /// The beginning of a result, with texts as its content; empty ones are left out.
  private func text(_ first: Data, _ second: Data = Data()) -> [UInt8] {
    var result = Array("{\"content\":[{\"type\":\"text\",\"text\":\"".utf8)
    result.reserveCapacity(first.count * 5 / 2 + 256)
    Self.append(first, to: &result)
    if !second.isEmpty {
      result += "\"},{\"type\":\"text\",\"text\":\"".utf8
      Self.append(second, to: &result)
    }
    result += "\"}]".utf8
    return result
  }

  private static func append(_ text: Data, to result: inout [UInt8]) {
    text.withUnsafeBytes { bytes in
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          result.append(UInt8(ascii: "\\"))
          result.append(byte)
        case ..<0x20: result += String(format: "\\u%04x", byte).utf8
        case _: result.append(byte)
        }
      }
    }
  }

  private func complete(_ result: [UInt8], for era: MCPEra) -> Data {
    switch era {
    case .modern: Data(result + modernEnd)
    case .legacy: Data(result + "}".utf8)
    }
  }
}
