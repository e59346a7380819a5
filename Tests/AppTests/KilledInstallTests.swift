import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import TestSupport
import Testing

@testable import metro

/// The real host, killed while it installs a city in place of another.
@Suite(.enabled(if: HostProcess.isThere && SharedData.isThere), .timeLimit(.minutes(15)))
struct KilledInstallTests {
  private let folder = TemporaryFolder()
  private var home: URL { folder.url }
  private let feeds = ["feeds/alger-2026.zip", "feeds/porto-2026.zip"].map(SharedData.path)
  private let moments = Thorough.isOn ? 200 : 20

  private func install(_ feed: String) throws -> HostProcess {
    try HostProcess("city", "add", "town", feed, home: home)
  }

  @Test func `of two processes that install at once, one prevails and nothing else stays`()
    async throws
  {
    for _ in 0..<(Thorough.isOn ? 3 : 1) {
      let hosts = try feeds.map(install)
      for host in hosts { #expect(await host.end().code == 0) }
      let list = try HostProcess("city", "list", "--json", home: home)
      let cities = try JSONDecoder().decode([City].self, from: Data(await list.end().output.utf8))
      #expect(cities.count == 2 && [19, 85].contains(cities.last?.stations))
      let files = try FileManager.default.contentsOfDirectory(
        atPath: home.appending(path: "data-source/cities").path)
      #expect(Set(files) == ["porto.city", "town.city"])
    }
  }

  @Test func `at every moment the old city is there or the new one, whole`() async throws {
    let mediator = Mediator()
    let manager = try ModuleManager(AppModules.all, mediator: mediator) { [home] manifest in
      ModuleContext(mediator: mediator, folder: home.appending(path: manifest.interface.target))
    }
    try await manager.open()
    let imports = Recorder<CityID>()
    let subscription = mediator.follow(ImportProgressed.self) { imports.record($0.city) }
    let town = CityQuery(city: CityID("town"))

    #expect(try await install(feeds[0]).end().code == 0)
    #expect(try await mediator.perform(DataSource.city, town).stations == 19)
    var random = SplitMix64(seed: 9)
    // Grows and shrinks, so that about every second install is killed before its end.
    var longest = 100_000.0  // µs
    var killed = 0
    for moment in 0..<moments {
      let host = try install(feeds[(moment + 1) % 2])
      _ = await host.errors(upTo: "data-source: started")
      let pause = useconds_t(longest * Double.random(in: 0...1, using: &random))
      await blocking { _ = usleep(pause) }
      host.signal(SIGKILL)
      let wasKilled = await host.end().code == 128 + SIGKILL
      killed += wasKilled ? 1 : 0
      longest = longest * (wasKilled ? 1.3 : 0.7)
      let found = try await mediator.perform(DataSource.city, town).stations
      #expect(found == 19 || found == 85, "moment \(moment), seed 9")
    }
    #expect(killed > moments / 5)
    #expect(try await install(feeds[0]).end().code == 0)
    #expect(try await mediator.perform(DataSource.city, town).stations == 19)
    // Nothing had to be made anew from the feed kept with the city.
    #expect(imports.values.isEmpty)
    withExtendedLifetime(subscription) {}
    await manager.stop()
  }
}
