import DataSourceInterface
import Testing

@testable import DataSource

struct TripImportTests {
  /// Every trip, as its id, line, service, direction and headsign.
  private func trips(_ text: String) throws -> [String] {
    let feed = SampleFeed().with("trips.txt", text).feed
    var lines = try RouteImport(feed)
    let services = try ServiceImport(feed)
    let trips = try TripImport(feed, routes: &lines, services: services)
    let routes = lines.sorted()
    return (0..<trips.count).map { trip in
      "\(trips.id[trip]) \(routes.routes.name[Int(routes.places[Int(trips.route[trip])])]) \(trips.service[trip])"
        + " \(trips.direction[trip]) \(trips.headsign[trip])"
    }
  }

  @Test func `second rows for an id are left out, and trips of unknown services run on no day`()
    throws
  {
    let found = try trips(
      """
      route_id,service_id,trip_id,trip_headsign,direction_id
      2,all,b,Docks,1
      1,all,a,Centre,0
      9,all,c,,
      1,never,d,,
      1,all,b,Again,
      1,all,,,
      """)
    #expect(found == ["a One 0 0 Centre", "b Second Line 0 1 Docks", "c 9 0 -1 ", "d One 1 -1 "])
  }

  @Test func `a trip without a line is on the only one, if there is just one`() throws {
    let text = "trip_id,route_id,service_id\nt1,,all"
    #expect(try trips(text) == ["t1 ? 0 -1 "])
    let feed = SampleFeed().with("routes.txt", "route_id,route_short_name\n1,One")
    #expect(try feed.with("trips.txt", text).timetable().runs == ["One t1: A 08:00, C1 08:10"])
  }

  @Test(arguments: ["", "2", "-1", "x"])
  func `a direction other than 0 and 1 is none`(direction: String) throws {
    let text = "route_id,service_id,trip_id,direction_id\n1,all,a,\(direction)"
    #expect(try trips(text) == ["a One 0 -1 "])
  }

  @Test func `a value too many behind the id is passed over`() throws {
    let text = "trip_id,route_id,service_id,direction_id\na,1:0,1,all,0"
    #expect(try trips(text) == ["a One 0 0 "])
  }
}
