import DataSource
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager

/// Measures the import of a feed, the opening of a city, and searches for stations.
enum DataSourceSuite: Suite {
  static let name = "data-source"
  /// The option with which the benchmarks only import a feed and print the peak memory.
  static let childOption = "--import"
  /// Instead of a feed: only print the peak memory.
  private static let nothing = "nothing"

  static func figures(_ options: Options) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cities-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let feed = options.feed
    let feedName = feed.map { URL(filePath: $0).lastPathComponent } ?? "the built-in city"
    var number = 0
    let imported = try await Turns.compare(11) {
      number += 1
      let host = try await DataSourceHost(in: folder.appending(path: "\(number)"))
      return try await processorMilliseconds { _ = try await host.install(feed) }
    }
    let city = try await DataSourceHost(in: folder).install(feed)
    let opened = try await Turns.compare(40) {
      let host = try await DataSourceHost(in: folder)
      return try await processorMilliseconds {
        _ = try await host.perform(DataSource.timetable, city.id)
      }
    }
    let peaks = Comparison(value: try peak(of: feed), baseline: try peak(of: nothing))
    return [
      // Beijing: 0.2 s on two processors would be 400.
      Figure("\(feedName): feed to compiled file, CPU", imported, "ms", ratio: .atMost(250)),
      // Beijing: 60 MB would be 3.3.
      Figure("\(feedName): peak memory, against no import", peaks, "MB", ratio: .atMost(3.3)),
      Figure("\(feedName): opening it, CPU", opened, "ms", ratio: .atMost(2)),
    ] + (try await searches(in: folder, city)) + (try await patches(in: folder, city))
      + (try await growth(in: folder))
  }

  /// The time from expected times of 1,000 trips to the timetable that has them.
  private static func patches(in folder: URL, _ city: City) async throws -> [Figure] {
    let host = try await DataSourceHost(in: folder)
    let timetable = try await host.perform(DataSource.timetable, city.id)
    let trips = (0..<min(1000, timetable.trips.count)).map { trip in
      let calls = timetable.patterns.calls(of: timetable.patterns.pattern(ofTrip: trip)).count
      return TimetablePatch.Trip(
        Timetable.TripOnDay(trip, on: city.lastDate),
        times: (0..<calls).map { position in
          TimetablePatch.Times(
            arrival: timetable.trips.arrival(of: trip, at: position) + 60,
            departure: timetable.trips.departure(of: trip, at: position) + 60)
        })
    }
    let patch = TimetablePatch(source: "benchmark", of: timetable, asOf: .now, trips: trips)
    let patched = try await Turns.compare(25) {
      try await processorMilliseconds {
        _ = try await host.perform(DataSource.patch, patch)
        _ = try await host.perform(DataSource.knownTimetable, city.id)
      }
    }
    // BART: 20 ms would be 27.
    return [
      Figure("1,000 late trips to their timetable, CPU", patched, "ms", ratio: .atMost(27))
    ]
  }

  /// Imports a feed and prints the peak memory of the process in MB.
  static func importAsChild(_ feed: String) async throws {
    guard feed != nothing else { return print(try peak()) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "cities-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await DataSourceHost(in: folder).install(feed.isEmpty ? nil : feed)
    print(try peak())
  }

  /// Returns the peak memory of this process in MB.
  private static func peak() throws -> Double {
    #if os(Linux)
      // The value of getrusage is at least that of the parent process.
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

  /// Measures searches for stations, each with as many results as fit on a page.
  private static func searches(in folder: URL, _ city: City) async throws -> [Figure] {
    let host = try await DataSourceHost(in: folder)
    let all = try await host.perform(DataSource.stations, StationSearch(city: city.id))
    let name = all[all.count / 2].name
    let place = all.compactMap(\.coordinate).first.map { "@\($0)" } ?? name
    let texts = [
      ("a name", name), ("a letter", String(name.prefix(1))), ("initials", "xzm"),
      ("two parts", "men xi"), ("a slip", "trinadde"), ("a place", place),
    ]
    var figures: [Figure] = []
    for (kind, text) in texts {
      let search = StationSearch(text: text, city: city.id, limit: 20)
      let time = try await Stopwatch().compare { count in
        for _ in 0..<count { keep(try await host.perform(DataSource.stations, search)) }
      }
      let title = "search for \(kind), \(city.stations) stations"
      figures.append(Figure(title, time.divided(by: 1e6), "ms", ratio: .atMost(0.2)))
    }
    return figures + [try await hostileSearch(on: host, city)]
  }

  /// Measures a search for a text as long as a field may have, each of whose letters has an accent
  /// of its own, against one of an eighth.
  private static func hostileSearch(on host: DataSourceHost, _ city: City) async throws -> Figure {
    func search(_ length: Int) -> StationSearch {
      let text = String(repeating: "e\u{301}", count: length / 3)
      return StationSearch(text: text, city: city.id, limit: 20)
    }
    let (long, short) = (search(16_384), search(2048))
    let time = try await Stopwatch().compare { count in
      for _ in 0..<count { keep(try await host.perform(DataSource.stations, long)) }
    } with: { count in
      for _ in 0..<count { keep(try await host.perform(DataSource.stations, short)) }
    }
    // Eight times the text; the square would be 64 times.
    return Figure(
      "search for 16 KB of accents, against 2 KB", time.divided(by: 1e6), "ms", ratio: .atMost(12))
  }

  /// Measures the time and the memory for each stop time in large feeds, in turns with a small one.
  private static func growth(in folder: URL) async throws -> [Figure] {
    let host = try await DataSourceHost(in: folder)
    func file(of count: Int) -> URL { folder.appending(path: "\(count).zip") }
    func cost(_ count: Int) async throws -> Double {
      try await processorMilliseconds {
        let report = try await host.perform(DataSource.check, FeedCheck(file: file(of: count).path))
        precondition(report.contents?.trips == count / SyntheticFeed.calls, "\(report)")
      } * 1e6 / Double(count)
    }
    let small = 100_000
    try SyntheticFeed(stopTimes: small).write(to: file(of: small))
    var figures: [Figure] = []
    for (count, name, rounds) in [(1_000_000, "1,000,000", 4), (10_000_000, "10,000,000", 1)] {
      try SyntheticFeed(stopTimes: count).write(to: file(of: count))
      let growth = try await Turns.compare(rounds) {
        try await cost(count)
      } with: {
        try await cost(small)
      }
      figures.append(
        Figure("a stop time among \(name), against 100,000", growth, "ns", ratio: .atMost(1.5)))
      let memory = try (peak(of: file(of: count).path) - peak(of: nothing)) * 1_048_576
      // 40 bytes are 400 MB for 10,000,000.
      figures.append(
        Figure(
          "peak memory of \(name) stop times, for each", memory / Double(count), "B",
          bar: count < 10_000_000 ? nil : .atMost(40)))
      try FileManager.default.removeItem(at: file(of: count))
    }
    let splitting = try await Turns.compare(5) {
      try await cost(small)
    } with: {
      try processorMilliseconds { try splitIntoFields(file(of: small)) } * 1e6 / Double(small)
    }
    figures.append(
      Figure(
        "a stop time, against splitting its line, CPU", splitting, "ns", ratio: .atMost(14)))
    return figures
  }

  /// Reads a file and splits it into lines and fields, the least that an import does.
  private static func splitIntoFields(_ file: URL) throws {
    let content = try Data(contentsOf: file)
    content.withUnsafeBytes { bytes in
      var (fields, lines, longest, start) = (0, 0, 0, 0)
      for (position, byte) in bytes.enumerated()
      where byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") {
        fields += 1
        lines += byte == UInt8(ascii: "\n") ? 1 : 0
        longest = max(longest, position - start)
        start = position + 1
      }
      keep((fields, lines, longest))
    }
  }
}

/// The module alone, in a folder that several hosts can share.
private struct DataSourceHost {
  let mediator = Mediator()
  private let manager: ModuleManager

  init(in folder: URL) async throws {
    manager = try ModuleManager([DataSourceModule.self], mediator: mediator) { [mediator] _ in
      ModuleContext(mediator: mediator, folder: folder)
    }
    try await manager.open()
  }

  func perform<Input, Output>(
    _ action: Action<Input, Output>, _ input: Input
  ) async throws -> Output {
    try await mediator.perform(action, input)
  }

  /// Installs a feed as the measured city; returns the built-in city when `feed` is nil.
  func install(_ feed: String?) async throws -> City {
    guard let feed, let city = CityID("measured") else {
      return try await perform(DataSource.city, CityQuery())
    }
    return try await perform(DataSource.install, InstallRequest(city: city, file: feed))
  }
}
