import DataSourceInterface
import RoutingInterface

/// The stops of a network: those of the timetable, each as often as the feed has different change
/// times for its trains.
///
/// A stop has a *variant* for each line and each trip that transfers.txt names there, after the one
/// for all other trains. A train calls at its own variant, so that the time of a change depends on
/// two stops only, as the searches expect.
struct NetworkStops: Sendable {
  private struct Variant: Hashable {
    var stop: Int32
    /// The line; −1 for lines that no transfer names.
    var route: Int32 = -1
    /// The label of the trip; −1 for trips that no transfer names.
    var trip: Int32 = -1

    /// Whether the trains of this variant are those of one side of a condition.
    func fits(route: Int32, trip: Int32) -> Bool {
      (route == -1 || route == self.route) && (trip == -1 || trip == self.trip)
    }
  }

  let timetable: Timetable
  /// The variants of all stops; empty if each stop has only one.
  private let variants: [Variant]
  /// By stop of the timetable, its first variant, and at the end the number of variants.
  private let firstVariant: [Int32]
  /// The number of each variant.
  private let numbers: [Variant: Int32]

  init(_ timetable: Timetable) {
    self.timetable = timetable
    let named = Self.variants(timetable)
    let isPlain = named.isEmpty
    var variants: [Variant] = []
    var firstVariant: [Int32] = []
    var next = named[...]
    for stop in isPlain ? 0..<0 : 0..<Int32(timetable.stops.count) {
      firstVariant.append(Int32(variants.count))
      variants.append(Variant(stop: stop))
      while let variant = next.first, variant.stop == stop { variants.append(next.removeFirst()) }
    }
    firstVariant.append(Int32(variants.count))
    self.variants = variants
    self.firstVariant = firstVariant
    numbers = Dictionary(
      variants.enumerated().map { ($0.element, Int32($0.offset)) }
    ) { first, _ in first }
  }

  /// Whether the stops are those of the timetable.
  var isPlain: Bool { variants.isEmpty }

  var count: Int { isPlain ? timetable.stops.count : variants.count }

  /// The stop of the timetable of which a stop is a variant.
  func stop(of variant: Int) -> Int { isPlain ? variant : Int(variants[variant].stop) }

  /// The variants of a stop of the timetable.
  func variants(of stop: Int) -> Range<Int> { variants(of: stop..<stop + 1) }

  /// The variants of the stops of a station.
  func stops(ofStation station: Int) -> Range<Int> {
    variants(of: timetable.stations.stops(of: station))
  }

  private func variants(of stops: Range<Int>) -> Range<Int> {
    isPlain
      ? stops : Int(firstVariant[stops.lowerBound])..<Int(firstVariant[stops.upperBound])
  }

  /// The variant at which a train calls.
  /// - Parameters:
  ///   - stop: The stop of the timetable.
  ///   - label: The label of its trip; −1 for any trip of the route.
  func variant(of stop: Int, route: Int32, label: Int32) -> Int {
    guard !isPlain else { return stop }
    let trip = Variant(stop: Int32(stop), route: route, trip: label)
    let number = numbers[trip] ?? numbers[Variant(stop: Int32(stop), route: route)]
    return Int(number ?? firstVariant[stop])
  }
}

extension NetworkStops {
  /// The transfers that apply to trains at a variant, with the greatest rank last.
  func transfers(from variant: Int) -> [Int] {
    let stop = stop(of: variant)
    let transfers = timetable.transfers
    let station = timetable.stations.stops(of: Int(timetable.stops.station[stop])).lowerBound
    var rows = Array(transfers.rows(from: stop))
    if station != stop, case let others = transfers.rows(from: station), !others.isEmpty {
      rows = (rows + others).sorted { transfers.rank[$0] < transfers.rank[$1] }
    }
    guard !transfers.conditions.isEmpty else { return rows }
    let train = isPlain ? Variant(stop: Int32(stop)) : variants[variant]
    return rows.filter {
      let condition = transfers.conditions[$0]
      return train.fits(route: condition.fromRoute, trip: condition.fromTrip)
    }
  }

