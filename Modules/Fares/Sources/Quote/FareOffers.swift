import DataSourceInterface
import Documents
import FaresInterface

extension Timetable {
  /// The offers by price, each with a journey that it pays for if its rules name zones.
  var fareOffers: [FareOffer] {
    let examples = exampleJourneys
    return (fares?.offers ?? []).map { offer in
      FareOffer(
        id: offer.id, name: offer.name, price: offer.price, rider: offer.rider,
        medium: offer.medium, changes: offer.changes, duration: offer.duration,
        example: examples[offer.id])
    }
  }

  /// A journey between two stations for each fare that has a rule from one zone to another, on all
  /// lines, through any zones and with any changes, by the ids of the fares. Of other fares, a search
  /// alone could tell one.
  private var exampleJourneys: [String: String] {
    guard let fares, case .byZone(let rules) = fares.rules else { return [:] }
    // The first and the last stop of each zone.
    var stops: [Int32: (first: Int, last: Int)] = [:]
    for (stop, zone) in rules.zone.enumerated() where zone >= 0 {
      stops[zone, default: (stop, stop)].last = stop
    }
    var examples: [String: String] = [:]
    for fare in 0..<fares.prices.count where rules.agency[fare] < 0 && rules.transfers[fare] < 0 {
      for rule in Int(rules.first[fare])..<Int(rules.first[fare + 1])
      where rules.route[rule] < 0 && rules.contains[rule] < 0 {
        guard let start = stops[rules.origin[rule]]?.first,
          let end = stops[rules.destination[rule]]?.last,
          self.stops.station[start] != self.stops.station[end]
        else { continue }
        examples[fares.prices.id[fare]] =
          "\(stopReference(ofStop: start).name) → \(stopReference(ofStop: end).name)"
        break
      }
    }
    return examples
  }
}

extension Timetable.Fares {
  /// Why no price is known, if a part of the fares is not understood; otherwise nil.
  var unsupportedReason: String? {
    guard !unsupported.isEmpty else { return nil }
    return "no price is known, because a part of the feed's fares is not understood: "
      + unsupported.joined(separator: "; ")
  }

  /// The offers by price.
  var offers: [FareOffer] {
    var known: Set<String> = []
    return sold.compactMap(offer).filter { known.insert($0.key).inserted }
      .sorted { ($0.price.amount, $0.id) < ($1.price.amount, $1.id) }
  }

  /// Whether passengers cannot buy a fare alone, though the feed has it.
  func isOfChangesOnly(_ id: String) -> Bool {
    unsupported.isEmpty && prices.id.contains(id) && !offers.contains { $0.id == id }
  }

  /// The prices that passengers can buy alone: not those of changes only, and no discounts.
  private var sold: [Int] {
    guard unsupported.isEmpty else { return [] }
    var ofChanges: Set<Int32> = []
    if case .byLeg(let rules) = rules {
      ofChanges = Set(rules.transfers.map(\.product)).subtracting(rules.rules.map(\.product))
    }
    return (0..<prices.count).filter { prices.amount[$0] >= 0 && !ofChanges.contains(Int32($0)) }
  }

  /// The offer of a price.
  func offer(_ number: Int) -> FareOffer? {
    guard let currency = Currency(prices.currencies[Int(prices.currency[number])]) else {
      return nil
    }
    let (changes, duration, rider, medium) = limits(number)
    let name = prices.name[number]
    return FareOffer(
      id: prices.id[number], name: name.isEmpty ? nil : name,
      price: Money(Int(prices.amount[number]), currency), rider: riderName(rider),
      medium: medium < 0 ? nil : self.name(ofMedium: medium),
      changes: changes < 0 ? nil : Int(changes), duration: duration < 0 ? nil : Int(duration))
  }

  private func limits(
    _ number: Int
  ) -> (changes: Int32, duration: Int32, rider: Int32, medium: Int32) {
    switch rules {
    case .byZone(let rules):
      (rules.transfers[number], rules.duration[number], Self.any, Self.any)
    case .byLeg(let rules): (Self.any, Self.any, rules.rider[number], rules.medium[number])
    }
  }

  private func riderName(_ rider: Int32) -> String? {
    guard rider >= 0, case .byLeg(let rules) = rules else { return nil }
    return rules.riders.name[Int(rider)]
  }
}

extension Timetable.Fares {
  /// The names of the rider categories.
  var riderNames: [String] {
    if case .byLeg(let rules) = rules { Array(rules.riders.name) } else { [] }
  }

  /// The names of the default rider categories.
  var defaultRiders: [String] {
    guard case .byLeg(let rules) = rules else { return [] }
    return rules.riders.name.indices.filter { rules.riders.isDefault[$0] == 1 }
      .map { rules.riders.name[$0] }
  }

  /// The names of the fare media.
  var mediumNames: [String] {
    guard case .byLeg(let rules) = rules else { return [] }
    return rules.media.id.indices.map { name(ofMedium: Int32($0)) }
  }

  /// The name of a medium; if the feed gives none, its kind and its id.
  func name(ofMedium medium: Int32) -> String {
    guard case .byLeg(let rules) = rules else { return "" }
    let (id, name) = (rules.media.id[Int(medium)], rules.media.name[Int(medium)])
    guard name.isEmpty else { return name }
    return switch rules.media.type[Int(medium)] {
    case 0: "cash '\(id)'"
    case 1: "paper ticket '\(id)'"
    case 2: "transit card '\(id)'"
    case 3: "bank card '\(id)'"
    case 4: "app '\(id)'"
    default: id
    }
  }

  /// The place of a medium in the order of what passengers need: nothing but money first, as for a
  /// price without a medium, then a paper ticket, a bank card, an app, and the card of an agency.
  func rank(ofMedium medium: Int32?) -> Int {
    guard let medium, medium >= 0, case .byLeg(let rules) = rules else { return 0 }
    return switch rules.media.type[Int(medium)] {
    case 0: 0
    case 1: 2
    case 3: 3
    case 4: 4
    case 2: 5
    default: 6
    }
  }
}
