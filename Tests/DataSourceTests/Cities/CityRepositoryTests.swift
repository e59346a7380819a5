import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import DataSource

struct CityRepositoryTests {
  private let city: CityID

  init() throws {
    city = try .named("sample")
  }

  /// Returns the number of feeds that were compiled during `body`.
  private func importCount(on fixture: DataSourceModuleFixture, _ body: () async throws -> Void)
    async rethrows -> Int
  {
    let imports = Recorder<CityID>()
    let subscription = fixture.mediator.follow(ImportProgressed.self) { event in
      if event.fraction == 0.9 { imports.record(event.city) }
    }
    try await body()
    return withExtendedLifetime(subscription) { imports.values.count }
  }

  private func trips(on fixture: DataSourceModuleFixture) async throws -> [String] {
    try await fixture.perform(DataSource.timetable, city).tripTexts
  }

  @Test func `the built-in city is compiled once, and stored for the next process`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let first = await importCount(on: fixture) {
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { _ = try? await fixture.perform(DataSource.timetable, nil) }
        }
      }
    }
    #expect(first == 1)
    let other = try await DataSourceModuleFixture(in: fixture.folder)
    let second = try await importCount(on: other) {
      _ = try await other.perform(DataSource.timetable, nil)
    }
    #expect(second == 0)
  }

  @Test func `the built-in city is compiled again when its file is damaged or out of date`()
    async throws
  {
    for position in [0, 8, 12, 24, 60, 5000] {
      let fixture = try await DataSourceModuleFixture()
      let expected = try await fixture.perform(DataSource.city, CityQuery())
      let file = fixture.folder.file(of: .builtIn)
      let whole = try Data(contentsOf: file)
      var damaged = whole
      damaged[position] ^= 1
      try damaged.write(to: file)
      let other = try await DataSourceModuleFixture(in: fixture.folder)
      #expect(try await other.perform(DataSource.city, CityQuery()) == expected)
      #expect(try Data(contentsOf: file) == whole)
    }
  }

  @Test func `the built-in city works without a writable folder`() async throws {
    let folder = TemporaryFolder()
    try Data("in the way".utf8).write(to: folder.url)
    let fixture = try await DataSourceModuleFixture(in: folder)
    #expect(try await fixture.perform(DataSource.city, CityQuery()).stations == 85)
    let feed = TemporaryFolder()
    let file = try feed.write(SampleFeed().zip, to: "feed.zip")
    let error = await #expect(throws: DataSourceError.self) {
      try await fixture.perform(DataSource.install, InstallRequest(city: city, file: file.path))
    }
    guard case .storage = error else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
  }

  @Test func `the next process opens an installed city without compiling its feed`() async throws {
    let fixture = try await DataSourceModuleFixture()
    try await fixture.install(as: city)
    try FileManager.default.removeItem(at: fixture.folder.url.appending(path: "sample.zip"))
    let other = try await DataSourceModuleFixture(in: fixture.folder)
    let count = try await importCount(on: other) {
      let trips = try await trips(on: other)
      #expect(try trips == SampleFeed().timetable().tripTexts)
    }
    #expect(count == 0)
  }

  @Test func `every process sees a city that was installed again`() async throws {
    let fixture = try await DataSourceModuleFixture()
    try await fixture.install(as: city)
    let other = try await DataSourceModuleFixture(in: fixture.folder)
    #expect(try await trips(on: other).count == 2)
    try await fixture.install(SampleFeed().running("9:00,9:00,A,1,,", "9:30,9:30,D,2,,"), as: city)
    #expect(try await trips(on: fixture) == ["One t1: A 09:00, D 09:30"])
    #expect(try await trips(on: other) == ["One t1: A 09:00, D 09:30"])
  }

  @Test func `a failed install keeps the old city and leaves no other files`() async throws {
    let fixture = try await DataSourceModuleFixture()
    try await fixture.install(as: city)
    let files = fixture.folder.files
    let old = try Data(contentsOf: fixture.folder.file(of: city))
    await #expect(throws: DataSourceError.self) {
      try await fixture.install(SampleFeed().with("trips.txt", nil), as: city)
    }
    #expect(fixture.folder.files == files)
    #expect(try Data(contentsOf: fixture.folder.file(of: city)) == old)
    #expect(try await trips(on: fixture).count == 2)
  }

  @Test func `a file that is not a feed is rejected with its path and the reason`() async throws {
    let fixture = try await DataSourceModuleFixture()
    func install(_ path: String) async throws {
      _ = try await fixture.perform(DataSource.install, InstallRequest(city: city, file: path))
    }
    let missing = fixture.folder.url.appending(path: "missing.zip").path
    await #expect(throws: DataSourceError.missingFile(missing)) { try await install(missing) }
    let page = try fixture.folder.write(Array("<html>".utf8), to: "page.zip").path
    await #expect(
      throws: DataSourceError.notAFeed(
        page,
        reason:
          "it is not a zip archive; expected a zip with stops.txt and the other files of a feed")
    ) { try await install(page) }
    let folder = fixture.folder.url.path
    await #expect(
      throws: DataSourceError.notAFeed(
        folder, reason: "it cannot be read (is a directory); expected a zip archive")
    ) { try await install(folder) }
    await #expect(
      throws: DataSourceError.notAFeed(
        "/dev/zero", reason: "it is not a regular file; expected a zip archive")
    ) { try await install("/dev/zero") }
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.file(of: city).path))
  }

  @Test func `a damaged city is compiled again from its feed, and keeps its name`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let feed = try fixture.folder.write(SampleFeed().zip, to: "feed.zip")
    let request = InstallRequest(city: city, file: feed.path, name: "Given")
    _ = try await fixture.perform(DataSource.install, request)
    let file = fixture.folder.file(of: city)
    let whole = try Data(contentsOf: file)
    for position in stride(from: 0, to: whole.count - SampleFeed().zip.count, by: 97) {
      var damaged = whole
      damaged[position] ^= 0x40
      try damaged.write(to: file, options: .atomic)
      let other = try await DataSourceModuleFixture(in: fixture.folder)
      #expect(try await trips(on: other).count == 2)
      let isNameDamaged =
        try await other.perform(DataSource.city, CityQuery(city: city)).name != "Given"
      #expect(!isNameDamaged || (24..<64).contains(position))
      if !isNameDamaged { #expect(try Data(contentsOf: file) == whole) }
    }
  }

  /// What takes the place of the file of a city.
  enum Substitute: CaseIterable {
    case folder, pipe, device, linkToFolder

    func create(at path: String) throws {
      switch self {
      case .folder:
        try FileManager.default.createDirectory(
          atPath: path + "/inside", withIntermediateDirectories: true)
      case .pipe: try #require(mkfifo(path, 0o600) == 0)
      case .device: try #require(symlink("/dev/zero", path) == 0)
      case .linkToFolder: try #require(symlink("/", path) == 0)
      }
    }
  }

  @Test(arguments: Substitute.allCases)
  func `what is no regular file is a damaged city, which can be removed and added again`(
    substitute: Substitute
  ) async throws {
    let fixture = try await DataSourceModuleFixture()
    try await fixture.install(as: city)
    let file = fixture.folder.file(of: city)
    try FileManager.default.removeItem(at: file)
    try substitute.create(at: file.path)
    let error = await #expect(throws: DataSourceError.self) {
      try await fixture.perform(DataSource.timetable, city)
    }
    #expect(
      error?.description.hasPrefix("the files of 'sample' are damaged: 'sample.city' is ") == true
        && error?.description.hasSuffix("; remove the city and add it again") == true)
    _ = try await fixture.perform(DataSource.remove, CityReference(city: city))
    try await fixture.install(as: city)
    #expect(try await !trips(on: fixture).isEmpty)
  }

  @Test func `a city that cannot be compiled again throws, and can still be removed`() async throws
  {
    let fixture = try await DataSourceModuleFixture()
    try await fixture.install(as: city)
    try Data("nothing".utf8).write(to: fixture.folder.file(of: city), options: .atomic)
    let error = await #expect(throws: DataSourceError.self) { try await trips(on: fixture) }
    #expect(error == .damagedCity(city, reason: "it is not a zip archive"))
    #expect(try await fixture.perform(DataSource.cities, Empty()).map(\.id) == [.builtIn, city])
    #expect(try await fixture.perform(DataSource.installed, Empty()) == [.builtIn, city])
    _ = try await fixture.perform(DataSource.remove, CityReference(city: city))
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.file(of: city).path))
  }

  @Test func `concurrent installs leave a complete city and no temporary files`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let feeds = [SampleFeed(), SampleFeed().running("9:00,9:00,A,1,,", "9:30,9:30,D,2,,")]
    let files = try feeds.enumerated().map {
      try fixture.folder.write($1.zip, to: "\($0).zip").path
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<16 {
        let other = try await DataSourceModuleFixture(in: fixture.folder)
        group.addTask {
          let request = InstallRequest(city: city, file: files[number % 2])
          _ = try await other.perform(DataSource.install, request)
          #expect(
            [1, 2].contains(try await other.perform(DataSource.timetable, city).tripTexts.count))
        }
      }
      try await group.waitForAll()
    }
    #expect([1, 2].contains(try await trips(on: fixture).count))
    #expect(
      fixture.folder.files == ["0.zip", "1.zip", "cities", "cities/sample.city", "temporary"])
  }

  #if os(Linux)
    @Test(arguments: [Hook.didEnterBackground, .didReceiveMemoryWarning])
    func `in the background and when memory is low, only cities in use remain mapped`(
      hook: Hook
    ) async throws {
      let fixture = try await DataSourceModuleFixture()
      let (current, other) = (try CityID.named("current"), try CityID.named("other"))
      for id in [city, current, other] { try await fixture.install(as: id) }
      _ = try await fixture.perform(DataSource.use, CityReference(city: current))
      let used = try await fixture.perform(DataSource.timetable, city)
      #expect(try mapped([.builtIn, city, current, other], in: fixture) == [city, current, other])
      if hook == .didEnterBackground {
        await fixture.harness.enterBackground()
      } else {
        await fixture.harness.warnAboutMemory()
      }
      #expect(try mapped([.builtIn, city, current, other], in: fixture) == [city, current])
      #expect(used.tripTexts.count == 2)
      #expect(try await fixture.perform(DataSource.timetable, other).tripTexts.count == 2)
      #expect(try mapped([other], in: fixture) == [other])
    }

    /// The cities whose files are mapped into the memory of this process.
    private func mapped(_ ids: [CityID], in fixture: DataSourceModuleFixture) throws -> [CityID] {
      // `String.init(contentsOfFile:)` reads only the first page of such a file.
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps"))
      let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      return ids.filter { maps.contains(fixture.folder.file(of: $0).path) }
    }
  #endif

  @Test func `the file of a city is still a zip archive`() async throws {
    let fixture = try await DataSourceModuleFixture()
    try await fixture.install(as: city)
    let bytes = try MappedFile(path: fixture.folder.file(of: city).path).bytes
    let archive = try Archive(bytes).content
    let zip = try #require(try archive.part(from: 0, count: archive.count))
    withExtendedLifetime(zip) { #expect(zip.memory.elementsEqual(SampleFeed().zip)) }
  }
}
