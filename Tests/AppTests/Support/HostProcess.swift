import Foundation
import TestSupport

/// The built host, running as a process.
final class HostProcess: Sendable {
  /// The binary that was built with these tests.
  static let binary = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "metro")
  static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: binary.path) }

  /// How the process ended.
  struct End {
    /// The exit code; 128 plus the number of the signal that ended the process.
    let code: Int32
    let output: String
    let errors: [String]

    /// The modules of the log lines whose message starts with `verb`, in order.
    func modules(loggedAs verb: String) -> [String] {
      errors.compactMap { line in
        let words = line.split(separator: " ")
        guard words.count > 2, words[0] == "info", words[2] == verb else { return nil }
        return String(words[1].dropLast())
      }
    }
  }

  private let process: ChildProcess
  private let output = Pipe()
  private let errors = Pipe()

  convenience init(_ line: String..., home: URL, environment: [String: String] = [:]) throws {
    try self.init(line: line, home: home, environment: environment)
  }

  /// Runs a line of a shell, without log messages.
  convenience init(shell line: String, home: URL) throws {
    try self.init(
      line: [], after: "\(line)\nexit", home: home, environment: ["METRO_LOG": "off"])
  }

  /// - Parameter prelude: Shell commands that precede the host in its process, such as `umask 0`.
  init(
    line: [String], after prelude: String? = nil, home: URL, environment: [String: String] = [:]
  ) throws {
    let shell = prelude.map { ["/bin/sh", "-c", "\($0); exec \"$0\" \"$@\""] } ?? []
    let variables = environment.merging([
      "METRO_HOME": home.path, "METRO_LOG": "info", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
    ]) { own, _ in own }
    // Another child process that inherits them would hold the pipes open.
    for pipe in [output, errors] {
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    process = try ChildProcess(
      shell + [Self.binary.path] + line, environment: variables,
      descriptors: ChildProcess.Descriptors(
        input: input, output: output.fileHandleForWriting.fileDescriptor,
        errors: errors.fileHandleForWriting.fileDescriptor))
    for pipe in [output, errors] { try pipe.fileHandleForWriting.close() }
  }

  func signal(_ number: Int32) { kill(process.id, number) }

  /// Reads the errors up to and including a line that contains `text` and returns their lines.
  func errors(upTo text: String) async -> [String] {
    await blocking { [self] in
      var lines: [String] = []
      while let line = nextLine(of: errors) {
        lines.append(line)
        if line.contains(text) { break }
      }
      return lines
    }
  }

  /// Reads the next line of the output; nil at its end.
  func nextOutputLine() async -> String? {
    await blocking { [self] in nextLine(of: output) }
  }

  /// Whether the process is suspended; always false on other systems than Linux.
  var isSuspended: Bool {
    let status = try? String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8)
    return status?.contains(") T ") == true
  }

  /// Waits until the process ends.
  func end() async -> End {
    await blocking { [self] in readToEnd() }
  }

  private func readToEnd() -> End {
    let rest = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return End(
      code: process.wait(), output: output,
      errors: rest.split(separator: "\n").map(String.init))
  }

  private func nextLine(of pipe: Pipe) -> String? {
    var line = Data()
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      guard !byte.isEmpty else { break }
      line += byte
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}

/// Runs blocking code on a new thread, so that it does not block other tests.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// A local server that accepts connections and never answers.
final class SilentServer: Sendable {
  private let descriptor: Int32
  let port: UInt16

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return false
      }
      return bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0
        && getsockname(descriptor, pointer, &length) == 0
    }
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }
}
