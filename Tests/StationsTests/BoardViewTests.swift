import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Scenes
import StationsInterface
import Testing

@testable import Stations

@Suite struct BoardViewTests {
  private typealias Departure = NextDepartures.Departure

  /// A departure from a number of minutes after 10:00 of 2026-11-20, a Friday.
  private static func departure(after minutes: Int, headway: Int? = nil) -> Departure {
    let now = 10 * 60
    return Departure(
      date: CalendarDate(day: 20_777), time: ServiceTime(seconds: (now + minutes) * 60),
      wait: minutes * 60, daysAhead: (now + minutes) / 1440, headway: headway)
  }

  private static func row(
    _ line: String, _ headsign: String, _ departures: [Departure]
  ) -> NextDepartures {
    NextDepartures(
      line: Line(id: line, name: TranslatedName(line), color: nil),
      headsign: TranslatedName(headsign), departures: departures)
  }

  private let page = Page(columns: 60)

  @Test func `a departure is shown in minutes, by the clock or with its day`() {
    let rows = [
      Self.row("1", "Centre", [0, 1, 59].map { Self.departure(after: $0) }),
      Self.row("2", "Centre", [60, 839, 840].map { Self.departure(after: $0) }),
      Self.row("3", "Airport", [20 * 60, 6 * 1440, 7 * 1440].map { Self.departure(after: $0) }),
    ]
    #expect(
      page.text(of: BoardView.departures.document(of: rows)) == """
        [1]  Centre         now      1 min            59 min
        [2]  Centre       11:00      23:59         Sat 00:00
        [3]  Airport  Sat 06:00  Thu 10:00  Fri 27 Nov 10:00
        """)
  }

  @Test func `a row says what passengers must do to board`() {
    let row = NextDepartures(
      line: Line(id: "1", name: "1", color: nil), headsign: "Elm",
      boarding: StopRequest(.agency, phone: "555 0100"), departures: [Self.departure(after: 5)])
    #expect(
      page.text(of: BoardView.departures.document(of: [row]))
        == "[1]  Elm, to board, phone the agency at 555 0100  5 min")
  }

  @Test func `trains without times are shown with the time between them`() {
    let rows = [
      Self.row("1", "Centre", [3, 7, 11].map { Self.departure(after: $0, headway: 240) }),
      // The last train: no other follows.
      Self.row("2", "Centre", [Self.departure(after: 3, headway: 240)]),
      // The trains of the night end, and the next one is that of the morning.
      Self.row("3", "Centre", [3, 300].map { Self.departure(after: $0, headway: 240) }),
      Self.row(
        "4", "Centre", [Self.departure(after: 70, headway: 240), Self.departure(after: 75)]),
      Self.row("5", "Centre", [Self.departure(after: 1200, headway: 240)]),
    ]
    #expect(
      page.text(of: BoardView.departures.document(of: rows)) == """
        [1]  Centre      ~3 min  every 4 min
        [2]  Centre      ~3 min
        [3]  Centre      ~3 min       ~15:00
        [4]  Centre      ~11:10        11:15
        [5]  Centre  Sat ~06:00
        """)
  }

  private var board: DepartureBoard {
    func station(_ name: String, distance: Int? = nil) -> FoundStation {
      FoundStation(
        Station(id: name, name: TranslatedName(name), coordinate: nil, lines: []),
        distance: distance)
    }
    return DepartureBoard(
      city: .sample(name: "Porto"),
      at: LocalDateTime(date: CalendarDate(day: 20_777), time: ServiceTime(seconds: 36_000)),
      stations: [
        StationBoard(
          station: station("Trindade"),
          departures: [
            Self.row("D", "Santo Ovídio", [4, 12].map { Self.departure(after: $0) }),
            Self.row("A", "Matosinhos", [5, 11].map { Self.departure(after: $0, headway: 360) }),
          ]),
        StationBoard(
          station: station("Aliados", distance: 345),
          departures: [Self.row("D", "Airport", [Self.departure(after: 1440)])],
          reason: "No train leaves within 24 hours; the next ones are on Sat 21 Nov."),
        StationBoard(
          station: station("Depot"), departures: [], reason: "No train leaves within 7 days."),
      ])
  }

  @Test func `a board has a heading for each station and the same columns for all`() {
    #expect(
      page.text(of: BoardView.document(board)) == """
        Porto, Fri 20 Nov, 10:00

        Trindade
        [D]  Santo Ovídio      4 min       12 min
        [A]  Matosinhos       ~5 min  every 6 min

        Aliados  350 m, 7 min on foot
        No train leaves within 24 hours; the next ones are on Sat 21
        Nov.
        [D]  Airport       Sat 10:00

        Depot
        No train leaves within 7 days.
        """)
  }

  // Names keep 8 columns, so that this board needs at least 37.
  @Test(arguments: [37, 40, 120]) func `a board fits the page`(columns: Int) {
    let text = Page(columns: columns).text(of: BoardView.document(board))
    for line in text.split(separator: "\n") {
      #expect(String(line).columns <= columns)
    }
  }

  @Test func `a line of a log can be read without the others`() {
    #expect(
      BoardView.lines(board).map { page.line($0) } == [
        "Trindade  D  Santo Ovídio  10:04  10:12",
        "Trindade  A  Matosinhos  about 10:05, every 6 min",
        "Aliados  D  Airport  Sat 10:00",
        "Aliados  No train leaves within 24 hours; the next ones are on Sat 21 Nov.",
        "Depot  No train leaves within 7 days.",
      ])
  }
}
