import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import Journeys

/// What a person is told whose words mean a stop beside stations of other lines.
@Suite struct NamesakesTests {
  private func station(_ id: String, _ name: String, metres: Int, line: String) -> Station {
    Station(
      id: id, name: TranslatedName(name),
      coordinate: Coordinate(latitude: 41 + Double(metres) / 111_000, longitude: -8),
      lines: [Line(id: line, name: TranslatedName(line), color: nil)])
  }

  private func note(typed text: String, _ others: Station...) async throws -> String? {
    let mediator = Mediator()
    let stop = station("1", "Oak", metres: 0, line: "4")
    try mediator.answer(DataSource.stations) { _ in [stop] + others }
    let end = PointOfInterest(id: "1", name: "Oak", coordinate: stop.coordinate)
    return try await Namesakes(of: end, typed: text, in: .builtIn, through: mediator)
      .map { Page(columns: 200).text(of: Document([$0.note])) }
  }

  @Test func `stations of other lines next to it are named`() async throws {
    let north = station("2", "Oak North", metres: 120, line: "1")
    let bridge = station("3", "oak_2", metres: 290, line: "2")
    #expect(
      try await note(typed: "oak", north, bridge)
        == "'Oak' is the stop of 4; next to it: 'Oak North' (1), 'oak_2' (2).")
  }

  @Test func `those that are far away, of the same line, or of another name are not`() async throws
  {
    #expect(
      try await note(
        typed: "oak", station("2", "Oak North", metres: 400, line: "1"),
        station("3", "Oak South", metres: 50, line: "4"),
        station("4", "Royal Oak", metres: 50, line: "2")) == nil)
  }

  @Test func `an end that is named by its id is what the person means`() async throws {
    #expect(
      try await note(typed: "id:1", station("2", "Oak North", metres: 9, line: "1")) == nil)
  }
}
