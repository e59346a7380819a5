import DataSourceInterface
import Testing

@testable import DataSource

struct StopImportTests {
  /// Returns every station as its name and the ids of its stops.
  private func stations(_ rows: String...) throws -> [String] {
    let header = "stop_id,stop_name,location_type,parent_station"
    let text = ([header] + rows).joined(separator: "\n")
    let stops = try StopImport(SampleFeed().with("stops.txt", text).feed)
    return (0..<stops.stations.count).map { station in
      let range = stops.stations.stops(of: station)
      let ids = range.map { stops.stops.id[$0] }.joined(separator: " ")
      return "\(stops.stops.name[range.lowerBound]): \(ids)"
    }
  }

  @Test func `the platforms of a station follow it`() throws {
    let found = try stations(
      "P2,Harbour,,S", "Z,Zoo,0,", "P1,Harbour,0,S", "S,Harbour,1,", "A,Airport,1,")
    #expect(found == ["Airport: A", "Harbour: S P1 P2", "Zoo: Z"])
  }

  @Test func `the root of a chain of parents is the station`() throws {
    #expect(try stations("P,Platform,0,H", "H,Hall,1,S", "S,Station,1,") == ["Station: S H P"])
  }

  @Test(arguments: [2, 3, 4])
  func `entrances, nodes and boarding areas are left out`(type: Int) throws {
    #expect(try stations("S,Station,1,", "X,Other,\(type),S") == ["Station: S"])
  }

  @Test func `a stop with an unknown or omitted parent becomes a station`() throws {
    #expect(try stations("A,Airport,0,X", "B,Bay,0,E", "E,Door,2,") == ["Airport: A", "Bay: B"])
  }

  @Test func `stops that are each other's parents become stations`() throws {
    let found = try stations("A,Airport,0,B", "B,Bay,0,A", "C,Centre,0,C", "D,Docks,0,A")
    #expect(found == ["Airport: A", "Bay: B", "Centre: C", "Docks: D"])
  }

  @Test func `a stop without a name gets that of its station, or its id`() throws {
    let text = "stop_id,stop_name,parent_station\nS,Station,\nP,,S\nX,,"
    let stops = try StopImport(SampleFeed().with("stops.txt", text).feed).stops
    #expect(Array(stops.name) == ["Station", "Station", "X"])
  }

  @Test func `names are trimmed`() throws {
    #expect(try stations("A,ASHBURN STATION  ,,") == ["ASHBURN STATION: A"])
  }

  @Test func `the first of two rows with the same id is used`() throws {
    #expect(try stations("A,Airport,,", "A,Another,,") == ["Airport: A"])
  }

  @Test(
    arguments: [
      ("41.5", "-8.5", true), ("90", "180", true), ("", "", false), ("41.5", "", false),
      ("91", "0", false), ("0", "-181", false), ("NaN", "0", false), ("1e999", "0", false),
      ("x", "y", false), ("0", "0", false), ("0.0", "-0", false), ("0", "9", true),
    ])
  func `a valid position is kept, and any other is unknown`(
    north: String, east: String, isKept: Bool
  ) throws {
    let text = "stop_id,stop_lat,stop_lon\nA,\(north),\(east)"
    let stops = try StopImport(SampleFeed().with("stops.txt", text).feed).stops
    #expect(stops.latitude[0].isNaN != isKept && stops.longitude[0].isNaN != isKept)
  }

  @Test(arguments: [("-8.6,41.1", true), ("41.1,-8.6", false), ("38.7,-9.1", false)])
  func `swapped coordinates are removed and reported`(place: String, isSwapped: Bool) throws {
    let text = "stop_id,stop_lat,stop_lon\nA,41.1,-8.6\nB,41.2,-8.7\nC,\(place)"
    let feed = SampleFeed().with("stops.txt", text).feed
    #expect(try StopImport(feed).stops.latitude[2].isNaN == isSwapped)
    let found = feed.diagnostics.all.filter { $0.problem == .swappedCoordinates }
    #expect(found.flatMap(\.examples) == (isSwapped ? [.init(line: 4, value: "C")] : []))
  }

  @Test func `where latitude and longitude are alike, a far stop is no swapped one`() throws {
    let text = "stop_id,stop_lat,stop_lon\nA,30.05,31.24\nB,30.06,31.25\nC,31.2,29.92"
    #expect(try StopImport(SampleFeed().with("stops.txt", text).feed).stops.latitude[2] == 31.2)
  }

  @Test func `if latitude and longitude of all stops are swapped, none has a position`() throws {
    let text = "stop_id,stop_name,stop_lat,stop_lon\nA,A,-8.6,41.1\nB,B,-8.7,41.2\nC,C,-8.5,41.3"
    let feed = SampleFeed().with("stops.txt", text).feed
    #expect(try StopImport(feed).stops.latitude.allSatisfy(\.isNaN))
    #expect(feed.diagnostics.all.map(\.count) == [3])
  }

  @Test(arguments: [
    ("Europe/Paris", true), ("Europe/London", false), ("Europe/Lisbon", false), ("Nowhere", false),
    ("", false),
  ])
  func `a stop whose clocks differ from those of the agency is reported`(
    zone: String, isReported: Bool
  ) async throws {
    let fixture = try await DataSourceModuleFixture()
    let feed = SampleFeed().with(
      "stops.txt", "stop_id,stop_name,stop_timezone\nA,Airport,\nC1,Centre,\(zone)\nD,Docks,")
    let read = feed.feed
    _ = try CompiledCity(read, as: .builtIn, name: "Sample")
    let found = read.diagnostics.all.filter { $0.problem == .otherStopClocks }
    #expect(
      found.flatMap(\.examples) == (isReported ? [.init(line: 3, value: "C1 (\(zone))")] : []))
    let city = try await fixture.install(feed, as: .named("sample"))
    #expect(city.clockNote == (isReported ? "times of Europe/Lisbon" : nil))
  }
}
