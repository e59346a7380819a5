import Foundation

/// The processor time of whole processes of `metro`, compared with that of an empty program: one
/// that is linked in the same way, imports Foundation and only prints.
enum StartSuite: Suite {
  static let name = "start"

  static func figures(_ options: Options) async throws -> [Figure] {
    guard let metro = Program.metro(options) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The time of day decides how many days are searched, unless it is given.
    let route = ["route", "Trindade", "Casa da Música", "--depart", "08:00"]
    let commands = [
      (name: "metro --version", arguments: ["--version"], limit: 1.0),
      (name: "metro --help", arguments: ["--help"], limit: 3.0),
      (name: "metro route in Porto", arguments: route, limit: 7.0),
    ]
    let programs = commands.map { command in
      var program = metro
      program.arguments = command.arguments
      program.environment = ["METRO_HOME": folder.appending(path: "home").path]
      return program
    }
    let times = try ProcessTimes(of: programs, emptyIn: folder)
    return zip(commands, times.programs).map { command, time in
      times.figure(
        command.name, time, atMostMore: command.limit,
        because: "half of it is the loading of pages for a larger program and its threads")
    }
  }
}
