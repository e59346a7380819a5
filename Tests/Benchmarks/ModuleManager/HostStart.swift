import Foundation

/// Compares the run time of `metro --help` and `metro --version` to that of a program that imports
/// FoundationNetworking and only prints.
enum HostStart {
  static func figures() throws -> [Figure] {
    let host = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "metro")
    // A build of one module does not contain the host.
    guard FileManager.default.isExecutableFile(atPath: host.path) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let printer = try compile(in: folder)
    return try [("--help", 1.25), ("--version", 1.2)].map { argument, limit in
      var times: [(host: Double, printer: Double)] = []
      for _ in 0..<60 { times.append((try time(host, argument), try time(printer))) }
      let pair = Comparison(
        value: times.map(\.host).median / 1e6, baseline: times.map(\.printer).median / 1e6,
        ratio: times.map { $0.host / $0.printer }.median)
      return Figure("metro \(argument), a process", pair, "ms", ratio: .atMost(limit))
    }
  }

  private static func compile(in folder: URL) throws -> URL {
    let source = folder.appending(path: "printer.swift")
    let text = """
      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #else
        import Foundation
      #endif
      print("0.1.0 \\(URLRequest.self)")
      """
    try Data(text.utf8).write(to: source)
    let printer = folder.appending(path: "printer")
    try run(
      URL(filePath: "/usr/bin/env"), "swiftc", "-O", source.path, "-o", printer.path)
    return printer
  }

  /// Returns the run time of a process in nanoseconds.
  private static func time(_ program: URL, _ arguments: String...) throws -> Double {
    let began = ContinuousClock.now
    try run(program, arguments)
    return began.duration(to: .now) / .nanoseconds(1)
  }

  private static func run(_ program: URL, _ arguments: String...) throws {
    try run(program, arguments)
  }

  private static func run(_ program: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  }
}
