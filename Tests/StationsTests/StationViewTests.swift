import Console
import DataSourceInterface
import Scenes
import StationsInterface
import Testing

@testable import Stations

@Suite struct StationViewTests {
  @Test func `a departure within an hour is shown in minutes and a later one by the clock`() {
    let departures = [29, 60, 3599, 3600].map { wait in
      NextDepartures.Departure(
        date: ServiceDate(day: 0), time: ServiceTime(seconds: 86_400 + wait), wait: wait)
    }
    let line = Line(id: "1", name: "1", color: nil)
    let rows = [Array(departures[..<3]), Array(departures[2...])].map {
      NextDepartures(line: line, headsign: "C", departures: $0)
    }
    #expect(
      StationView.departures.text(of: rows, on: Page(columns: 80)) == """
        [1]  C     now  1 min  59 min
        [1]  C  59 min  01:00
        """)
  }

  @Test func `an entrance is shown without the name of the station`() {
    let station = Station(id: "s", name: "Centre", coordinate: nil, lines: [])
    let details = StationDetails(
      station: station, otherNames: [], platforms: [],
      entrances: ["Centre - North", "Centre", "Park"].map {
        Entrance(id: $0, name: $0, coordinate: nil)
      },
      facilities: [], isStepFree: nil, date: ServiceDate(day: 0), departures: [])
    #expect(StationView.attributes(of: details) == ["Entrances: North, Centre, Park"])
  }
}
