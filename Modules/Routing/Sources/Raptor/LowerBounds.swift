import DataSourceInterface
import Mediator
import Platform

/// Lower bounds of the travel time from each stop to an end of journeys, by number of rides: the
/// time that it takes if a train leaves at once everywhere.
///
/// With them, a search that knows one journey can skip every label that leads only to worse ones.
/// Source: D. Delling, J. Dibbelt, T. Pajor, "Fast and Exact Public Transit Routing with Restricted
/// Pareto Sets", ALENEX 2019, which computes the bounds from the timetable for each query.
final class LowerBounds: Sendable {
  /// More than any bound, and more than any time.
  static let unreachable: Int32 = 1 << 30
  /// How many bounds each stop has: one each for 1 to 7 rides, and the last for any number.
  static let levels = 8
  /// The bounds of a stop, so that all of them are compared at once.
  typealias Levels = SIMD8<Int32>

  /// By stop, the seconds from boarding there: at the index `rides - 1`.
  let fromBoarding: [Levels]
  /// By stop, the seconds from arriving there, with the change to the next ride: in the same order,
  /// by number of further rides.
  let fromArrival: [Levels]

  init(_ network: RaptorNetwork, _ times: MinimumTimes, to targets: AccessStops) {
    let count = network.stopCount
    var levels: [(fromBoarding: [Int32], fromArrival: [Int32])] = []
    let unreached = [Int32](repeating: Self.unreachable, count: count)
    // At a target, no further ride is necessary.
    func includeTargets(_ fromArrival: inout [Int32]) {
      for (stop, walk) in targets.stops { fromArrival[stop] = min(fromArrival[stop], walk) }
    }
    var fromArrival = unreached
    includeTargets(&fromArrival)
    var previous = unreached
    var fromBoarding = unreached
    var isComplete = false
    var rides = 0
    while !isComplete, rides < RaptorSearch.maximumRides {
      let before = fromBoarding
      Self.prependRide(network, times, fromArrival, after: previous, &fromBoarding)
      previous = fromArrival
      isComplete = fromBoarding == before
      if !isComplete {
        fromArrival = Self.prependChange(network, fromBoarding)
        includeTargets(&fromArrival)
      }
      rides += 1
      if levels.count == Self.levels { levels.removeLast() }
      levels.append((fromBoarding, fromArrival))
    }
    let filled = (0..<Self.levels).map { levels[min($0, levels.count - 1)] }
    self.fromBoarding = Self.groupedByStop(filled.map(\.fromBoarding), count)
    self.fromArrival = Self.groupedByStop(filled.map(\.fromArrival), count)
  }

  /// The bounds to a place, from those to the stations that are reached from it.
  init(_ stations: [(bounds: LowerBounds, walk: Int32)]) {
    func least(_ bounds: (LowerBounds) -> [Levels]) -> [Levels] {
      let count = stations.first?.bounds.fromBoarding.count ?? 0
      var least = [Levels](repeating: Levels(repeating: Self.unreachable), count: count)
      for (station, walk) in stations {
        let bounds = bounds(station)
        for stop in least.indices { least[stop] = pointwiseMin(least[stop], bounds[stop] &+ walk) }
      }
      return least
    }
    fromBoarding = least(\.fromBoarding)
    fromArrival = least(\.fromArrival)
  }

  /// The bounds of all levels with those of one stop beside each other.
  private static func groupedByStop(_ bounds: [[Int32]], _ stopCount: Int) -> [Levels] {
    (0..<stopCount).map { stop in
      var levels = Levels()
      for level in bounds.indices { levels[level] = bounds[level][stop] }
      return levels
    }
  }

  /// Seconds from boarding at a stop, with any number of rides.
  func afterBoarding(at stop: Int) -> Int32 {
    fromBoarding[stop][Self.levels - 1]
  }

  /// Seconds from arriving at a stop, with any number of further rides.
  func afterArrival(at stop: Int) -> Int32 {
    fromArrival[stop][Self.levels - 1]
  }

