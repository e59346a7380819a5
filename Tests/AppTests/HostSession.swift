import Console
import Foundation

@testable import metro

/// A host with a data folder of its own, whose outputs are read back.
final class HostSession: Sendable {
  struct Result {
    var code: ExitCode
    var output: String
    var errors: String
  }

  let folder: URL
  private let now: @Sendable () -> Date

  /// - Parameter now: ISO 8601; the clock stands still there.
  init(now: String = "2026-11-20T12:00:00Z") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "metro-\(UUID())")
    let instant = try Date(now, strategy: .iso8601)
    self.now = { instant }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Answers one line as the command would, in this process.
  func run(_ line: String..., columns: Int = 80) async throws -> Result {
    let environment = ["COLUMNS": "\(columns)"]
    let output = try Capture()
    let errors = try Capture()
    let host = Host(
      modules: AppModules.all, folder: folder,
      output: Terminal(descriptor: output.descriptor, environment: environment),
      errors: Terminal(descriptor: errors.descriptor, environment: environment), now: now)
    let code = await host.answer(line)
    return Result(code: code, output: try output.text(), errors: try errors.text())
  }
}

/// A file without a name that takes what is written to a descriptor.
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
