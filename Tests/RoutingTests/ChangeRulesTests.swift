import DataSourceFixture
import DataSourceInterface
import RoutingInterface
import Testing

@testable import Routing

/// How long a change takes, by what the feed says about it.
@Suite struct ChangeRulesTests {
  typealias Transfer = SampleNetwork.Transfer

  /// Two stations 300 m apart, the first with two platforms, which line 1 and line 2 serve.
  private func seconds(
    _ transfers: [Transfer], walkways: [SampleNetwork.Walkway] = [], from: String, to: String,
    walk: Int = 0, leaving: String = "t1", boarding: String = "t2"
  ) -> Int32? {
    let network = SampleNetwork(
      stations: [("X", ["X1", "X2"]), ("Y", ["Y1"]), ("Z", [])],
      trips: [
        .init("t1", line: "1", "Z 8:00,X1 8:10,X2 8:20,Y1 8:30"),
        .init("t2", line: "2", "X1 9:00,X2 9:10,Y1 9:20,Z 9:30"),
        .init("t3", line: "3", "X1 9:00,X2 9:10,Y1 9:20,Z 9:30"),
      ], transfers: transfers, walkways: walkways,
      positions: [
        "X": Coordinate(latitude: 41, longitude: -8),
        "Y": Coordinate(latitude: 41.0027, longitude: -8),
      ])
    let timetable = network.timetable()
    let stops = NetworkStops(timetable)
    let changes = ChangeTimes(stops, default: 120, walk: walk)
    func stop(_ name: String, of trip: String) -> Int {
      let label = timetable.trips.id.firstIndex(of: trip) ?? 0
      let route = timetable.routes.id.firstIndex(of: String(trip.last ?? "1")) ?? 0
      return stops.variant(of: network.stop(name), route: Int32(route), label: Int32(label))
    }
    return changes.seconds(from: stop(from, of: leaving), to: stop(to, of: boarding))
  }

  @Test func `without a row, the default is the time within a station`() {
    #expect(seconds([], from: "X1", to: "X1") == 120)
    #expect(seconds([], from: "X1", to: "X2") == 120)
    #expect(seconds([], from: "X1", to: "Y1") == nil)
  }

  @Test(arguments: [("X", "Y"), ("X1", "Y"), ("X", "Y1"), ("X1", "Y1")])
  func `a station at either end of a row stands for its platforms`(from: String, to: String) {
    let row = Transfer(from: from, to: to, seconds: 240)
    #expect(seconds([row], from: "X1", to: "Y1") == 240)
    #expect(seconds([row], from: "X2", to: "Y1") == (from == "X" ? 240 : nil))
  }

  @Test func `a row of stops counts before one with a station, and a later row before another`() {
    let rows: [Transfer] = [
      .init(from: "X1", to: "Y1", seconds: 60), .init(from: "X1", to: "Y", seconds: 90),
      .init(from: "X", to: "Y", seconds: 240),
    ]
    #expect(seconds(rows, from: "X1", to: "Y1") == 60)
    #expect(seconds(Array(rows.dropFirst()), from: "X1", to: "Y1") == 240)
    #expect(seconds(rows.dropFirst().reversed(), from: "X1", to: "Y1") == 90)
  }

  @Test(
    arguments: [
      (Transfer.Trains.trip("t1"), .trip("t2"), 1), (.trip("t1"), .line("2"), 2),
      (.all, .trip("t2"), 3), (.line("1"), .line("2"), 4), (.all, .line("2"), 5), (.all, .all, 6),
      (.line("2"), .line("1"), 99), (.all, .trip("t3"), 99), (.all, .line("3"), 99),
    ] as [(Transfer.Trains, Transfer.Trains, Int32)])
  func `the most specific row that fits both trains counts`(
    leaving: Transfer.Trains, boarding: Transfer.Trains, time: Int32
  ) {
    let less: [Transfer] = [
      .init(from: "X", to: "X", seconds: 99), .init(from: "X", to: "X", seconds: 99),
    ]
    let row = Transfer(
      from: "X", to: "X", seconds: Int(time), leaving: leaving, boarding: boarding)
    #expect(seconds([row] + (time == 6 ? [] : less), from: "X1", to: "X2") == time)
  }

  @Test func `a change can be forbidden for some trains only`() {
    let row = Transfer(
      from: "X1", to: "X2", seconds: Int(Timetable.Transfers.forbidden), leaving: .line("1"),
      boarding: .line("2"))
    #expect(seconds([row], from: "X1", to: "X2") == nil)
    #expect(seconds([row], from: "X1", to: "X2", boarding: "t3") == 120)
    #expect(seconds([row], from: "X1", to: "X1") == 120)
  }

  @Test func `a row without a time takes the walk between stations, at least the default`() {
    let asks = Int(Timetable.Transfers.defaultTime)
    let walk = seconds([.init(from: "X1", to: "Y1", seconds: asks)], from: "X1", to: "Y1")
    // 300 m, with 30 % more, at 1.2 m/s.
    #expect(walk == 326)
    #expect(seconds([.init(from: "X1", to: "X2", seconds: asks)], from: "X1", to: "X2") == 120)
    #expect(seconds([.init(from: "Y1", to: "Z", seconds: asks)], from: "Y1", to: "Z") == 120)
  }

  @Test(arguments: [(60, 120), (540, 540)])
  func `the way through a station counts if it is longer than the default`(
    way: Int, expected: Int32
  ) {
    let ways: [SampleNetwork.Walkway] = [.init(from: "X1", to: "X2", seconds: way)]
    #expect(seconds([], walkways: ways, from: "X1", to: "X2") == expected)
    #expect(seconds([], walkways: ways, from: "X2", to: "X1") == 120)
    let row = Transfer(from: "X", to: "X", seconds: 30)
    #expect(seconds([row], walkways: ways, from: "X1", to: "X2") == 30)
  }

  @Test(arguments: [(299, nil), (301, 326)] as [(Int, Int32?)])
  func `without a row, stations within the walk are connected`(metres: Int, expected: Int32?) {
    #expect(seconds([], from: "X1", to: "Y1", walk: metres) == expected)
    let forbidden = Transfer(
      from: "X", to: "Y", seconds: Int(Timetable.Transfers.forbidden))
    #expect(seconds([forbidden], from: "X1", to: "Y1", walk: metres) == nil)
  }

  @Test(arguments: [(nil, 200, 0), (0, 0, 0), (400, 400, 400)] as [(Int?, Int, Int)])
  func `a feed that says nothing about changes has walks up to 200 m unless asked otherwise`(
    walk: Int?, without: Int, with: Int
  ) {
    let constraints = RouteConstraints(walk: walk)
    var network = SampleNetwork(stations: [("A", [])], trips: [.init("t", "A 8:00,A 8:10")])
    #expect(constraints.walk(in: network.timetable()) == without)
    network.transfers = [.init(from: "A", to: "A", seconds: 60)]
    #expect(constraints.walk(in: network.timetable()) == with)
  }
}
