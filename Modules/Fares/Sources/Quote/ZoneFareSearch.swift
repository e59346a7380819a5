import DataSourceInterface

/// Finds the least price of rides by the rules of GTFS fares v1.
///
/// A fare pays for consecutive rides if one of its rules fits, or if it has none: the rule's line is
/// that of each ride, its origin is the zone of the first boarding, its destination that of the last
/// alighting, and the rides pass all zones that rules of the fare contain. An empty field fits
/// everything. Changes and the time from the first to the last boarding are limited.
///
/// For n rides and R rules, the search takes O(n · R + n² · C) steps, where C is the number of rules
/// that fit the line and the zone of a boarding: one rule for each destination in most feeds.
///
/// Source: GTFS Schedule Reference, "fare_attributes.txt" and "fare_rules.txt".
// It is a class, because a copy for each closure would retain the memory of twenty columns.
final class ZoneFareSearch {
  private let timetable: Timetable
  private let prices: Timetable.Fares.Prices
  private let rules: Timetable.Fares.ZoneRules

  init(
    _ timetable: Timetable, _ prices: Timetable.Fares.Prices, _ rules: Timetable.Fares.ZoneRules
  ) {
    self.timetable = timetable
    self.prices = prices
    self.rules = rules
  }

  func price(of rides: [RideIndexes]) -> FareResult {
    var covered = 0
    let offers = rides.indices.map { self.offers(from: $0, rides) }
    for currency in prices.currencies.indices.map(Int32.init) {
      var partition = RidePartition(rides: rides.count, currency: currency)
      for first in rides.indices where partition.isPriced(before: first) {
        for offer in offers[first] where prices.currency[offer.fare] == currency {
          let part = FareSolution.Part(
            price: offer.fare, amount: prices.amount[offer.fare], rides: first..<offer.end,
            rule: offer.rule)
          partition.add([part], amount: part.amount, rides: part.rides)
        }
      }
      if let solution = partition.solution { return .found(solution) }
      covered = max(covered, partition.pricedCount)
    }
    return .uncovered(ride: min(covered, rides.count - 1))
  }

  /// The zone of a stop. A stop without one has that of its station, or of another platform.
  func zone(ofStop stop: Int) -> Int32? {
    let zones = rules.zone
    guard !zones.isEmpty else { return nil }
    let station = timetable.stations.stops(of: Int(timetable.stops.station[stop]))
    return ([stop] + station).lazy.map { zones[$0] }.first { $0 >= 0 }
  }

  /// A fare that pays for the rides from a first one to `end`.
  private struct Offer {
    let fare: Int
    let rule: FareSolution.AppliedRule
    let end: Int
  }

  /// The fares that pay for rides from `first` on.
  private func offers(from first: Int, _ rides: [RideIndexes]) -> [Offer] {
    let origin = zone(ofStop: rides[first].origin)
    let destinations = rides[first...].map { zone(ofStop: $0.destination) }
    // An array, because a journey passes few zones.
    var passed: [Int32] = []
    let zones = rides[first...].map { ride -> [Int32] in
      for zone in ride.stops.compactMap(zone(ofStop:)) where !passed.contains(zone) {
        passed.append(zone)
      }
      return passed
    }
    var offers: [Offer] = []
    for (fare, candidates, contained) in candidates(origin: origin, route: rides[first].route) {
      for last in lastRides(of: fare, from: first, rides)
      where contained.allSatisfy(zones[last - first].contains) {
        guard !rules.rules(of: fare).isEmpty else {
          offers.append(Offer(fare: fare, rule: .always, end: last + 1))
          continue
        }
        let rule = candidates.first { rule in
          fits(rules.destination[rule], destinations[last - first])
            && rides[first...last].allSatisfy { fits(rules.route[rule], $0.route) }
        }
        if let rule { offers.append(Offer(fare: fare, rule: .zoneRule(rule), end: last + 1)) }
      }
    }
    return offers
  }

  /// A fare that may pay for a ride from a zone on a line, the rules that fit both, and the zones of
  /// its rules with `contains_id`. A fare without rules has neither.
  private typealias Candidate = (fare: Int, rules: [Int], contained: [Int32])

  private func candidates(origin: Int32?, route: Int32?) -> [Candidate] {
    let any = Timetable.Fares.any
    let (origin, route) = (origin ?? any, route ?? any)
    let firstRule = rules.first
    return rules.origin.withUnsafeBufferPointer { origins in
      rules.route.withUnsafeBufferPointer { routes in
        rules.contains.withUnsafeBufferPointer { contains in
          var candidates: [Candidate] = []
          var start = 0
          for fare in 0..<prices.count {
            let end = Int(firstRule[fare + 1])
            var (fitting, contained): ([Int], [Int32]) = ([], [])
            // Without calls of functions, since a feed may have a rule for each pair of zones.
            for rule in start..<end {
              if contains[rule] >= 0 { contained.append(contains[rule]) }
              guard origins[rule] == any || origins[rule] == origin else { continue }
              guard routes[rule] == any || routes[rule] == route else { continue }
              fitting.append(rule)
            }
            if !fitting.isEmpty || start == end { candidates.append((fare, fitting, contained)) }
            start = end
          }
          return candidates
        }
      }
    }
  }

  /// The rides with which a fare may end that begins with `first`, by its agency and limits.
  private func lastRides(of fare: Int, from first: Int, _ rides: [RideIndexes]) -> [Int] {
    let (transfers, duration) = (rules.transfers[fare], rules.duration[fare])
    return Array(
      (first..<rides.count).prefix { last in
        isCovered(rides[last], byAgencyOf: fare)
          && (transfers == Timetable.Fares.any || last - first <= Int(transfers))
          && (duration == Timetable.Fares.any
            || rides[last].departure - rides[first].departure <= Int(duration))
      })
  }

  private func isCovered(_ ride: RideIndexes, byAgencyOf fare: Int) -> Bool {
    guard let route = ride.route, rules.agency[fare] >= 0, !rules.agencyOfRoute.isEmpty else {
      return true
    }
    return rules.agencyOfRoute[Int(route)] == rules.agency[fare]
  }

  /// Returns whether a field of a rule fits a value, which is nil when there is none.
  private func fits(_ field: Int32, _ value: Int32?) -> Bool {
    field == Timetable.Fares.any || field == value
  }
}
