@testable import CityList
import CityListInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface
import TestSupport
import Testing

@Suite struct CityListModuleTests {
  private let harness: ModuleHarness
  private let world = World()
  private var mediator: Mediator { harness.mediator }
  private var folder: URL { harness.folder }

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try world.stub(harness)
  }

  private func text(
    of words: String, _ parameters: Parameters = [:], columns: Int = 80,
    progress: ProgressReporter = ProgressReporter { _, _ in }, on other: Mediator? = nil
  ) async throws -> String {
    let command = try #require(
      CityListModule.commands.first { $0.words.joined(separator: " ") == words })
    let invocation = Invocation(
      parameters: parameters, mediator: other ?? mediator, progress: progress,
      arguments: command.arguments)
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
    #expect(shown.values.contains("adding beijing -1.0"))
    #expect(shown.values.contains("importing beijing 0.5"))
    let again = try await self.text(
      of: "city add", ["city": "beijing", "source": file.path])
    #expect(again.hasSuffix("\nIt takes the place of the one that was there."))
  }

  @Test func `the built-in city is never out of date`() async throws {
    let text = try await text(of: "city update", columns: 120)
    #expect(text == "Porto is built in, and never out of date; '--all' updates the others.")
    await #expect(throws: DataSourceError.builtIn(.builtIn)) {
      try await self.text(of: "city update", ["city": "porto"])
    }
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

  @Test func `an address is downloaded, installed, and nothing of the file stays`() async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip", name: "北京")
    #expect(try await mediator.perform(CityList.add, request).name == "北京")
    #expect(world.consumed.values == ["https://example.org/gtfs.zip"])
    let city = try await listed(.beijing)
    #expect(city.state == .ready && city.source?.feed == request.source)
  }

  @Test func `a page in place of a feed is refused, and nothing of it stays`() async throws {
    let request = AddCity(city: .beijing, source: "HTTPS://example.org/index.html?key=secret")
    let shown = "HTTPS://example.org/index.html"
    let expected = DataSourceError.notAFeed(shown, reason: "it says 'page'")
    await #expect(throws: expected) { try await mediator.perform(CityList.add, request) }
    #expect(world.records == [])
    #expect(try await cities().contains { $0.id == .beijing } == false)
  }

  @Test
  func `a feed in which nothing runs leaves a city as it is, and the next update its address`()
    async throws
  {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    let before = try await listed(.beijing).source
    let expired = AddCity(city: .beijing, source: "https://example.org/expired.zip")
    await #expect(throws: DataSourceError.losesJourneys(.beijing)) {
      try await mediator.perform(CityList.add, expired)
    }
    #expect(try await listed(.beijing).source == before)
    #expect(world.records.map(\.url) == [request.source])
  }

  @Test(arguments: [
    ("https://example.org/missing", NetworkError.status(404, "https://example.org/missing")),
    ("http://example.org/gtfs.zip", .plainHTTP("http://example.org/gtfs.zip")),
  ])
  func `an address that gives nothing is told as Network tells it, and forgotten`(
    source: String, error: NetworkError
  ) async throws {
    await #expect(throws: error) {
      try await mediator.perform(CityList.add, AddCity(city: .beijing, source: source))
    }
    #expect(try await cities().contains { $0.id == .beijing } == false)
  }

  @Test func `plain HTTP is asked where somebody said so of that address`() async throws {
    let request = AddCity(
      city: .beijing, source: "http://example.org/gtfs.zip", plainHttp: true)
    #expect(try await mediator.perform(CityList.add, request).id == .beijing)
    let update = try await mediator.perform(CityList.update, CityReference(city: .beijing))
    #expect(!update.isNew)
  }

  @Test func `an interrupted download is paused, and gone on with`() async throws {
    world.isBroken.withLock { $0 = true }
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    let broken = NetworkError.tooShort(request.source, received: 40, expected: 100)
    await #expect(throws: broken) { try await mediator.perform(CityList.add, request) }
    var city = try await listed(.beijing)
    #expect(city.state == .failed && city.progress == 0.4 && city.reason == broken.description)
    world.isBroken.withLock { $0 = false }
    // Another process knows only what the disk has.
    let restarted = try await ModuleHarness(CityListModule.self, folder: folder)
    try world.stub(restarted)
    let all = try await restarted.mediator.perform(CityList.cities, CitySearch(search: "beijing"))
    city = try #require(all.first)
    #expect(city.state == .paused && city.progress == 0.4)
    #expect(try await text(of: "city download", on: restarted.mediator).hasPrefix("Beijing is"))
  }

  @Test func `a city is on its way once at a time, and shows it`() async throws {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    world.begin.withLock { $0 = { begin.yield() } }
    let request = AddCity(city: .beijing, source: "https://example.org/slow")
    let first = Task { try await mediator.perform(CityList.add, request) }
    for await _ in begun { break }
    let city = try await listed(.beijing)
    #expect(city.state == .downloading && city.progress == 0.3)
    await #expect(throws: CityListError.busy(.beijing)) {
      try await mediator.perform(CityList.download, CityReference(city: .beijing))
    }
    await #expect(throws: CityListError.busy(.beijing)) {
      try await mediator.perform(CityList.remove, RemoveCity(city: .beijing))
    }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let states = harness.published(CityProgressed.self).map(\.state)
    #expect(states == [.queued, .downloading])
  }

  @Test func `an update says what was new, and what came from a file has no address`()
    async throws
  {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    #expect(try await text(of: "city update", ["city": "beijing"]) == "beijing is up to date.")
    world.hasChanged.withLock { $0 = true }
    let asked = try await mediator.perform(CityList.updates)
    #expect(asked.map(\.state) == [.updateAvailable])
    #expect(try await text(of: "city update", ["all": "true"]).hasPrefix("Beijing is ready"))
    let file = folder.appending(path: "feed.zip")
    try Data("feed".utf8).write(to: file)
    let other = try #require(CityID("other"))
    _ = try await mediator.perform(CityList.add, AddCity(city: other, source: file.path))
    await #expect(throws: CityListError.noAddress(other)) {
      try await mediator.perform(CityList.update, CityReference(city: other))
    }
  }

  @Test func `a publisher that does not answer is told beside the city`() async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    let error = NetworkError.offline(host: "example.org")
    world.silence.withLock { $0 = error }
    let asked = try await mediator.perform(CityList.updates)
    #expect(asked.map(\.state) == [.ready] && asked.map(\.reason) == [error.description])
  }

  @Test func `an address that gives nothing leaves the one before`() async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    let other = AddCity(city: .beijing, source: "https://example.org/missing")
    await #expect(throws: NetworkError.self) { try await mediator.perform(CityList.add, other) }
    #expect(try await listed(.beijing).source?.feed == request.source)
  }

  @Test func `a failure is forgotten with the city, and another process is seen at work`()
    async throws
  {
    let lisbon = try #require(CityID("lisbon"))
    let feed = try #require(try await listed(lisbon).source?.feed)
    world.isBroken.withLock { $0 = true }
    await #expect(throws: NetworkError.self) {
      try await mediator.perform(CityList.download, CityReference(city: lisbon))
    }
    #expect(try await listed(lisbon).state == .failed)
    _ = try? await mediator.perform(CityList.remove, RemoveCity(city: lisbon))
    #expect(try await listed(lisbon).state == .absent)
    world.keep(DownloadRecord(url: feed, received: 1, total: 4, isActive: true))
    let city = try await listed(lisbon)
    #expect(city.state == .downloading && city.progress == 0.25)
  }

  @Test func `cities on disk stand above all others`() async throws {
    world.install(.sample(.beijing, name: "Zzz"))
    #expect(try await cities().prefix(2).map(\.id) == [.builtIn, .beijing])
  }

  @Test func `a file in place of a download makes the download forgotten`() async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    #expect(world.records.count == 1)
    let file = folder.appending(path: "feed.zip")
    try Data("feed".utf8).write(to: file)
    _ = try await mediator.perform(CityList.add, AddCity(city: .beijing, source: file.path))
    #expect(world.records == [])
  }

  @Test(arguments: [nil, true])
  func `a removed city leaves no trace but an address that is to stay`(keeps: Bool?) async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    let removal = RemoveCity(city: .beijing, keepAddress: keeps)
    #expect(try await mediator.perform(CityList.remove, removal).id == .beijing)
    #expect(world.records == [])
    let rest = try await cities().filter { $0.id == .beijing }
    #expect(rest.map(\.state) == (keeps == true ? [.absent] : []))
    guard keeps == nil else { return }
    await #expect(throws: DataSourceError.unknownCity(.beijing, installed: [.builtIn])) {
      try await mediator.perform(CityList.remove, removal)
    }
  }

  @Test func `the built-in city is neither replaced, downloaded nor removed`() async {
    let error = DataSourceError.builtIn(.builtIn)
    await #expect(throws: error) {
      try await mediator.perform(CityList.add, AddCity(city: .builtIn, source: "x"))
    }
    await #expect(throws: error) {
      try await mediator.perform(CityList.download, CityReference(city: .builtIn))
    }
    await #expect(throws: error) {
      try await mediator.perform(CityList.remove, RemoveCity(city: .builtIn))
    }
  }

  @Test func `an unknown city is told with the nearest`() async throws {
    let city = try #require(CityID("lisbonn"))
    await #expect(throws: CityListError.unknownCity(city, nearest: "lisbon")) {
      try await mediator.perform(CityList.download, CityReference(city: city))
    }
  }

  @Test func `the catalogue has many cities, each with a safe address and its publisher`()
    async throws
  {
    let sources = try await cities().compactMap(\.source)
    #expect(sources.count >= 20)
    for source in sources {
      #expect(URL(string: source.feed)?.scheme == "https", "\(source.id)")
      #expect(URL(string: source.licence ?? "")?.scheme == "https", "\(source.id)")
      #expect(source.publisher?.isEmpty == false && source.country?.isEmpty == false)
      #expect(source.languages?.isEmpty == false && source.allowsPlainHTTP == nil)
    }
    #expect(Set(sources.map(\.feed)).count == sources.count)
  }

  @Test(arguments: [
    ("LISBO", ["lisbon"]), ("bucuresti", ["bucharest"]), ("東京", ["tokyo-toei"]),
    ("nowhere", []),
  ])
  func `a search finds ids, names, countries and publishers`(
    text: String, ids: [String]
  ) async throws {
    let found = try await mediator.perform(CityList.cities, CitySearch(search: text))
    #expect(found.map(\.id.description) == ids)
  }

  @Test(arguments: [40, 60, 80, 100, 140])
  func `the catalogue stays within the page`(columns: Int) async throws {
    let text = try await text(of: "cities", columns: columns)
    #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns })
    #expect(text.contains("lisbon"))
  }

  private func cities() async throws -> [ListedCity] {
    try await mediator.perform(CityList.cities, CitySearch())
  }

  private func listed(_ city: CityID) async throws -> ListedCity {
    try #require(try await cities().first { $0.id == city })
  }

  @Test func `the list marks the current city and keeps its columns with 中文`() async throws {
    world.install(.sample(.beijing, name: "北京"))
    #expect(
      try await text(of: "city list") == """
           city     name   stations  lines  timetable
        ●  porto    Porto       425      1  2026-01-01 – 2026-12-31
           beijing  北京        425      1  2026-01-01 – 2026-12-31
        """)
  }

  @Test(arguments: [40, 60])
  func `the list stays within a narrow page`(columns: Int) async throws {
    world.install(.sample(.beijing, name: "北京"))
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
