import CityListInterface
import DataSourceInterface
import Testing

@testable import CityList

struct CitiesProgressTests {
  @Test func `one city is shown with its own progress`() {
    var progress = CitiesProgress("updating", [.lisbon])
    progress.show(CityProgressed(city: .lisbon, state: .downloading))
    #expect(progress.text == "updating lisbon" && progress.fraction == nil)
    progress.show(CityProgressed(city: .lisbon, state: .importing, fraction: 0.25))
    progress.show(CityProgressed(city: .beijing, state: .downloading, fraction: 0.75, received: 1))
    #expect(progress.text == "importing lisbon" && progress.fraction == 0.25)
  }

  @Test func `of several cities the import is shown first, and waiting ones are not shown`() {
    var progress = CitiesProgress("updating", [.beijing, .lisbon, .builtIn])
    progress.show(
      CityProgressed(
        city: .beijing, state: .downloading, fraction: 0.5, received: 2_000_000,
        remaining: .seconds(90)))
    progress.show(CityProgressed(city: .lisbon, state: .importing, fraction: 0.5))
    progress.show(CityProgressed(city: .builtIn, state: .queued))
    #expect(
      progress.text
        == "0 of 3 cities; importing lisbon; beijing: 2.0 of 4.0 MB, 1 min left")
    #expect(progress.fraction == (0.25 + 0.75 + 0) / 3)
    progress.show(CityProgressed(city: .beijing, state: .queued))
    #expect(progress.fraction == (0.25 + 0.75 + 0) / 3)
    for city in [CityID.beijing, .lisbon, .builtIn] { progress.finish(city) }
    #expect(progress.text == "3 of 3 cities" && progress.fraction == 1)
  }
}
