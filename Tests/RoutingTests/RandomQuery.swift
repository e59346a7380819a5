import DataSourceFixture
import DataSourceInterface
import Documents
import RoutingInterface
import TestSupport

@testable import Routing

/// A random station or place.
private struct RandomEnd {
  let end: SearchEnd
  let reference: BruteForceSearch.End
  /// The station; nil for a place.
  let station: Int?
  private let position: Coordinate?

  init(_ network: SampleNetwork, using random: inout SplitMix64) {
    let search = BruteForceSearch(network, changeTime: 0)
    let station = Int.random(in: network.stations.indices, using: &random)
    let place = Coordinate.random(using: &random)
    let walkable = try? WalkablePlace(PointOfInterest(at: place), in: network.timetable())
    if let walkable, Bool.random(using: &random) {
      (end, reference) = (.place(walkable), search.place(place))
      (self.station, position) = (nil, place)
    } else {
      (end, reference) = (.station(station), search.station(station))
      self.station = station
      position = network.positions[network.stations[station].name]
    }
  }

  /// The seconds of the direct walk.
  func walk(to other: RandomEnd) -> Int? {
    guard station == nil || other.station == nil, let position, let end = other.position,
      position.metres(to: end) <= 3000
    else { return nil }
    return Int((position.metres(to: end) * 1.3 / 1.2).rounded(.up))
  }
}

/// A random network, with a random query between stations or places.
struct RandomQuery {
  static let day = CalendarDate(day: 20_000)

  let network: SampleNetwork
  let changeTime: Int
  let from: SearchEnd
  let to: SearchEnd
  /// The same ends for the reference.
  let origin: BruteForceSearch.End
  let destination: BruteForceSearch.End
  /// The seconds of the direct walk; nil for two stations, and for ends that are far apart.
  let walk: Int?
  let time: Int

  init?(using random: inout SplitMix64) {
    network = SampleNetwork.random(using: &random)
    changeTime = [0, 60, 120].randomElement(using: &random) ?? 0
    let first = RandomEnd(network, using: &random)
    let second = RandomEnd(network, using: &random)
    (from, origin) = (first.end, first.reference)
    (to, destination) = (second.end, second.reference)
    walk = first.walk(to: second)
    time = 60 * Int.random(in: 0..<40, using: &random)
    if first.station != nil, first.station == second.station { return nil }
  }

  /// A Pareto set of the reference with the direct walk.
  func withWalk(
    _ paretoSet: [BruteForceSearch.Entry], at departure: Int
  ) -> [BruteForceSearch.Entry] {
    guard let walk else { return paretoSet }
    let arrival = departure + walk
    return [.init(departure: departure, arrival: arrival, rides: 0)]
      + paretoSet.filter { $0.arrival < arrival && $0.departure >= departure }
  }

  var departure: ServiceTime { ServiceTime(seconds: time) }

  func reference(_ constraints: RouteConstraints = RouteConstraints()) -> BruteForceSearch {
    let saysNothing = network.transfers.isEmpty && network.inSeatTransfers.isEmpty
    return BruteForceSearch(
      network, changeTime: changeTime, via: constraints.via,
      walk: constraints.walk ?? (saysNothing ? 200 : 0), isStepFree: constraints.isStepFree)
  }

  func schedule(_ constraints: RouteConstraints = RouteConstraints()) -> ServiceDaySchedule {
    ServiceDaySchedule(
      network.timetable(), on: Self.day, changeTime: changeTime, constraints)
  }

  /// The Pareto set that `TimetableSearch` finds.
  func paretoSet(_ constraints: RouteConstraints = RouteConstraints()) -> [BruteForceSearch.Entry] {
    TimetableSearch(schedule(constraints))
      .journeys(from: from, to: to, departingAfter: departure).map(\.entry)
  }
}

extension Journey {
  var entry: BruteForceSearch.Entry {
    BruteForceSearch.Entry(
      departure: departure.seconds, arrival: arrival.seconds, rides: rides)
  }
}

extension Coordinate {
  /// A place among the stations of a random network, or a little outside of them.
  fileprivate static func random(using random: inout SplitMix64) -> Coordinate {
    Coordinate(
      latitude: 41 + Double.random(in: -0.005...0.035, using: &random),
      longitude: -8 + Double.random(in: -0.005...0.035, using: &random))
  }
}
