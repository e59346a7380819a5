import DataSourceInterface
import Documents
import Testing

@testable import Fares

/// Compares prices of generated fares v2 with the least of all choices, which are tried one by one.
struct LegFareEnumerationTests {
  private typealias Fares = Timetable.Fares

  private struct Rule {
    var (network, from, to): (Int?, Int?, Int?)
    var (group, product, priority): (Int, Int, Int)
  }

  private struct Transfer {
    var (from, to, product): (Int?, Int?, Int?)
    var (count, type): (Int, Int)
  }

  private struct Example {
    var amounts: [Int] = []
    var rules: [Rule] = []
    var transfers: [Transfer] = []
    var hasPriorities = false
    var joins: Set<Int> = []
    /// The area of each stop from A to E.
    var areas: [Int?] = []

    init(_ random: inout some RandomNumberGenerator) {
      func optional(_ limit: Int) -> Int? {
        let number = Int.random(in: -1..<limit, using: &random)
        return number < 0 ? nil : number
      }
      amounts = (0..<4).map { _ in .random(in: 1...9, using: &random) }
      hasPriorities = .random(using: &random)
      for _ in 0..<6 {
        rules.append(
          Rule(
            network: optional(2), from: optional(2), to: optional(2),
            group: .random(in: 0..<2, using: &random), product: .random(in: 0..<4, using: &random),
            priority: hasPriorities ? .random(in: 0..<2, using: &random) : 0))
      }
      for _ in 0..<2 {
        transfers.append(
          Transfer(
            from: optional(2), to: optional(2), product: optional(4),
            count: [-1, 1, 2].randomElement(using: &random) ?? 1,
            type: .random(in: 0..<2, using: &random)))
      }
      joins = Bool.random(using: &random) ? [.random(in: 0..<2, using: &random)] : []
      areas = (0..<5).map { _ in optional(2) }
    }

    /// The least price of rides, each given by its network, its origin and its destination.
    func least(_ rides: [(network: Int, from: Int, to: Int)]) -> Int? {
      var legs: [(network: Int, from: Int, to: Int)] = []
      for ride in rides {
        if let last = legs.last, last.network == ride.network, joins.contains(ride.network) {
          legs[legs.count - 1].to = ride.to
        } else {
          legs.append(ride)
        }
      }
      let offers = legs.map { leg in
        let fitting = rules.filter { rule in
          fits(rule.network, leg.network, \.network) && fits(rule.from, areas[leg.from], \.from)
            && fits(rule.to, areas[leg.to], \.to)
        }
        let highest = fitting.map(\.priority).max()
        return fitting.filter { $0.priority == highest }
      }
      /// - Parameters:
      ///   - last: The groups of the rule of the last change.
      ///   - changes: The number of changes in succession that have used rules for these groups.
      func least(from leg: Int, after group: Int?, by last: [Int?] = [], changes: Int) -> Int? {
        guard leg < legs.count else { return 0 }
        var costs: [Int] = []
        for offer in offers[leg] {
          if let rest = least(from: leg + 1, after: offer.group, changes: 0) {
            costs.append(amounts[offer.product] + rest)
          }
          guard let group else { continue }
          func count(_ rule: Transfer) -> Int {
            last == [rule.from, rule.to] ? changes + 1 : 1
          }
          let fitting = transfers.filter { rule in
            applies(rule, from: group, to: offer.group)
              && (rule.count < 0 || count(rule) <= rule.count)
          }
          let fewest = fitting.map { $0.count < 0 ? .max : $0.count }.min()
          for rule in fitting where (rule.count < 0 ? .max : rule.count) == fewest {
            guard
              let rest = least(
                from: leg + 1, after: offer.group, by: [rule.from, rule.to], changes: count(rule))
            else { continue }
            let change = rule.product.map { amounts[$0] } ?? 0
            costs.append(change + (rule.type == 1 ? amounts[offer.product] : 0) + rest)
          }
        }
        return costs.min()
      }
      return least(from: 0, after: nil, changes: 0)
    }

    private func fits(_ field: Int?, _ value: Int?, _ column: KeyPath<Rule, Int?>) -> Bool {
      if let field { return field == value }
      return hasPriorities || !rules.contains { $0[keyPath: column] == value && value != nil }
    }

    private func applies(_ rule: Transfer, from group: Int, to next: Int) -> Bool {
      func fits(_ field: Int?, _ group: Int, _ column: KeyPath<Transfer, Int?>) -> Bool {
        field.map { $0 == group } ?? !transfers.contains { $0[keyPath: column] == group }
      }
      return fits(rule.from, group, \.from) && fits(rule.to, next, \.to)
    }

    var sample: FareSample {
      let empty = hasPriorities ? Fares.any : Fares.unnamed
      let none = Column(amounts.map { _ in Int32(-1) })
      return FareSample(
        .init(
          id: TextColumn(amounts.map { "\($0)" }), name: TextColumn(amounts.map { _ in "" }),
          amount: Column(amounts.map(Int64.init)), currency: Column(amounts.map { _ in 0 }),
          currencies: TextColumn(["JPY"])),
        .init(
          rider: none, medium: none, groups: TextColumn(["x", "y"]),
          rules: Column(
            rules.map { rule in
              var column = Fares.LegRule(product: Int32(rule.product))
              (column.group, column.priority) = (Int32(rule.group), Int32(rule.priority))
              column.network = rule.network.map(Int32.init) ?? empty
              column.fromArea = rule.from.map(Int32.init) ?? empty
              column.toArea = rule.to.map(Int32.init) ?? empty
              return column
            }),
          networks: TextColumn(["n", "m"]), networkOfRoute: Column([0, 1]),
          areas: FareSample.areas(["a", "b"], ofStops: (areas + [nil]).map { Int32($0 ?? -1) }),
          joins: Column(
            joins.map {
              .init(fromNetwork: Int32($0), toNetwork: Int32($0), fromStop: -1, toStop: -1)
            }),
          transfers: Column(
            transfers.map {
              .init(
                from: $0.from.map(Int32.init) ?? Fares.unnamed,
                to: $0.to.map(Int32.init) ?? Fares.unnamed, successive: Int32($0.count), limit: -1,
                limitType: 0, type: Int32($0.type), product: $0.product.map(Int32.init) ?? -1)
            })))
    }
  }

  @Test func `a price is the least of all choices`() throws {
    var random = SystemRandomNumberGenerator()
    var priced = 0
    for _ in 0..<500 {
      let example = Example(&random)
      let sample = example.sample
      let networks = (0..<3).map { _ in Int.random(in: 0..<2, using: &random) }
      let rides = networks.enumerated().map { ($1, $0, $0 + 1) }
      let names = ["AB", "BC", "CD"]
      let text = networks.enumerated().map { "\($1 + 1) \(names[$0]) 8:\($0)0" }
      let price = try sample.price(text.joined(separator: ",")).price?.amount
      #expect(price == example.least(rides), "\(example)")
      priced += price == nil ? 0 : 1
    }
    #expect(priced > 50)
  }
}
