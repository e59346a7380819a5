import CityListInterface
import DataSourceInterface
import Foundation
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import CityList

struct CatalogueTests {
  private let folder = TemporaryFolder()
  private let secret = CitySource(
    id: .beijing, feed: "https://me:password@example.org/gtfs.zip?key=token")

  private func file(_ path: String) -> URL { folder.url.appending(path: path) }

  private func text(of path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }

  @Test func `each city of the catalogue has an encrypted address and a publisher`() {
    let sources = Catalogue(DataFolder(folder.url)).entries.values
    #expect(sources.count >= 20)
    for source in sources {
      #expect(URL(string: source.feed)?.scheme == "https", "\(source.id)")
      #expect(URL(string: source.licence ?? "")?.scheme == "https", "\(source.id)")
      #expect(source.publisher?.isEmpty == false && source.country?.isEmpty == false)
      #expect(source.languages?.isEmpty == false && source.allowsPlainHTTP == nil)
      for address in source.realtime.map({ $0.addresses + [$0.source] }) ?? [] {
        #expect(URL(string: address)?.scheme == "https", "\(source.id)")
      }
    }
    #expect(sources.contains { $0.realtime != nil })
    #expect(Set(sources.map(\.feed)).count == sources.count)
  }

  @Test func `a file with another city's entry or with damaged JSON is ignored`() throws {
    let entries = EntryFolder(DataFolder(folder.url), path: "catalogue")
    let porto = CitySource(id: .builtIn, feed: "https://example.org/gtfs.zip")
    try entries.store(porto)
    #expect(entries[.builtIn] == porto)
    for content in [try JSONEncoder().encode(porto), Data("{".utf8)] {
      try content.write(to: file("catalogue/beijing.json"))
      #expect(entries[.beijing] == nil)
    }
    #expect(entries.entries == [porto])
    #expect(!FileManager.default.fileExists(atPath: file("secrets.json").path))
  }

  @Test func `the secrets of addresses are in one file that only the user can read`() throws {
    let catalogue = Catalogue(DataFolder(folder.url))
    let other = CitySource(id: .lisbon, feed: "https://example.org/gtfs.zip?key=other")
    try catalogue.added.store(secret)
    try catalogue.added.store(other)
    #expect(catalogue.added[.beijing] == secret)
    #expect(Set(catalogue.added.entries) == [secret, other])
    #expect(
      try text(of: "catalogue/beijing.json").contains(#"example.org\/gtfs.zip#sha256-"#))
    #expect(try text(of: "secrets.json").contains("token"))
    for path in ["catalogue/beijing.json", "secrets.json"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file(path).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(try text(of: path).contains("token") == (path == "secrets.json"))
    }
    try catalogue.remove(.beijing)
    #expect(try !text(of: "secrets.json").contains("token"))
    #expect(catalogue.added.entries == [other])
    let plain = CitySource(id: .lisbon, feed: "https://example.org/gtfs.zip")
    try catalogue.added.store(plain)
    #expect(try text(of: "secrets.json") == "{}")
    #expect(catalogue.added.entries == [plain])
  }

  @Test func `the secrets of an earlier version's entry are moved to their file`() throws {
    let path = "catalogue/beijing.json"
    try FileManager.default.createDirectory(
      at: file("catalogue"), withIntermediateDirectories: true)
    try JSONEncoder().encode(secret).write(to: file(path))
    let entries = EntryFolder(DataFolder(folder.url), path: "catalogue")
    for _ in 0..<2 {
      #expect(entries.entries == [secret])
      entries.removeSecrets()
    }
    #expect(try !text(of: path).contains("token") && !text(of: path).contains("password"))
    #expect(try text(of: "secrets.json").contains("token"))
  }

  @Test(arguments: ["", "[]", "{}", #"{"catalogue/beijing": "https://example.org/?other=1"}"#])
  func `without its secrets an address is not used`(content: String) throws {
    let entries = EntryFolder(DataFolder(folder.url), path: "catalogue")
    try entries.store(secret)
    try Data(content.utf8).write(to: file("secrets.json"))
    #expect(entries[.beijing] == nil && entries.entries == [])
  }

  @Test func `a damaged file of secrets is kept, and new ones are stored`() throws {
    let entries = EntryFolder(DataFolder(folder.url), path: "catalogue")
    let damaged = Data(#"{"catalogue/lisbon": "https://example.org/?key=1""#.utf8)
    try entries.folder.write(damaged, to: "secrets.json")
    try entries.store(secret)
    #expect(entries.entries == [secret])
    #expect(try Data(contentsOf: file("secrets-damaged.json")) == damaged)
  }

  @Test func `a file of secrets that cannot be read is not replaced`() throws {
    try FileManager.default.createDirectory(
      at: file("secrets.json"), withIntermediateDirectories: true)
    let entries = EntryFolder(DataFolder(folder.url), path: "catalogue")
    #expect(throws: CityListError.self) { try entries.store(secret) }
    #expect(entries.entries == [])
  }
}
