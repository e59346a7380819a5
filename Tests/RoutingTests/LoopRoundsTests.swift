import DataSourceFixture
import DataSourceInterface
import Documents
import RoutingInterface
import Testing

@testable import Routing

@Suite struct LoopRoundsTests {
  /// Trips around the loop A, B, C, D, which begin at A or at C and make two to six rounds.
  private static let loop = SampleNetwork(
    stations: ["A", "B", "C", "D"].map { ($0, []) },
    trips: (0..<10).map { number in
      let begin = number.isMultiple(of: 3) ? 2 : 0
      return SampleNetwork.Trip(
        id: "\(number)", line: "loop",
        calls: (0...4 * (2 + number % 5)).map { position in
          let time = 3600 * 6 + 300 * number + 120 * position
          return SampleNetwork.Call(
            stop: ["A", "B", "C", "D"][(begin + position) % 4], arrival: time, departure: time)
        })
    })

  private var schedule: ServiceDaySchedule {
    ServiceDaySchedule(Self.loop.timetable(), on: CalendarDate(day: 20_000), changeTime: 0)
  }

  @Test func `rounds of trips of any length share few routes`() {
    let network = schedule.forward.network
    // A first round from C to A, a round with the next one, one with a last stop, and one that is
    // last.
    #expect(network.routes.count <= 5)
    #expect(network.routes.allSatisfy { $0.positionCount <= 8 })
    let rounds = (0..<10).reduce(0) { $0 + 2 + $1 % 5 }
    #expect(network.routes.reduce(0) { $0 + Int($1.rowCount) } >= rounds)
  }

  /// If passengers could leave at F, the ride from E to F would be useful, and be in a single
  /// round.
  @Test func `a call where nobody may leave does not make the rounds longer`() {
    let stops = ["E"] + (0..<20).map { ["A", "B", "C", "D"][$0 % 4] } + ["F", "B", "C", "D"]
    let calls = stops.enumerated().map { position, stop in
      let time = 3600 * 6 + 120 * position
      return SampleNetwork.Call(
        stop: stop, arrival: time, departure: time,
        allows: stop == "F" ? .board : [.board, .alight])
    }
    let network = SampleNetwork(
      stations: ["A", "B", "C", "D", "E", "F"].map { ($0, []) },
      trips: [SampleNetwork.Trip(id: "1", line: "loop", calls: calls)])
    let schedule = ServiceDaySchedule(
      network.timetable(), on: CalendarDate(day: 20_000), changeTime: 0)
    #expect(schedule.forward.network.routes.allSatisfy { $0.positionCount <= 8 })
  }

  @Test func `a ride in a later round has the trip and the calls of the timetable`() throws {
    let journeys = TimetableSearch(schedule).journeys(
      from: .station(3), to: .station(1), departingAfter: ServiceTime(seconds: 3600 * 6 + 1000))
    let rides = journeys.flatMap(\.legs).compactMap { leg -> Ride? in
      guard case .ride(let ride) = leg else { return nil }
      return ride
    }
    let ride = try #require(rides.first)
    #expect(journeys.count == 1)
    #expect(ride.from.name == "D")
    #expect(ride.to.name == "B")
    #expect(ride.intermediateStops.map(\.name) == ["A"])
    #expect(ride.arrival.seconds - ride.departure.seconds == 240)
  }
}
