import DataSourceInterface
import Documents
import FaresInterface

/// Describes prices and rules in words.
struct RuleDescription {
  private let timetable: Timetable
  private let fares: Timetable.Fares

  init(_ timetable: Timetable, _ fares: Timetable.Fares) {
    self.timetable = timetable
    self.fares = fares
  }

  func money(_ amount: Int64, _ currency: Int32) -> Money? {
    Currency(fares.prices.currencies[Int(currency)]).map { Money(Int(amount), $0) }
  }

  /// The fare of a part of the rides, with the rule that lets it pay for them.
  func fare(
    _ part: FareSolution.Part, of rides: [RideIndexes], _ currency: Int32
  ) -> AppliedFare? {
    guard let price = money(part.amount, currency) else { return nil }
    let offer = part.price.flatMap(fares.offer)
    return AppliedFare(
      id: offer?.id, name: offer?.name, price: price, rider: offer?.rider, medium: offer?.medium,
      firstRide: part.rides.lowerBound, rides: part.rides.count,
      rule: text(part.rule, rides[part.rides]))
  }

  /// Why no price is known for the rides of a leg.
  /// - Parameters:
  ///   - riders: The rider categories for which the leg has a fare.
  ///   - medium: The name of the fare medium that was asked for.
  func reason(_ leg: [RideIndexes], riders: [Int32], medium: String?) -> String {
    guard let ride = leg.first, let last = leg.last else { return "there is no ride" }
    let (from, to) = (name(ofStop: ride.origin), name(ofStop: last.destination))
    let lines = ride.routes.map { timetable.routes.name[Int($0)] }
    guard leg.count > 1 || lines.count < 2 else {
      return
        "the train from \(from) to \(to) goes on as line \(lines[1]), and the feed does not say "
        + "what one ride on both lines costs"
    }
    switch fares.rules {
    case .byZone(let rules):
      let search = ZoneFareSearch(timetable, fares, rules)
      let zones = [ride.origin, ride.destination].map { stop in
        search.zone(ofStop: stop).map { "zone '\(rules.zones[Int($0)])'" } ?? "no zone"
      }
      let place = lines.isEmpty ? "a visit of \(from)" : "the ride from \(from) to \(to)"
      return "no fare of the feed pays for \(place) (\(zones[0]) to \(zones[1]))"
    case .byLeg(let rules):
      guard riders.isEmpty else {
        let names = riders.map { "'\(rules.riders.name[Int($0)])'" }.joined(separator: ", ")
        return "the ride from \(from) to \(to) has no price for everybody; choose one of the rider "
          + "categories: \(names)"
      }
      let line =
        leg.count > 1
        ? ", which counts as one with a change" : lines.first.map { " on line \($0)" } ?? ""
      let payment = medium.map { " with '\($0)'" } ?? ""
      return "no fare of the feed pays for the ride from \(from) to \(to)\(line)\(payment)"
    }
  }

  /// Why no price is known for a ride with several prices.
  func reason(_ ride: RideIndexes, prices: [Int]) -> String {
    let amounts = prices.compactMap { fares.offer($0)?.price.description }.joined(separator: ", ")
    return "the feed gives several prices for the ride from \(name(ofStop: ride.origin)) to "
      + "\(name(ofStop: ride.destination)), and does not say for whom: \(amounts)"
  }

  private func name(ofStop stop: Int) -> String { timetable.stopReference(ofStop: stop).name }

  private func text(
    _ rule: FareSolution.AppliedRule, _ rides: ArraySlice<RideIndexes>
  ) -> String {
    switch (rule, fares.rules) {
    case (.zoneRules(let group), .byZone(let rules)): text(ofZoneRules: group, rules, rides)
    case (.legRule(let rule), .byLeg(let rules)): text(ofLegRule: rule, rules)
    case (.transferRule(let rule), .byLeg(let rules)): text(ofTransferRule: rules.transfers[rule])
    case (.always, _), (.zoneRules, _), (.legRule, _), (.transferRule, _): "every ride"
    }
  }

  /// - Parameters:
  ///   - group: Rules with the same line, origin and destination.
  ///   - rides: The rides to which they apply.
  private func text(
    ofZoneRules group: Range<Int>, _ rules: Timetable.Fares.ZoneRules,
    _ rides: ArraySlice<RideIndexes>
  ) -> String {
    let rule = group.lowerBound
    let (route, passed) = (Int(rules.route[rule]), rules.contains[group].filter { $0 >= 0 })
    let contained = passed.map { rules.zones[Int($0)] }
    let parts = [
      name(ofZone: rules.origin[rule], at: rides.first?.origin, rules).map { "from \($0)" },
      name(ofZone: rules.destination[rule], at: rides.last?.destination, rules)
        .map { "to \($0)" },
      contained.isEmpty
        ? nil
        : "through \(contained.count == 1 ? "zone" : "zones") \(contained.joined(separator: ", "))",
      route < 0 ? nil : "on line \(timetable.routes.name[route])",
    ].compactMap(\.self)
    return parts.isEmpty ? "every ride" : parts.joined(separator: " ")
  }

  /// The station of a ride that lies in a zone, and the name that the feed gives the zone if it has
  /// several stations; nil for no zone.
  private func name(
    ofZone zone: Int32, at stop: Int?, _ rules: Timetable.Fares.ZoneRules
  ) -> String? {
    guard zone >= 0 else { return nil }
    let stations = Set(rules.zone.indices.filter { rules.zone[$0] == zone }.map(station(ofStop:)))
    if stations.count == 1, let station = stations.first {
      return timetable.stopReference(ofStation: station).name
    }
    let name = "zone \(rules.zones[Int(zone)])"
    return stop.map { "\(timetable.stopReference(ofStation: station(ofStop: $0)).name) (\(name))" }
      ?? name
  }

  private func station(ofStop stop: Int) -> Int { Int(timetable.stops.station[stop]) }

  private func text(ofLegRule number: Int, _ rules: Timetable.Fares.LegRules) -> String {
    let rule = rules.rules[number]
    /// - Parameter others: What the field means that is empty since other rules name something
    ///   there.
    func text(
      _ prefix: String, _ texts: TextColumn, others: String? = nil,
      _ field: (Timetable.Fares.LegRule) -> Int32
    ) -> String? {
      let number = field(rule)
      guard number < 0 else { return "\(prefix) \(texts[Int(number)])" }
      guard number == Timetable.Fares.unnamed else { return nil }
      return rules.rules.contains { field($0) >= 0 } ? others : nil
    }
    let parts = [
      text("network", rules.networks, others: "other lines", \.network),
      text("from area", rules.areas.id, others: "from other areas", \.fromArea),
      text("to area", rules.areas.id, others: "to other areas", \.toArea),
      text("boarding in", rules.timeframes.groups, \.fromTimes),
      text("arriving in", rules.timeframes.groups, \.toTimes),
    ].compactMap(\.self)
    return parts.isEmpty ? "every line" : parts.joined(separator: ", ")
  }

  private func text(ofTransferRule rule: Timetable.Fares.TransferRule) -> String {
    rule.limit < 0 ? "change" : "change within \(rule.limit / 60) min"
  }
}
