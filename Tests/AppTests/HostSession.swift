import Console
import Foundation
import ModuleManager

@testable import metro

/// A host with a data folder of its own, whose outputs are read back.
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

  /// A session at an instant of ISO 8601, at which the clock stands still.
  init(
    now: String = "2026-11-20T12:00:00Z", folder: URL? = nil,
    modules: [any Module.Type] = AppModules.all, environment: [String: String] = [:]
  ) throws {
    self.modules = modules
    // The machine may be busy: deadlines are those of a test that sets them.
    let patience = [
      "METRO_DEADLINES_START": "600", "METRO_DEADLINES_STOP": "600", "METRO_DEADLINES_HOOK": "600",
    ]
    self.environment = patience.merging(environment) { _, own in own }
    self.folder =
      folder ?? FileManager.default.temporaryDirectory.appending(path: "metro-\(UUID())")
    self.now = try Date(now, strategy: .iso8601)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The host, writing to nobody.
  var host: CommandLineHost {
    let nobody = Terminal(descriptor: -1, environment: [:])
    return host(output: nobody, errors: nobody)
  }

  /// Answers one line as the command would, in this process.
  func run(_ line: String..., columns: Int = 80) async throws -> Result {
    try await run(line, columns: columns)
  }

  /// Answers one line as the command would, in this process.
  func run(
    _ line: [String], columns: Int = 80, environment variables: [String: String] = [:]
  ) async throws -> Result {
    let environment: Environment = ["COLUMNS": "\(columns)"]
    let output = try Capture()
    let errors = try Capture()
    let host = host(
      output: Terminal(descriptor: output.descriptor, environment: environment),
      errors: Terminal(descriptor: errors.descriptor, environment: environment),
      environment: variables)
    let code = await host.answer(line)
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

/// A file that takes what is written to its descriptor.
private final class Capture {
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
