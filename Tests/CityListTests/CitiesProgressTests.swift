import CityListInterface
import DataSourceInterface
import Testing

@testable import CityList

struct CitiesProgressTests {
  @Test func `one city is shown with its own progress`() {
    var progress = CitiesProgress("updating", [.lisbon])
    #expect(progress.text == "updating lisbon" && progress.fraction == nil)
    progress.show(CityProgressed(city: .lisbon, state: .importing, fraction: 0.25))
    progress.show(CityProgressed(city: .beijing, state: .downloading, fraction: 0.75))
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
        == "updating 3 cities, 0 done; importing lisbon; downloading beijing, 2.0 MB, 1 min left")
    #expect(progress.fraction == (0.25 + 0.75 + 0) / 3)
    progress.show(CityProgressed(city: .beijing, state: .queued))
    #expect(progress.fraction == (0.25 + 0.75 + 0) / 3)
    for city in [CityID.beijing, .lisbon, .builtIn] { progress.finish(city) }
    #expect(progress.text == "updating 3 cities, 3 done" && progress.fraction == 1)
  }
}
