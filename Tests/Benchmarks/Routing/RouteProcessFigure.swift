import DataSourceInterface
import Foundation

/// Measures `metro route` as a whole process.
enum RouteProcessFigure {
  static func figures(_ fixture: RoutingFixture, _ options: Options) throws -> [Figure] {
    let host = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "metro")
    // `swift build -c release` builds the host beside the benchmarks; a build of one module does
    // not.
    guard FileManager.default.isExecutableFile(atPath: host.path),
      let query = RandomQuery.queries(1, for: fixture.timetable, seed: options.seed).first
    else { return [] }
    func id(_ station: Int) -> String {
      "id:\(fixture.timetable.stopReference(ofStation: station).id)"
    }
    let arguments = [
      "route", id(query.from), id(query.to), "--date", "\(fixture.date)", "--depart", "08:00",
    ]
    let times = try (0..<40).map { _ in
      try milliseconds(host, arguments, home: fixture.folder)
    }.sorted()
    return [Figure("metro route, a process", times[times.count / 2], "ms", bar: .atMost(40))]
  }

  /// The time from the start of the process to its end, in milliseconds.
  private static func milliseconds(
    _ host: URL, _ arguments: [String], home: URL
  ) throws -> Double {
    let process = Process()
    process.executableURL = host
    process.arguments = arguments
    process.environment = ["METRO_HOME": home.path]
    process.standardOutput = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return start.duration(to: .now) / .milliseconds(1)
  }
}
