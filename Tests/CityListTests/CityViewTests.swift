import CityListInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
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
    #expect(Page(columns: columns).text(of: CityView.choices.document(of: Self.cities)) == text)
  }

  @Test(arguments: [40, 50, 60, 66, 80])
  func `the list of the installed cities fits the page`(columns: Int) {
    let cities = [City.sample(name: "Porto"), .sample(.beijing, name: "北京 Beijing Subway, MTR")]
    let lines = Page(columns: columns).text(of: CityView.installed.document(of: cities))
      .split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.columns <= columns }, "\(lines)")
    #expect(lines[0].contains("timetable") == (columns >= 50))
    #expect(lines[0].contains("stations") == (columns >= 66))
  }

  @Test func `commands list cities by the ids that they take`() {
    let lines = Page(columns: 38).text(of: CityView.catalogue.document(of: Self.cities))
      .split(separator: "\n")
    #expect(lines == ["   city     state", "●  porto    ready", "   beijing  downloading 30 %"])
  }

  private static let newer = "add a newer feed with 'app city add beijing <feed>'"

  @Test(arguments: [
    (CityID.builtIn, nil, "●  porto  expired; get a newer app"),
    (.beijing, nil, "●  beijing  expired; add a newer feed"),
    (.beijing, "https://a.b/c", "●  beijing  expired; update it"),
  ])
  func `the row of a city whose trains run no more says what to do, on a narrow page, too`(
    id: CityID, feed: String?, row: String
  ) {
    let city = ListedCity(
      id: id, name: "\(id)", source: feed.map { CitySource(id: id, feed: $0) }, state: .ready,
      isCurrent: true, lastDate: CalendarDate("2023-02-12"), expiry: "ended 2023-02-12")
    let lines = Page(columns: 40).text(of: CityView.catalogue.document(of: [city]))
      .split(separator: "\n").map(String.init)
    #expect(lines.last == row)
  }

  @Test(arguments: [
    (1, 0, false, true, "1 row dropped; run 'app city check' with the zip file for details."),
    (
      2, 3, false, true,
      "2 rows dropped, 3 rows repaired; run 'app city check' with the zip file for details."
    ),
    (0, 0, true, true, "Its timetable ended 2026-12-31; \(newer)."),
    (0, 0, true, false, "Its timetable has no trains; \(newer)."),
  ])
  func `the answer to an installation mentions dropped rows and an expired timetable`(
    dropped: Int, repaired: Int, isExpired: Bool, hasService: Bool, sentence: String
  ) {
    let day = CalendarDate(day: 20_818)
    let city = City(
      id: .beijing, name: "Beijing", agency: "", timeZone: "UTC", firstDate: day, lastDate: day,
      stations: 1, lines: 1, isBuiltIn: false, isCurrent: true, isExpired: isExpired,
      hasService: hasService, dropped: dropped, repaired: repaired)
    let lines = Page(columns: 120).text(of: CityView.installation(of: city, app: "app")).split(
      separator: "\n")
    #expect(lines.last.map(String.init) == sentence)
  }
}
