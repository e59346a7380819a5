import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import HostKit

/// The built host, killed while it replaces a city.
@Suite(.enabled(if: HostProcess.isAvailable && SharedData.isAvailable), .timeLimit(.minutes(15)))
struct KilledInstallTests {
  private let folder = TemporaryFolder()
  private var home: URL { folder.url }
  private let feeds = ["feeds/alger-2026.zip", "feeds/porto-2026.zip"].map(SharedData.path)
  private let kills = TestOptions.isThorough ? 100 : 10

  private func install(_ feed: String) throws -> HostProcess {
    try HostProcess("city", "add", "town", feed, home: home)
  }

  @Test
  func `when two processes install a city at once, one of the two remains, without other files`()
    async throws
  {
    for _ in 0..<(TestOptions.isThorough ? 3 : 1) {
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

  @Test func `at every moment, either the old city or the new one is complete`() async throws {
    try await withAppModules(in: home) { mediator in
      let imports = Recorder<CityID>()
      let subscription = mediator.follow(ImportProgressed.self) { imports.record($0.city) }
      let town = CityQuery(city: CityID("town"))

      #expect(try await install(feeds[0]).end().code == 0)
      #expect(try await mediator.perform(DataSource.city, town).stations == 19)
      var random = SplitMix64(seed: 9)
      // Grows and shrinks, so that about every second install is killed before its end.
      var maximumPause = 30_000.0  // µs
      var killed = 0
      // On a busy machine, many installs end before their signal is sent.
      for index in 0..<(10 * kills) where killed < kills {
        let host = try install(feeds[(index + 1) % 2])
        _ = await host.errors(upTo: "data-source: started")
        let pause = useconds_t(maximumPause * Double.random(in: 0...1, using: &random))
        await blocking { _ = usleep(pause) }
        host.signal(SIGKILL)
        let wasKilled = await host.end().code == 128 + SIGKILL
        killed += wasKilled ? 1 : 0
        maximumPause *= wasKilled ? 1.3 : 0.7
        let found = try await mediator.perform(DataSource.city, town).stations
        #expect(found == 19 || found == 85, "kill \(index), seed 9")
      }
      #expect(killed == kills)
      let dataFolder = DataFolder(home.appending(path: "data-source"))
      // The next start of the module removes what the killed processes left.
      #expect(try await HostProcess("stations", home: home).end().code == 0)
      #expect(dataFolder.abandonedFiles.isEmpty)
      let left = try FileManager.default.subpathsOfDirectory(atPath: dataFolder.url.path)
      #expect(
        Set(left).subtracting(["cities", "temporary"]) == ["cities/porto.city", "cities/town.city"])
      #expect(try await install(feeds[0]).end().code == 0)
      #expect(try await mediator.perform(DataSource.city, town).stations == 19)
      // No city had to be imported again from the feed stored with it.
      #expect(imports.values.isEmpty)
      withExtendedLifetime(subscription) {}
    }
  }
}
