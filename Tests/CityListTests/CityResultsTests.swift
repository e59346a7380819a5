import CityListInterface
import Console
import DataSourceInterface
import Mediator
import Testing

@testable import CityList

struct CityResultsTests {
  private let error = CityListError.noAddress(.beijing)

  @Test func `the result has a line for each city and fails if one of them failed`() throws {
    var results = CityResults(cities: [])
    results.add(CityUpdate(city: .installed(.builtIn, name: "Porto"), isNew: false))
    #expect(try results.commandResult(ifEmpty: "none", app: "metro").failure == nil)
    results.add(error, of: .beijing)
    let answer = try results.commandResult(ifEmpty: "none", app: "metro")
    #expect(answer.failure == error.kind)
    let text = answer.text(on: Page(columns: 200))
    #expect(text == "Porto is up to date.\nbeijing: \(error)")
  }

  @Test func `the error of the only city is thrown and an empty result has a text`() throws {
    var results = CityResults(cities: [])
    #expect(
      try results.commandResult(ifEmpty: "none", app: "metro").text(on: Page(columns: 80)) == "none"
    )
    results.add(error, of: .beijing)
    #expect(throws: error) { try results.commandResult(ifEmpty: "none", app: "metro") }
  }
}
