import CityListInterface
import Console
import DataSourceInterface
import Scenes
import Testing

@testable import CityList

struct CityViewTests {
  private static let cities = [
    ListedCity(
      id: .builtIn, name: "Porto", source: nil, state: .ready, isCurrent: true,
      lastDate: CalendarDate("2026-12-31")),
    ListedCity(
      id: .beijing, name: "北京 Beijing Subway", source: nil, state: .downloading, progress: 0.3),
  ]

  @Test(arguments: [
    (
      38,
      """
         city               state
      ●  Porto              ready
         北京 Beijing Sub…  downloading 30 %
      """
    ),
    (
      75,
      """
         city                 state             until
      ●  Porto                ready             2026-12-31
         北京 Beijing Subway  downloading 30 %
      """
    ),
    (
      78,
      """
         city                 id       state             until
      ●  Porto                porto    ready             2026-12-31
         北京 Beijing Subway  beijing  downloading 30 %
      """
    ),
  ])
  func `a person chooses a city by its name, beside its id where there is room`(
    columns: Int, text: String
  ) {
    #expect(CityView.choices.text(of: Self.cities, on: Page(columns: columns)) == text)
  }

  @Test func `commands list cities by the ids that they take`() {
    let lines = CityView.catalogue.text(of: Self.cities, on: Page(columns: 38)).split(
      separator: "\n")
    #expect(lines == ["   city     state", "●  porto    ready", "   beijing  downloading 30 %"])
  }
}
