import DataSourceInterface

/// Finds the least price of rides by the rules of GTFS fares v2.
///
/// Each ride needs a leg rule for its line's network. A transfer rule between the groups of two
/// rides changes what the second one costs. Rides that transfer rules connect are a chain, whose
/// limits count from its first ride.
///
/// For n rides and T transfer rules, the search takes O(n² · (G² + T)) steps, where G is the number of
/// groups that fit a ride (at most `maximumGroups`).
///
/// Source: GTFS Schedule Reference, "fare_leg_rules.txt" and "fare_transfer_rules.txt".
struct LegFareSearch {
  /// The number of groups per ride that the search considers, the cheapest first.
  private static let maximumGroups = 16

  private let prices: Timetable.Fares.Prices
  private let rules: Timetable.Fares.LegRules
  /// The position of the passenger's rider category; nil for none.
  private let rider: Int32?

  init(_ prices: Timetable.Fares.Prices, _ rules: Timetable.Fares.LegRules, rider: Int32?) {
    self.prices = prices
    self.rules = rules
    self.rider = rider
  }

  func price(of rides: [RideIndexes]) -> FareResult {
    var covered = 0
    let namedNetworks = Set(rules.network.filter { $0 >= 0 })
    // Most journeys are direct, and have no transfers.
    let transferRules = rides.count > 1 ? TransferRuleIndex(rules.transfers) : nil
    let fitting = rides.map { rules(for: $0, namedNetworks) }
    for currency in prices.currencies.indices.map(Int32.init) {
      let offers = fitting.map { self.offers($0, in: currency) }
      var partition = RidePartition(rides: rides.count, currency: currency)
      for first in rides.indices where partition.isPriced(before: first) {
        addChains(
          from: first, rides, offers, transferRules, in: currency, to: &partition)
      }
      if let solution = partition.solution { return .found(solution) }
      covered = max(covered, partition.pricedCount)
    }
    return .uncovered(ride: min(covered, rides.count - 1))
  }

  /// What a ride costs as a member of a group.
  private struct Offer {
    let group: Int32
    let price: Int
    let rule: Int
  }

  /// A chain up to a ride, by the group of that ride.
  private struct Chain {
    /// What the rides before the last one cost.
    let earlier: [FareSolution.Part]
    /// What the last ride and the change to it added.
    let last: [FareSolution.Part]
    let amount: Int64

    init(_ earlier: [FareSolution.Part], _ last: [FareSolution.Part]) {
      self.earlier = earlier
      self.last = last
      amount = (earlier + last).reduce(0) { $0 + $1.amount }
    }

    var parts: [FareSolution.Part] { earlier + last }
  }

  /// The leg rules that apply to a ride: of those that fit, the ones with the highest priority.
  private func rules(for ride: RideIndexes, _ namedNetworks: Set<Int32>) -> [Int] {
    let network = ride.route.map { rules.networkOfRoute[Int($0)] } ?? -1
    let fitting = rules.product.indices.filter { rule in
      switch rules.network[rule] {
      case Timetable.Fares.any: true
      case Timetable.Fares.unnamed: network < 0 || !namedNetworks.contains(network)
      case let named: named == network
      }
    }
    let highest = fitting.map { rules.priority[$0] }.max()
    return fitting.filter { rules.priority[$0] == highest }
  }

  /// The cheapest offer of each group, the cheapest group first.
  private func offers(_ fitting: [Int], in currency: Int32) -> [Offer] {
    var cheapest: [Int32: Offer] = [:]
    for rule in fitting {
      let price = Int(rules.product[rule])
      guard prices.currency[price] == currency, isForRider(price) else { continue }
      let known = cheapest[rules.group[rule]]
      guard known.map({ prices.amount[price] < prices.amount[$0.price] }) ?? true else { continue }
      cheapest[rules.group[rule]] = Offer(group: rules.group[rule], price: price, rule: rule)
    }
    let sorted = cheapest.values.sorted {
      (prices.amount[$0.price], $0.group) < (prices.amount[$1.price], $1.group)
    }
    return Array(sorted.prefix(Self.maximumGroups))
  }

  private func isForRider(_ price: Int) -> Bool {
    rules.rider[price] == Timetable.Fares.any || rules.rider[price] == rider
  }

