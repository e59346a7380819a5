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
    let offer = part.price.flatMap { fares.offer($0) }
    return AppliedFare(
      id: part.price.map { fares.prices.id[$0] }, name: name.isEmpty ? nil : name, price: price,
      rider: offer?.rider, medium: offer?.medium, firstRide: part.rides.lowerBound,
      rides: part.rides.count, rule: text(part.rule))
  }

  /// Why no price is known for rides, given the first one that no fare pays for.
  /// - Parameter riders: The rider categories for which the ride has a fare.
  func reason(_ ride: RideIndexes, riders: [Int32]) -> String {
    let (from, to) = (name(ofStop: ride.origin), name(ofStop: ride.destination))
    let lines = ride.routes.map { timetable.routes.name[Int($0)] }
    guard lines.count < 2 else {
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
      let line = lines.first.map { " on line \($0)" } ?? ""
      return "no fare of the feed pays for the ride from \(from) to \(to)\(line)"
    }
  }

  /// Why no price is known for a ride with several prices.
  func reason(_ ride: RideIndexes, prices: [Int]) -> String {
    let amounts = prices.compactMap { fares.offer($0)?.price.description }.joined(separator: ", ")
    return "the feed gives several prices for the ride from \(name(ofStop: ride.origin)) to "
      + "\(name(ofStop: ride.destination)), and does not say for whom: \(amounts)"
  }

  private func name(ofStop stop: Int) -> String { timetable.stopReference(ofStop: stop).name }

  private func text(_ rule: FareSolution.AppliedRule) -> String {
    switch (rule, fares.rules) {
    case (.zoneRules(let group), .byZone(let rules)): text(ofZoneRules: group, rules)
    case (.legRule(let rule), .byLeg(let rules)): text(ofLegRule: rule, rules)
    case (.transferRule(let rule), .byLeg(let rules)): text(ofTransferRule: rules.transfers[rule])
    case (.always, _), (.zoneRules, _), (.legRule, _), (.transferRule, _): "every ride"
    }
  }

  /// - Parameter group: Rules with the same line, origin and destination.
  private func text(ofZoneRules group: Range<Int>, _ rules: Timetable.Fares.ZoneRules) -> String {
    func zone(_ number: Int32) -> String? { number < 0 ? nil : rules.zones[Int(number)] }
    let rule = group.lowerBound
    let (route, contained) = (Int(rules.route[rule]), rules.contains[group].compactMap(zone))
    let parts = [
      zone(rules.origin[rule]).map { "from zone \($0)" },
      zone(rules.destination[rule]).map { "to zone \($0)" },
      contained.isEmpty
        ? nil
        : "through \(contained.count == 1 ? "zone" : "zones") \(contained.joined(separator: ", "))",
      route < 0 ? nil : "on line \(timetable.routes.name[route])",
    ].compactMap(\.self)
    return parts.isEmpty ? "every ride" : parts.joined(separator: " ")
  }

  private func text(ofLegRule number: Int, _ rules: Timetable.Fares.LegRules) -> String {
    let rule = rules.rules[number]
    func text(_ prefix: String, _ number: Int32, _ texts: TextColumn) -> String? {
      number < 0 ? nil : "\(prefix) \(texts[Int(number)])"
    }
    let parts = [
      text("network", rule.network, rules.networks),
      text("from area", rule.fromArea, rules.areas.id),
      text("to area", rule.toArea, rules.areas.id),
      text("boarding in", rule.fromTimes, rules.timeframes.groups),
      text("arriving in", rule.toTimes, rules.timeframes.groups),
    ].compactMap(\.self)
    return parts.isEmpty ? "every line" : parts.joined(separator: ", ")
  }

  private func text(ofTransferRule rule: Timetable.Fares.TransferRule) -> String {
    rule.limit < 0 ? "change" : "change within \(rule.limit / 60) min"
  }
}
