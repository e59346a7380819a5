import DataSourceInterface

/// Finds the least price of rides by the rules of GTFS fares v2.
///
/// Each leg needs a leg rule. A transfer rule between the groups of two legs changes what the
/// second one costs. Legs that transfer rules connect are a chain. The limits of a rule count from
/// where the chain began to use rules for the same two groups.
///
/// For n legs and T transfer rules, the search takes O(n² · (C · G + T)) steps, where G is the
/// number of groups that fit a leg (at most `maximumGroups`) and C at most `maximumChains`, and
/// this for each medium.
///
/// Source: GTFS Schedule Reference, "fare_leg_rules.txt" and "fare_transfer_rules.txt".
struct LegFareSearch {
  /// The number of groups per leg that the search considers, the cheapest first.
  private static let maximumGroups = 16
  /// The number of chains up to one leg that the search considers, the cheapest first.
  private static let maximumChains = 64
  /// The number of media that the search considers.
  private static let maximumMedia = 16

  private let fares: Timetable.Fares
  private let prices: Timetable.Fares.Prices
  private let rules: Timetable.Fares.LegRules
  private let legs: [FareLeg]
  private let transferRules: TransferRuleIndex?
  /// The position of the passenger's rider category; nil for the default one.
  private let rider: Int32?
  /// The prices whose names say that they are not for everybody.
  private let reducedPrices: Set<Int>

  init(
    _ timetable: Timetable, _ fares: Timetable.Fares, _ rules: Timetable.Fares.LegRules,
    rider: Int32?, rides: [RideIndexes]
  ) {
    self.fares = fares
    self.prices = fares.prices
    self.rules = rules
    self.rider = rider
    legs = FareLegs(timetable, rules).legs(rides)
    // Most journeys are direct, and have no transfers.
    transferRules = legs.count > 1 ? TransferRuleIndex(rules.transfers) : nil
    var products = Set(legs.flatMap(\.rules).map { rules.rules[$0].product })
    if legs.count > 1 { products.formUnion(rules.transfers.map(\.product)) }
    reducedPrices = Set(
      products.lazy.map(Int.init).filter {
        $0 >= 0 && rules.rider[$0] == Timetable.Fares.any && fares.isReduced($0)
      })
  }

  /// Returns the price for each medium that pays for all rides, the first for those that passengers
  /// need no card for; where no medium pays for all, one price with several media. Without media,
  /// there is one result.
  func prices(medium: Int32?) -> [(medium: Int32?, result: FareResult)] {
    if let medium { return [(medium, price(with: [medium]))] }
    let media = Set(
      legs.flatMap(\.rules).map { Int(rules.rules[$0].product) }.filter(isForRider)
        .map { rules.medium[$0] })
    var found: [(medium: Int32?, result: FareResult, amount: Int64)] = []
    for medium in media.sorted(by: precedes).prefix(Self.maximumMedia) {
      let result = price(with: [medium])
      guard case .found(let solution) = result,
        medium < 0 || solution.parts.contains(where: { part in part.has(medium, rules) })
      else { continue }
      found.append((medium < 0 ? nil : medium, result, solution.amount))
    }
    guard !found.isEmpty else { return [(nil, price(with: preferredMedia))] }
    // Of two cards, one may be for passengers who pay less, which the feed does not say.
    found.sort { first, second in
      let (rank, other) = (fares.rank(ofMedium: first.medium), fares.rank(ofMedium: second.medium))
      return (rank, first.medium == nil ? 0 : 1, -first.amount)
        < (other, second.medium == nil ? 0 : 1, -second.amount)
    }
    return found.map { ($0.medium, $0.result) }
  }

  private func precedes(_ medium: Int32, _ other: Int32) -> Bool {
    (fares.rank(ofMedium: medium), medium) < (fares.rank(ofMedium: other), other)
  }

  /// For each leg the medium that it is paid with if no medium pays for all of them.
  private var preferredMedia: Set<Int32> {
    Set(
      legs.compactMap { leg in
        let products = leg.rules.map { Int(rules.rules[$0].product) }.filter(isForRider)
        let least = Dictionary(
          products.map { (rules.medium[$0], prices.amount[$0]) }, uniquingKeysWith: min)
        return least.min {
          (fares.rank(ofMedium: $0.key), -$0.value, $0.key)
            < (fares.rank(ofMedium: $1.key), -$1.value, $1.key)
        }?.key
      })
  }

