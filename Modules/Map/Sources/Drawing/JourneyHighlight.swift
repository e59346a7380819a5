import DataSourceInterface
import RoutingInterface

/// A journey on the points of a network: its nodes, and then the places of the journey that are not
/// stations of the network.
struct JourneyHighlight: Equatable {
  /// One leg of the journey that is drawn.
  enum Path: Equatable {
    case ride(RidePath)
    case walk(WalkPath)
  }

  /// One ride of the journey.
  struct RidePath: Equatable {
    let ride: Ride
    /// The group of the ride's line; nil when the network does not contain the line.
    let group: Int?
    /// The nodes that the ride passes, in order.
    let nodes: [Int]
  }

  /// A walk, or a change between two stations.
  struct WalkPath: Equatable {
    /// Nil for a change.
    let walk: Walk?
    let from: Int
    let to: Int
  }

  /// The legs in travel order, without changes inside a station.
  let paths: [Path]
  /// The places that are not stations of the network. The number of the first one is the number of
  /// nodes of the network.
  let places: [PointOfInterest]
  /// The points where the passenger begins, boards, changes or leaves.
  let stops: Set<Int>
  /// The other nodes of the journey.
  let passed: Set<Int>
  let start: Int?
  let end: Int?

  /// - Parameter station: Returns the id of the station that a stop belongs to.
  init(_ journey: Journey, on network: TrackNetwork, station: (String) -> String?) {
    var places: [PointOfInterest] = []
    func node(_ id: String) -> Int? { network.node(of: id) ?? station(id).flatMap(network.node) }
    func point(_ place: PointOfInterest) -> Int? {
      if let node = node(place.id) { return node }
      guard place.coordinate?.isOnEarth == true else { return nil }
      if !places.contains(place) { places.append(place) }
      return places.firstIndex(of: place).map { network.nodes.count + $0 }
    }
    paths = journey.legs.compactMap { leg -> Path? in
      switch leg {
      case .ride(let ride):
        let stops = ([ride.from] + ride.intermediateStops + [ride.to]).compactMap { node($0.id) }
        return .ride(RidePath(ride, stops: stops, on: network))
      case .walk(let walk):
        guard let from = point(walk.from), let to = point(walk.to) else { return nil }
        return .walk(WalkPath(walk: walk, from: from, to: to))
      case .change(let change):
        guard let from = node(change.from.id), let to = node(change.to.id), from != to else {
          return nil
        }
        return .walk(WalkPath(walk: nil, from: from, to: to))
      }
    }
    self.places = places
    let ends = paths.flatMap(\.ends)
    stops = Set(ends)
    passed = Set(paths.flatMap(\.points)).subtracting(stops)
    start = ends.first
    end = ends.last
  }
}

extension JourneyHighlight.RidePath {
  /// - Parameter stops: The nodes where the train stops.
  fileprivate init(_ ride: Ride, stops: [Int], on network: TrackNetwork) {
    self.ride = ride
    let group = network.lines.firstIndex { $0.line.id == ride.line.id }
      .map { network.groups[$0] }
    self.group = group
    nodes = zip(stops, stops.dropFirst()).reduce(into: Array(stops.prefix(1))) { nodes, pair in
      guard let group else { return nodes.append(pair.1) }
      nodes += network.path(of: group, from: pair.0, to: pair.1).dropFirst()
    }
  }
}

extension JourneyHighlight.Path {
  fileprivate var points: [Int] {
    switch self {
    case .ride(let ride): ride.nodes
    case .walk(let walk): [walk.from, walk.to]
    }
  }

  fileprivate var ends: [Int] { [points.first, points.last].compactMap(\.self) }
}
