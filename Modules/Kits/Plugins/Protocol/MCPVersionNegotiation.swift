import Channel
import Foundation
import Mediator
import Platform

/// Finds the form of the protocol that a plug-in speaks.
///
/// The client asks in one form. When the plug-in refuses it, the client asks in the other; when the
/// plug-in is silent, it asks in the other form, too, and uses the form that is accepted first. A
/// plug-in may be silent because it does not know the request, or because it still starts: then it
/// answers the first request when it has started.
///
/// Source: Model Context Protocol, revision 2026-07-28, "Discovery"; 2025-11-25, "Lifecycle".
struct MCPVersionNegotiation {
  /// How long the client waits for an answer in one form before it asks in the other form, too.
  static let fallbackDelay = Duration.seconds(5)

  let channel: Channel
  let plugin: String
  let metadata: MCPMetadata
  let clock: any Clock<Duration>
  /// How long the plug-in may take for the answer in one form.
  let timeout: Duration

  /// How the plug-in speaks.
  struct Agreement: Sendable {
    let era: MCPEra
    /// Whether it can be asked to say when its tools have changed. In the older form, it says so
    /// without being asked.
    var listensForTools = false
  }

  private enum Outcome: Sendable {
    case accepted(Agreement)
    case refused(reason: String)
    case silent
  }

  /// - Throws: `PluginError.notUnderstood` when both forms are refused; `ChannelError.lost`.
  func negotiate(startingWith first: MCPEra) async throws -> Agreement {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      // Otherwise the group would wait for the requests that nobody needs any more.
      defer { group.cancelAll() }
      group.addTask { try await request(first) }
      group.addTask {
        try await clock.sleep(for: Self.fallbackDelay)
        return .silent
      }
      var other: MCPEra? = first == .modern ? .legacy : .modern
      var reasons: [String] = []
      while let outcome = try await group.next() {
        switch outcome {
        case .accepted(let agreement): return agreement
        case .refused(let reason): reasons.append(reason)
        case .silent: break
        }
        if let era = other.take() { group.addTask { try await request(era) } }
        if reasons.count == MCPEra.allCases.count { break }
      }
      throw PluginError.notUnderstood(plugin: plugin, reason: reasons.joined(separator: ", and "))
    }
  }

  private func request(_ era: MCPEra) async throws -> Outcome {
    let method = era == .modern ? "server/discover" : "initialize"
    do {
      let (reason, listens) =
        switch era {
        case .modern: try await discover(method)
        case .legacy: (try await initialize(method), false)
        }
      return reason.map { .refused(reason: "to '\(method)' it answers \($0)") }
        ?? .accepted(Agreement(era: era, listensForTools: listens))
    } catch let error as ChannelError {
      switch error {
      case .remote(_, let message, _):
        return .refused(reason: "it refuses '\(method)' (\(message.quotedFromPlugin))")
      case .timedOut:
        return .refused(reason: "it does not answer '\(method)'")
      case .answerTooLong, .answerTooDeep:
        return .refused(reason: "its answer to '\(method)' is too long or has too many levels")
      case .invalidAnswer(_, let reason):
        return .refused(reason: "its answer to '\(method)': \(reason)".quotedFromPlugin)
      case .lost, .unreachable, .endlessLine, .messageTooLong: throw error
      }
    }
  }

  /// Returns nil or why the answer cannot be used, and whether the plug-in can be asked to say when
  /// its tools have changed.
  private func discover(_ method: String) async throws -> (problem: String?, listens: Bool) {
    let result = try await channel.request(
      method, metadata.parameters([], for: .modern), timeout: timeout)
    let answer = DiscoverAnswer(result)
    return (answer.problem, answer.listensForTools)
  }

  /// Returns nil, or why the answer cannot be used.
  private func initialize(_ method: String) async throws -> String? {
    let parameters = metadata.parameters(
      [
        ("protocolVersion", try JSON.encode(MCPEra.legacy.revisions[0])),
        ("capabilities", try JSON.encode(metadata.capabilities)),
        ("clientInfo", try JSON.encode(metadata.client)),
      ], for: .legacy)
    // The protocol does not allow to cancel this request, so its task is not a part of the
    // caller's.
    let answer = Promise<Data>()
    Task { [channel, timeout] in
      do {
        let result = try await channel.request(method, parameters, timeout: timeout)
        answer.fulfil(.success(result))
      } catch {
        answer.fulfil(.failure(error))
      }
    }
    if let problem = InitializeAnswer(try await answer.value).problem { return problem }
    try await channel.notify("notifications/initialized")
    return nil
  }
}

/// The answer to `server/discover`.
struct DiscoverAnswer {
  /// Why it cannot be used; nil if it can.
  let problem: String?
  /// Whether the tools of the server may change, which it says to those who ask for it.
  let listensForTools: Bool

  init(_ result: Data) {
    let capabilities = JSONMembers(result)?["capabilities"].flatMap { JSONMembers($0) }
    let tools = capabilities?["tools"].flatMap { JSONMembers($0) }
    listensForTools = tools?["listChanged"] == Data("true".utf8)
    struct Members: Decodable { let supportedVersions: [String] }
    guard let revisions = try? JSON.decode(Members.self, from: result).supportedVersions else {
      problem = "without a list of revisions"
      return
    }
    let isKnown = revisions.contains { MCPEra.modern.revisions.contains($0) }
    problem =
      isKnown ? nil : "with the revisions '\(revisions.joined(separator: ", ").quotedFromPlugin)'"
  }
}

/// The answer to `initialize`.
struct InitializeAnswer {
  /// Why it cannot be used; nil if it can.
  let problem: String?

  init(_ result: Data) {
    guard let revision = JSONMembers(result)?.text("protocolVersion") else {
      problem = "without a revision"
      return
    }
    let isKnown = MCPEra.legacy.revisions.contains(revision)
    problem = isKnown ? nil : "with the revision '\(revision.quotedFromPlugin)'"
  }
}
