import Console
import Foundation
import ModuleManager

@testable import metro

/// A host in this process, with a temporary data folder and captured output.
final class HostSession: Sendable {
  struct Result {
    var code: ExitCode
    var output: String
    var errors: String
  }

  let folder: URL
  private let now: Date
  private let modules: [any Module.Type]
  private let environment: [String: String]

  /// Creates a session whose clock always returns `now`, a date of ISO 8601.
  init(
    now: String = "2026-11-20T12:00:00Z", folder: URL? = nil,
    modules: [any Module.Type] = AppModules.all, environment: [String: String] = [:]
  ) throws {
    self.modules = modules
    // On a busy machine the standard deadlines might pass.
    let longDeadlines = [
      "METRO_DEADLINES_START": "600", "METRO_DEADLINES_STOP": "600", "METRO_DEADLINES_HOOK": "600",
    ]
    self.environment = longDeadlines.merging(environment) { _, own in own }
    self.folder =
      folder ?? FileManager.default.temporaryDirectory.appending(path: "metro-\(UUID())")
    self.now = try Date(now, strategy: .iso8601)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The host without output.
  var host: CommandLineHost {
    let closed = Terminal(descriptor: -1, environment: [:])
    return host(output: closed, errors: closed)
  }

  /// Runs one command line.
  func run(_ line: String..., columns: Int = 80) async throws -> Result {
    try await run(line, columns: columns)
  }

  /// Runs one command line.
  func run(
    _ line: [String], columns: Int = 80, environment variables: [String: String] = [:]
  ) async throws -> Result {
    let environment: Environment = ["COLUMNS": "\(columns)"]
    let output = try OutputCapture()
    let errors = try OutputCapture()
    let host = host(
      output: Terminal(descriptor: output.descriptor, environment: environment),
      errors: Terminal(descriptor: errors.descriptor, environment: environment),
      environment: variables)
    let code = await host.run(line)
    return Result(code: code, output: try output.text(), errors: try errors.text())
  }

  private func host(
    output: Terminal, errors: Terminal, environment variables: [String: String] = [:]
  ) -> CommandLineHost {
    CommandLineHost(
      modules: modules, folder: folder, output: output, errors: errors,
      environment: Environment(environment.merging(variables) { _, line in line }),
      now: { [now] in now })
  }
}

extension HostSession {
  /// Splits an example into arguments as a shell would: quotes keep words together.
  static func words(of example: String) -> [String] {
    example.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { part in
      part.offset.isMultiple(of: 2)
        ? part.element.split(separator: " ").map(String.init) : [String(part.element)]
    }
  }

  /// Whether an example needs the feed of Beijing or the network.
  static func needsExternalData(_ words: [String]) -> Bool {
    words.contains { $0.hasSuffix(".zip") || $0 == "beijing" }
      || words.starts(with: ["city", "download", "lisbon"])
  }
}

/// A temporary file that captures what is written to its descriptor.
private final class OutputCapture {
  private let file: FileHandle
  private let url: URL
  var descriptor: Int32 { file.fileDescriptor }

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID())")
    try Data().write(to: url)
    file = try FileHandle(forUpdating: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func text() throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }
}
