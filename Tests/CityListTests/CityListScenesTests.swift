import CityListInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import Platform
import Scenes
import Testing

@testable import CityList

@MainActor
@Suite(.timeLimit(.minutes(15))) struct CityListScenesTests {
  private let harness: ModuleHarness
  private let fixture = CityListFixture()
  private let tester: SceneTester
  private var scene: ListScene { tester.scene }

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try fixture.stub(harness)
    tester = await SceneTester(try CityListModule.scenes[0].makeScene(harness.mediator))
  }

  private func city(_ id: String) -> ListedCity? {
    scene.sections[0].rows.first { $0.id == id }?.item as? ListedCity
  }

  /// Waits until a city has the state.
  private func wait(for state: CityState, of id: String) async {
    for await found in ObservedValues({ self.city(id)?.state }) where found == state { return }
  }

  @Test func `installed cities come before the other cities of the catalogue`() {
    #expect(scene.sections[0].rows.first?.id == "porto")
    #expect(city("milan")?.state == .absent)
  }

  @Test
  func `opening a city downloads it and opening it again makes it current`() async throws {
    try await tester.choose("milan")
    await wait(for: .ready, of: "milan")
    #expect(fixture.dataSource.used.values.isEmpty)
    try await tester.choose("milan")
    #expect(fixture.dataSource.used.values.map(\.description) == ["milan"])
  }

  @Test
  func `a failed download is reported and resumed when the city is opened again`() async throws {
    fixture.breaksDownloads.withLock { $0 = true }
    await #expect(throws: NetworkError.self) { try await tester.choose("milan") }
    await wait(for: .failed, of: "milan")
    fixture.breaksDownloads.withLock { $0 = false }
    try await tester.choose("milan")
    await wait(for: .ready, of: "milan")
  }

  @Test func `the widget shows the current city and the time there, and opens the cities`()
    async throws
  {
    let widget = try #require(CityListModule.widgets.first)
    let clock = await SceneTester(harness.open(widget))
    #expect(clock.text(columns: 60) == "Porto, Thu 1 Jan, 00:00")
    try await clock.choose("1")
    let cities = try CityListModule.scenes[0].makeScene(
      for: try #require(clock.opened.first), harness.mediator)
    #expect(cities?.title == "Cities")
  }

  @Test
  func `keys update, remove and stop the selected city`() async throws {
    try await tester.choose("milan")
    await wait(for: .ready, of: "milan")
    #expect(try offeredKeys(for: "milan") == "ud" && offeredKeys(for: "porto").isEmpty)
    let updated = try await tester.press("u", on: "milan")
    #expect(updated?.hasSuffix(" is up to date.") == true)
    await wait(for: .ready, of: "milan")
    let removed = try await tester.press("d", on: "milan")
    let name = try #require(city("milan")?.name)
    #expect(removed == "Removed \(name); z undoes that until you quit.")
    await scene.refresh()
    #expect(city("milan")?.state == .absent)
    #expect(try offeredKeys(for: "milan") == "z")
    #expect(try await tester.press("z") == "Installed \(name) again.")
    await scene.refresh()
    #expect(city("milan")?.state == .ready)
    #expect(try offeredKeys(for: "milan") == "ud")
    await #expect(throws: DataSourceError.nothingRemoved) { try await performUnoffered("z") }
    let milan = try #require(CityID("milan"))
    await #expect(throws: CityListError.notRunning(milan)) {
      try await performUnoffered("x", on: "milan")
    }
  }

  @Test func `a form adds a city from its feed`() async throws {
    await #expect(throws: CityListError.missingFile("missing.zip")) {
      try await tester.press("a", filling: ["city": "beijing", "source": "missing.zip"])
    }
    let file = try harness.feedFile()
    let added = try await tester.press(
      "a", filling: ["city": "beijing", "source": file, "name": "北京"])
    #expect(added == "Installed 北京.")
    await wait(for: .ready, of: "beijing")
    let again = try await tester.press(
      "a", filling: ["city": "beijing", "source": file, "name": "北京"])
    #expect(again == "Installed 北京. The new feed replaces the installed one.")
  }

  @Test
  func `a download is stopped, and what was downloaded is removed`() async throws {
    let source = "https://example.org/slow"
    let (starts, started) = AsyncStream<Void>.makeStream()
    fixture.onSlowDownload.withLock { $0 = { _ in started.finish() } }
    let adding = Task { [harness] in try await harness.add(from: source) }
    for await _ in starts {}
    await scene.refresh()
    #expect(try offeredKeys(for: "beijing") == "x")
    #expect(text(of: "beijing").contains("downloading 30 %"))
    fixture.add(DownloadRecord(url: source, received: 30, total: 100))
    let name = try #require(city("beijing")?.name)
    #expect(try await tester.press("x", on: "beijing") == "Stopped \(name); ⏎ goes on.")
    await #expect(throws: CancellationError.self) { try await adding.value }
    await scene.refresh()
    #expect(try offeredKeys(for: "beijing") == "d")
    #expect(text(of: "beijing").contains("interrupted at 30 %"))
    #expect(
      try await tester.press("d", on: "beijing")
        == "Removed the download of \(name); ⏎ starts it again.")
    await scene.refresh()
    #expect(text(of: "beijing").contains("available"))
  }

  @Test
  func `a city waits as queued while another one is imported`() async throws {
    let (imports, started) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    fixture.onImport.withLock { $0 = { started.yield($0) } }
    let milan = Task { try await tester.choose("milan") }
    var running = imports.makeAsyncIterator()
    let finish = await running.next()
    let rome = Task { try await tester.choose("rome") }
    await wait(for: .queued, of: "rome")
    #expect(text(of: "milan").contains("importing 50 %") && text(of: "rome").contains("queued"))
    #expect(try offeredKeys(for: "rome") == "x")
    // Enter would start the job a second time.
    #expect(try !tester.actions(on: "rome").contains { $0.hasPrefix("⏎") })
    finish?()
    await running.next()?()
    await wait(for: .ready, of: "rome")
    #expect(city("milan")?.state == .ready)
    #expect(try await milan.value == nil)
    #expect(try await rome.value == nil)
  }

  /// The row of a city.
  private func text(of city: String) -> String {
    let text = scene.snapshot.text(on: Page(columns: 80))
    return text.split(separator: "\n").first { $0.contains(" \(city) ") }.map(String.init) ?? text
  }

  /// Performs an action that the scene does not offer, as when its row changes meanwhile.
  private func performUnoffered(_ key: Shortcut, on city: String? = nil) async throws {
    let section = scene.sections[0]
    let selected = section.rows.first { $0.id == city }.map {
      SelectedRow(section: section, row: $0)
    }
    let action = try #require(scene.actions.first { $0.shortcut == key })
    #expect(!action.applies(to: selected))
    _ = try await scene.perform(action, on: selected)
  }

  /// The keys that the scene offers when a city is selected.
  private func offeredKeys(for city: String) throws -> String {
    let keys = try tester.actions(on: city).compactMap(\.first)
    return String("uxdz".filter(keys.contains))
  }

  @Test func `a catalogue that could not be read for more than a day says its date`() async throws {
    let time = Lock(Date(timeIntervalSince1970: 1_795_219_200))
    let start = time.withLock(\.self)
    let isOffline = Lock(false)
    let harness = try await ModuleHarness(
      CityListModule.self, now: { time.withLock(\.self) },
      configuration: ["catalogueUrl": "https://example.org/cities.json"])
    try fixture.stub(harness)
    try harness.stub(Network.fetch) { _ in
      guard !isOffline.withLock(\.self) else { throw NetworkError.offline(host: "example.org") }
      let json = #"[{"id": "beijing", "feed": "https://a.org/1.zip"}]"#
      return FetchResponse(status: 200, body: Data(json.utf8))
    }
    #expect(try await harness.run("cities").text.hasPrefix("   city"))
    time.withLock { $0 += 90_000 }
    isOffline.withLock { $0 = true }
    let scene = try CityListModule.scenes[0].makeScene(harness.mediator)
    scene.environment.now = { time.withLock(\.self) }
    await scene.open()
    let line = "As of \(start.inWords(at: time.withLock(\.self)))\n"
    #expect(scene.snapshot.text(on: Page(columns: 80)).hasPrefix(line))
    #expect(try await harness.run("cities").text.hasPrefix(line))
    isOffline.withLock { $0 = false }
    time.withLock { $0 += 61 }
    await scene.refresh()
    #expect(scene.snapshot.text(on: Page(columns: 80)).hasPrefix("   city"))
  }
}