  /// Returns the least price with prices that need one of some media, or none.
  private func price(with media: Set<Int32>) -> FareResult {
    var covered = 0
    for currency in prices.currencies.indices.map(Int32.init) {
      let offers = legs.map { self.offers($0, with: media, in: currency) }
      var partition = RidePartition(rides: legs.count, currency: currency)
      var usable: [Change: [Int]] = [:]
      for first in legs.indices where partition.isPriced(before: first) {
        addChains(from: first, offers, to: &partition) { change in
          let known = usable[change] ?? transferRules(for: change, with: media, in: currency)
          usable[change] = known
          return known
        }
      }
      if let solution = partition.solution { return .found(solution) }
      covered = max(covered, partition.pricedCount)
    }
    let isPriced = legs.allSatisfy { leg in
      leg.rules.contains { isUsable(Int(rules.rules[$0].product), with: media) }
    }
    guard !isPriced else { return .mixedCurrencies }
    let leg = legs[min(covered, legs.count - 1)]
    let riders = Set(leg.rules.map { rules.rider[Int(rules.rules[$0].product)] }.filter { $0 >= 0 })
    return .uncovered(rides: leg.rides, riders: riders.sorted())
  }

  /// What a leg costs as a member of a group.
  private struct Offer {
    let group: Int32
    let price: Int
    let rule: Int
  }

  /// A chain up to a leg.
  private struct Chain {
    /// What the legs before the last one cost.
    let earlier: [FareSolution.Part]
    /// What the last leg and the change to it added.
    let last: [FareSolution.Part]
    let amount: Int64

    init(_ earlier: [FareSolution.Part], _ last: [FareSolution.Part]) {
      self.earlier = earlier
      self.last = last
      amount = (earlier + last).reduce(0) { $0 + $1.amount }
    }

    var parts: [FareSolution.Part] { earlier + last }
  }

  /// The cheapest offer of each group, the cheapest group first.
  private func offers(_ leg: FareLeg, with media: Set<Int32>, in currency: Int32) -> [Offer] {
    var cheapest: [Int32: Offer] = [:]
    let usable = leg.rules.filter { isUsable(Int(rules.rules[$0].product), with: media) }
    // What the default category pays counts before what is for everybody, such as a discount.
    let forCategory = usable.filter { rules.rider[Int(rules.rules[$0].product)] >= 0 }
    for number in rider == nil && !forCategory.isEmpty ? forCategory : usable {
      let rule = rules.rules[number]
      let price = Int(rule.product)
      guard prices.currency[price] == currency else { continue }
      let known = cheapest[rule.group]
      guard known.map({ prices.amount[price] < prices.amount[$0.price] }) ?? true else { continue }
      cheapest[rule.group] = Offer(group: rule.group, price: price, rule: number)
    }
    let sorted = cheapest.values.sorted {
      (prices.amount[$0.price], $0.group) < (prices.amount[$1.price], $1.group)
    }
    return Array(sorted.prefix(Self.maximumGroups))
  }

  private func isForRider(_ price: Int) -> Bool {
    let category = rules.rider[price]
    guard category != rider else { return true }
    guard category != Timetable.Fares.any else {
      return rider != nil || !reducedPrices.contains(price)
    }
    return rider == nil && rules.riders.isDefault[Int(category)] == 1
  }

  private func isUsable(_ price: Int, with media: Set<Int32>) -> Bool {
    let medium = rules.medium[price]
    return isForRider(price) && (medium == Timetable.Fares.any || media.contains(medium))
  }

