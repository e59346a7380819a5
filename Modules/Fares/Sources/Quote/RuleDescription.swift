import DataSourceInterface
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

  func fare(_ part: FareSolution.Part, _ currency: Int32) -> AppliedFare? {
    guard let price = money(part.amount, currency) else { return nil }
    let name = part.price.map { fares.prices.name[$0] } ?? ""
    return AppliedFare(
      id: part.price.map { fares.prices.id[$0] }, name: name.isEmpty ? nil : name, price: price,
      firstRide: part.rides.lowerBound, rides: part.rides.count, rule: text(part.rule))
  }

  /// Why no price is known for rides, given the first one that no fare pays for.
  func reason(_ ride: RideIndexes) -> String {
    let (from, to) = (name(ofStop: ride.origin), name(ofStop: ride.destination))
    switch fares.rules {
    case .byZone(let rules):
      let search = ZoneFareSearch(timetable, fares.prices, rules)
      let zones = [ride.origin, ride.destination].map { stop in
        search.zone(ofStop: stop).map { "zone '\(rules.zones[Int($0)])'" } ?? "no zone"
      }
      let place = ride.route == nil ? "a visit of \(from)" : "the ride from \(from) to \(to)"
      return "no fare of the feed pays for \(place) (\(zones[0]) to \(zones[1]))"
    case .byLeg:
      let line = ride.route.map { " on line \(timetable.routes.name[Int($0)])" } ?? ""
      return "no fare of the feed pays for the ride from \(from) to \(to)\(line)"
    }
  }

  private func name(ofStop stop: Int) -> String { timetable.stopReference(ofStop: stop).name }

  private func text(_ rule: FareSolution.AppliedRule) -> String {
    switch (rule, fares.rules) {
    case (.zoneRule(let rule), .byZone(let rules)): text(ofZoneRule: rule, rules)
    case (.legRule(let rule), .byLeg(let rules)): text(ofLegRule: rule, rules)
    case (.transferRule(let rule), .byLeg(let rules)): text(ofTransferRule: rule, rules.transfers)
    case (.always, _), (.zoneRule, _), (.legRule, _), (.transferRule, _): "every ride"
    }
  }

  private func text(ofZoneRule rule: Int, _ rules: Timetable.Fares.ZoneRules) -> String {
    func zone(_ column: Column<Int32>) -> String? {
      column[rule] < 0 ? nil : rules.zones[Int(column[rule])]
    }
    let route = Int(rules.route[rule])
    let parts = [
      zone(rules.origin).map { "from zone \($0)" },
      zone(rules.destination).map { "to zone \($0)" },
      zone(rules.contains).map { "through zone \($0)" },
      route < 0 ? nil : "on line \(timetable.routes.name[route])",
    ].compactMap(\.self)
    return parts.isEmpty ? "every ride" : parts.joined(separator: " ")
  }

  private func text(ofLegRule rule: Int, _ rules: Timetable.Fares.LegRules) -> String {
    let network = Int(rules.network[rule])
    return network < 0 ? "every line" : "network \(rules.networks[network])"
  }

  private func text(ofTransferRule rule: Int, _ rules: Timetable.Fares.TransferRules) -> String {
    let limit = rules.limit[rule]
    return limit < 0 ? "change" : "change within \(limit / 60) min"
  }
}
