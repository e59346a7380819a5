import CityListInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Mediator
import ModuleTesting
import Platform
import Testing

@testable import CityList

@Suite(.timeLimit(.minutes(15))) struct CityListCommandsTests {
  private let harness: ModuleHarness
  private let fixture = CityListFixture()

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try fixture.stub(harness)
  }

  @Test func `a file is installed as a city and its import reports progress`() async throws {
    let file = try harness.feedFile()
    let shown = Recorder<String>()
    let result = try await Command.addCity.run(
      Invocation(
        parameters: ["city": "beijing", "source": file], mediator: harness.mediator,
        progress: ProgressReporter { shown.record("\($0) \($1 ?? -1)") },
        arguments: Command.addCity.arguments))
    let text =
      "Installed Beijing: 425 stations, 1 line. Run 'app city use beijing' to switch to it."
    #expect(result.text(on: Page(columns: 100)) == text)
    #expect(shown.values.contains("adding beijing -1.0"))
    #expect(shown.values.contains("importing beijing 0.5"))
    let again = try await harness.run("city add beijing \"\(file)\"").text
    #expect(again.hasSuffix("\nThe new feed replaces the installed one."))
  }

  @Test func `an invalid id is an error that quotes it`() async {
    let error = CommandLineError.badValue(
      "city",
      reason:
        "'new_york' is not a city id; expected up to 40 of a–z, 0–9 and hyphens, as in 'new-york'"
    )
    await #expect(throws: error) { try await harness.run("city add new_york x") }
  }

  @Test(arguments: [
    ("Porto", nil), ("PORTO", nil),
    ("BERLIN", "'berlin' is not installed; download Berlin with 'app city download berlin'"),
    ("lisbon", "'lisbon' is not installed; download Lisboa with 'app city download lisbon'"),
    ("Lisboa", "no city 'lisboa' in the catalogue; did you mean 'lisbon'?"),
    ("prto", "no city 'prto' in the catalogue; did you mean 'porto'?"),
    ("gotham", "no city 'gotham' is installed; installed cities: porto; 'cities' lists more"),
  ])
  func `a city is used by its id in any case, and another name is an error with the remedy`(
    text: String, error: String?
  ) async throws {
    var shown: String?
    do { _ = try await harness.run("city use \(text)") } catch { shown = "\(error)" }
    #expect(shown == error)
    #expect(fixture.dataSource.used.values == (error == nil ? [.builtIn] : []))
  }

  @Test func `the built-in city is not updated`() async throws {
    let text = "Porto is built in and needs no update; use '--all' for the other cities."
    #expect(try await harness.run("city update", columns: 120).text == text)
    await #expect(throws: DataSourceError.builtIn(.builtIn)) {
      try await harness.run("city update porto")
    }
  }

  @Test func `an update says what was new`() async throws {
    try await harness.add()
    #expect(try await harness.run("city update beijing").text == "Beijing is up to date.")
    fixture.hasChanged.withLock { $0 = true }
    let checked = try await harness.mediator.perform(CityList.updates)
    #expect(checked.map(\.state) == [.updateAvailable])
    #expect(try await harness.run("city update --all").text.hasPrefix("Updated Beijing"))
  }

  @Test func `the list marks the current city and aligns double-width names`() async throws {
    fixture.dataSource.install(.installed(.beijing, name: "北京"))
    #expect(
      try await harness.run("city list").text == """
           city     name   stations  lines  timetable
        ●  porto    Porto       425      1  2026-01-01 – 2026-12-31
           beijing  北京        425      1  2026-01-01 – 2026-12-31
        """)
  }

  @Test func `lists mark cities whose timetables have ended`() async throws {
    fixture.dataSource.install(.expired(.beijing, name: "Beijing", hasService: true))
    fixture.dataSource.install(.expired(.lisbon, name: "Lisboa", hasService: false))
    let list = try await harness.run("city list").text.split(separator: "\n")
    #expect(list[2].hasSuffix("beijing  Beijing       425      1  ended 2026-12-31"))
    #expect(list[3].hasSuffix("lisbon   Lisboa        425      1  has no trains"))
    let catalogue = try await harness.run("cities", columns: 140).text.split(separator: "\n")
    #expect(catalogue.filter { $0.contains("ended 2026-12-31") }.count == 1)
    #expect(
      catalogue.contains { $0.contains("beijing") && $0.contains("expired; add a newer feed") })
    #expect(catalogue.contains { $0.contains("lisbon") && $0.contains("expired; update it") })
  }

  @Test(arguments: [("cities", "lisbon"), ("city list", "beijing")], [40, 60, 80, 100, 140])
  func `a list fits the page`(list: (command: String, city: String), columns: Int) async throws {
    fixture.dataSource.install(.installed(.beijing, name: "北京"))
    let text = try await harness.run(list.command, columns: columns).text
    #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns })
    #expect(text.contains(list.city))
  }
}
