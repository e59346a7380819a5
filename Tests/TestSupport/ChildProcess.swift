package import Foundation

/// A process that a test starts. It inherits only its standard descriptors, so it does not hold the
/// pipes and connections of other tests open.
package struct ChildProcess: Sendable {
  package struct Failure: Error {
    let command: String
    let code: Int32
  }

  /// What a new process gets instead of the standard descriptors of the test process.
  package struct Descriptors: Sendable {
    package var input: Int32?
    package var output: Int32?
    package var errors: Int32?

    package init(input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) {
      self.input = input
      self.output = output
      self.errors = errors
    }
  }

  package let id: pid_t

  /// Starts a program.
  /// - Parameters:
  ///   - words: The path of the program, and its arguments.
  ///   - environment: All its variables.
  package init(
    _ words: [String], environment: [String: String], descriptors: Descriptors = Descriptors()
  ) throws {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let standard = [descriptors.input, descriptors.output, descriptors.errors]
    for case (let target, let source?) in standard.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    #if os(Linux)
      closeInheritedDescriptors(&actions)
    #else
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
      for target in 0..<3 { posix_spawn_file_actions_addinherit_np(&actions, Int32(target)) }
    #endif
    var id = pid_t()
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let code = withCStrings(words) { words in
      withCStrings(variables) { variables in
        words[0].map { posix_spawn(&id, $0, &actions, &attributes, words, variables) } ?? EINVAL
      }
    }
    guard code == 0 else { throw Failure(command: words.joined(separator: " "), code: code) }
    self.id = id
  }

  /// Runs a program to its end, and returns its exit code and all that it prints. It blocks the
  /// thread.
  package static func run(
    _ words: [String], environment: [String: String]
  ) throws -> (code: Int32, output: String) {
    let output = Pipe()
    let end = output.fileHandleForWriting
    let process = try ChildProcess(
      words, environment: environment,
      descriptors: Descriptors(output: end.fileDescriptor, errors: end.fileDescriptor))
    try end.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return (process.wait(), text)
  }

  /// Waits until the process ends, and returns its exit code, or 128 plus the number of the signal
  /// that ended it. It blocks the thread.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// Waits as `wait` does, on a thread of its own, so that other tests go on.
  package func waitForEnd() async -> Int32 {
    await withCheckedContinuation { caller in
      Thread.detachNewThread { caller.resume(returning: wait()) }
    }
  }
}

#if os(Linux)
  /// Lets a new process inherit only its standard descriptors. Other tests run at the same time,
  /// and wait until the last copy of a pipe or a connection is closed.
  package func closeInheritedDescriptors(_ actions: inout posix_spawn_file_actions_t) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    // Other threads may open some more meanwhile. To close one that is not open is no error.
    let end = (names.compactMap { Int32($0) }.max() ?? 1024) + 64
    for descriptor in 3..<end { posix_spawn_file_actions_addclose(&actions, descriptor) }
  }
#endif

/// Passes C strings to `body`, followed by nil; they are valid until it returns.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