  /// Adds the chains that begin with the ride `first`, of every length.
  private func addChains(
    from first: Int, _ rides: [RideIndexes], _ offers: [[Offer]],
    _ transferRules: TransferRuleIndex?, in currency: Int32, to partition: inout RidePartition
  ) {
    var chains: [Int32: Chain] = [:]
    for offer in offers[first] { chains[offer.group] = Chain([], [part(offer, ride: first)]) }
    var last = first
    while !chains.isEmpty {
      // A dictionary has another order in each process, but equal prices have one answer.
      let sorted = chains.sorted { ($0.value.amount, $0.key) < ($1.value.amount, $1.key) }
      let cheapest = sorted[0].value
      partition.add(cheapest.parts, amount: cheapest.amount, rides: first..<last + 1)
      last += 1
      guard last < rides.count, let transferRules else { return }
      var longer: [Int32: Chain] = [:]
      var known: [TransferRuleIndex.Groups: [Int]] = [:]
      for (group, chain) in sorted {
        for offer in offers[last] {
          let groups = transferRules.groups(from: group, to: offer.group)
          let usable =
            known[groups]
            ?? cheapestByType(
              transferRules[groups].filter {
                allows($0, change: last - first, from: rides[first], to: rides[last], currency)
              })
          known[groups] = usable
          for rule in usable {
            let next = extended(chain, by: offer, rule, ride: last)
            guard longer[offer.group].map({ next.amount < $0.amount }) ?? true else { continue }
            longer[offer.group] = next
          }
        }
      }
      chains = longer
    }
  }

  /// The cheapest of transfer rules for each type, in their order; of rules with the same price, the
  /// first. A feed may have a great number of rules between two groups.
  private func cheapestByType(_ transferRules: [Int]) -> [Int] {
    var cheapest: [Int32: Int] = [:]
    for rule in transferRules {
      let type = rules.transfers.type[rule]
      guard cheapest[type].map({ amount(ofChange: rule) < amount(ofChange: $0) }) ?? true else {
        continue
      }
      cheapest[type] = rule
    }
    return cheapest.values.sorted()
  }

  /// What a transfer rule charges for the change itself.
  private func amount(ofChange rule: Int) -> Int64 {
    let product = Int(rules.transfers.product[rule])
    return product < 0 ? 0 : prices.amount[product]
  }

  private func allows(
    _ rule: Int, change number: Int, from first: RideIndexes, to ride: RideIndexes,
    _ currency: Int32
  ) -> Bool {
    let transfers = rules.transfers
    let product = Int(transfers.product[rule])
    guard product < 0 || (prices.currency[product] == currency && isForRider(product)) else {
      return false
    }
    let successive = transfers.successive[rule]
    guard successive == Timetable.Fares.any || number <= Int(successive) else { return false }
    let duration =
      switch transfers.limitType[rule] {
      case 0: ride.arrival - first.departure
      case 1: ride.departure - first.departure
      case 2: ride.departure - first.arrival
      default: ride.arrival - first.arrival
      }
    return transfers.limit[rule] == Timetable.Fares.any || duration <= Int(transfers.limit[rule])
  }

  /// Adds a ride to a chain. Of the price of the first ride A, of the change C and of the ride B, a
  /// rule of type 0 charges A + C, one of type 1 A + C + B, and one of type 2 C alone.
  private func extended(
    _ chain: Chain, by offer: Offer, _ rule: Int, ride: Int
  ) -> Chain {
    let product = Int(rules.transfers.product[rule])
    func change(from first: Int) -> FareSolution.Part {
      FareSolution.Part(
        price: product < 0 ? nil : product, amount: amount(ofChange: rule),
        rides: first..<ride + 1, rule: .transferRule(rule))
    }
    return switch rules.transfers.type[rule] {
    case 1:
      Chain(chain.parts, (product < 0 ? [] : [change(from: ride)]) + [part(offer, ride: ride)])
    case 2: Chain(chain.earlier, [change(from: chain.last.first?.rides.lowerBound ?? ride)])
    default: Chain(chain.parts, [change(from: ride)])
    }
  }

  private func part(_ offer: Offer, ride: Int) -> FareSolution.Part {
    FareSolution.Part(
      price: offer.price, amount: prices.amount[offer.price], rides: ride..<ride + 1,
      rule: .legRule(offer.rule))
  }
}

/// The transfer rules by the groups that they connect.
private struct TransferRuleIndex {
  /// The two groups of a rule, each of which may be `unnamed`.
  struct Groups: Hashable {
    let from: Int32
    let to: Int32
  }

  private var rules: [Groups: [Int]] = [:]
  private let from: Set<Int32>
  private let to: Set<Int32>

  init(_ transfers: Timetable.Fares.TransferRules) {
    from = Set(transfers.from)
    to = Set(transfers.to)
    for rule in transfers.from.indices {
      rules[Groups(from: transfers.from[rule], to: transfers.to[rule]), default: []].append(rule)
    }
  }

  /// The groups of the rules for a change between two groups: a group that no rule names is `unnamed`.
  func groups(from group: Int32, to next: Int32) -> Groups {
    Groups(
      from: from.contains(group) ? group : Timetable.Fares.unnamed,
      to: to.contains(next) ? next : Timetable.Fares.unnamed)
  }

  /// The rules of groups, in the order of the feed.
  subscript(_ groups: Groups) -> [Int] { rules[groups] ?? [] }
}
