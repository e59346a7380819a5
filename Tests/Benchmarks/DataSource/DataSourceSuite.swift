import DataSourceInterface
import Foundation
import Mediator

/// From a feed to a city, opening it, and finding stations in it.
enum DataSourceSuite: Suite {
  static let name = "data-source"
  /// What makes the benchmarks import a feed and tell the memory that took, and nothing else.
  static let childOption = "--import"

  static func figures(_ options: Options) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cities-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let feed = options.feed
    let what = feed.map { URL(filePath: $0).lastPathComponent } ?? "the built-in city"
    var number = 0
    let imported = try await quickest(of: 12) {
      number += 1
      let host = try await CityHost(in: folder.appending(path: "\(number)"))
      return try await time { _ = try await host.install(feed) }
    }
    let city = try await CityHost(in: folder).install(feed)
    let opened = try await quickest(of: 40) {
      let host = try await CityHost(in: folder)
      return try await time { _ = try await host.perform(DataSource.timetable, city.id) }
    }
    return [
      Figure("\(what): feed to compiled file", imported / 1e6, "ms", bar: .atMost(400)),
      Figure("\(what): peak memory of that", try peak(of: feed), "MB", bar: .atMost(150)),
      Figure("\(what): opening it", opened / 1e6, "ms", bar: .atMost(2)),
    ] + (try await searches(in: folder, city)) + (try await growth(in: folder))
  }

  /// Imports a feed and prints the most memory that the process has had, in MB.
  static func importAsChild(_ feed: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cities-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await CityHost(in: folder).install(feed.isEmpty ? nil : feed)
    print(try peak())
  }

  /// The most memory that this process has had, in MB.
  private static func peak() throws -> Double {
    #if os(Linux)
      // What getrusage tells is never less than the parent's.
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
      return (kilobytes.flatMap { Double($0) } ?? .nan) / 1024
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss) / 1_048_576
    #endif
  }

  private static func peak(of feed: String?) throws -> Double {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [childOption, feed ?? ""]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
  }

  /// Several ways to look for stations, as many as a page shows.
  private static func searches(in folder: URL, _ city: City) async throws -> [Figure] {
    let host = try await CityHost(in: folder)
    let all = try await host.perform(DataSource.stations, StationSearch(city: city.id))
    let name = all[all.count / 2].name
    let texts = [
      ("a name", name), ("a letter", String(name.prefix(1))), ("initials", "xzm"),
      ("two parts", "men xi"), ("a slip", "trinadde"), ("a place", "@41.15,-8.61"),
    ]
    var figures: [Figure] = []
    for (what, text) in texts {
      let search = StationSearch(text: text, city: city.id, limit: 20)
      let time = try await Stopwatch().time { count in
        for _ in 0..<count { keep(try await host.perform(DataSource.stations, search)) }
      }
      let title = "search for \(what), \(city.stations) stations"
      figures.append(Figure(title, time / 1e6, "ms", bar: .atMost(0.2)))
    }
    return figures
  }

  /// What a stop time costs in feeds of very different sizes.
  private static func growth(in folder: URL) async throws -> [Figure] {
    let host = try await CityHost(in: folder)
    var costs: [Double] = []
    for count in [100_000, 1_000_000, 10_000_000] {
      let file = folder.appending(path: "\(count).zip")
      try SyntheticFeed(stopTimes: count).write(to: file)
      let check = FeedCheck(file: file.path)
      let cost = try await quickest(of: count > 1_000_000 ? 1 : 4) {
        try await time {
          let report = try await host.perform(DataSource.check, check)
          precondition(report.contents?.trips == count / SyntheticFeed.calls, "\(report)")
        } / Double(count)
      }
      try FileManager.default.removeItem(at: file)
      costs.append(cost)
    }
    return [
      Figure("a stop time among 100,000", costs[0], "ns"),
      Figure(
        "a stop time among 1,000,000",
        Pair(value: costs[1], baseline: costs[0], ratio: costs[1] / costs[0]), "ns",
        ratio: .atMost(1.5)),
      Figure(
        "a stop time among 10,000,000",
        Pair(value: costs[2], baseline: costs[0], ratio: costs[2] / costs[0]), "ns",
        ratio: .atMost(1.5)),
    ]
  }

  /// The second quickest of several times: the work is longer than a quiet window of `Stopwatch`.
  private static func quickest(
    of count: Int, _ measure: () async throws -> Double
  ) async rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<count { times.append(try await measure()) }
    return times.sorted()[min(1, count - 1)]
  }

  /// Nanoseconds.
  private static func time(_ body: () async throws -> Void) async rethrows -> Double {
    let began = ContinuousClock.now
    try await body()
    return began.duration(to: .now) / .nanoseconds(1)
  }
}
