/// Decides which labels of a search can still become part of an answer.
protocol Pruning {
  /// The trips that are worth boarding; nil for all.
  var unboardedTrips: UnboardedTrips? { get }
  /// Whether it is worth boarding at a stop at `time`, after that number of rides.
  func keepsBoarding(at stop: Int, _ time: Int32, after rides: Int) -> Bool
  /// Whether it is worth arriving at a stop at `time`, after that number of rides.
  func keepsArrival(at stop: Int, _ time: Int32, after rides: Int) -> Bool
  /// Whether it is worth staying on board at a stop that the train reaches at `time`, during the
  /// last of that number of rides.
  func keepsRiding(at stop: Int, _ time: Int32, after rides: Int) -> Bool
  /// The latest useful arrival after that number of rides.
  func latestArrival(after rides: Int) -> Int32
  /// Records an arrival at a target.
  mutating func recordArrival(_ time: Int32, after rides: Int)
}

/// Keeps every label.
struct NoPruning: Pruning {
  var unboardedTrips: UnboardedTrips? { nil }
  func keepsBoarding(at stop: Int, _ time: Int32, after rides: Int) -> Bool { true }
  func keepsArrival(at stop: Int, _ time: Int32, after rides: Int) -> Bool { true }
  func keepsRiding(at stop: Int, _ time: Int32, after rides: Int) -> Bool { true }
  func latestArrival(after rides: Int) -> Int32 { .max }
  mutating func recordArrival(_ time: Int32, after rides: Int) {}
}

/// Keeps labels whose lower bound of the arrival is no later than the best known journeys.
///
/// Labels with an equal bound are kept, because they may depart later. Only those that need more
/// rides are not.
struct LowerBoundPruning: Pruning {
  private let bounds: LowerBounds
  /// By number of rides, the latest useful arrival: no later than the best known arrival with that
  /// number, and earlier than those with fewer rides.
  private var bestArrivals: UnsafeMutableBufferPointer<Int32>
  let unboardedTrips: UnboardedTrips?
  /// The times at which a journey can arrive, sorted; nil for any time.
  private let arrivals: [Int32]?

  /// - Parameters:
  ///   - bestArrivals: Memory for `RaptorSearch.maximumRides` + `LowerBounds.levels` + 1 entries.
  ///     The caller owns it, and frees it after the pruning was used.
  ///   - arrivals: The times at which a journey can arrive, sorted; nil for any time.
  init(
    _ bounds: LowerBounds, bestArrivals: UnsafeMutableBufferPointer<Int32>,
    unboardedTrips: UnboardedTrips? = nil, arrivals: [Int32]? = nil
  ) {
    self.bounds = bounds
    self.unboardedTrips = unboardedTrips
    self.arrivals = arrivals
    self.bestArrivals = bestArrivals
    bestArrivals.update(repeating: RaptorSearch.distantFuture)
  }

  @inline(__always)
  func keepsBoarding(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    keeps(bounds.fromBoarding, stop, time, rides)
  }

  @inline(__always)
  func keepsArrival(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    keeps(bounds.fromArrival, stop, time, rides)
  }

  /// A passenger on board is no better off than one who boards the train there.
  @inline(__always)
  func keepsRiding(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    keeps(bounds.fromBoarding, stop, time, rides - 1)
  }

  func latestArrival(after rides: Int) -> Int32 { bestArrivals[rides] }

  /// From now on, a journey with more rides is only useful if it arrives earlier.
  mutating func recordArrival(_ time: Int32, after rides: Int) {
    bestArrivals[rides] = min(bestArrivals[rides], time)
    requireEarlierArrival(than: time, after: rides + 1)
  }

  /// From now on, a journey with at least that number of rides is only useful if it arrives before
  /// `time`.
  mutating func requireEarlierArrival(than time: Int32, after rides: Int) {
    let limit = arrivals.map { $0.last(before: time) ?? -RaptorSearch.distantFuture } ?? time - 1
    var index = rides
    while index < bestArrivals.count, bestArrivals[index] > limit {
      bestArrivals[index] = limit
      index += 1
    }
  }

