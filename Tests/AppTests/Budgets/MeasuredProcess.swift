import Foundation

/// What one run of the host used.
struct ProcessCost {
  /// The time that the processor spent on it, in seconds. Unlike the time on a clock, it hardly
  /// depends on other processes.
  let processorTime: Double
  /// The greatest amount of memory at one time, in bytes.
  let memory: Int
  let code: Int32
  let output: Data
  /// The first error message.
  let error: String

  /// Runs the built host to its end.
  static func of(_ line: [String], home: URL) async throws -> ProcessCost {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try run(line, home: home) }) }
    }
  }

  private static func run(_ line: [String], home: URL) throws -> ProcessCost {
    let file = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID())")
    let errors = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID())")
    defer {
      for file in [file, errors] { try? FileManager.default.removeItem(at: file) }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, file) in [(Int32(1), file), (2, errors)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, file.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
      texts.map { strdup($0) } + [nil]
    }
    var arguments = strings([HostProcess.binary.path] + line)
    var environment = strings([
      "METRO_HOME=\(home.path)", "PATH=/usr/bin:/bin", "LANG=C.UTF-8",
    ])
    defer { for text in arguments + environment { free(text) } }
    var process = pid_t()
    let failure = posix_spawn(
      &process, HostProcess.binary.path, &actions, nil, &arguments, &environment)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
    }
    let signal = status & 0x7F
    return ProcessCost(
      processorTime: usage.ru_utime.seconds + usage.ru_stime.seconds,
      memory: usage.ru_maxrss * 1024, code: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
      output: (try? Data(contentsOf: file)) ?? Data(),
      error: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
