import DataSourceInterface
import Testing

@testable import Stations

@Suite struct StationViewTests {
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
