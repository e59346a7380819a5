import DataSourceInterface
import Foundation
import Mediator
import TestSupport
import Testing

@testable import DataSource

struct CitiesTests {
  @Test func `the built-in city is there from the start, and is the current one`() async throws {
    let host = try await Host()
    let city = try await host.perform(DataSource.city, CityQuery())
    #expect(city.id == .builtIn && city.name == "Porto" && city.isBuiltIn && city.isCurrent)
    #expect(city.stations == 85 && city.lines == 7 && city.timeZone == "Europe/Lisbon")
    #expect(try await host.perform(DataSource.cities, Empty()) == [city])
  }

  @Test func `an installed city is described and listed behind the built-in one`() async throws {
    let host = try await Host()
    let city = try await host.install(as: .named("new-york"))
    #expect(city.name == "New York" && city.agency == "Metro" && city.stations == 3)
    #expect(city.lines == 2 && !city.isBuiltIn && !city.isCurrent)
    #expect(city.firstDate.description == "2026-01-01" && city.lastDate.description == "2026-12-31")
    try await host.install(as: .named("a"))
    let cities = try await host.perform(DataSource.cities, Empty())
    #expect(cities.map(\.id.description) == ["porto", "a", "new-york"])
  }

  @Test(arguments: [(nil, "Sample"), ("", "Sample"), ("  ", "Sample"), (" 北京 ", "北京")])
  func `a city has the name given, or one made from its id`(
    given: String?, name: String
  ) async throws {
    let host = try await Host()
    let file = try host.folder.write(SampleFeed().zip, to: "feed.zip")
    let request = InstallRequest(city: try .named("sample"), file: file.path, name: given)
    #expect(try await host.perform(DataSource.install, request).name == name)
  }

  @Test func `the days of a city reach from the first to the last that anything adds`() async throws
  {
    let host = try await Host()
    let dates = "service_id,date,exception_type\nall,20251224,1\nall,20270101,1\nall,20280101,2"
    let city = try await host.install(
      SampleFeed().with("calendar_dates.txt", dates), as: .named("sample"))
    #expect(city.firstDate.description == "2025-12-24" && city.lastDate.description == "2027-01-01")
  }

  @Test func `another city can be used, also by the next process`() async throws {
    let host = try await Host()
    let city = try CityID.named("sample")
    try await host.install(as: city)
    #expect(try await host.perform(DataSource.use, CityReference(city: city)).isCurrent)
    let other = try await Host(in: host.folder)
    #expect(try await other.perform(DataSource.city, CityQuery()).id == city)
    #expect(try await other.perform(DataSource.timetable, nil).city == city)
  }

  @Test func `when the current city is removed, the built-in one is current again`() async throws {
    let host = try await Host()
    let city = try CityID.named("sample")
    try await host.install(as: city)
    _ = try await host.perform(DataSource.use, CityReference(city: city))
    let removed = try await host.perform(DataSource.remove, CityReference(city: city))
    #expect(removed.id == city && removed.isCurrent)
    #expect(try await host.perform(DataSource.city, CityQuery()).id == .builtIn)
    try await host.install(as: city)
    #expect(try await host.perform(DataSource.city, CityQuery()).id == .builtIn)
  }

  @Test func `a removed city leaves no file`() async throws {
    let host = try await Host()
    let city = try CityID.named("sample")
    _ = try await host.perform(DataSource.city, CityQuery())
    let before = host.folder.files
    try await host.install(as: city)
    _ = try await host.perform(DataSource.remove, CityReference(city: city))
    #expect(host.folder.files == (before + ["sample.zip"]).sorted())
  }

  @Test func `an unknown city can be neither used, nor asked, nor removed`() async throws {
    let host = try await Host()
    let city = try CityID.named("atlantis")
    let unknown = DataSourceError.unknownCity(city, installed: [.builtIn])
    await #expect(throws: unknown) {
      try await host.perform(DataSource.use, CityReference(city: city))
    }
    await #expect(throws: unknown) {
      try await host.perform(DataSource.city, CityQuery(city: city))
    }
    await #expect(throws: unknown) { try await host.perform(DataSource.timetable, city) }
    await #expect(throws: unknown) {
      try await host.perform(DataSource.remove, CityReference(city: city))
    }
  }

  @Test func `the built-in city can be neither removed nor replaced`() async throws {
    let host = try await Host()
    await #expect(throws: DataSourceError.builtIn(.builtIn)) {
      try await host.perform(DataSource.remove, CityReference(city: .builtIn))
    }
    await #expect(throws: DataSourceError.builtIn(.builtIn)) {
      try await host.install(as: .builtIn)
    }
  }

  @Test func `what happens to cities is announced`() async throws {
    let host = try await Host()
    let news = Recorder<String>()
    let subscriptions = [
      host.mediator.follow(CityInstalled.self) { news.record("installed \($0.city)") },
      host.mediator.follow(CityRemoved.self) { news.record("removed \($0.city)") },
      host.mediator.follow(CityChanged.self) { news.record("changed \($0.city)") },
    ]
    let city = try CityID.named("sample")
    try await host.install(as: city)
    _ = try await host.perform(DataSource.use, CityReference(city: city))
    _ = try await host.perform(DataSource.use, CityReference(city: city))
    _ = try await host.perform(DataSource.remove, CityReference(city: city))
    _ = try? await host.perform(DataSource.remove, CityReference(city: city))
    #expect(
      news.values == ["installed sample", "changed sample", "removed sample", "changed porto"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `how far an import has come is announced up to the end`() async throws {
    let host = try await Host()
    let parts = Recorder<Double>()
    let city = try CityID.named("sample")
    let subscription = host.mediator.follow(ImportProgressed.self) { event in
      if event.city == city { parts.record(event.fraction) }
    }
    try await host.install(as: city)
    #expect(parts.values.count > 3 && parts.values == parts.values.sorted())
    #expect(parts.values.last == 1)
    withExtendedLifetime(subscription) {}
  }
}
