import CityListInterface
import DataSourceInterface
import Foundation
import ModuleTesting
import Testing

@testable import CityList

struct CatalogueTests {
  @Test func `a file with another city's entry or with damaged JSON is ignored`() throws {
    let folder = TemporaryFolder()
    let catalogue = Catalogue(folder: folder.url)
    let porto = CitySource(id: .builtIn, feed: "https://example.org/gtfs.zip")
    try catalogue.store(porto)
    #expect(catalogue.added(.builtIn) == porto)
    let file = folder.url.appending(path: "beijing.json")
    for content in [try JSONEncoder().encode(porto), Data("{".utf8)] {
      try content.write(to: file)
      #expect(catalogue.added(.beijing) == nil)
    }
  }
}
