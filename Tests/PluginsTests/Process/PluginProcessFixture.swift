import Channel
import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import Plugins

/// A process that runs a script of `sh`, and what it writes on its standard error output.
struct PluginProcessFixture {
  let process: PluginProcess
  let lines: Recorder<String>

  init(
    _ script: String, folder: URL = URL(filePath: "/"), environment: [String: String] = [:],
    in groups: ProcessGroups = .shared
  ) throws {
    try self.init(
      PluginProcess.Launch(
        name: "sample", executable: "/bin/sh", arguments: ["sh", "-c", script], folder: folder,
        environment: environment.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given },
        reportDelay: .seconds(600)),
      in: groups)
  }

  init(_ launch: PluginProcess.Launch, in groups: ProcessGroups = .shared) throws {
    let lines = Recorder<String>()
    self.lines = lines
    process = try PluginProcess(launch, in: groups) { lines.record($0) }
  }

  /// The lines that a script writes until it ends.
  static func lines(of script: String, environment: [String: String] = [:]) async throws -> [String]
  {
    let fixture = try PluginProcessFixture(script, environment: environment)
    _ = try await fixture.process.waitForEnd()
    try fixture.close()
    return fixture.lines.values
  }

  /// Waits for a line.
  func wait(for line: String) async throws {
    try await ModuleTesting.wait { lines.values.contains(line) }
  }

  /// Closes the descriptors of the process, as the channels do that use them.
  func close() throws {
    for transport in [process.streams, process.hostSocket] { _ = try Channel(transport) }
  }
}

/// Whether a process exists that is not a zombie.
func isRunning(_ id: pid_t) -> Bool {
  guard kill(id, 0) == 0 else { return false }
  // The process that adopts orphans may reap them late.
  let fields = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8))?
    .split(separator: " ")
  return fields.map { $0.count > 2 && $0[2] != "Z" } ?? true
}
