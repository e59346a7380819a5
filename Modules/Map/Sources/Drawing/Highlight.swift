import DataSourceInterface
import RoutingInterface

/// A journey on a network.
struct Highlight {
  /// A ride with its ribbon, and the nodes it passes.
  struct Ride {
    let ribbon: Int?
    let nodes: [Int]
    let ride: RoutingInterface.Ride
  }

  let journey: Journey
  let rides: [Ride]
  /// The nodes on the way, those where one boards, changes or leaves apart.
  let passed: Set<Int>
  let stops: Set<Int>
  let start: Int?
  let end: Int?

  /// - Parameter station: The id of the station of a stop's id.
  init(_ journey: Journey, on network: TrackNetwork, station: (String) -> String?) {
    self.journey = journey
    func node(_ place: Place) -> Int? {
      network.node(of: place.id) ?? station(place.id).flatMap(network.node)
    }
    rides = journey.legs.compactMap { leg -> Ride? in
      guard case .ride(let ride) = leg else { return nil }
      let ribbon = network.lines.firstIndex { $0.line.id == ride.line.id }
        .map { network.ribbons[$0] }
      let calls = ([ride.from] + ride.through + [ride.to]).compactMap(node)
      let nodes = zip(calls, calls.dropFirst()).reduce(into: Array(calls.prefix(1))) {
        nodes, pair in
        guard let ribbon else { return nodes.append(pair.1) }
        nodes += network.way(of: ribbon, from: pair.0, to: pair.1).dropFirst()
      }
      return Ride(ribbon: ribbon, nodes: nodes, ride: ride)
    }
    stops = Set(rides.flatMap { [$0.nodes.first, $0.nodes.last].compactMap(\.self) })
    passed = Set(rides.flatMap(\.nodes)).subtracting(stops)
    start = rides.first?.nodes.first
    end = rides.last?.nodes.last
  }
}
