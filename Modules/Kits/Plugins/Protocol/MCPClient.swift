import Channel
import Foundation
import Mediator
import ModuleManager
import Platform

/// A client of a plug-in, which is a server of the Model Context Protocol.
///
/// What the plug-in sends is not trusted: answers are checked and limited, and their texts never
/// reach a terminal without the filter of Console.
///
/// Source: Model Context Protocol, revisions 2026-07-28 and 2025-11-25, "Tools", "Pagination",
/// "Progress" and "Cancellation".
final class MCPClient: Sendable {
  /// How long the plug-in may take for its start, and for each call.
  static let timeout = Duration.seconds(30)
  /// How long a call may take in all, however often the plug-in reports progress.
  static let maximumTime = Duration.seconds(86_400)
  /// The most pages of a list of tools.
  private static let maximumPages = 64

  /// The form of the protocol that the plug-in speaks.
  let era: MCPEra
  private let channel: Channel
  private let plugin: String
  private let metadata: MCPMetadata
  private let timeout: Duration
  private let requests: MCPServerRequests
  private let progress: MCPProgress

  private init(
    _ channel: Channel, plugin: String, era: MCPEra, _ metadata: MCPMetadata, timeout: Duration,
    _ requests: MCPServerRequests
  ) {
    self.channel = channel
    self.plugin = plugin
    self.era = era
    self.timeout = timeout
    self.metadata = metadata
    self.requests = requests
    progress = MCPProgress(
      of: channel, hiding: requests.secrets, maximumTime: Self.maximumTime)
  }

  /// Finds the form of the protocol that a plug-in speaks, and begins with it.
  /// - Parameters:
  ///   - channel: A channel that `openChannel` made.
  ///   - era: The form that the plug-in spoke last time, which is tried first; nil if not known.
  ///   - clock: The clock for the delay before a silent plug-in is asked in the other form.
  ///   - startTimeout: How long the plug-in may take until it answers.
  ///   - timeout: How long each call may take, from its beginning or its last report of progress.
  ///   - requests: Answers what the plug-in asks.
  /// - Throws: `PluginError.notUnderstood` when it speaks none, `ChannelError.lost` when it ends.
  static func connect(
    _ channel: Channel, plugin: String, era: MCPEra?, app: AppDescription,
    clock: any Clock<Duration> = ContinuousClock(), startTimeout: Duration = MCPClient.timeout,
    timeout: Duration = MCPClient.timeout, requests: MCPServerRequests
  ) async throws -> MCPClient {
    let metadata = MCPMetadata(app, canAsk: requests.canAsk)
    let negotiation = MCPVersionNegotiation(
      channel: channel, plugin: plugin, metadata: metadata, clock: clock, timeout: startTimeout)
    let found = try await negotiation.negotiate(startingWith: era ?? .modern)
    if found.listensForTools {
      // It ends with the connection.
      Task {
        try await channel.request(
          "subscriptions/listen",
          metadata.parameters(
            [("notifications", Data(#"{"toolsListChanged":true}"#.utf8))], for: .modern),
          timeout: maximumTime)
      }
    }
    return MCPClient(channel, plugin: plugin, era: found.era, metadata, timeout: timeout, requests)
  }

  /// Opens a channel to a plug-in.
  /// - Parameters:
  ///   - requests: Answers what the plug-in asks.
  ///   - reportUnusable: Called with what it writes and nobody can use.
  static func openChannel(
    _ transport: ChannelTransport, clock: any Clock<Duration> = ContinuousClock(),
    requests: MCPServerRequests, reportUnusable: @escaping @Sendable (UnusableLine) -> Void
  ) throws(ChannelError) -> Channel {
    // The channel retains its handler.
    let opened = Lock<WeakChannel>(WeakChannel(channel: nil))
    let channel = try Channel(
      transport, cancellation: .mcp, clock: clock, reportUnusable: reportUnusable
    ) { request in
      let channel = opened.withLock(\.self).channel
      return try await requests.answer(request.method, request.parameters, pausing: channel)
    }
    opened.withLock { $0 = WeakChannel(channel: channel) }
    return channel
  }

  /// One element for each time when the plug-in says from now on that its tools have changed.
  func toolListChanges() -> AsyncStream<Data> {
    channel.notifications(of: "notifications/tools/list_changed")
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
          case .invalidAnswer(_, let reason): "the list of tools: \(reason)"
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
  /// Its reports of progress begin the timeout again, and go to `ToolProgress`.
  /// - Parameter arguments: An object.
  /// - Throws: `PluginError`; `ChannelError.lost` when the plug-in ends, and `.endlessLine`;
  ///   `CancellationError`.
  func call(_ tool: String, _ arguments: JSONValue) async throws -> MCPToolResult {
    let members = [("name", try JSON.encode(tool)), ("arguments", try JSON.encode(arguments))]
    var responses: [(name: String, json: Data)] = []
    requests.beginCall()
    defer { requests.endCall() }
    do {
      for _ in 0...MCPServerRequests.maximumQuestions {
        let id = channel.newRequestID()
        progress.begin(id, ToolProgress.report)
        defer { progress.end(id) }
        let result = try await request("tools/call", id: id, members + responses, progress: id)
        guard let questions = MCPInputRequests(result) else {
          return try MCPToolResult(result, of: tool, plugin)
        }
        responses = try await requests.responses(to: questions, of: tool)
      }
    } catch let error as ChannelError {
      throw translated(error, tool)
    }
    throw PluginError.badAnswer(
      plugin: plugin,
      reason:
        "'\(tool.quotedFromPlugin)' asks more than \(MCPServerRequests.maximumQuestions) times")
  }

  private func request(_ method: String, _ members: [(name: String, json: Data)]) async throws
    -> Data
  {
    try await request(method, id: channel.newRequestID(), members)
  }

  /// - Parameter progress: The token for reports of progress; nil to ask for none.
  private func request(
    _ method: String, id: Int, _ members: [(name: String, json: Data)], progress: Int? = nil
  ) async throws -> Data {
    try await channel.request(
      method, id: id, metadata.parameters(members, for: era, progress: progress),
      timeout: timeout)
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
    case .invalidAnswer(_, let reason):
      PluginError.badAnswer(plugin: plugin, reason: "'\(tool)': \(reason)".quotedFromPlugin)
    case .lost, .unreachable, .endlessLine: error
    }
  }
}

/// A channel that is not retained.
private struct WeakChannel: Sendable {
  weak var channel: Channel?
}
