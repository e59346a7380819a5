import DataSourceInterface
import FaresInterface

extension Timetable.Fares {
  /// Why no price is known, if a part of the fares is not understood; otherwise nil.
  var unsupportedReason: String? {
    guard !unsupported.isEmpty else { return nil }
    return "no price is known, because a part of the feed's fares is not understood: "
      + unsupported.joined(separator: "; ")
  }

  /// The offers by price; those that differ in their id only are one.
  var offers: [FareOffer] {
    guard unsupported.isEmpty else { return [] }
    var known: Set<[Int]> = []
    let offers = (0..<prices.count).compactMap { number -> FareOffer? in
      guard let offer = offer(number) else { return nil }
      guard let key = key(number) else { return offer }
      return known.insert(key).inserted ? offer : nil
    }
    return offers.sorted { ($0.price.amount, $0.id) < ($1.price.amount, $1.id) }
  }

  /// The offers that a fare belongs to: several if it has a price for each of several riders.
  func offers(ofFare id: String) -> [FareOffer] {
    guard unsupported.isEmpty else { return [] }
    return (0..<prices.count).filter { prices.id[$0] == id }.compactMap { number in
      guard let key = key(number) else { return offer(number) }
      return offer((0..<number).first { self.key($0) == key } ?? number)
    }
  }

  /// What fares of one offer have in common; nil for a fare with a name, which is an offer of its own.
  private func key(_ number: Int) -> [Int]? {
    guard prices.name[number].isEmpty else { return nil }
    let (changes, duration, rider, medium) = limits(number)
    return [
      Int(prices.amount[number]), Int(prices.currency[number]), Int(changes), Int(duration),
      Int(rider), Int(medium),
    ]
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

  /// The place of a medium in the order of what passengers need: nothing but money first, then what the
  /// feed does not say, a paper ticket, a bank card, an app, and the card of an agency.
  func rank(ofMedium medium: Int32?) -> Int {
    guard let medium, medium >= 0, case .byLeg(let rules) = rules else { return 1 }
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
