import DataSourceFixture
import DataSourceInterface
import RoutingInterface
import TestSupport
import Testing

@testable import Routing

@Suite struct AverageTimeSearchTests {
  /// A slow direct train, a faster route with one change, one that is three minutes faster with two
  /// changes, and one whose change takes no time.
  private let network = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("D", []), ("E", [])],
    trips: [
      .init("slow", line: "1", "A 8:00,D 9:00"), .init("first", line: "2", "A 8:00,B 8:10,C 8:30"),
      .init("on", line: "3", "C 9:00,D 9:10"), .init("hop", line: "4", "B 8:00,C 8:16"),
      .init("to", line: "5", "A 8:00,E 8:30"), .init("from", line: "6", "E 8:00,D 8:25"),
    ],
    transfers: [
      .init(from: "C", to: "C", seconds: 180), .init(from: "E", to: "E", seconds: 0),
    ])

  private func estimate(by preference: Preference?) -> Journey? {
    let timetable = network.timetable()
    let search = AverageTimeSearch(
      NetworkStops(timetable), on: Timeline(RoutingFixture.monday, in: "UTC"),
      ChangeTimes(NetworkStops(timetable), default: 60, walk: 0), by: preference)
    return search.journey(
      from: network.station("A"), to: network.station("D"),
      departingAt: ServiceTime(seconds: 0))
  }

  @Test(arguments: [
    (Preference?.none, ["2", "3"], 43), (.earliest, ["2", "4", "3"], 40),
    (.fewestChanges, ["1"], 60), (.leastWalking, ["5", "6"], 55),
  ])
  func `the estimate is best by the preference`(
    preference: Preference?, lines: [String], minutes: Int
  ) throws {
    let journey = try #require(estimate(by: preference))
    #expect(journey.lines.map(\.name) == lines)
    #expect(journey.duration == .seconds(60 * minutes))
  }

  @Test func `every train counts in the average, also where several share their times`() throws {
    let trips = ["8:00,D 8:10", "9:00,D 9:10", "10:00,D 10:40"].enumerated()
      .map { SampleNetwork.Trip("\($0)", line: "1", "A \($1)") }
    let network = SampleNetwork(stations: [("A", []), ("D", [])], trips: trips)
    let timetable = network.timetable()
    #expect(timetable.patterns.count == 1)
    let search = AverageTimeSearch(
      NetworkStops(timetable), on: Timeline(RoutingFixture.monday, in: "UTC"),
      ChangeTimes(NetworkStops(timetable), default: 60, walk: 0), by: nil)
    let journey = search.journey(
      from: network.station("A"), to: network.station("D"), departingAt: ServiceTime(seconds: 0))
    #expect(journey?.duration == .seconds(60 * 20))
  }

  @Test(arguments: [Preference?.none] + Preference.allCases.map { $0 })
  func `the estimate costs as little as that of the reference`(preference: Preference?) {
    for seed in 0..<(TestOptions.isThorough ? 400 : 20) {
      var random = SplitMix64(seed: UInt64(seed))
      var network = SampleNetwork.random(using: &random)
      // The reference knows neither lines nor trips.
      network.transfers.removeAll { $0.leaving != .all || $0.boarding != .all }
      let timetable = network.timetable()
      let changes = ChangeTimes(NetworkStops(timetable), default: 120, walk: 0)
      let search = AverageTimeSearch(
        NetworkStops(timetable), on: Timeline(RoutingFixture.monday, in: "UTC"), changes,
        by: preference)
      let reference = AverageTimeReference(timetable, changes, preference)
      for destination in 1..<timetable.stations.count {
        let found = search.journey(
          from: 0, to: destination, departingAt: ServiceTime(seconds: 0))
        let cost = found.map {
          reference.cost($0.duration.seconds, $0.rides, $0.walking.seconds)
        }
        #expect(cost == reference.cost(from: 0, to: destination), "seed \(seed)")
      }
    }
  }
}

/// Finds the cost of the best estimate by trying every ride and every change until nothing
/// improves.
private struct AverageTimeReference {
  let timetable: Timetable
  let changes: ChangeTimes
  let preference: Preference?
  private let rides: [Ride]

  private typealias Ride = (from: Int, to: Int, seconds: Int)

  init(_ timetable: Timetable, _ changes: ChangeTimes, _ preference: Preference?) {
    self.timetable = timetable
    self.changes = changes
    self.preference = preference
    rides = Self.rides(of: timetable)
  }

  /// What is compared first, second and third.
  func cost(_ time: Int, _ rides: Int, _ walking: Int) -> [Int] {
    switch preference {
    case nil: [time + 300 * rides, rides]
    case .earliest: [time, rides]
    case .fewestChanges: [rides, time]
    case .leastWalking: [walking, time, rides]
    }
  }

  func cost(from origin: Int, to destination: Int) -> [Int]? {
    typealias Label = (time: Int, rides: Int, walking: Int)
    func isBetter(_ one: Label, than other: Label?) -> Bool {
      guard let other else { return true }
      return cost(one.time, one.rides, one.walking)
        .lexicographicallyPrecedes(cost(other.time, other.rides, other.walking))
    }
    var boardings: [Int: Label] = [:]
    for stop in timetable.stations.stops(of: origin) { boardings[stop] = (0, 0, 0) }
    var best: Label?
    var isImproved = true
    while isImproved {
      isImproved = false
      for ride in rides {
        guard var label = boardings[ride.from] else { continue }
        label.time += ride.seconds
        label.rides += 1
        if timetable.stations.stops(of: destination).contains(ride.to),
          isBetter(label, than: best)
        {
          best = label
        }
        for change in changes.from(ride.to) {
          let seconds = Int(change.seconds)
          let next = (label.time + seconds, label.rides, label.walking + seconds)
          guard isBetter(next, than: boardings[Int(change.to)]) else { continue }
          boardings[Int(change.to)] = next
          isImproved = true
        }
      }
    }
    return best.map { cost($0.time, $0.rides, $0.walking) }
  }

  /// Every ride at the average times of its pattern.
  private static func rides(of timetable: Timetable) -> [Ride] {
    let (patterns, trips) = (timetable.patterns, timetable.trips)
    return (0..<patterns.count).flatMap { pattern -> [Ride] in
      let calls = Array(patterns.calls(of: pattern))
      func average(_ seconds: (_ trip: Int) -> Int) -> Int {
        let sum = patterns.trips(of: pattern).reduce(0) { $0 + seconds($1) }
        return max(0, sum / patterns.trips(of: pattern).count)
      }
      return calls.indices.flatMap { first -> [Ride] in
        guard patterns.allows[calls[first]].contains(.board) else { return [] }
        var seconds = 0
        return calls.indices.dropFirst(first + 1).compactMap { last in
          let position = last - 1
          if position > first {
            seconds += average {
              trips.departure(of: $0, at: position) - trips.arrival(of: $0, at: position)
            }
          }
          seconds += average {
            trips.arrival(of: $0, at: last) - trips.departure(of: $0, at: position)
          }
          guard patterns.allows[calls[last]].contains(.alight) else { return nil }
          return (Int(patterns.stop[calls[first]]), Int(patterns.stop[calls[last]]), seconds)
        }
      }
    }
  }
}

extension Duration {
  fileprivate var seconds: Int { Int(components.seconds) }
}