  /// Improves the bounds from boarding by one ride before the bounds from arriving.
  /// - Parameter previous: The bounds from arriving that were prepended before. A route without a
  ///   stop where they have improved since then is skipped.
  private static func prependRide(
    _ network: RaptorNetwork, _ times: MinimumTimes, _ fromArrival: [Int32],
    after previous: [Int32], _ fromBoarding: inout [Int32]
  ) {
    let reach = MinimumTimes.reach
    let calls = network.calls
    let longest = Int(network.routes.lazy.map(\.positionCount).max() ?? 0)
    // By position of a route; unreachable after its end.
    var afterArrival = [Int32](repeating: unreachable, count: longest + reach)
    // Safe: the pointer is only used within the closure.
    afterArrival.withUnsafeMutableBufferPointer { afterArrival in
      for route in network.routes {
        let (first, count) = (Int(route.firstCall), Int(route.positionCount))
        var isImproved = false
        for position in 0..<count {
          let call = calls[first + position]
          let bound = fromArrival[Int(call.stop)]
          afterArrival[position] = call.mayAlight ? bound : unreachable
          if bound < previous[Int(call.stop)] { isImproved = true }
        }
        guard isImproved else { continue }
        for position in count..<count + reach { afterArrival[position] = unreachable }
        // The bounds on board at the next `reach` positions, by the remainder of the position.
        var onBoard = MinimumTimes.Rides(repeating: unreachable)
        for position in (0..<count).reversed() {
          let rides = times.rides[first + position]
          let next = MinimumTimes.Rides(UnsafeBufferPointer(afterArrival), at: position + 1)
          let bound = min(
            (rides &+ next).min(), rides[reach - 1] + onBoard[position % reach], unreachable)
          onBoard[position % reach] = bound
          let call = calls[first + position]
          if call.mayBoard, bound < fromBoarding[Int(call.stop)] {
            fromBoarding[Int(call.stop)] = bound
          }
        }
      }
    }
  }

  private static func prependChange(
    _ network: RaptorNetwork, _ fromBoarding: [Int32]
  ) -> [Int32] {
    (0..<network.stopCount).map { stop in
      var least = unreachable
      for row in network.changes.from(stop) {
        least = min(least, fromBoarding[Int(row.to)] + row.seconds)
      }
      return least
    }
  }
}

/// The minimum times of all trips for the rides in a network, in seconds.
struct MinimumTimes: Sendable {
  /// How many positions the longest of these rides spans. A longer ride consists of several.
  static let reach = 8
  /// The times of the rides from a call, beginning with the one to the next position. Rides beyond
  /// the end of the route take `RaptorSearch.distantFuture`.
  typealias Rides = SIMD8<Int32>

  /// By call of the network.
  private(set) var rides: [Rides]

  init(_ network: RaptorNetwork) {
    let none = Rides(repeating: RaptorSearch.distantFuture)
    let indexes = Rides(0..<Int32(Self.reach))
    rides = Array(repeating: none, count: network.calls.count)
    // By index of relative times, whether they are those of a trip that was found.
    var isFound = [Bool](repeating: false, count: network.times.arrivals.count)
    for route in network.routes {
      let trips = network.trips[route.trips]
      var firstTimes: [Int] = []
      for trip in trips where !isFound[Int(trip.firstTime)] {
        isFound[Int(trip.firstTime)] = true
        firstTimes.append(Int(trip.firstTime))
      }
      for first in firstTimes { isFound[first] = false }
      for position in 0..<route.positionCount {
        let call = Int(route.firstCall + position)
        let beyondEnd = indexes .>= route.positionCount - position - 1
        let minimum = Self.minimum(network, firstTimes, at: Int(route.skippedCalls + position))
        let times = pointwiseMax(minimum, Rides())
        rides[call] = pointwiseMin(rides[call], times.replacing(with: none, where: beyondEnd))
      }
    }
  }

  /// The minimum times of the rides from a call of some trips. Those of rides beyond the last call
  /// are undefined.
  /// - Parameter firstTimes: The indexes of the times at the first calls of the trips.
  private static func minimum(
    _ network: RaptorNetwork, _ firstTimes: [Int], at call: Int
  ) -> Rides {
    // Safe: the pointers are only used within the closures.
    network.times.arrivals.withUnsafeBufferPointer { arrivals in
      network.times.departures.withUnsafeBufferPointer { departures in
        var minimum = Rides(repeating: .max)
        for first in firstTimes {
          let times =
            Rides(arrivals, at: first + call + 1) &- Rides(repeating: departures[first + call])
          // `pointwiseMin` is generic, and therefore slow without optimization.
          minimum.replace(with: times, where: times .< minimum)
        }
        return minimum
      }
    }
  }
}

