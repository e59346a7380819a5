import CityListInterface
import Console
import DataSourceInterface
import Testing

@testable import CityList

struct CityResultsTests {
  private let error = CityListError.noAddress(.beijing)

  @Test func `of several cities each is told, and one that failed makes it a failure`() throws {
    var results = CityResults(cities: [])
    results.add(CityUpdate(city: .sample(.builtIn, name: "Porto"), isNew: false))
    #expect(try results.answer(none: "none").failure == nil)
    results.add(error, of: .beijing)
    let answer = try results.answer(none: "none")
    #expect(answer.failure == error.kind)
    let text = answer.text(Page(columns: 200))
    #expect(text == "porto is up to date.\nbeijing: \(error)")
  }

  @Test func `the failure of the only city is the command's, and no city is told`() throws {
    var results = CityResults(cities: [])
    #expect(try results.answer(none: "none").text(Page(columns: 80)) == "none")
    results.add(error, of: .beijing)
    #expect(throws: error) { try results.answer(none: "none") }
  }
}
