import Foundation
import TestSupport

/// The built host, running with the shim, which records its changes and lets one of them fail.
enum FaultyHost {
  /// How a command line ended.
  struct End: Sendable {
    /// The exit code; 128 plus the number of the signal that ended the process.
    let code: Int32
    let errors: String
    let calls: [RecordedCall]
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether the host was built, and the shim can be built and loaded.
  static var isAvailable: Bool {
    #if os(Linux)
      HostProcess.isAvailable && compiler != nil
    #else
      false
    #endif
  }

  /// Runs a command line whose data folder is the folder `home` in `folder`, and records the
  /// changes below `folder`.
  static func run(
    _ line: [String], in folder: URL, fault: Fault? = nil, environment: [String: String] = [:]
  ) async throws -> End {
    let shim = try library.get()
    return try await blocking {
      Result {
        let root = folder.resolvingSymlinksInPath().path
        let files = ["record", "output", "errors"].map { "\(root).\($0)" }
        defer { for file in files { unlink(file) } }
        let descriptors = files.dropFirst().map { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        let variables = [
          "LD_PRELOAD": shim, "FAULTS_ROOT": root, "FAULTS_LOG": files[0],
          "METRO_HOME": "\(root)/home", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        ]
        let process = try ChildProcess(
          [HostProcess.binary.path] + line,
          environment: variables.merging(fault?.environment ?? [:]) { $1 }
            .merging(environment) { $1 },
          descriptors: ChildProcess.Descriptors(output: descriptors[0], errors: descriptors[1]))
        for descriptor in descriptors { close(descriptor) }
        let code = process.wait()
        guard let record = try? Data(contentsOf: URL(filePath: files[0])) else {
          throw Failure(description: "the shim was not loaded")
        }
        return End(
          code: code, errors: try String(contentsOfFile: files[2], encoding: .utf8),
          calls: try RecordedCall.calls(in: record))
      }
    }.get()
  }

  private static let compiler = ["clang", "cc", "gcc"].lazy.flatMap { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
      "\($0)/\(name)"
    }
  }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The path of the shim, which is built once by each test process.
  private static let library = Result {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "faults.c")
    let library = HostProcess.binary.deletingLastPathComponent().appending(path: "faults.so").path
    let draft = "\(library).\(getpid())"
    guard let compiler else { throw Failure(description: "there is no C compiler") }
    let code = try ChildProcess(
      [compiler, "-shared", "-fPIC", "-O1", "-pthread", "-o", draft, source.path],
      environment: ProcessInfo.processInfo.environment
    ).wait()
    guard code == 0, rename(draft, library) == 0 else {
      throw Failure(description: "\(compiler) cannot build \(source.path)")
    }
    return library
  }
}
