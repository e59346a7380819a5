import Foundation

/// The processor time of whole processes of `metro`, compared with that of a program that imports
/// Foundation and only prints.
///
/// Other processes make a run longer, never shorter, so the bars are for the minimum of many runs.
/// The programs run in turns.
enum StartSuite: Suite {
  static let name = "start"
  private static let rounds = 100

  static func figures(_ options: Options) async throws -> [Figure] {
    guard let metro = Program.metro(options) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let commands = [
      MeasuredCommand(
        name: "metro --version", program: metro.with("--version"), difference: .atMost(1)),
      MeasuredCommand(name: "metro --help", program: metro.with("--help"), difference: .atMost(3)),
      MeasuredCommand(
        name: "metro route in Porto", program: metro.with("route", "Trindade", "Casa da Música"),
        total: .atMost(15)),
    ]
    var programs = [try emptyProgram(in: folder)] + commands.map(\.program)
    for index in programs.indices {
      programs[index].environment = ["METRO_HOME": folder.appending(path: "home").path]
      // The first run reads the program from the disk, and may create files.
      try programs[index].run()
    }
    var times: [[Double]] = programs.map { _ in [] }
    for _ in 0..<rounds {
      for index in programs.indices {
        times[index].append(try programs[index].run().processor * 1e3)
      }
    }
    return zip(commands, times.dropFirst()).flatMap { $0.figures($1, empty: times[0]) }
  }

  private static func emptyProgram(in folder: URL) throws -> Program {
    let source = folder.appending(path: "empty.swift")
    try Data("import Foundation\nprint(\"0.1.0\")\n".utf8).write(to: source)
    let empty = folder.appending(path: "empty")
    let compiler = Program(executable: URL(filePath: "/usr/bin/env"))
    try compiler.with("swiftc", "-O", source.path, "-o", empty.path).run()
    return Program(executable: empty)
  }
}

/// A command line whose processor time has a bar.
private struct MeasuredCommand {
  let name: String
  let program: Program
  /// The bar for the whole process.
  var total: Bar?
  /// The bar for what it takes beyond the empty program.
  var difference: Bar?

  /// - Parameters:
  ///   - times: The milliseconds of each run.
  ///   - empty: Those of the empty program, in the same rounds.
  func figures(_ times: [Double], empty: [Double]) -> [Figure] {
    let (least, leastEmpty) = (times.min() ?? .nan, empty.min() ?? .nan)
    let whole = Comparison(value: least, baseline: leastEmpty, ratio: least / leastEmpty)
    let differences = zip(times, empty).map { $0 - $1 }
    return [
      total.map { Figure("\(name), CPU", whole, "ms", bar: $0) }
        ?? Figure("\(name), CPU", whole, "ms", ratio: nil),
      Figure("\(name), beyond the empty program", least - leastEmpty, "ms", bar: difference),
      Figure("\(name), the median of that", differences.median, "ms"),
    ]
  }
}
