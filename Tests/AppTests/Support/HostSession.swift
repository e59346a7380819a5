import Console
import Foundation
import Mediator
import ModuleManager

@testable import HostKit
@testable import metro

/// The app in this process, with a temporary data folder and captured output.
final class HostSession: Sendable {
  /// On a busy machine the standard deadlines might pass.
  static let longDeadlines = [
    "METRO_DEADLINES_START": "600", "METRO_DEADLINES_STOP": "600", "METRO_DEADLINES_HOOK": "600",
  ]

  let folder: URL
  private let now: Date
  private let environment: [String: String]

  /// Creates a session whose clock always returns `now`, a date of ISO 8601.
  init(
    now: String = "2026-11-20T12:00:00Z", folder: URL? = nil, environment: [String: String] = [:]
  ) throws {
    self.environment = Self.longDeadlines.merging(environment) { _, own in own }
    self.folder =
      folder ?? FileManager.default.temporaryDirectory.appending(path: "metro-\(UUID())")
    self.now = try Date(now, strategy: .iso8601)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The host without output.
  var host: CommandLineHost {
    let closed = Terminal(descriptor: -1, environment: [:])
    return CommandLineHost(
      app: Metro.app, folder: folder, output: closed, errors: closed,
      environment: Environment(environment), now: { [now] in now })
  }

  /// Runs one command line.
  func run(_ line: String..., columns: Int = 80) async throws -> CommandLineOutput {
    try await run(line, columns: columns)
  }

  /// Runs one command line.
  func run(
    _ line: [String], columns: Int = 80, environment variables: [String: String] = [:],
    interceptor: (any Interceptor)? = nil
  ) async throws -> CommandLineOutput {
    try await Metro.app.run(
      line, folder: folder, columns: columns,
      environment: environment.merging(variables) { _, line in line }, interceptor: interceptor,
      now: { [now] in now })
  }
}

extension HostSession {
  /// Whether an example needs the feed of Beijing or the network, or a person who ends it.
  static func needsExternalData(_ words: [String]) -> Bool {
    words.contains { $0.hasSuffix(".zip") || ["beijing", "--watch", "web"].contains($0) }
      || words.starts(with: ["city", "download", "lisbon"])
      || needsTicketServer(words) || needsPlugin(words)
  }

  /// Whether a command is about a certain plug-in. The tests of HostKit run its examples.
  static func needsPlugin(_ words: [String]) -> Bool {
    words.first == "plugins" && words.dropFirst().first != "list"
      || words.first == "grants" && words.count > 1
  }

  /// Whether a command needs a ticket server and a person who is signed in. The tests of the
  /// modules run its examples.
  static func needsTicketServer(_ words: [String]) -> Bool {
    let commands = [
      ["account", "riders"], ["account", "sign-in"], ["checkout"], ["orders", "cancel"],
      ["orders", "complain"], ["orders", "pay"],
    ]
    return commands.contains { words.starts(with: $0) }
  }
}
