import DataSourceInterface
import Foundation
import Mediator
import TestSupport
import Testing

@testable import DataSource

struct LibraryTests {
  private let city: CityID

  init() throws {
    city = try .named("sample")
  }

  /// How often feeds were compiled while `body` ran.
  private func imports(on host: Host, _ body: () async throws -> Void) async rethrows -> Int {
    let ends = Recorder<CityID>()
    let subscription = host.mediator.follow(ImportProgressed.self) { event in
      if event.fraction == 0.9 { ends.record(event.city) }
    }
    try await body()
    return withExtendedLifetime(subscription) { ends.values.count }
  }

  private func runs(on host: Host) async throws -> [String] {
    try await host.perform(DataSource.timetable, city).runs
  }

  @Test func `the built-in city is compiled once, and kept for the next process`() async throws {
    let host = try await Host()
    let first = await imports(on: host) {
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { _ = try? await host.perform(DataSource.timetable, nil) }
        }
      }
    }
    #expect(first == 1)
    let other = try await Host(in: host.folder)
    let second = try await imports(on: other) {
      _ = try await other.perform(DataSource.timetable, nil)
    }
    #expect(second == 0)
  }

  @Test func `the built-in city is compiled anew when it is damaged or of other texts`()
    async throws
  {
    for position in [0, 8, 12, 24, 60, 5000] {
      let host = try await Host()
      let fresh = try await host.perform(DataSource.city, CityQuery())
      let file = host.folder.file(of: .builtIn)
      let whole = try Data(contentsOf: file)
      var damaged = whole
      damaged[position] ^= 1
      try damaged.write(to: file)
      let other = try await Host(in: host.folder)
      #expect(try await other.perform(DataSource.city, CityQuery()) == fresh)
      #expect(try Data(contentsOf: file) == whole)
    }
  }

  @Test func `where nothing can be written, the built-in city works from memory`() async throws {
    let folder = Folder()
    try Data("in the way".utf8).write(to: folder.url)
    let host = try await Host(in: folder)
    #expect(try await host.perform(DataSource.city, CityQuery()).stations == 85)
    let feed = Folder()
    let file = try feed.write(SampleFeed().zip, to: "feed.zip")
    let error = await #expect(throws: DataSourceError.self) {
      try await host.perform(DataSource.install, InstallRequest(city: city, file: file.path))
    }
    guard case .storage = error else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
  }

  @Test func `an installed city is opened by the next process without its feed`() async throws {
    let host = try await Host()
    try await host.install(as: city)
    try FileManager.default.removeItem(at: host.folder.url.appending(path: "sample.zip"))
    let other = try await Host(in: host.folder)
    let count = try await imports(on: other) {
      let runs = try await runs(on: other)
      #expect(try runs == SampleFeed().timetable().runs)
    }
    #expect(count == 0)
  }

  @Test func `a city that is installed again is seen by every process`() async throws {
    let host = try await Host()
    try await host.install(as: city)
    let other = try await Host(in: host.folder)
    #expect(try await runs(on: other).count == 2)
    try await host.install(SampleFeed().running("9:00,9:00,A,1,,", "9:30,9:30,D,2,,"), as: city)
    #expect(try await runs(on: host) == ["One t1: A 09:00, D 09:30"])
    #expect(try await runs(on: other) == ["One t1: A 09:00, D 09:30"])
  }

  @Test func `an install that fails leaves the old city and nothing else`() async throws {
    let host = try await Host()
    try await host.install(as: city)
    let files = host.folder.files
    let old = try Data(contentsOf: host.folder.file(of: city))
    await #expect(throws: DataSourceError.self) {
      try await host.install(SampleFeed().with("trips.txt", nil), as: city)
    }
    #expect(host.folder.files == files)
    #expect(try Data(contentsOf: host.folder.file(of: city)) == old)
    #expect(try await runs(on: host).count == 2)
  }

  @Test func `what is no feed is refused with its path and the reason`() async throws {
    let host = try await Host()
    func install(_ path: String) async throws {
      _ = try await host.perform(DataSource.install, InstallRequest(city: city, file: path))
    }
    let missing = host.folder.url.appending(path: "missing.zip").path
    await #expect(throws: DataSourceError.missingFile(missing)) { try await install(missing) }
    let page = try host.folder.write(Array("<html>".utf8), to: "page.zip").path
    await #expect(
      throws: DataSourceError.notAFeed(
        page,
        reason:
          "it is not a zip archive; expected a zip with stops.txt and the other files of a feed")
    ) { try await install(page) }
    let folder = host.folder.url.path
    await #expect(
      throws: DataSourceError.notAFeed(
        folder, reason: "is a directory; expected a zip archive that can be read")
    ) { try await install(folder) }
    #expect(!FileManager.default.fileExists(atPath: host.folder.file(of: city).path))
  }

  @Test func `a damaged city is made anew from its feed, and keeps its name`() async throws {
    let host = try await Host()
    let feed = try host.folder.write(SampleFeed().zip, to: "feed.zip")
    let request = InstallRequest(city: city, file: feed.path, name: "Given")
    _ = try await host.perform(DataSource.install, request)
    let file = host.folder.file(of: city)
    let whole = try Data(contentsOf: file)
    for position in stride(from: 0, to: whole.count - SampleFeed().zip.count, by: 97) {
      var damaged = whole
      damaged[position] ^= 0x40
      try damaged.write(to: file, options: .atomic)
      let other = try await Host(in: host.folder)
      #expect(try await runs(on: other).count == 2)
      let isNameDamaged =
        try await other.perform(DataSource.city, CityQuery(city: city)).name != "Given"
      #expect(!isNameDamaged || (24..<64).contains(position))
      if !isNameDamaged { #expect(try Data(contentsOf: file) == whole) }
    }
  }

  @Test func `a city that cannot be made anew says so, and can still be removed`() async throws {
    let host = try await Host()
    try await host.install(as: city)
    try Data("nothing".utf8).write(to: host.folder.file(of: city), options: .atomic)
    let error = await #expect(throws: DataSourceError.self) { try await runs(on: host) }
    #expect(error == .damagedCity(city, reason: "it is not a zip archive"))
    #expect(try await host.perform(DataSource.cities, Empty()).map(\.id) == [.builtIn, city])
    _ = try await host.perform(DataSource.remove, CityReference(city: city))
    #expect(!FileManager.default.fileExists(atPath: host.folder.file(of: city).path))
  }

  @Test func `processes that install at once leave a whole city and no drafts`() async throws {
    let host = try await Host()
    let feeds = [SampleFeed(), SampleFeed().running("9:00,9:00,A,1,,", "9:30,9:30,D,2,,")]
    let files = try feeds.enumerated().map { try host.folder.write($1.zip, to: "\($0).zip").path }
    try await withThrowingTaskGroup { group in
      for turn in 0..<16 {
        let other = try await Host(in: host.folder)
        group.addTask {
          let request = InstallRequest(city: city, file: files[turn % 2])
          _ = try await other.perform(DataSource.install, request)
          #expect([1, 2].contains(try await other.perform(DataSource.timetable, city).runs.count))
        }
      }
      try await group.waitForAll()
    }
    #expect([1, 2].contains(try await runs(on: host).count))
    #expect(host.folder.files == ["0.zip", "1.zip", "cities", "cities/sample.city"])
  }

  @Test func `the file of a city is still a zip archive`() async throws {
    let host = try await Host()
    try await host.install(as: city)
    let bytes = try MappedFile(path: host.folder.file(of: city).path).bytes
    let zip = try Archive(bytes).content
    #expect(zip.memory.elementsEqual(SampleFeed().zip))
  }
}