  /// Adds the chains that begin with the leg `first`, of every length.
  /// - Parameter usable: Returns the rules that may be used for a change.
  private func addChains(
    from first: Int, _ offers: [[Offer]], to partition: inout RidePartition,
    usable: (Change) -> [Int]
  ) {
    var chains: [ChainEnd: Chain] = [:]
    for offer in offers[first] {
      chains[ChainEnd(group: offer.group, change: nil)] = Chain([], [part(offer, leg: first)])
    }
    var last = first
    while !chains.isEmpty {
      // A dictionary has another order in each process, but equal prices have one answer.
      let sorted = chains.sorted {
        $0.value.amount == $1.value.amount
          ? ChainEnd.precedes($0.key, $1.key) : $0.value.amount < $1.value.amount
      }.prefix(Self.maximumChains)
      let cheapest = sorted[0].value
      partition.add(cheapest.parts, amount: cheapest.amount, rides: first..<last + 1)
      last += 1
      guard last < legs.count, let transferRules else { return }
      var longer: [ChainEnd: Chain] = [:]
      for (end, chain) in sorted {
        for offer in offers[last] {
          let groups = transferRules.groups(from: end.group, to: offer.group)
          let known = end.change.flatMap { $0.groups == groups ? $0.start : nil }
          let change = Change(groups: groups, start: known ?? last - 1, leg: last)
          let next = ChainEnd(group: offer.group, change: change)
          for rule in usable(change) {
            let extended = extended(chain, by: offer, rule, leg: last)
            guard longer[next].map({ extended.amount < $0.amount }) ?? true else { continue }
            longer[next] = extended
          }
        }
      }
      chains = longer
    }
  }

  /// The rules that may be used for a change, the cheapest of each type.
  private func transferRules(
    for change: Change, with media: Set<Int32>, in currency: Int32
  ) -> [Int] {
    guard let transferRules else { return [] }
    let (start, leg, before) = (legs[change.start], legs[change.leg], legs[change.leg - 1])
    // By the type of a limit. A ticket is valid from its first use; a wait is that of one change.
    let durations = [
      leg.arrival - start.departure, leg.departure - start.departure,
      leg.departure - before.arrival, leg.arrival - before.arrival,
    ]
    let (any, count) = (Timetable.Fares.any, change.leg - change.start)
    return cheapestByType(
      transferRules[change.groups].filter { number in
        let rule = rules.transfers[number]
        let product = Int(rule.product)
        return
          (product < 0 || prices.currency[product] == currency && isUsable(product, with: media))
          && (rule.successive == any || count <= Int(rule.successive))
          && (rule.limit == any || durations[Int(rule.limitType)] <= Int(rule.limit))
      })
  }

  /// Of transfer rules those for the fewest changes, and of these the cheapest for each type, in
  /// their order; of rules with the same price, the first. A feed may have a great number of rules
  /// between two groups.
  private func cheapestByType(_ transferRules: [Int]) -> [Int] {
    func changes(_ rule: Int) -> Int32 {
      let count = rules.transfers[rule].successive
      return count == Timetable.Fares.any ? .max : count
    }
    let fewest = transferRules.map(changes).min()
    var cheapest: [Int32: Int] = [:]
    for rule in transferRules where changes(rule) == fewest {
      let type = rules.transfers[rule].type
      guard cheapest[type].map({ amount(ofChange: rule) < amount(ofChange: $0) }) ?? true else {
        continue
      }
      cheapest[type] = rule
    }
    return cheapest.values.sorted()
  }

  /// What a transfer rule charges for the change itself.
  private func amount(ofChange rule: Int) -> Int64 {
    let product = Int(rules.transfers[rule].product)
    return product < 0 ? 0 : prices.amount[product]
  }

  /// Adds a leg to a chain. Of the price of the first leg A, of the change C and of the leg B, a
  /// rule of type 0 charges A + C, one of type 1 A + C + B, and one of type 2 C alone.
  private func extended(_ chain: Chain, by offer: Offer, _ number: Int, leg: Int) -> Chain {
    let rule = rules.transfers[number]
    func change(from first: Int) -> FareSolution.Part {
      FareSolution.Part(
        price: rule.product < 0 ? nil : Int(rule.product), amount: amount(ofChange: number),
        rides: first..<legs[leg].rides.upperBound, rule: .transferRule(number))
    }
    let start = legs[leg].rides.lowerBound
    return switch rule.type {
    case 1:
      Chain(chain.parts, (rule.product < 0 ? [] : [change(from: start)]) + [part(offer, leg: leg)])
    case 2: Chain(chain.earlier, [change(from: chain.last.first?.rides.lowerBound ?? start)])
    default: Chain(chain.parts, [change(from: start)])
    }
  }

  private func part(_ offer: Offer, leg: Int) -> FareSolution.Part {
    FareSolution.Part(
      price: offer.price, amount: prices.amount[offer.price], rides: legs[leg].rides,
      rule: .legRule(offer.rule))
  }
}

extension FareSolution.Part {
  fileprivate func has(_ medium: Int32, _ rules: Timetable.Fares.LegRules) -> Bool {
    price.map { rules.medium[$0] == medium } ?? false
  }
}
