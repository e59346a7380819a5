import DataSourceInterface

/// Finds the least price of rides by the rules of GTFS fares v1.
///
/// A fare without rules pays for consecutive rides. Another one pays for them if a group of its
/// rules fits each ride: the group's line is that of the ride, its origin is the zone of the first
/// boarding, and its destination that of the last alighting. An empty field fits everything. The
/// zones that all rules of the fare contain must be exactly those that the rides pass. Changes and
/// the time from the first to the last boarding are limited.
///
/// For n rides and R rules, the search takes O(n · R + n² · C) steps, where C is the number of
/// rules that fit the lines and the zone of a boarding: one rule for each destination in most
/// feeds.
///
/// Source: GTFS Schedule Reference, "fare_attributes.txt" and "fare_rules.txt".
// It is a class, because a copy for each closure would retain the memory of twenty columns.
final class ZoneFareSearch {
  private let timetable: Timetable
  private let fares: Timetable.Fares
  private let prices: Timetable.Fares.Prices
  private let rules: Timetable.Fares.ZoneRules

  init(_ timetable: Timetable, _ fares: Timetable.Fares, _ rules: Timetable.Fares.ZoneRules) {
    self.timetable = timetable
    self.fares = fares
    self.prices = fares.prices
    self.rules = rules
  }

  func price(of rides: [RideIndexes]) -> FareResult {
    var covered = 0
    var isCovered = [true] + rides.map { _ in false }
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
      if let solution = partition.solution {
        return ambiguity(of: solution, offers) ?? .found(solution)
      }
      covered = max(covered, partition.pricedCount)
    }
    for first in rides.indices where isCovered[first] {
      for offer in offers[first] { isCovered[offer.end] = true }
    }
    guard !isCovered[rides.count] else { return .mixedCurrencies }
    let ride = min(covered, rides.count - 1)
    return .uncovered(rides: ride..<ride + 1, riders: [])
  }

  /// The fares of a part of a solution, if several differ in nothing but the price.
  private func ambiguity(of solution: FareSolution, _ offers: [[Offer]]) -> FareResult? {
    for part in solution.parts {
      let first = part.rides.lowerBound
      let rivals = offers[first].filter {
        $0.end == part.rides.upperBound && prices.currency[$0.fare] == solution.currency
      }
      guard rivals.count > 1, let price = part.price else { continue }
      let own = conditions(price, part.rule)
      let same = rivals.filter { conditions($0.fare, $0.rule) == own }
      guard Set(same.map { prices.amount[$0.fare] }).count > 1 else { continue }
      return .ambiguous(ride: first, prices: same.map(\.fare))
    }
    return nil
  }

  /// What a fare depends on when it pays for rides.
  private func conditions(_ fare: Int, _ rule: FareSolution.AppliedRule) -> [Int32] {
    let payment = rules.payment.isEmpty ? -1 : rules.payment[fare]
    let limits = [rules.transfers[fare], rules.duration[fare], rules.agency[fare], payment]
    guard case .zoneRules(let group) = rule else { return limits }
    let first = group.lowerBound
    return limits + [rules.route[first], rules.origin[first], rules.destination[first]]
      + containedZones(of: fare).sorted()
  }

  /// The zone of a stop; nil for none. The zone of a station is that of its platforms.
  func zone(ofStop stop: Int) -> Int32? {
    let zones = rules.zone
    guard !zones.isEmpty, zones[stop] < 0 else { return zones.isEmpty ? nil : zones[stop] }
    let station = timetable.stations.stops(of: Int(timetable.stops.station[stop]))
    guard stop == station.lowerBound else { return nil }
    let zonesOfPlatforms = Set(station.dropFirst().map { zones[$0] })
    return zonesOfPlatforms.count == 1 ? zonesOfPlatforms.first.flatMap { $0 < 0 ? nil : $0 } : nil
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
    let lines = Set(rides[first...].flatMap(\.routes))
    var offers: [Offer] = []
    for (fare, groups) in candidates(origin: origin, lines: lines) {
      // A name is read only of a fare that fits.
      lazy var isReduced = fares.isReduced(fare)
      let contained = containedZones(of: fare)
      // A rule with nothing but a zone to pass adds that to the other rules.
      let addsZones = !contained.isEmpty && rules.rules(of: fare).contains(where: namesLineOrEnd)
      for last in lastRides(of: fare, from: first, rides) {
        guard !rules.rules(of: fare).isEmpty else {
          if isReduced { break }
          offers.append(Offer(fare: fare, rule: .always, end: last + 1))
          continue
        }
        guard contained.isEmpty || contained == Set(zones[last - first]) else { continue }
        let fitting = groups.filter { group in
          fits(rules.destination[group.lowerBound], destinations[last - first])
            && (!addsZones || namesLineOrEnd(group.lowerBound))
        }
        func group(of line: Int32) -> Range<Int>? {
          fitting.first { fits(rules.route[$0.lowerBound], line) }
        }
        let isCovered = rides[first...last].allSatisfy { ride in
          ride.lines.allSatisfy { group(of: $0) != nil }
        }
        if isCovered, !isReduced, let group = rides[first].lines.first.flatMap(group) {
          offers.append(Offer(fare: fare, rule: .zoneRules(group), end: last + 1))
        }
      }
    }
    return offers
  }

  /// The fares that may pay for rides from a zone on some lines, each with the groups of its rules
  /// that fit the zone and one of the lines. A group has one line, one origin and one destination.
  private func candidates(
    origin: Int32?, lines: Set<Int32>
  ) -> [(fare: Int, groups: [Range<Int>])] {
    let any = Timetable.Fares.any
    let origin = origin ?? any
    let (firstRule, destinations) = (rules.first, rules.destination)
    return rules.origin.withUnsafeBufferPointer { origins in
      rules.route.withUnsafeBufferPointer { routes in
        var candidates: [(Int, [Range<Int>])] = []
        var start = 0
        for fare in 0..<prices.count {
          let end = Int(firstRule[fare + 1])
          var groups: [Range<Int>] = []
          // Without calls of functions, since a feed may have a rule for each pair of zones.
          for rule in start..<end {
            guard origins[rule] == any || origins[rule] == origin else { continue }
            guard routes[rule] == any || lines.contains(routes[rule]) else { continue }
            if let last = groups.last, last.upperBound == rule,
              origins[last.lowerBound] == origins[rule], routes[last.lowerBound] == routes[rule],
              destinations[last.lowerBound] == destinations[rule]
            {
              groups[groups.count - 1] = last.lowerBound..<rule + 1
            } else {
              groups.append(rule..<rule + 1)
            }
          }
          if !groups.isEmpty || start == end { candidates.append((fare, groups)) }
          start = end
        }
        return candidates
      }
    }
  }

  private func containedZones(of fare: Int) -> Set<Int32> {
    Set(rules.contains[rules.rules(of: fare)].filter { $0 >= 0 })
  }

  private func namesLineOrEnd(_ rule: Int) -> Bool {
    rules.route[rule] >= 0 || rules.origin[rule] >= 0 || rules.destination[rule] >= 0
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
    guard rules.agency[fare] >= 0, !rules.agencyOfRoute.isEmpty else { return true }
    return ride.routes.allSatisfy { rules.agencyOfRoute[Int($0)] == rules.agency[fare] }
  }

  /// Returns whether a field of a rule fits a value, which is nil when there is none.
  private func fits(_ field: Int32, _ value: Int32?) -> Bool {
    field == Timetable.Fares.any || field == value
  }
}