extension MinimumTimes.Rides {
  /// The elements at an index and after it; zeros beyond the end.
  @inline(__always)
  fileprivate init(_ elements: UnsafeBufferPointer<Int32>, at index: Int) {
    if index <= elements.count &- Self.scalarCount, let first = elements.baseAddress {
      // Safe: all elements lie within the memory.
      self = UnsafeRawPointer(first + index).loadUnaligned(as: Self.self)
    } else {
      self.init()
      for (lane, element) in elements.dropFirst(index).enumerated() { self[lane] = element }
    }
  }
}

/// A network in one direction of time, with a cache of its lower bounds.
final class SearchDirection: Sendable {
  /// The bounds to a place with at most that many stations come from those of its stations, which
  /// serve other places, too. Those to a place with more stations are computed at once.
  private static let maximumCombinedStations = 8
  /// The memory for the bounds to stations, in bytes. It is enough for all stations of a metro;
  /// those of a region with thousands of stops would need gigabytes.
  private static let maximumCacheSize = 32 << 20
  /// The least capacity of the cache, even if the bounds need more memory.
  private static let minimumCapacity = 8

  let network: RaptorNetwork
  /// The maximum number of stations with bounds in the cache.
  private let capacity: Int
  private let cache: Lock<Cache>

  private struct Cache {
    var times: MinimumTimes?
    /// By the first stop of a station.
    var bounds: [LowerBounds?]
    /// The first stops of the stations with bounds, the least recently used one first.
    var stations: [Int] = []
    /// The bounds to the last place.
    var placeBounds: (targets: AccessStops, bounds: LowerBounds)?

    /// Returns the bounds to a station, which becomes the most recently used one.
    mutating func use(_ station: Int) -> LowerBounds? {
      guard let bounds = bounds[station] else { return nil }
      if stations.last != station, let index = stations.lastIndex(of: station) {
        stations.append(stations.remove(at: index))
      }
      return bounds
    }
  }

  /// - Parameter capacity: The maximum number of stations with bounds in the cache; nil for as many
  ///   as the memory for them allows.
  init(_ network: RaptorNetwork, capacity: Int? = nil) {
    self.network = network
    let size = 2 * MemoryLayout<LowerBounds.Levels>.stride * max(network.stopCount, 1)
    self.capacity = capacity ?? max(Self.maximumCacheSize / size, Self.minimumCapacity)
    cache = Lock(Cache(bounds: Array(repeating: nil, count: network.stopCount)))
  }

  /// The lower bounds to an end. Those to a station are kept until many other stations are
  /// searched, those to a place until another place is searched.
  func lowerBounds(to targets: AccessStops) -> LowerBounds {
    guard !targets.stations.isEmpty else { return stationBounds(targets) }
    let cached = cache.withLock { cache in
      cache.placeBounds.flatMap { $0.targets == targets ? $0.bounds : nil }
    }
    if let cached { return cached }
    let bounds =
      targets.stations.count > Self.maximumCombinedStations
      ? LowerBounds(network, minimumTimes, to: targets)
      : LowerBounds(
        targets.stations.map { (stationBounds(AccessStops($0.stops)), $0.seconds) })
    cache.withLock { $0.placeBounds = (targets, bounds) }
    return bounds
  }

  private func stationBounds(_ stops: AccessStops) -> LowerBounds {
    guard !stops.range.isEmpty else { return LowerBounds(network, minimumTimes, to: stops) }
    let station = stops.range.lowerBound
    if let cached = cache.withLock({ $0.use(station) }) { return cached }
    let bounds = LowerBounds(network, minimumTimes, to: stops)
    cache.withLock { cache in
      // Another search may have computed them meanwhile.
      if cache.bounds[station] == nil { cache.stations.append(station) }
      cache.bounds[station] = bounds
      if cache.stations.count > capacity { cache.bounds[cache.stations.removeFirst()] = nil }
    }
    return bounds
  }

  private var minimumTimes: MinimumTimes {
    if let cached = cache.withLock({ $0.times }) { return cached }
    let times = MinimumTimes(network)
    cache.withLock { $0.times = times }
    return times
  }
}
