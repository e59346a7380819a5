import DataSourceInterface
import FaresInterface

extension Timetable.Fares {
  /// The offers by price; those that differ in their id only are one.
  var offers: [FareOffer] {
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
    (0..<prices.count).filter { prices.id[$0] == id }.compactMap { number in
      guard let key = key(number) else { return offer(number) }
      return offer((0..<number).first { self.key($0) == key } ?? number)
    }
  }

  /// What fares of one offer have in common; nil for a fare with a name, which is an offer of its own.
  private func key(_ number: Int) -> [Int]? {
    guard prices.name[number].isEmpty else { return nil }
    let (changes, duration, rider) = limits(number)
    return [
      Int(prices.amount[number]), Int(prices.currency[number]), Int(changes), Int(duration),
      Int(rider),
    ]
  }

  private func offer(_ number: Int) -> FareOffer? {
    guard let currency = Currency(prices.currencies[Int(prices.currency[number])]) else {
      return nil
    }
    let (changes, duration, rider) = limits(number)
    let name = prices.name[number]
    return FareOffer(
      id: prices.id[number], name: name.isEmpty ? nil : name,
      price: Money(Int(prices.amount[number]), currency), rider: riderName(rider),
      changes: changes < 0 ? nil : Int(changes), duration: duration < 0 ? nil : Int(duration))
  }

  private func limits(_ number: Int) -> (changes: Int32, duration: Int32, rider: Int32) {
    switch rules {
    case .byZone(let rules): (rules.transfers[number], rules.duration[number], Self.any)
    case .byLeg(let rules): (Self.any, Self.any, rules.rider[number])
    }
  }

  private func riderName(_ rider: Int32) -> String? {
    guard rider >= 0, case .byLeg(let rules) = rules else { return nil }
    return rules.riderName[Int(rider)]
  }
}