  @inline(__always)
  private func keeps(
    _ bounds: [LowerBounds.Levels], _ stop: Int, _ time: Int32, _ rides: Int
  ) -> Bool {
    // Safe: the memory has as many entries after those for the maximum number of rides.
    let best = UnsafeRawBufferPointer(bestArrivals).loadUnaligned(
      fromByteOffset: (rides + 1) * MemoryLayout<Int32>.stride, as: LowerBounds.Levels.self)
    return any(bounds[stop] &+ time .<= best)
  }
}

/// Keeps labels that form a journey together with a label of the search in the other direction.
struct ReverseLabelPruning: Pruning {
  /// The labels of the search in the other direction.
  let labels: Labels
  /// The maximum number of rides of the journey.
  let maximumRides: Int
  /// The latest useful end of the journey, which the other search has found.
  let latestEnd: Int32
  var unboardedTrips: UnboardedTrips? { nil }

  @inline(__always)
  func keepsBoarding(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    guard rides < maximumRides else { return false }
    return labels.rounds[min(maximumRides - rides, labels.count) - 1].arrivals[stop] <= -time
  }

  @inline(__always)
  func keepsArrival(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    guard rides <= maximumRides else { return false }
    return labels.rounds[min(maximumRides - rides, labels.count - 1)].boardings[stop] <= -time
  }

  func keepsRiding(at stop: Int, _ time: Int32, after rides: Int) -> Bool { true }

  func latestArrival(after rides: Int) -> Int32 { latestEnd }

  mutating func recordArrival(_ time: Int32, after rides: Int) {}
}

/// The trips that several searches with the same labels have not tried to board yet, by the number
/// of rides before. Each search has an earlier departure than the one before it, so it tries
/// earlier trips.
///
/// The buffer belongs to this object, which frees it when it is released. It is not `Sendable`: one
/// thread uses it at a time.
final class UnboardedTrips {
  /// A trip of a known route at a known call.
  struct Trip {
    /// Its row; −1 for none.
    var row: Int32
    /// Its departure; earlier than every time for none.
    var departure: Int32
  }

  /// By entry of `StopRoutes`, the last trip.
  private let lastTrips: [Trip]
  /// By number of rides and entry of `StopRoutes`, the last of these trips.
  private let unboarded: UnsafeMutableBufferPointer<Trip>
  /// For how many numbers of rides `unboarded` is initialized. Few searches need many.
  private var initializedRides = 0

  init(_ network: RaptorNetwork) {
    lastTrips = network.stopRoutes.entries.map {
      Trip(row: network.routes[Int($0.route)].rowCount - 1, departure: $0.lastDeparture)
    }
    unboarded = .allocate(capacity: RaptorSearch.maximumRides * lastTrips.count)
  }

  deinit { unboarded.deallocate() }

  /// Includes every trip.
  func reset() { initializedRides = 0 }

  /// By entry of `StopRoutes`, the last of these trips after that number of rides. A search asks
  /// for the numbers in order, beginning with 0, so each finds initialized memory.
  func lastTrips(after rides: Int) -> UnsafeMutableBufferPointer<Trip> {
    let count = lastTrips.count
    let trips = UnsafeMutableBufferPointer(rebasing: unboarded[rides * count..<(rides + 1) * count])
    if rides == initializedRides {
      _ = trips.initialize(fromContentsOf: lastTrips)
      initializedRides += 1
    }
    return trips
  }
}

extension UnboardedTrips.Trip {
  /// Goes back to the last trip that departs before `time`, and returns the one after it. This trip
  /// must depart at `time` or later.
  @inline(__always)
  mutating func goBack(
    before time: Int32, at entry: StopRoutes.Entry, in network: RaptorNetwork
  ) -> Self {
    let route = network.routes[Int(entry.route)]
    var next = self
    // Each step passes a trip for good, so a binary search would seldom be quicker.
    repeat {
      next = self
      row -= 1
      departure = row < 0 ? .min : network.departure(route, row, at: entry.position)
    } while departure >= time
    return next
  }
}

extension [Int32] {
  /// The last of these sorted times before `time`.
  fileprivate func last(before time: Int32) -> Int32? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}