  /// The variants to which a transfer leads.
  func destinations(of row: Int) -> [Int] {
    let stops = timetable.stops(of: Int(timetable.transfers.to[row]))
    let condition = timetable.transfers.condition(of: row)
    guard condition.toTrip >= 0 || condition.toRoute >= 0 else {
      return Array(variants(of: stops))
    }
    return isPlain
      ? []
      : variants(of: stops).filter {
        variants[$0].fits(route: condition.toRoute, trip: condition.toTrip)
      }
  }

  /// The seconds that a change by a transfer takes: without a time in the feed, the default, but
  /// between stations at least the walk.
  func seconds(of row: Int, from station: Int, default changeTime: Int32) -> Int32 {
    let seconds = timetable.transfers.seconds[row]
    let other = Int(timetable.stops.station[Int(timetable.transfers.to[row])])
    guard seconds == Timetable.Transfers.defaultTime, other != station,
      let start = timetable.coordinate(ofStation: station),
      let end = timetable.coordinate(ofStation: other)
    else { return seconds == Timetable.Transfers.defaultTime ? changeTime : seconds }
    return max(changeTime, WalkingDistance(metres: start.metres(to: end)).seconds)
  }

  /// The variants of stops for lines and trips that transfers name there, sorted.
  private static func variants(_ timetable: Timetable) -> [Variant] {
    let (transfers, patterns, trips) = (timetable.transfers, timetable.patterns, timetable.trips)
    guard !transfers.conditions.isEmpty else { return [] }
    // By line and by the label of a trip, the stops in transfers.
    var (stopsOfRoute, stopsOfTrip): ([Int32: Set<Int32>], [Int32: Set<Int32>]) = ([:], [:])
    for from in 0..<timetable.stops.count {
      for row in transfers.rows(from: from) {
        let condition = transfers.conditions[row]
        let ends = [
          (from, condition.fromRoute, condition.fromTrip),
          (Int(transfers.to[row]), condition.toRoute, condition.toTrip),
        ]
        for (stop, route, trip) in ends {
          let stops = timetable.stops(of: stop).lazy.map { Int32($0) }
          if trip >= 0 {
            stopsOfTrip[trip, default: []].formUnion(stops)
          } else if route >= 0 {
            stopsOfRoute[route, default: []].formUnion(stops)
          }
        }
      }
    }
    var variants: Set<Variant> = []
    for pattern in 0..<patterns.count {
      let (route, calls) = (patterns.route[pattern], patterns.calls(of: pattern))
      func add(_ stops: Set<Int32>, trip: Int32) {
        for call in calls where stops.contains(patterns.stop[call]) {
          variants.insert(Variant(stop: patterns.stop[call], route: route, trip: trip))
        }
      }
      if let stops = stopsOfRoute[route] { add(stops, trip: -1) }
      for trip in stopsOfTrip.isEmpty ? 0..<0 : patterns.trips(of: pattern) {
        let label = trips.label[trip]
        if let stops = stopsOfTrip[label] { add(stops, trip: label) }
      }
    }
    return variants.sorted { ($0.stop, $0.route, $0.trip) < ($1.stop, $1.route, $1.trip) }
  }
}

extension Timetable {
  /// The stops that a stop in a transfer stands for: those of a station, or itself.
  fileprivate func stops(of stop: Int) -> Range<Int> {
    let stops = stations.stops(of: Int(self.stops.station[stop]))
    return stops.lowerBound == stop ? stops : stop..<stop + 1
  }
}

extension [TrainGroup] {
  /// The same trains, each at its variants of the stops.
  func calling(at stops: NetworkStops) -> [TrainGroup] {
    guard !stops.isPlain else { return self }
    let timetable = stops.timetable
    return flatMap { group -> [TrainGroup] in
      let calls = group.parts[0].calls
      let trips = Dictionary(grouping: group.trips) { trip in
        let route = timetable.patterns.route[Int(trip.pattern)]
        let label = timetable.trips.label[Int(trip.number)]
        return calls.map { stops.variant(of: Int($0.stop), route: route, label: label) }
      }
      return trips.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { variants, trips in
        TrainGroup(
          calls: zip(calls, variants).map { call, variant in
            RaptorNetwork.Call(
              stop: Int32(variant), mayBoard: call.mayBoard, mayAlight: call.mayAlight)
          }, trips: trips)
      }
    }
  }
}
