import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import DataSource

struct InstalledCitiesTests {
  @Test func `the built-in city is the first and current city`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try await fixture.perform(DataSource.city, CityQuery())
    #expect(city.id == .builtIn && city.name == "Porto" && city.isBuiltIn && city.isCurrent)
    #expect(city.stations == 85 && city.lines == 7 && city.timeZone == "Europe/Lisbon")
    #expect(try await fixture.perform(DataSource.cities, Empty()) == [city])
  }

  @Test func `an installed city is described, and listed after the built-in one`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try await fixture.install(as: .named("new-york"))
    #expect(city.name == "New York" && city.agency == "Metro" && city.stations == 3)
    #expect(city.lines == 2 && !city.isBuiltIn && !city.isCurrent)
    #expect(city.firstDate.description == "2026-01-01" && city.lastDate.description == "2026-12-31")
    try await fixture.install(as: .named("a"))
    let cities = try await fixture.perform(DataSource.cities, Empty())
    #expect(cities.map(\.id.description) == ["porto", "a", "new-york"])
  }

  @Test(arguments: [(nil, "Sample"), ("", "Sample"), ("  ", "Sample"), (" 北京 ", "北京")])
  func `a city gets the given name, or one derived from its id`(
    given: String?, name: String
  ) async throws {
    let fixture = try await DataSourceModuleFixture()
    let file = try fixture.folder.write(SampleFeed().zip, to: "feed.zip")
    let request = InstallRequest(city: try .named("sample"), file: file.path, name: given)
    #expect(try await fixture.perform(DataSource.install, request).name == name)
  }

  @Test func `the days of a city include those that exceptions add`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let dates = "service_id,date,exception_type\nall,20251224,1\nall,20270101,1\nall,20280101,2"
    let city = try await fixture.install(
      SampleFeed().with("calendar_dates.txt", dates), as: .named("sample"))
    #expect(city.firstDate.description == "2025-12-24" && city.lastDate.description == "2027-01-01")
  }

  @Test func `the current city is stored for the next process`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    try await fixture.install(as: city)
    #expect(try await fixture.perform(DataSource.use, CityReference(city: city)).isCurrent)
    let other = try await DataSourceModuleFixture(in: fixture.folder)
    #expect(try await other.perform(DataSource.city, CityQuery()).id == city)
    #expect(try await other.perform(DataSource.timetable, nil).city == city)
  }

  @Test func `when the current city is removed, the built-in one becomes current`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    try await fixture.install(as: city)
    _ = try await fixture.perform(DataSource.use, CityReference(city: city))
    let removed = try await fixture.perform(DataSource.remove, CityReference(city: city))
    #expect(removed.id == city && removed.isCurrent)
    #expect(try await fixture.perform(DataSource.city, CityQuery()).id == .builtIn)
    try await fixture.install(as: city)
    #expect(try await fixture.perform(DataSource.city, CityQuery()).id == .builtIn)
  }

  @Test func `removing a city removes all its files`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    _ = try await fixture.perform(DataSource.city, CityQuery())
    let before = fixture.folder.files
    try await fixture.install(as: city)
    _ = try await fixture.perform(DataSource.remove, CityReference(city: city))
    #expect(fixture.folder.files == (before + ["sample.zip"]).sorted())
  }

  @Test(arguments: [true, false])
  func `the city that was removed last is restored as it was`(isCurrent: Bool) async throws {
    let fixture = try await DataSourceModuleFixture()
    let (first, last) = (try CityID.named("first"), try CityID.named("last"))
    for city in [first, last] { try await fixture.install(as: city) }
    if isCurrent { _ = try await fixture.perform(DataSource.use, CityReference(city: last)) }
    let content = try Data(contentsOf: fixture.folder.file(of: last))
    let trips = try await fixture.perform(DataSource.timetable, last).tripTexts
    for city in [first, last] {
      _ = try await fixture.perform(DataSource.remove, CityReference(city: city))
    }
    let events = Recorder<String>()
    let subscriptions = [
      fixture.mediator.follow(CityInstalled.self) { events.record("installed \($0.city)") },
      fixture.mediator.follow(CityChanged.self) { events.record("changed \($0.city)") },
    ]
    #expect(try await fixture.perform(DataSource.restorable, Empty()) == last)
    let restored = try await fixture.perform(DataSource.restore, Empty())
    #expect(restored.id == last && restored.isCurrent == isCurrent)
    #expect(events.values == ["installed last"] + (isCurrent ? ["changed last"] : []))
    #expect(try Data(contentsOf: fixture.folder.file(of: last)) == content)
    #expect(try await fixture.perform(DataSource.timetable, last).tripTexts == trips)
    // Only the last removal can be undone, and only once.
    #expect(try await fixture.perform(DataSource.restorable, Empty()) == nil)
    await #expect(throws: DataSourceError.nothingRemoved) {
      try await fixture.perform(DataSource.restore, Empty())
    }
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a removed city is not restored over a city that was installed since`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    await #expect(throws: DataSourceError.nothingRemoved) {
      try await fixture.perform(DataSource.restore, Empty())
    }
    try await fixture.install(as: city)
    _ = try await fixture.perform(DataSource.remove, CityReference(city: city))
    try await fixture.install(as: city)
    #expect(try await fixture.perform(DataSource.restorable, Empty()) == nil)
    await #expect(throws: DataSourceError.nothingRemoved) {
      try await fixture.perform(DataSource.restore, Empty())
    }
  }

  @Test func `a removed city that cannot be stored can be restored later`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    try await fixture.install(as: city)
    _ = try await fixture.perform(DataSource.remove, CityReference(city: city))
    let folder = fixture.folder.url.appending(path: "cities")
    let moved = fixture.folder.url.appending(path: "moved")
    try FileManager.default.moveItem(at: folder, to: moved)
    try Data().write(to: folder)
    let error = await #expect(throws: DataSourceError.self) {
      try await fixture.perform(DataSource.restore, Empty())
    }
    #expect(error?.kind == .failed)
    try FileManager.default.removeItem(at: folder)
    try FileManager.default.moveItem(at: moved, to: folder)
    #expect(try await fixture.perform(DataSource.restore, Empty()).id == city)
  }

  @Test func `every action on an unknown city throws`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("atlantis")
    let unknown = DataSourceError.unknownCity(city, installed: [.builtIn])
    await #expect(throws: unknown) {
      try await fixture.perform(DataSource.use, CityReference(city: city))
    }
    await #expect(throws: unknown) {
      try await fixture.perform(DataSource.city, CityQuery(city: city))
    }
    await #expect(throws: unknown) { try await fixture.perform(DataSource.timetable, city) }
    await #expect(throws: unknown) {
      try await fixture.perform(DataSource.remove, CityReference(city: city))
    }
  }

  @Test func `the built-in city cannot be removed or replaced`() async throws {
    let fixture = try await DataSourceModuleFixture()
    await #expect(throws: DataSourceError.builtIn(.builtIn)) {
      try await fixture.perform(DataSource.remove, CityReference(city: .builtIn))
    }
    await #expect(throws: DataSourceError.builtIn(.builtIn)) {
      try await fixture.install(as: .builtIn)
    }
  }

  @Test func `installing, using and removing a city publishes an event`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let events = Recorder<String>()
    let subscriptions = [
      fixture.mediator.follow(CityInstalled.self) { events.record("installed \($0.city)") },
      fixture.mediator.follow(CityRemoved.self) { events.record("removed \($0.city)") },
      fixture.mediator.follow(CityChanged.self) { events.record("changed \($0.city)") },
    ]
    let city = try CityID.named("sample")
    try await fixture.install(as: city)
    _ = try await fixture.perform(DataSource.use, CityReference(city: city))
    _ = try await fixture.perform(DataSource.use, CityReference(city: city))
    _ = try await fixture.perform(DataSource.remove, CityReference(city: city))
    _ = try? await fixture.perform(DataSource.remove, CityReference(city: city))
    #expect(
      events.values == ["installed sample", "changed sample", "removed sample", "changed porto"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `an import publishes its progress up to 1`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let fractions = Recorder<Double>()
    let city = try CityID.named("sample")
    let subscription = fixture.mediator.follow(ImportProgressed.self) { event in
      if event.city == city { fractions.record(event.fraction) }
    }
    try await fixture.install(as: city)
    #expect(fractions.values.count > 3 && fractions.values == fractions.values.sorted())
    #expect(fractions.values.last == 1)
    withExtendedLifetime(subscription) {}
  }
}
