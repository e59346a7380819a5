import CityListInterface
import DataSourceInterface
import Foundation
import TestSupport
import Testing

@testable import CityList

struct CatalogueTests {
  @Test func `a file under another city's name, or a damaged one, is no entry`() throws {
    let folder = TemporaryFolder()
    let catalogue = Catalogue(folder: folder.url)
    let porto = CitySource(id: .builtIn, feed: "https://example.org/gtfs.zip")
    try catalogue.keep(porto)
    #expect(catalogue.added(.builtIn) == porto)
    let stranger = folder.url.appending(path: "beijing.json")
    for content in [try JSONEncoder().encode(porto), Data("{".utf8)] {
      try content.write(to: stranger)
      #expect(catalogue.added(.beijing) == nil)
    }
  }
}
