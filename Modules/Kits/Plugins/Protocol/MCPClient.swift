import Channel
import Foundation
import Mediator
import ModuleManager

/// A client of a plug-in, which is a server of the Model Context Protocol.
///
/// What the plug-in sends is not trusted: answers are checked and limited, and their texts never
/// reach a terminal without the filter of Console.
///
/// Source: Model Context Protocol, revisions 2026-07-28 and 2025-11-25, "Tools", "Pagination" and
/// "Cancellation".
final class MCPClient: Sendable {
  /// How long the plug-in may take for its start, and for each call.
  static let timeout = Duration.seconds(30)
  /// The most pages of a list of tools.
  private static let maximumPages = 64

  /// The form of the protocol that the plug-in speaks.
  let era: MCPEra
  private let channel: Channel
  private let plugin: String
  private let metadata: MCPMetadata
  private let timeout: Duration

  init(
    _ channel: Channel, plugin: String, era: MCPEra, app: AppDescription,
    timeout: Duration = MCPClient.timeout
  ) {
    self.channel = channel
    self.plugin = plugin
    self.era = era
    self.timeout = timeout
    metadata = MCPMetadata(app)
  }

  /// Finds the form of the protocol that a plug-in speaks, and begins with it.
  /// - Parameters:
  ///   - channel: A channel that `openChannel` made.
  ///   - era: The form that the plug-in spoke last time, which is tried first; nil if not known.
  ///   - clock: The clock for the delay before a silent plug-in is asked in the other form.
  ///   - startTimeout: How long the plug-in may take until it answers.
  ///   - timeout: How long each call may take.
  /// - Throws: `PluginError.notUnderstood` when it speaks none, `ChannelError.lost` when it ends.
  static func connect(
    _ channel: Channel, plugin: String, era: MCPEra?, app: AppDescription,
    clock: any Clock<Duration> = ContinuousClock(), startTimeout: Duration = MCPClient.timeout,
    timeout: Duration = MCPClient.timeout
  ) async throws -> MCPClient {
    let negotiation = MCPVersionNegotiation(
      channel: channel, plugin: plugin, app: app, clock: clock, timeout: startTimeout)
    let found = try await negotiation.negotiate(startingWith: era ?? .modern)
    return MCPClient(channel, plugin: plugin, era: found, app: app, timeout: timeout)
  }

  /// Opens a channel to a plug-in, which may ask for nothing but a `ping`.
  static func openChannel(
    _ transport: ChannelTransport, clock: any Clock<Duration> = ContinuousClock(),
    reportInvalidLine: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(ChannelError) -> Channel {
    try Channel(
      transport, cancellation: .mcp, clock: clock, reportInvalidLine: reportInvalidLine
    ) { request in
      guard request.method == "ping" else {
        throw ChannelError.remote(
          code: RPCErrorCode.methodNotFound, message: "this client only answers 'ping'")
      }
      return Data("{}".utf8)
    }
  }

  /// Returns the tools of the plug-in.
  /// - Throws: `PluginError.badAnswer` for a list that is malformed or too long, `ChannelError`.
  func tools() async throws -> [PluginTool] {
    var list = MCPToolList(plugin)
    var cursor: String?
    for _ in 1...Self.maximumPages {
      let members = try cursor.map { [("cursor", try JSON.encode($0))] } ?? []
      let page: Data
      do {
        page = try await request("tools/list", members)
      } catch let error as ChannelError {
        let reason =
          switch error {
          case .remote(_, let message, _): "it lists no tools: \(message.quotedFromPlugin)"
          case .answerTooLong(_, let limit):
            "the list of tools is longer than \(limit >> 20) MiB"
          case .answerTooDeep(_, let limit): "the list of tools has more than \(limit) levels"
          case .timedOut, .unreachable, .lost, .endlessLine, .messageTooLong: throw error
          }
        throw PluginError.badAnswer(plugin: plugin, reason: reason)
      }
      cursor = try list.append(page)
      if cursor == nil { return list.tools }
    }
    throw PluginError.badAnswer(
      plugin: plugin, reason: "the list of tools has more than \(Self.maximumPages) pages")
  }

  /// Calls a tool. The plug-in is told when the caller's task is cancelled or the timeout passes.
  /// - Parameter arguments: An object.
  /// - Returns: The structured content of the answer; without any, its texts.
  /// - Throws: `PluginError`; `ChannelError.lost` when the plug-in ends, and `.endlessLine`;
  ///   `CancellationError`.
  func call(_ tool: String, _ arguments: JSONValue) async throws -> JSONValue {
    do {
      let result = try await request(
        "tools/call",
        [("name", try JSON.encode(tool)), ("arguments", try JSON.encode(arguments))])
      return try MCPToolResult(result, of: tool, plugin).value
    } catch let error as ChannelError {
      throw translated(error, tool)
    }
  }

  private func request(_ method: String, _ members: [(name: String, json: Data)]) async throws
    -> Data
  {
    try await channel.request(
      method, metadata.parameters(members, for: era), timeout: timeout)
  }

  private func translated(_ error: ChannelError, _ tool: String) -> any Error {
    switch error {
    case .remote(_, let message, _):
      PluginError.toolFailed(plugin: plugin, tool: tool, message: message.quotedFromPlugin)
    case .timedOut(_, let timeout):
      PluginError.timedOut(plugin: plugin, tool: tool, after: timeout)
    case .messageTooLong(_, let limit):
      PluginError.inputTooLong(plugin: plugin, tool: tool, limit: limit)
    case .answerTooLong(_, let limit):
      PluginError.badAnswer(
        plugin: plugin,
        reason: "the answer of '\(tool.quotedFromPlugin)' is longer than \(limit >> 20) MiB")
    case .answerTooDeep:
      PluginError.badAnswer(
        plugin: plugin,
        reason: "'\(tool.quotedFromPlugin)': it has more than \(JSONValue.maximumDepth) levels")
    case .lost, .unreachable, .endlessLine: error
    }
  }
}

/// The parameters of requests, which contain metadata in the modern era.
struct MCPMetadata: Sendable {
  private let modern: [UInt8]
  /// The name and the version of the client.
  let client: JSONValue

  init(_ app: AppDescription) {
    client = .object(["name": .text(app.name), "version": .text(app.version)])
    let members: [String: JSONValue] = [
      "\(MCPEra.metadataPrefix)protocolVersion": .text(MCPEra.modern.revisions[0]),
      "\(MCPEra.metadataPrefix)clientCapabilities": .object([:]),
      "\(MCPEra.metadataPrefix)clientInfo": client,
    ]
    // Texts always have a JSON form.
    modern = Array((try? JSON.encode(members)) ?? Data("{}".utf8))
  }

  /// An object with members whose values are JSON.
  func parameters(_ members: [(name: String, json: Data)], for era: MCPEra) -> Data {
    var object = Data("{".utf8)
    for (name, json) in members {
      if object.count > 1 { object += ",".utf8 }
      object += "\"\(name)\":".utf8
      object += json
    }
    if era == .modern {
      if object.count > 1 { object += ",".utf8 }
      object += "\"_meta\":".utf8
      object += modern
    }
    return object + "}".utf8
  }
}
