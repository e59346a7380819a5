import DataSourceInterface
import RoutingInterface

/// A journey on the nodes of a network.
struct JourneyHighlight {
  /// One ride of the journey.
  struct RidePath {
    let ride: Ride
    /// The group of the ride's line; nil when the network does not contain the line.
    let group: Int?
    /// The nodes that the ride passes, in order.
    let nodes: [Int]
  }

  let paths: [RidePath]
  /// The nodes where the passenger boards, changes or leaves.
  let stops: Set<Int>
  /// The other nodes of the journey.
  let passed: Set<Int>
  let start: Int?
  let end: Int?

  /// - Parameter station: Returns the id of the station that a stop belongs to.
  init(_ journey: Journey, on network: TrackNetwork, station: (String) -> String?) {
    func node(_ place: Place) -> Int? {
      network.node(of: place.id) ?? station(place.id).flatMap(network.node)
    }
    paths = journey.legs.compactMap { leg -> RidePath? in
      guard case .ride(let ride) = leg else { return nil }
      let group = network.lines.firstIndex { $0.line.id == ride.line.id }
        .map { network.groups[$0] }
      let stops = ([ride.from] + ride.intermediateStops + [ride.to]).compactMap(node)
      let nodes = zip(stops, stops.dropFirst()).reduce(into: Array(stops.prefix(1))) {
        nodes, pair in
        guard let group else { return nodes.append(pair.1) }
        nodes += network.path(of: group, from: pair.0, to: pair.1).dropFirst()
      }
      return RidePath(ride: ride, group: group, nodes: nodes)
    }
    stops = Set(paths.flatMap { [$0.nodes.first, $0.nodes.last].compactMap(\.self) })
    passed = Set(paths.flatMap(\.nodes)).subtracting(stops)
    start = paths.first?.nodes.first
    end = paths.last?.nodes.last
  }
}
