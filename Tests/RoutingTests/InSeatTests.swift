import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Mediator
import RoutingInterface
import Testing

@testable import Routing

/// Passengers who stay on a train that goes on as another trip.
@Suite struct InSeatTests {
  /// A train of line U1 that goes on as line U2.
  fileprivate static let network = SampleNetwork(
    stations: [("A", []), ("C", []), ("E", [])],
    trips: [
      .init("t1", line: "U1", headsign: "Cedar", block: "b", "A 10:00,C 10:10"),
      .init("t2", line: "U2", headsign: "Elm", block: "b", "C 10:10,E 10:25"),
    ])

  private func journeys(_ network: SampleNetwork, from: Int = 0, to: Int = 2) -> [Journey] {
    TimetableSearch(
      ServiceDaySchedule(network.timetable(), on: RoutingFixture.monday, changeTime: 120)
    ).journeys(from: from, to: to, departingAfter: ServiceTime(seconds: 0))
  }

  @Test func `a train that goes on as another line is one ride`() throws {
    let journey = try #require(journeys(Self.network).first)
    #expect(journey.rides == 1 && journey.changes == 0 && journey.legs.count == 1)
    let ride = try #require(journey.legs.first?.ride)
    #expect(ride.line.name == "U1" && ride.trip == "t1" && ride.headsign == "Cedar")
    #expect(ride.from.name == "A" && ride.to.name == "E")
    #expect(ride.intermediateStops.map(\.name) == ["C"])
    #expect(ride.continuations.map(\.line.name) == ["U2"])
    #expect(ride.continuations.map(\.trip) == ["t2"] && ride.continuations[0].from.name == "C")
    #expect(ride.continuations[0].departure == ServiceTime("10:10"))
    #expect(journey.lines.map(\.name) == ["U1", "U2"])
  }

  /// The second part of the train, live: it begins where the first one ends, or one stop later.
  @Test(arguments: [("C 10:10,E 10:25", 1), ("E 10:25,G 10:40", 0)])
  func `a passenger stays on a live train only where it goes on from the same stop`(
    calls: String, continuations: Int
  ) throws {
    var network = Self.network
    network.stations.append(("G", []))
    network.trips[1] = .init("t2", line: "U2", headsign: "Elm", "C 10:10,E 10:25,G 10:40")
    network.trips[1].service = 1
    network.trips.append(.init("t2 live", line: "U3", headsign: "Elm", calls))
    network.services = [0b111_1111, 0]
    network.inSeatTransfers = [.init(from: "t1", to: "t2")]
    let timetable = network.timetable()
    let live = timetable.trips.count - 1
    let base = Array(timetable.trips.id).firstIndex(of: "t2") ?? -1
    let patched = timetable.with(
      liveTrips: live..<live + 1, scheduled: [base],
      asOf: Date(timeIntervalSince1970: 1_700_000_000))
    let schedule = ServiceDaySchedule(patched, on: RoutingFixture.monday, changeTime: 120)
    #expect(schedule.chains.count == continuations)
  }

  /// What the feed says about the second trip.
  enum Feed: String, CaseIterable {
    case anotherLineOfTheBlock, rowOfType4WithoutBlock, rowOfType4OnTheSameLine
    case noBlock, sameLineOfTheBlock, rowOfType5, tripBetween, departureBeforeArrival, headway
    case otherDay

    var mayStay: Bool {
      [.anotherLineOfTheBlock, .rowOfType4WithoutBlock, .rowOfType4OnTheSameLine].contains(self)
    }

    var network: SampleNetwork {
      var network = InSeatTests.network
      switch self {
      case .anotherLineOfTheBlock: break
      case .rowOfType4WithoutBlock:
        network.trips[1].block = ""
        network.inSeatTransfers = [.init(from: "t1", to: "t2")]
      case .rowOfType4OnTheSameLine:
        network.trips[1].line = "U1"
        network.inSeatTransfers = [.init(from: "t1", to: "t2")]
      case .noBlock: network.trips[1].block = ""
      case .sameLineOfTheBlock: network.trips[1].line = "U1"
      case .rowOfType5:
        network.inSeatTransfers = [.init(from: "t1", to: "t2", isAllowed: false)]
      case .tripBetween:
        network.trips.append(.init("t0", line: "U3", block: "b", "C 10:10,A 10:10"))
      case .departureBeforeArrival:
        network.trips[1].calls[0].arrival -= 60
        network.trips[1].calls[0].departure -= 60
      case .headway: network.trips[1].headway = 600
      case .otherDay:
        network.services = [0b111_1111, 0b100_0000]
        network.trips[1].service = 1
      }
      return network
    }
  }

  @Test(arguments: Feed.allCases)
  func `passengers stay where the feed says so`(feed: Feed) {
    #expect((journeys(feed.network).first?.rides == 1) == feed.mayStay)
  }

  @Test func `each part of the train can still be used alone`() {
    #expect(journeys(Self.network, to: 1).map(\.timeRange.description) == ["10:00–10:10"])
    #expect(
      journeys(Self.network, from: 1).map(\.timeRange.description) == ["10:10–10:25"])
    let ride = journeys(Self.network, from: 1).first?.legs.first?.ride
    #expect(ride?.line.name == "U2" && ride?.continuations == [])
  }

  @Test func `a train may go on several times, and be joined by another one`() {
    var network = Self.network
    network.stations.append(("G", []))
    network.stations.append(("H", []))
    network.trips += [
      .init("t3", line: "U3", block: "b", "E 10:30,G 10:40"),
      .init("t4", line: "U4", "H 9:50,C 10:05"),
    ]
    network.inSeatTransfers = [.init(from: "t4", to: "t2")]
    #expect(journeys(network, from: 0, to: 3).map(\.rides) == [1])
    #expect(journeys(network, from: 4, to: 3).map(\.rides) == [1])
    let ride = journeys(network, from: 4, to: 3).first?.legs.first?.ride
    #expect(ride?.continuations.map(\.line.name) == ["U2", "U3"])
  }

  @Test func `after staying, the change to another train counts from there`() {
    var network = Self.network
    network.stations.append(("G", []))
    network.trips.append(.init("t3", line: "U3", "E 10:26,G 10:40"))
    network.trips.append(.init("t4", line: "U3", "E 10:27,G 10:41"))
    let journey = journeys(network, to: 3).first
    #expect(journey?.rides == 2 && journey?.arrival == ServiceTime("10:41"))
  }
}
