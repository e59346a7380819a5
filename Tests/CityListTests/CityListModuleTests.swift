@testable import CityList
import CityListInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface
import TestSupport
import Testing

extension CityID {
  fileprivate static let beijing = CityID("beijing") ?? .builtIn
}

extension City {
  fileprivate static func sample(_ id: CityID, name: String) -> City {
    City(
      id: id, name: name, agency: "", timeZone: "UTC", firstDate: ServiceDate(day: 20_454),
      lastDate: ServiceDate(day: 20_818), stations: 425, lines: 1, isBuiltIn: id == .builtIn,
      isCurrent: id == .builtIn)
  }
}

@Suite struct CityListModuleTests {
  private let harness: ModuleHarness
  private let installed = Recorder<String>()
  private var mediator: Mediator { harness.mediator }
  private var folder: URL { harness.folder }

  /// The module beside a DataSource that takes any file that says "feed", and a Network where one
  /// address has a feed, one nothing, any other a page.
  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try harness.stub(DataSource.install) { [mediator = harness.mediator, installed] request in
      installed.record(request.file)
      let text = try? String(contentsOfFile: request.file, encoding: .utf8)
      guard text == "feed" else {
        throw DataSourceError.notAFeed(request.file, reason: "it says '\(text ?? "nothing")'")
      }
      mediator.publish(ImportProgressed(city: request.city, fraction: 0.5))
      return .sample(request.city, name: request.name ?? "Beijing")
    }
    try harness.stub(DataSource.cities) { _ in
      [.sample(.builtIn, name: "Porto"), .sample(.beijing, name: "北京")]
    }
    try harness.stub(Network.fetch) { request in
      guard !request.url.hasPrefix("http:") else { throw NetworkError.plainHTTP(request.url) }
      guard !request.url.hasSuffix("missing") else { throw NetworkError.status(404, request.url) }
      let isFeed = request.url.hasSuffix("gtfs.zip")
      return FetchResponse(status: 200, body: Data((isFeed ? "feed" : "page").utf8))
    }
  }

  private func text(
    of words: String, _ parameters: Parameters = [:], columns: Int = 80,
    progress: ProgressReporter = ProgressReporter { _, _ in }
  ) async throws -> String {
    let command = try #require(
      CityListModule.commands.first { $0.words.joined(separator: " ") == words })
    let invocation = Invocation(
      parameters: parameters, mediator: mediator, progress: progress, arguments: command.arguments)
    return try await command.run(invocation).text(Page(columns: columns))
  }

  @Test func `a file becomes a city, and its import tells how far it is`() async throws {
    let file = folder.appending(path: "feed.zip")
    try Data("feed".utf8).write(to: file)
    let shown = Recorder<String>()
    let text = try await text(
      of: "city add", ["city": "beijing", "source": file.path],
      progress: ProgressReporter { shown.record("\($0) \($1 ?? -1)") })
    #expect(
      text == """
        Beijing is ready: 425 stations, 1 line. 'metro city use beijing' makes it the
        current city.
        """)
    #expect(shown.values == ["adding beijing -1.0", "importing beijing 0.5"])
  }

  @Test(arguments: [
    (1, 0, false, "1 row dropped; 'metro city check' with its zip file tells which."),
    (
      2, 3, false,
      "2 rows dropped, 3 rows repaired; 'metro city check' with its zip file tells which."
    ),
    (0, 0, true, "Its timetable ended on 2026-12-31."),
  ])
  func `what was dropped, and that it is over, is told of a city that is added`(
    dropped: Int, repaired: Int, isExpired: Bool, sentence: String
  ) {
    let day = ServiceDate(day: 20_818)
    let city = City(
      id: .beijing, name: "Beijing", agency: "", timeZone: "UTC", firstDate: day, lastDate: day,
      stations: 1, lines: 1, isBuiltIn: false, isCurrent: true, isExpired: isExpired,
      dropped: dropped, repaired: repaired)
    let lines = CityView.added(city, on: Page(columns: 120)).split(separator: "\n")
    #expect(lines.last.map(String.init) == sentence)
  }

  @Test func `an address is fetched, and nothing of it stays behind`() async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip", name: "北京")
    #expect(try await mediator.perform(CityList.add, request).name == "北京")
    #expect(installed.values.count == 1)
    #expect(!installed.values.contains(where: FileManager.default.fileExists))
  }

  @Test func `a page in place of a feed is refused, and nothing of it stays behind`() async {
    let request = AddCity(city: .beijing, source: "HTTPS://example.org/index.html")
    let expected = DataSourceError.notAFeed(request.source, reason: "it says 'page'")
    await #expect(throws: expected) { try await mediator.perform(CityList.add, request) }
    #expect(installed.values.count == 1)
    #expect(!installed.values.contains(where: FileManager.default.fileExists))
  }

  @Test(arguments: [
    ("https://example.org/missing", NetworkError.status(404, "https://example.org/missing")),
    ("http://example.org/gtfs.zip", .plainHTTP("http://example.org/gtfs.zip")),
  ])
  func `an address that gives nothing is told as Network tells it`(
    source: String, error: NetworkError
  ) async {
    await #expect(throws: error) {
      try await mediator.perform(CityList.add, AddCity(city: .beijing, source: source))
    }
    #expect(installed.values.isEmpty)
  }

  @Test func `the list marks the current city and keeps its columns with 中文`() async throws {
    #expect(
      try await text(of: "city list") == """
           city     name   stations  lines  timetable
        ●  porto    Porto       425      1  2026-01-01 – 2026-12-31
           beijing  北京        425      1  2026-01-01 – 2026-12-31
        """)
  }

  @Test(arguments: [40, 60])
  func `the list stays within a narrow page`(columns: Int) async throws {
    let text = try await text(of: "city list", columns: columns)
    #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns })
  }

  @Test func `an id that cannot be one is refused as it was typed`() async {
    await #expect(
      throws: CommandLineError.badValue(
        "city",
        reason:
          "'New York' is not a city id; expected up to 40 of a–z, 0–9 and hyphens, as in 'new-york'"
      )
    ) { try await text(of: "city add", ["city": "New York", "source": "x"]) }
  }
}
