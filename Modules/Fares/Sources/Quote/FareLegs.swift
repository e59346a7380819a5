import DataSourceInterface

/// A ride, or several that rules join: what a leg rule of GTFS fares v2 fits as a whole.
struct FareLeg {
  let rides: Range<Int>
  let departure: Int
  let arrival: Int
  /// The leg rules that apply: of those that fit, the ones with the highest priority.
  let rules: [Int]
}

/// Divides rides into legs, and finds the leg rules that apply to each.
///
/// Source: GTFS Schedule Reference, "fare_leg_rules.txt", "fare_leg_join_rules.txt" and
/// "timeframes.txt".
struct FareLegs {
  private let timetable: Timetable
  private let rules: Timetable.Fares.LegRules
  // What some rule names, so that an empty field of another one does not fit it.
  private var namedNetworks: Set<Int32> = []
  private var namedOrigins: Set<Int32> = []
  private var namedDestinations: Set<Int32> = []

  init(_ timetable: Timetable, _ rules: Timetable.Fares.LegRules) {
    self.timetable = timetable
    self.rules = rules
    rules.rules.withUnsafeBufferPointer { rules in
      for rule in rules {
        if rule.network >= 0 { namedNetworks.insert(rule.network) }
        if rule.fromArea >= 0 { namedOrigins.insert(rule.fromArea) }
        if rule.toArea >= 0 { namedDestinations.insert(rule.toArea) }
      }
    }
  }

  func legs(_ rides: [RideIndexes]) -> [FareLeg] {
    var ranges: [Range<Int>] = []
    for ride in rides.indices {
      if let last = ranges.last, areJoined(rides[ride - 1], rides[ride]) {
        ranges[ranges.count - 1] = last.lowerBound..<ride + 1
      } else {
        ranges.append(ride..<ride + 1)
      }
    }
    return ranges.map { leg($0, rides[$0]) }
  }

  private func leg(_ range: Range<Int>, _ rides: ArraySlice<RideIndexes>) -> FareLeg {
    let (first, last) = (rides[range.lowerBound], rides[range.upperBound - 1])
    // −1 for a line without a network.
    let networks = rides.flatMap(networks)
    let origins = rules.areas.areas(ofStop: first.origin)
    let destinations = rules.areas.areas(ofStop: last.destination)
    let (start, end) = (timeGroups(first.boarding), timeGroups(last.alighting))
    func fits(_ field: Int32, _ values: some Collection<Int32>, named: Set<Int32>) -> Bool {
      switch field {
      case Timetable.Fares.any: true
      case Timetable.Fares.unnamed: values.allSatisfy { !named.contains($0) }
      default: values.contains(field)
      }
    }
    return rules.rules.withUnsafeBufferPointer { rules in
      let fitting = rules.indices.filter { number in
        let rule = rules[number]
        // A rule for a network fits a leg whose lines all belong to it.
        return fits(rule.network, networks, named: namedNetworks)
          && (rule.network < 0 || networks.allSatisfy { $0 == rule.network })
          && fits(rule.fromArea, origins, named: namedOrigins)
          && fits(rule.toArea, destinations, named: namedDestinations)
          && (rule.fromTimes < 0 || start.contains(rule.fromTimes))
          && (rule.toTimes < 0 || end.contains(rule.toTimes))
      }
      let highest = fitting.map { rules[$0].priority }.max()
      return FareLeg(
        rides: range, departure: first.departure, arrival: last.arrival,
        rules: fitting.filter { rules[$0].priority == highest })
    }
  }

  private func networks(of ride: RideIndexes) -> [Int32] {
    ride.routes.isEmpty ? [-1] : ride.routes.map { rules.networkOfRoute[Int($0)] }
  }

  private func areJoined(_ ride: RideIndexes, _ next: RideIndexes) -> Bool {
    let (before, after) = (networks(of: ride), networks(of: next))
    func fits(_ field: Int32, _ stop: Int) -> Bool {
      let station = timetable.stations.stops(of: Int(timetable.stops.station[stop])).lowerBound
      return field == Timetable.Fares.any || field == Int32(stop) || field == Int32(station)
    }
    return rules.joins.contains { rule in
      before.last == rule.fromNetwork && after.first == rule.toNetwork
        && fits(rule.fromStop, ride.destination) && fits(rule.toStop, next.origin)
    }
  }

  /// The groups of time frames in which a local time lies.
  private func timeGroups(_ local: LocalDateTime?) -> Set<Int32> {
    guard let local = local?.normalized else { return [] }
    return Set(
      rules.timeframes.times.lazy.filter { frame in
        frame.start <= local.time.seconds && local.time.seconds < frame.end
          && timetable.services.runs(Int(frame.service), on: local.date)
      }.map(\.group))
  }
}
