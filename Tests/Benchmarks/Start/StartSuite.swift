import Foundation

/// The processor time of whole processes of `metro`, compared with that of a program that imports
/// Foundation and only prints.
///
/// Other processes make a run longer, never shorter, so the bars are for the minimum of many runs.
/// The programs run in turns. The bars allow 1, 3 and 7 ms more than the 6.9 ms of the empty program.
enum StartSuite: Suite {
  static let name = "start"
  private static let rounds = 100

  static func figures(_ options: Options) async throws -> [Figure] {
    guard let metro = Program.metro(options) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let commands = [
      (name: "metro --version, CPU", program: metro.with("--version"), limit: 1.14),
      (name: "metro --help, CPU", program: metro.with("--help"), limit: 1.43),
      (
        name: "metro route in Porto, CPU",
        program: metro.with("route", "Trindade", "Casa da Música"),
        limit: 2.0
      ),
    ]
    var programs = [try Program.empty(in: folder)] + commands.map(\.program)
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
    return zip(commands, times.dropFirst()).map { command, own in
      Figure(
        command.name, .quickest(own, times[0]), "ms", ratio: .atMost(command.limit),
        because: "the loader relocates a larger program")
    }
  }
}
