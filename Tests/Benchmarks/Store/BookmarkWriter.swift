import Foundation

/// A process that adds and removes bookmarks, and prints each change after it was acknowledged.
enum BookmarkWriter {
  /// The option that runs the benchmarks as such a process; its arguments are a folder, a name and
  /// a number of rounds.
  static let option = "--write"

  /// Adds two bookmarks in each round, and removes one of them.
  static func write(_ arguments: [String]) async throws {
    guard arguments.count == 3, let rounds = Int(arguments[2]) else { exit(2) }
    let host = try await BookmarkHost(in: URL(filePath: arguments[0]))
    for round in 0..<rounds {
      let name = "\(arguments[1])-\(round)"
      try await host.add(name)
      try acknowledge("+\(name)")
      try await host.add("gone \(name)")
      try acknowledge("+gone \(name)")
      try await host.remove("gone \(name)")
      try acknowledge("-gone \(name)")
    }
    await host.stop()
  }

  /// Starts such a process, and writes its acknowledgements to a file.
  static func start(_ name: String, rounds: Int, in folder: URL, acknowledgements file: URL) throws
    -> Process
  {
    try Data().write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [option, folder.path, name, "\(rounds)"]
    process.standardOutput = try FileHandle(forWritingTo: file)
    try process.run()
    return process
  }

  private static func acknowledge(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }
}
