import Foundation

/// A program that answers lines, with pipes to it.
struct LineProcess: Sendable {
  private let process = Process()
  private let requests = Pipe()
  private let responses = Pipe()

  /// Starts the program.
  /// - Parameter folder: The working directory; nil for the one of the benchmarks.
  init(
    _ executable: URL, _ arguments: [String], environment: [String: String], folder: String? = nil
  ) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.standardInput = requests
    process.standardOutput = responses
    try process.run()
  }

  /// Sends a line, and returns the length of the one that answers it; 0 when the program has ended.
  func exchange(_ line: [UInt8]) -> Int {
    _ = write(requests.fileHandleForWriting.fileDescriptor, line, line.count)
    var response = [UInt8](repeating: 0, count: 8192)
    var length = 0
    repeat {
      let count = response.withUnsafeMutableBytes {
        read(
          responses.fileHandleForReading.fileDescriptor, $0.baseAddress.map { $0 + length },
          $0.count - length)
      }
      guard count > 0 else { return 0 }
      length += count
    } while response[length - 1] != UInt8(ascii: "\n")
    return length
  }

  /// Closes the input, and waits for the end of the program.
  func end() {
    try? requests.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
