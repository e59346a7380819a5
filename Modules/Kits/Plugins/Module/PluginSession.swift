import Channel
import Foundation
import ModuleManager
import Platform

/// A plug-in's program while it runs, with the connections to it.
final class PluginSession: Sendable {
  /// How long it may take to read the rest of the output after the end of the program.
  private static let outputDelay = Duration.seconds(5)
  /// How long the program may run after it has closed its output, before it counts as ended.
  private static let exitDelay = Duration.seconds(1)

  private let name: String
  /// Texts that no error shows.
  let secrets: [String]
  private let process: PluginProcess
  private let channel: Channel
  private let requests: MCPServerRequests
  /// How many lines of the standard output were no messages, and the last of them.
  private let otherOutput: Lock<(count: Int, last: String)>
  /// Answers the program's own calls.
  private let serving: Task<Void, Never>

  /// Starts a program.
  /// - Parameters:
  ///   - clock: The clock of the timeouts of calls.
  ///   - requests: Answers what the program asks on its standard streams.
  ///   - standardError: Called with each line of the standard error output, and with what nobody
  ///     can use of the standard output.
  ///   - serve: Answers the calls of the program on its descriptor 3.
  /// - Throws: `PluginError.cannotStart`, `ChannelError.lost` if the system has no descriptors.
  init(
    _ launch: PluginProcess.Launch, clock: any Clock<Duration> = ContinuousClock(),
    requests: MCPServerRequests, standardError: @escaping @Sendable (String) -> Void,
    serve: @escaping @Sendable (ChannelTransport) async -> Void
  ) throws {
    (name, secrets) = (launch.name, launch.secrets)
    let process = try PluginProcess(launch, standardError: standardError)
    self.process = process
    self.requests = requests
    let otherOutput = Lock((count: 0, last: ""))
    self.otherOutput = otherOutput
    do {
      channel = try MCPClient.openChannel(process.streams, clock: clock, requests: requests) {
        switch $0 {
        case .noMessage(let line):
          let line = line.hiding(launch.secrets).quotedFromPlugin
          otherOutput.withLock { $0 = ($0.count + 1, line) }
          standardError("on the standard output, this is no message: \(line)")
        case .unexpectedAnswer(let id):
          let id = id.hiding(launch.secrets).quotedFromPlugin
          standardError("on the standard output, this answers no request that waits: id \(id)")
        }
      }
    } catch {
      process.hostSocket.closeDescriptors()
      Task { await process.stop() }
      throw error
    }
    serving = Task { await serve(process.hostSocket) }
  }

  /// Finds the form of the protocol that the plug-in speaks. When the task is cancelled, the
  /// connection is closed.
  /// - Parameters:
  ///   - startTimeout: How long the plug-in may take until it answers.
  ///   - timeout: How long each call may take.
  /// - Throws: `PluginError`; `CancellationError` when the start takes too long.
  func connect(
    era: MCPEra?, app: AppDescription, startTimeout: Duration = MCPClient.timeout,
    timeout: Duration = MCPClient.timeout
  ) async throws -> MCPClient {
    // A notification to a plug-in that does not read waits, even when the task is cancelled.
    try await withTaskCancellationHandler {
      try await translatingEnd {
        try await MCPClient.connect(
          channel, plugin: name, era: era, app: app, startTimeout: startTimeout, timeout: timeout,
          requests: requests)
      }
    } onCancel: { [channel] in
      channel.close()
    }
  }

  /// Runs a part of the communication. When the program ends, the error says so; when it does not
  /// answer, the error says what it wrote instead. No error shows a secret.
  func translatingEnd<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await translating(body) } catch let error as PluginError {
      throw error.hiding(secrets)
    }
  }

  private func translating<Result>(_ body: () async throws -> Result) async throws -> Result {
    let lines = otherOutput.withLock(\.count)
    do {
      return try await body()
    } catch PluginError.timedOut(_, let tool, let timeout, _) {
      throw timedOut(tool, timeout, after: lines)
    } catch let error as ChannelError {
      switch error {
      case .lost, .unreachable:
        let error = try await endError
        // A program that only closed its input has ended, too.
        channel.close()
        throw error
      case .timedOut(let method, let timeout): throw timedOut(method, timeout, after: lines)
      case .endlessLine(let limit): throw PluginError.endlessLine(plugin: name, limit: limit)
      case .remote, .messageTooLong, .answerTooLong, .answerTooDeep, .invalidAnswer:
        throw PluginError.badAnswer(plugin: name, reason: "\(error)".quotedFromPlugin)
      }
    }
  }

  /// - Parameter lines: How many lines that were no messages had been written before the call.
  private func timedOut(_ tool: String, _ timeout: Duration, after lines: Int) -> PluginError {
    let line = otherOutput.withLock { $0.count > lines ? $0.last : nil }
    return .timedOut(plugin: name, tool: tool, after: timeout, otherOutput: line)
  }

  /// Why the program cannot be called any more.
  private var endError: PluginError {
    get async throws {
      try Task.checkCancellation()
      let exit = await withTimeout(Self.exitDelay) { [process] in try await process.waitForEnd() }
      return exit?.error(of: name) ?? .closed(plugin: name)
    }
  }

  /// Waits until the program ends, closes its output or writes a line without an end, and returns
  /// the error. Calls that are not answered then fail as well.
  /// - Throws: `CancellationError`.
  func waitForEnd() async throws -> PluginError {
    let end = try await withThrowingTaskGroup(of: ChannelError?.self) { group in
      defer { group.cancelAll() }
      group.addTask { [process, channel] in
        _ = try await process.waitForEnd()
        // What the program wrote before its end is read. Another process may hold the output open.
        channel.finishInput()
        _ = await withTimeout(Self.outputDelay) { try await channel.waitForEnd() }
        channel.close()
        return nil
      }
      group.addTask { [channel] in try await channel.waitForEnd() }
      return try await group.next() ?? nil
    }
    if case .endlessLine(let limit) = end { return .endlessLine(plugin: name, limit: limit) }
    return try await endError
  }

  /// Ends the connections and the program, and returns when it has ended.
  func end() async {
    serving.cancel()
    channel.close()
    await process.stop()
    await serving.value
  }
}
