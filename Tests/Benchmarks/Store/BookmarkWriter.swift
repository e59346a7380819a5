import Foundation

/// A process that adds and removes bookmarks, and tells on its output what has been acknowledged.
enum BookmarkWriter {
  /// What makes the benchmarks such a process: a folder, a name and a number of turns follow.
  static let option = "--write"

  /// Adds two bookmarks in each turn and removes one of them.
  static func write(_ arguments: [String]) async throws {
    guard arguments.count == 3, let turns = Int(arguments[2]) else { exit(2) }
    let host = try await BookmarkHost(in: URL(filePath: arguments[0]))
    for turn in 0..<turns {
      let name = "\(arguments[1])-\(turn)"
      try await host.add(name)
      try tell("+\(name)")
      try await host.add("gone \(name)")
      try tell("+gone \(name)")
      try await host.remove("gone \(name)")
      try tell("-gone \(name)")
    }
    await host.stop()
  }

  /// Starts such a process; what it tells goes to a file.
  static func start(_ name: String, turns: Int, in folder: URL, telling file: URL) throws -> Process
  {
    try Data().write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [option, folder.path, name, "\(turns)"]
    process.standardOutput = try FileHandle(forWritingTo: file)
    try process.run()
    return process
  }

  private static func tell(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }
}
