import DataSourceInterface
import Foundation

/// The pages of the built host: the processor time of each, that of a letter of a search, and what
/// many open pages cost. Every page is a new tab, as in a browser that opens an address.
enum WebSuite: Suite {
  static let name = "web"

  /// The page of a station with its next departures, beside the list of all stations.
  private static let station = "/at/scenes/Stations/stations/trindade"
  private static let stations = "/at/scenes/Stations"
  private static let tabs = 64
  /// The feed of Beijing beside the checkout; without it and `--feed`, no search is measured.
  private static let beijing = "../shared/data/feeds/beijing-2026.zip"

  static func figures(_ options: Options) async throws -> [Figure] {
    guard let host = Program.metro(options)?.executable else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await pageFigures(host, folder) + tabFigures(host, folder)
      + searchFigures(host, options)
  }

  // MARK: Pages

  private static func pageFigures(_ host: URL, _ folder: URL) async throws -> [Figure] {
    let server = try WebHost(host, home: folder)
    let home = try times {
      _ = try server.open("/")
    } on: {
      server.processorMilliseconds
    }
    let board = try times {
      _ = try server.open(station)
    } on: {
      server.processorMilliseconds
    }
    let list = try server.open(stations)
    // In a tab that is open, a page is only rendered, as by the other servers.
    let rendering = try times {
      _ = try server.open("\(stations)?tab=\(list.tab)")
    } on: {
      server.processorMilliseconds
    }
    let page = try server.open(station).body
    var figures = [
      Figure("the home page, CPU", .references(home), "ms", ratio: .atMost(2)),
      Figure("a station beside the list, CPU", .references(board), "ms", ratio: .atMost(3)),
      Figure("its size", Double(page.count) / 1024, "KB"),
      Figure("the list in an open page, CPU", .references(rendering), "ms", ratio: nil),
      Figure("the size of the list", Double(list.body.count) / 1024, "KB"),
    ]
    figures += try await comparisons(
      "a station beside the list", board.map(\.value).median, page, ratio: nil)
    figures += try await comparisons(
      "the list in an open page", rendering.map(\.value).median, list.body,
      ratio: .atMost(1.0 / 3))
    return figures
  }

  /// Compares the processor time of a page with that of other servers that send the same bytes.
  /// - Parameter bar: The limit of the ratio to Flask.
  private static func comparisons(
    _ name: String, _ own: Double, _ page: Data, ratio bar: Bar?
  ) async throws -> [Figure] {
    var figures: [Figure] = []
    if let flask = try FlaskServer(rendering: page) {
      let rendered = try times {
        _ = try flask.connection.get("/")
      } on: {
        flask.processorMilliseconds
      }
      let comparison = Comparison(value: own, baseline: rendered.map(\.value).median)
      figures.append(
        Figure(
          "\(name), against its rows in a template of Flask, CPU", comparison, "ms", ratio: bar))
    } else {
      skip("Flask, which needs Python's modules venv and pip, and a package index")
    }
    if let nginx = try await NginxServer() {
      try nginx.serve(page, as: "page")
      let connection = try WebConnection(port: NginxServer.port)
      let served = try times {
        _ = try connection.get("/page")
      } on: {
        nginx.processorMilliseconds ?? .nan
      }
      let comparison = Comparison(value: own, baseline: served.map(\.value).median)
      figures.append(
        Figure("\(name), against nginx with it as a file, CPU", comparison, "ms", ratio: nil))
    } else {
      skip("nginx")
    }
    return figures
  }

  private static func skip(_ program: String) {
    FileHandle.standardError.write(Data("web: not compared with \(program): not installed\n".utf8))
  }

  /// The processor times of requests, each of several in a row, with what they leave to do.
  private static func times(
    of request: () throws -> Void, on processorMilliseconds: () -> Double
  ) throws -> [KeyTime] {
    let count = 10
    // The first ones fill what is kept for all pages, and the next ones replace other tabs.
    for _ in 0..<tabs + count { try request() }
    return try (0..<25).map { _ in
      let start = processorMilliseconds()
      for _ in 0..<count { try request() }
      Thread.sleep(forTimeInterval: 0.05)
      let time = processorMilliseconds() - start
      return (time / Double(count), Reference.milliseconds(of: 3))
    }
  }

  // MARK: Tabs

  private static func tabFigures(_ host: URL, _ folder: URL) throws -> [Figure] {
    let server = try WebHost(host, home: folder)
    func open() throws -> WebConnection { try server.follow(try server.open(station)) }
    var streams = [try open()]
    Thread.sleep(forTimeInterval: 1)
    let one = server.residentBytes
    for _ in 1..<tabs { streams.append(try open()) }
    // The next minute changes each page.
    let second = Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
    Thread.sleep(forTimeInterval: second > 48 ? 63 - second : 2)
    let growth = Double(server.residentBytes - one) / 1_048_576
    // The median, because the next minute may change the pages during one of them.
    let rests: [KeyTime] = (0..<5).map { _ in
      let start = server.processorMilliseconds
      Thread.sleep(forTimeInterval: 1)
      return (server.processorMilliseconds - start, Reference.milliseconds(of: 3))
    }
    return withExtendedLifetime(streams) {
      [
        Figure("memory of \(tabs) open pages beyond that of one", growth, "MB", bar: .atMost(64)),
        Figure(
          "1 s of rest with \(tabs) open pages, CPU", .references(rests), "ms",
          ratio: .atMost(0.5)),
      ]
    }
  }

  // MARK: Searches

  /// The time of the clock from a letter to the last change of the page, and the processor time.
  private static func searchFigures(_ host: URL, _ options: Options) async throws -> [Figure] {
    var options = options
    options.feed = options.feed ?? beijing
    guard FileManager.default.fileExists(atPath: options.feed ?? "") else { return [] }
    let city = try await RoutingFixture(options)
    let names = RandomQuery.queries(12, for: city.timetable, seed: options.seed).map {
      city.timetable.stopReference(ofStation: $0.from).name
    }
    let server = try WebHost(host, home: city.folder)
    let page = try server.open(stations)
    let stream = try server.follow(page)
    _ = try stream.receiveEvents()
    var (waits, times) = ([KeyTime](), [KeyTime]())
    for name in names {
      for count in 1...name.count {
        let text = String(name.prefix(count)).addingPercentEncoding(withAllowedCharacters: []) ?? ""
        let (start, began) = (server.processorMilliseconds, ContinuousClock.now)
        try server.send("search=\(text)", to: page)
        // Some letters change nothing, because the rows before have them, too.
        guard let end = try stream.receiveEvents() else { continue }
        let time = server.processorMilliseconds - start
        let reference = Reference.milliseconds(of: 3)
        waits.append((began.duration(to: end) / .milliseconds(1), reference))
        times.append((time, reference))
      }
    }
    try await city.close()
    return [
      Figure(
        "from a letter of a search to its rows", .references(waits), "ms", ratio: .atMost(16)),
      Figure("the same, CPU", .references(times), "ms", ratio: nil),
    ]
  }
}
