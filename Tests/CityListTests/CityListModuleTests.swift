@testable import CityList
import CityListInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import Testing

@Suite(.timeLimit(.minutes(15))) struct CityListModuleTests {
  private let harness: ModuleHarness
  private let fixture = CityListFixture()
  private var mediator: Mediator { harness.mediator }
  private var folder: URL { harness.folder }

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try fixture.stub(harness)
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

  @Test func `a file is installed as a city and its import reports progress`() async throws {
    let file = folder.appending(path: "feed.zip")
    try Data("feed".utf8).write(to: file)
    let shown = Recorder<String>()
    let text = try await text(
      of: "city add", ["city": "beijing", "source": file.path],
      progress: ProgressReporter { shown.record("\($0) \($1 ?? -1)") })
    #expect(
      text == """
        Installed Beijing: 425 stations, 1 line. Run 'metro city use beijing' to switch
        to it.
        """)
    #expect(shown.values.contains("adding beijing -1.0"))
    #expect(shown.values.contains("importing beijing 0.5"))
    let again = try await self.text(
      of: "city add", ["city": "beijing", "source": file.path])
    #expect(again.hasSuffix("\nThe new feed replaces the installed one."))
  }

  @Test func `the built-in city is not updated`() async throws {
    let text = try await text(of: "city update", columns: 120)
    #expect(text == "Porto is built in and needs no update; use '--all' for the other cities.")
    await #expect(throws: DataSourceError.builtIn(.builtIn)) {
      try await self.text(of: "city update", ["city": "porto"])
    }
  }

  @Test(arguments: [
    (1, 0, false, true, "1 row dropped; run 'metro city check' with the zip file for details."),
    (
      2, 3, false, true,
      "2 rows dropped, 3 rows repaired; run 'metro city check' with the zip file for details."
    ),
    (0, 0, true, true, "Its timetable ended 2026-12-31."),
    (0, 0, true, false, "Its timetable has no trains."),
  ])
  func `the answer to an installation mentions dropped rows and an expired timetable`(
    dropped: Int, repaired: Int, isExpired: Bool, hasService: Bool, sentence: String
  ) {
    let day = CalendarDate(day: 20_818)
    let city = City(
      id: .beijing, name: "Beijing", agency: "", timeZone: "UTC", firstDate: day, lastDate: day,
      stations: 1, lines: 1, isBuiltIn: false, isCurrent: true, isExpired: isExpired,
      hasService: hasService, dropped: dropped, repaired: repaired)
    let lines = CityView.installationText(of: city, on: Page(columns: 120)).split(separator: "\n")
    #expect(lines.last.map(String.init) == sentence)
  }

  @Test(arguments: [("\u{1B}[31m北\u{7}京 \n", "北京"), (" \u{202E}\u{0}", "Beijing")])
  func `control characters in a typed name are removed`(typed: String, name: String) async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip", name: typed)
    #expect(try await mediator.perform(CityList.add, request).name == name)
  }

  @Test func `a feed is downloaded and installed and its file is consumed`() async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip", name: "北京")
    #expect(try await mediator.perform(CityList.add, request).name == "北京")
    #expect(fixture.consumed.values == ["https://example.org/gtfs.zip"])
    let city = try await listed(.beijing)
    #expect(city.state == .ready && city.source?.feed == request.source)
  }

  @Test func `a page instead of a feed is rejected and its download discarded`() async throws {
    let request = AddCity(city: .beijing, source: "HTTPS://example.org/index.html?key=secret")
    let shown = "HTTPS://example.org/index.html"
    let expected = DataSourceError.notAFeed(shown, reason: "it says 'page'")
    await #expect(throws: expected) { try await mediator.perform(CityList.add, request) }
    #expect(fixture.records == [])
    #expect(try await cities().contains { $0.id == .beijing } == false)
  }

  @Test
  func `a feed without trips changes neither the city nor its address`()
    async throws
  {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    let sourceBefore = try await listed(.beijing).source
    let expired = AddCity(city: .beijing, source: "https://example.org/expired.zip")
    await #expect(throws: DataSourceError.replacementWithoutTrips(.beijing)) {
      try await mediator.perform(CityList.add, expired)
    }
    #expect(try await listed(.beijing).source == sourceBefore)
    #expect(fixture.records.map(\.url) == [DownloadReference(url: request.source).id])
  }

  @Test func `the error of a download is thrown and its address removed`() async throws {
    let source = "https://example.org/missing"
    await #expect(throws: NetworkError.status(404, source)) {
      try await mediator.perform(CityList.add, AddCity(city: .beijing, source: source))
    }
    #expect(try await cities().contains { $0.id == .beijing } == false)
  }

  @Test(arguments: ["http://example.org/gtfs.zip", "HTTP://example.org/gtfs.zip"])
  func `an address without encryption is an error, and that of the command names the option`(
    source: String
  ) async throws {
    await #expect(throws: NetworkError.plainHTTP(source)) {
      try await mediator.perform(CityList.add, AddCity(city: .beijing, source: source))
    }
    let error = CommandLineError.badValue(
      "source",
      reason: "'\(source)' is not encrypted; use an address with https, "
        + "or allow this one with '--plain-http'")
    await #expect(throws: error) {
      try await text(of: "city add", ["city": "beijing", "source": source])
    }
    #expect(try await cities().contains { $0.id == .beijing } == false)
  }

  @Test(arguments: ["http://example.org/gtfs.zip", "HTTP://example.org/gtfs.zip"])
  func `plain HTTP is used when the user allowed it for the address`(
    source: String
  ) async throws {
    let request = AddCity(city: .beijing, source: source, plainHttp: true)
    #expect(try await mediator.perform(CityList.add, request).id == .beijing)
    let update = try await mediator.perform(CityList.update, CityReference(city: .beijing))
    #expect(!update.isNew)
  }

  @Test(arguments: [
    ("example.org/gtfs.zip", "example.org/gtfs.zip"),
    ("ftp://me:secret@example.org/gtfs.zip?key=a", "ftp://example.org/gtfs.zip"),
    ("://me:secret@example.org/gtfs.zip", "//example.org/gtfs.zip"),
  ])
  func `a source that is neither a file nor an address is an error without secrets`(
    source: String, shown: String
  ) async throws {
    await #expect(throws: CityListError.missingFile(shown)) {
      try await mediator.perform(CityList.add, AddCity(city: .beijing, source: source))
    }
  }

  @Test func `the list has addresses without secrets, and downloads use the whole ones`()
    async throws
  {
    let address = "https://me:secret@example.org/gtfs.zip?key=secret/gtfs.zip"
    _ = try await mediator.perform(CityList.add, AddCity(city: .beijing, source: address))
    #expect(try await listed(.beijing).source?.feed == "https://example.org/gtfs.zip")
    #expect(
      try await mediator.perform(CityList.updates).map(\.source?.feed) == [
        "https://example.org/gtfs.zip"
      ])
    #expect(fixture.consumed.values == [address])
    #expect(try await listed(.beijing).state == .ready)
    let update = try await mediator.perform(CityList.update, CityReference(city: .beijing))
    #expect(!update.isNew)
  }

  @Test func `two addresses that differ only in their secrets are different downloads`()
    async throws
  {
    fixture.breaksDownloads.withLock { $0 = true }
    let address = "https://example.org/gtfs.zip?city="
    await #expect(throws: NetworkError.self) {
      try await mediator.perform(CityList.add, AddCity(city: .beijing, source: address + "1"))
    }
    await #expect(throws: NetworkError.self) {
      try await mediator.perform(CityList.add, AddCity(city: .lisbon, source: address + "2"))
    }
    #expect(fixture.records.count == 2)
    _ = try? await mediator.perform(CityList.remove, RemoveCity(city: .lisbon))
    #expect(fixture.records.map(\.url) == [DownloadReference(url: address + "1").id])
    #expect(try await listed(.beijing).progress == 0.4)
  }

  @Test func `an interrupted download is paused and can be resumed`() async throws {
    fixture.breaksDownloads.withLock { $0 = true }
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    let broken = NetworkError.tooShort(request.source, received: 40, expected: 100)
    await #expect(throws: broken) { try await mediator.perform(CityList.add, request) }
    let hint = "'metro city download beijing' resumes it, 'metro city remove beijing' discards it"
    let error = InterruptedDownload(city: .beijing, reason: "\(broken)", kind: .failed)
    #expect(error.description == "\(broken); \(hint)")
    await #expect(throws: error) { try await text(of: "city download", ["city": "beijing"]) }
    let list = try await text(of: "cities", ["search": "beijing"], columns: 120)
    #expect(list.contains("failed\n\nbeijing: \(broken)"))
    var city = try await listed(.beijing)
    #expect(city.state == .failed && city.progress == 0.4 && city.reason == broken.description)
    fixture.breaksDownloads.withLock { $0 = false }
    // A new process knows only the files on disk.
    let restarted = try await ModuleHarness(CityListModule.self, folder: folder)
    try fixture.stub(restarted)
    let all = try await restarted.mediator.perform(CityList.cities, CitySearch(search: "beijing"))
    city = try #require(all.first)
    #expect(city.state == .paused && city.progress == 0.4)
    #expect(
      try await text(of: "city download", on: restarted.mediator).hasPrefix("Installed Beijing"))
  }

  @Test func `a city has one job at a time and shows its progress`() async throws {
    let (starts, continuation) = AsyncStream<Void>.makeStream()
    fixture.onSlowDownload.withLock { $0 = { _ in continuation.yield() } }
    let request = AddCity(city: .beijing, source: "https://example.org/slow")
    let first = Task { try await mediator.perform(CityList.add, request) }
    for await _ in starts { break }
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
    #expect(states == [.downloading, .downloading])
  }

  @Test func `a city waits for others only while one of them is imported`() async throws {
    let other = try #require(CityID("other"))
    let request = AddCity(city: .beijing, source: "https://a.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    let states = harness.published(CityProgressed.self).map(\.state)
    #expect(states == [.downloading, .importing, .importing, .ready])
    let (starts, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
    fixture.onImport.withLock { $0 = { continuation.yield($0) } }
    let files = try [CityID.lisbon, other].map { city in
      let file = folder.appending(path: "\(city).zip")
      try Data("feed".utf8).write(to: file)
      return AddCity(city: city, source: file.path)
    }
    var imports = starts.makeAsyncIterator()
    let (waits, wait) = AsyncStream<Void>.makeStream()
    let subscription = mediator.follow(CityProgressed.self) { event in
      if event.city == other, event.state == .queued { wait.yield() }
    }
    let first = Task { try await mediator.perform(CityList.add, files[0]) }
    let finish = try #require(await imports.next())
    let second = Task { try await mediator.perform(CityList.add, files[1]) }
    for await _ in waits { break }
    withExtendedLifetime(subscription) {}
    fixture.onImport.withLock { $0 = nil }
    finish()
    _ = try await (first.value, second.value)
    let waiting = harness.published(CityProgressed.self).filter { $0.state == .queued }
    #expect(waiting.map(\.city) == [other])
  }

  @Test func `an update says what was new and a city from a file has no address`()
    async throws
  {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    #expect(try await text(of: "city update", ["city": "beijing"]) == "Beijing is up to date.")
    fixture.hasChanged.withLock { $0 = true }
    let checked = try await mediator.perform(CityList.updates)
    #expect(checked.map(\.state) == [.updateAvailable])
    #expect(try await text(of: "city update", ["all": "true"]).hasPrefix("Updated Beijing"))
    let file = folder.appending(path: "feed.zip")
    try Data("feed".utf8).write(to: file)
    let other = try #require(CityID("other"))
    _ = try await mediator.perform(CityList.add, AddCity(city: other, source: file.path))
    await #expect(throws: CityListError.noAddress(other)) {
      try await mediator.perform(CityList.update, CityReference(city: other))
    }
  }

  @Test func `a failed check for updates is shown as the city's reason`() async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    let error = NetworkError.offline(host: "example.org")
    fixture.checkError.withLock { $0 = error }
    let checked = try await mediator.perform(CityList.updates)
    #expect(checked.map(\.state) == [.ready] && checked.map(\.reason) == [error.description])
    let text = try await text(of: "cities", ["updates": "true"], columns: 120)
    #expect(text.contains("not checked") && text.hasSuffix("\n\nbeijing: \(error)"))
    fixture.checkError.withLock { $0 = nil }
    #expect(try await self.text(of: "cities", ["updates": "true"]).contains("up to date"))
  }

  @Test func `an address that fails does not replace the previous one`() async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    let other = AddCity(city: .beijing, source: "https://example.org/missing")
    await #expect(throws: NetworkError.self) { try await mediator.perform(CityList.add, other) }
    #expect(try await listed(.beijing).source?.feed == request.source)
  }

  @Test func `a failure is removed with the city and a download of another process is shown`()
    async throws
  {
    let lisbon = try #require(CityID("lisbon"))
    let feed = try #require(try await listed(lisbon).source?.feed)
    fixture.breaksDownloads.withLock { $0 = true }
    await #expect(throws: NetworkError.self) {
      try await mediator.perform(CityList.download, CityReference(city: lisbon))
    }
    #expect(try await listed(lisbon).state == .failed)
    _ = try? await mediator.perform(CityList.remove, RemoveCity(city: lisbon))
    #expect(try await listed(lisbon).state == .absent)
    fixture.add(DownloadRecord(url: feed, received: 1, total: 4, isActive: true))
    let city = try await listed(lisbon)
    #expect(city.state == .downloading && city.progress == 0.25)
  }

  @Test func `installed cities are listed before all others`() async throws {
    fixture.dataSource.install(.installed(.beijing, name: "Zzz"))
    #expect(try await cities().prefix(2).map(\.id) == [.builtIn, .beijing])
  }

  @Test func `a city installed from a file discards its earlier download`() async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    #expect(fixture.records.count == 1)
    let file = folder.appending(path: "feed.zip")
    try Data("feed".utf8).write(to: file)
    _ = try await mediator.perform(CityList.add, AddCity(city: .beijing, source: file.path))
    #expect(fixture.records == [])
  }

  @Test(arguments: [nil, true])
  func `removing a city removes everything but an address to keep`(keeps: Bool?) async throws {
    let request = AddCity(city: .beijing, source: "https://example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, request)
    let removal = RemoveCity(city: .beijing, keepAddress: keeps)
    #expect(try await mediator.perform(CityList.remove, removal).id == .beijing)
    #expect(fixture.records == [])
    let remaining = try await cities().filter { $0.id == .beijing }
    #expect(remaining.map(\.state) == (keeps == true ? [.absent] : []))
    guard keeps == nil else { return }
    await #expect(throws: DataSourceError.unknownCity(.beijing, installed: [.builtIn])) {
      try await mediator.perform(CityList.remove, removal)
    }
  }

  @Test func `the built-in city cannot be replaced, downloaded or removed`() async {
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

  @Test func `the error for an unknown city names a similar one`() async throws {
    let city = try #require(CityID("lisbonn"))
    await #expect(throws: CityListError.unknownCity(city, nearest: "lisbon")) {
      try await mediator.perform(CityList.download, CityReference(city: city))
    }
    #expect(
      "\(CityListError.unknownCity(city, nearest: nil))" == "no city 'lisbonn' in the catalogue; "
        + "'cities' lists them; add another one from its feed")
  }

  @Test func `each city of the catalogue has an encrypted address and a publisher`()
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
  func `the catalogue fits the page`(columns: Int) async throws {
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

  @Test func `the list marks the current city and aligns double-width names`() async throws {
    fixture.dataSource.install(.installed(.beijing, name: "北京"))
    #expect(
      try await text(of: "city list") == """
           city     name   stations  lines  timetable
        ●  porto    Porto       425      1  2026-01-01 – 2026-12-31
           beijing  北京        425      1  2026-01-01 – 2026-12-31
        """)
  }

  @Test func `lists mark cities whose timetables have ended`() async throws {
    fixture.dataSource.install(.expired(.beijing, name: "Beijing", hasService: true))
    fixture.dataSource.install(.expired(.lisbon, name: "Lisboa", hasService: false))
    let list = try await text(of: "city list").split(separator: "\n")
    #expect(list[2].hasSuffix("beijing  Beijing       425      1  ended 2026-12-31"))
    #expect(list[3].hasSuffix("lisbon   Lisboa        425      1  has no trains"))
    let catalogue = try await text(of: "cities").split(separator: "\n")
    #expect(catalogue.filter { $0.contains("ended 2026-12-31") }.count == 1)
  }

  @Test func `the doctor warns about timetables that have ended`() async throws {
    #expect(try await CityListModule.warnings[0].warnings(mediator) == [])
    fixture.dataSource.install(.expired(.beijing, name: "Beijing", hasService: true))
    fixture.dataSource.install(.expired(.lisbon, name: "Lisboa", hasService: false))
    #expect(
      try await CityListModule.warnings[0].warnings(mediator) == [
        "Beijing: timetable ended 2026-12-31; add a newer feed with 'metro city add'",
        "Lisboa: timetable has no trains; run 'metro city update lisbon'",
      ])
  }

  @Test(arguments: [40, 60])
  func `the list fits a narrow page`(columns: Int) async throws {
    fixture.dataSource.install(.installed(.beijing, name: "北京"))
    let text = try await text(of: "city list", columns: columns)
    #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns })
  }

  @Test func `an invalid id is an error that quotes it`() async {
    await #expect(
      throws: CommandLineError.badValue(
        "city",
        reason:
          "'New York' is not a city id; expected up to 40 of a–z, 0–9 and hyphens, as in 'new-york'"
      )
    ) { try await text(of: "city add", ["city": "New York", "source": "x"]) }
  }
}
