import DataSourceInterface
import Foundation

/// `metro route` as a whole process.
enum RouteProcess {
  static func figures(_ city: SearchedCity, _ options: Options) throws -> [Figure] {
    let host = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "metro")
    // Built with `swift build -c release`; a slice has no host.
    guard FileManager.default.isExecutableFile(atPath: host.path),
      let question = RandomQuestion.some(1, of: city.timetable, seed: options.seed).first
    else { return [] }
    func id(_ station: Int) -> String { "id:\(city.timetable.place(ofStation: station).id)" }
    let line = [
      "route", id(question.from), id(question.to), "--date", "\(city.date)", "--depart", "08:00",
    ]
    let times = try (0..<40).map { _ in try time(host, line, home: city.folder) }.sorted()
    return [Figure("metro route, a process", times[times.count / 2], "ms", bar: .atMost(40))]
  }

  /// Milliseconds from the process's beginning to its end.
  private static func time(_ host: URL, _ line: [String], home: URL) throws -> Double {
    let process = Process()
    process.executableURL = host
    process.arguments = line
    process.environment = ["METRO_HOME": home.path]
    process.standardOutput = FileHandle.nullDevice
    let began = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return began.duration(to: .now) / .milliseconds(1)
  }
}
