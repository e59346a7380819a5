import DataSourceInterface
import Foundation

/// The browser of the built host: the processor time from each key to the end of its output, and
/// what is written while nobody presses a key.
enum BrowserSuite: Suite {
  static let name = "browser"

  private static let (down, up, right) = ("\u{1B}[B", "\u{1B}[A", "\u{1B}[C")
  /// A feed of 6,021 stations beside the checkout; without it, they are not measured.
  private static let largestFeed = "../shared/data/feeds/cdmx-2018.zip"

  static func figures(_ options: Options) async throws -> [Figure] {
    guard let host = Program.metro(options)?.executable else { return [] }
    let city = try await RoutingFixture(options)
    let names = RandomQuery.queries(2, for: city.timetable, seed: options.seed).map {
      city.timetable.stopReference(ofStation: $0.from).name
    }
    let figures =
      try journeyFigures(host, city.folder, names) + bookmarkFigures(host, city.folder, names)
      + mapFigures(host, city.folder) + restFigures(host, city.folder)
    try await city.close()
    return try await figures + longListFigures(host, options)
  }

  private static func journeyFigures(
    _ host: URL, _ home: URL, _ names: [String]
  ) throws -> [Figure] {
    let driver = try TerminalDriver(host, home: home)
    defer { driver.end() }
    driver.type("/Journey".map(String.init))
    let filtered = driver.takeTimes()
    // Opens Journey and the search for its first station.
    driver.type(["\r", "\r"])
    driver.takeTimes()
    driver.type((0..<20).map { $0 < 10 ? down : up })
    let moves = driver.takeTimes()
    var letters: [KeyTime] = []
    for name in names {
      driver.type(name.map(String.init))
      letters += driver.takeTimes()
      driver.type(["\r"])
    }
    let opened = driver.takeTimes()
    driver.type(["f"] + Array(repeating: right, count: 60) + ["l", right])
    return figures("a letter in the menu", filtered) + figures("a row further", moves)
      + figures("a letter of a search", letters) + figures("a station chosen", opened)
      + figures("a journey later", driver.takeTimes())
  }

  private static func bookmarkFigures(
    _ host: URL, _ home: URL, _ names: [String]
  ) throws -> [Figure] {
    guard names.count == 2 else { return [] }
    var program = Program(executable: host).with("bookmarks", "add", "Work", names[0], names[1])
    program.environment = ["METRO_HOME": home.path]
    try program.run()
    let driver = try TerminalDriver(host, home: home)
    defer { driver.end() }
    driver.type("/Bookmarks".map(String.init) + ["\r"])
    driver.takeTimes()
    for _ in 0..<5 { driver.type(["\r", "\u{0F}"]) }
    return figures("a bookmark opened, and back", driver.takeTimes())
  }

  private static func mapFigures(_ host: URL, _ home: URL) throws -> [Figure] {
    let driver = try TerminalDriver(host, home: home, columns: 200, rows: 50)
    defer { driver.end() }
    driver.type("/Map".map(String.init) + ["\r", "+", "+", "\u{1B}[<0;60;20M"])
    driver.takeTimes()
    driver.type((1...30).map { "\u{1B}[<32;\(60 + 2 * $0);\(20 + $0 / 3)M" })
    return figures("the map moved at 200 × 50", driver.takeTimes(), limit: 20)
  }

  private static func longListFigures(_ host: URL, _ options: Options) async throws -> [Figure] {
    guard FileManager.default.fileExists(atPath: largestFeed) else { return [] }
    var options = options
    options.feed = largestFeed
    let city = try await RoutingFixture(options)
    let driver = try TerminalDriver(host, home: city.folder)
    driver.type("/Stations".map(String.init) + ["\r"])
    driver.takeTimes()
    driver.type("casa".map(String.init))
    let times = driver.takeTimes()
    driver.end()
    try await city.close()
    return figures("a letter among 6,021 stations", times, limit: 50)
  }

  /// Rests beside the page of a station on a wide screen, within one minute of the clock.
  private static func restFigures(_ host: URL, _ home: URL) throws -> [Figure] {
    let driver = try TerminalDriver(host, home: home)
    defer { driver.end() }
    driver.type("/Stations".map(String.init) + ["\r", down])
    let second = Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
    let pause = second > 50 ? 62 - second : 2
    _ = driver.bytesWritten(in: .seconds(pause))
    let bytes = driver.bytesWritten(in: .seconds(5))
    return [
      Figure("output in 5 s of rest beside a page", Double(bytes), "bytes", bar: .atMost(0))
    ]
  }

  private static func figures(
    _ name: String, _ times: [KeyTime], limit: Double = 30
  ) -> [Figure] {
    let slowest = times.max { $0.value / $0.baseline < $1.value / $1.baseline }
    let why = "the first search of a day prepares the day on another thread"
    return [
      Figure(
        "\(name), half of the keys", .references(times), "ms", ratio: .atMost(limit), because: why),
      Figure(
        "\(name), the slowest key", .references(slowest.map { [$0] } ?? []), "ms",
        ratio: .atMost(limit), because: why),
    ]
  }
}
