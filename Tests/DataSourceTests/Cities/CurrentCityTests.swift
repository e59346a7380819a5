import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@testable import DataSource

struct CurrentCityTests {
  private let folder = TemporaryFolder()
  private let sample: CityID
  private var file: CurrentCityFile { CurrentCityFile(in: DataFolder(folder.url)) }

  init() throws {
    sample = try .named("sample")
  }

  private func current() async throws -> CityID {
    let fixture = try await DataSourceModuleFixture(in: folder)
    return try await fixture.perform(DataSource.city, CityQuery()).id
  }

  @Test func `the current city is stored with a checksum`() throws {
    #expect(file.content == .nothing)
    try file.store(sample)
    #expect(file.content == .city(sample))
    let text = try String(contentsOf: folder.url.appending(path: "current"), encoding: .utf8)
    #expect(text == "f10b76c3 sample\n")
  }

  @Test func `every flipped bit and every cut of the file is noticed or changes nothing`() throws {
    try file.store(sample)
    let whole = Array(try Data(contentsOf: folder.url.appending(path: "current")))
    var changed = whole.indices.map { Array(whole.prefix($0)) }
    for position in whole.indices {
      for bit in 0..<8 {
        var content = whole
        content[position] ^= 1 << bit
        changed.append(content)
      }
    }
    for content in changed {
      try folder.write(content, to: "current")
      let found = file.content
      #expect(found.problem != nil || found == .city(sample), "\(content)")
    }
  }

  @Test func `the file of an earlier version is read`() async throws {
    try await DataSourceModuleFixture(in: folder).install(as: sample)
    try folder.write(Array("sample\n".utf8), to: "current")
    #expect(try await current() == sample)
  }

  @Test(arguments: ["", "00000000 sample\n", "\u{7F}"])
  func `a damaged file is reported once, and the built-in city becomes current`(content: String)
    async throws
  {
    try await DataSourceModuleFixture(in: folder).install(as: sample)
    try folder.write(Array(content.utf8), to: "current")
    #expect(try await messages() == [Self.message("it is damaged")])
    #expect(try await messages() == [])
    #expect(file.content == .city(.builtIn))
  }

  @Test func `a missing city in the file of an earlier version is reported once`() async throws {
    try folder.write(Array("sbmple\n".utf8), to: "current")
    #expect(try await messages() == [Self.message("'sbmple' is not installed")])
    #expect(try await messages() == [])
  }

  @Test func `a city that has been removed is not reported`() async throws {
    try file.store(sample)
    #expect(try await messages() == [])
  }

  @Test func `a folder in the place of the file is reported until it is removed`() async throws {
    try folder.write([], to: "current/inner")
    #expect(file.content == .unreadable(reason: "is a directory"))
    #expect(try await messages() == [Self.message("is a directory")])
  }

  @Test func `the remedy of a report stores the city`() async throws {
    try folder.write([], to: "current")
    _ = try await DataSourceModuleFixture(in: folder).perform(
      DataSource.use, CityReference(city: .builtIn))
    #expect(file.content == .city(.builtIn))
  }

  private static func message(_ problem: String) -> String {
    "cannot read which city is current (\(problem)), so 'porto' is used; "
      + "run 'app city use porto'"
  }

  /// What the module logs when it lists all cities, with the built-in one as the current one.
  private func messages() async throws -> [String] {
    let (messages, mediator) = (Recorder<String>(), Mediator())
    let context = ModuleContext(
      mediator: mediator, folder: folder.url,
      log: Log(level: .error) { _, message in messages.record(message) })
    let service = InstalledCities(context, limits: FeedLimits())
    #expect(await service.all().filter(\.isCurrent).map(\.id) == [.builtIn])
    return messages.values
  }
}
