import CityListInterface
import DataSourceInterface
import Foundation
import ModuleTesting
import Testing

@testable import CityList

struct CatalogueTests {
  @Test func `a file with another city's entry or with damaged JSON is ignored`() throws {
    let folder = TemporaryFolder()
    let entries = EntryFolder(url: folder.url.appending(path: "catalogue"))
    let porto = CitySource(id: .builtIn, feed: "https://example.org/gtfs.zip")
    try entries.store(porto)
    #expect(entries[.builtIn] == porto)
    let file = entries.url.appending(path: "beijing.json")
    for content in [try JSONEncoder().encode(porto), Data("{".utf8)] {
      try content.write(to: file)
      #expect(entries[.beijing] == nil)
    }
    #expect(entries.entries == [porto])
  }

  @Test func `only the user can read an entry`() throws {
    let folder = TemporaryFolder()
    let entries = EntryFolder(url: folder.url)
    try entries.store(CitySource(id: .beijing, feed: "https://me:secret@example.org/gtfs.zip"))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.url.appending(path: "beijing.json").path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
