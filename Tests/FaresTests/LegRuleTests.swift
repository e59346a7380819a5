import DataSourceInterface
import Documents
import FaresInterface
import Testing

@testable import Fares

/// Fares v2 by areas, times, media and riders. Line 1 belongs to the network n, line 2 to the
/// network m.
struct LegRuleTests {
  private typealias Fares = Timetable.Fares

  /// A city with one product of 1.00, 2.00, … for each rule, for a rider and a medium.
  private func sample(
    _ rules: [Fares.LegRule], rider: [Int32]? = nil, medium: [Int32]? = nil,
    types: [Int32] = [2, 0], isDefault: [UInt8] = [1, 0], areas: [Int32] = [-1, -1, 0, 1, -1, -1],
    times: [Fares.Timeframes.Timeframe] = [], joins: [Fares.JoinRule] = [],
    networks: [Int32] = [0, 1], unsupported: [String] = []
  ) -> FareSample {
    let ids = rules.indices.map { "p\($0)" }
    var sample = FareSample(
      .init(
        id: TextColumn(ids), name: TextColumn(ids.map { _ in "" }),
        amount: Column(rules.indices.map { Int64(100 * ($0 + 1)) }),
        currency: Column(rules.map { _ in 0 }), currencies: TextColumn(["EUR"])),
      .init(
        riders: .init(
          id: TextColumn(["a", "k"]), name: TextColumn(["Adult", "Child"]),
          isDefault: Column(isDefault)),
        media: .init(
          id: TextColumn(["card", "cash"]), name: TextColumn(["City card", ""]),
          type: Column(types)),
        rider: Column(rider ?? rules.map { _ in -1 }),
        medium: Column(medium ?? rules.map { _ in -1 }), groups: TextColumn([]),
        rules: Column(rules), networks: TextColumn(["n", "m"]),
        networkOfRoute: Column(networks),
        areas: FareSample.areas(["x", "y"], ofStops: areas),
        timeframes: .init(groups: TextColumn(["peak"]), times: Column(times)),
        joins: Column(joins)))
    sample.fares = sample.fares.map {
      Fares(prices: $0.prices, rules: $0.rules, unsupported: TextColumn(unsupported))
    }
    return sample
  }

  private func rule(
    _ product: Int32, network: Int32 = -1, from: Int32 = -1, to: Int32 = -1, times: Int32 = -1
  ) -> Fares.LegRule {
    var rule = Fares.LegRule(product: product)
    (rule.network, rule.fromArea, rule.toArea, rule.fromTimes) = (network, from, to, times)
    return rule
  }

  @Test(
    arguments: [
      ([0, 1], [2, 0], ["cash 'cash' EUR 2.00", "City card EUR 1.00"]),
      // One of two cards may be for passengers who pay less.
      ([0, 1], [2, 2], ["transit card 'cash' EUR 2.00", "City card EUR 1.00"]),
      ([0, 0], [2, 0], ["City card EUR 1.00"]), ([-1, -1], [2, 0], []),
      // The feed does not say what the price of 2.00 is paid with.
      ([1, -1], [2, 0], [" EUR 2.00", "cash 'cash' EUR 1.00"]),
      ([0, -1], [2, 0], [" EUR 2.00", "City card EUR 1.00"]), ([-1, 0], [2, 0], []),
    ] as [([Int32], [Int32], [String])])
  func `each medium has a price, first the one that needs no card`(
    medium: [Int32], types: [Int32], media: [String]
  ) throws {
    let total = try sample([rule(0), rule(1)], medium: medium, types: types).price("1 AB 8:00")
    #expect(total.media.map { "\($0.medium ?? "") \($0.price)" } == media)
    #expect(media.isEmpty || total.price == total.media[0].price)
  }

  @Test func `a medium that is asked for has its price, and an unknown one is an error`() throws {
    let sample = sample([rule(0), rule(1)], medium: [0, 1])
    #expect(try sample.price("1 AB 8:00", medium: "city").price?.amount == 100)
    let media = ["City card", "cash 'cash'"]
    #expect(throws: FaresError.unknownMedium("app", city: "Sample", media: media)) {
      try sample.price("1 AB 8:00", medium: "app")
    }
  }

  @Test(arguments: [(0, [2, 0]), (0, [2, 2]), (-1, [2, 2])] as [(Int32, [Int32])])
  func `a price without a card has the least rank, also if the feed names no medium`(
    medium: Int32, types: [Int32]
  ) throws {
    let total = try sample([rule(0)], medium: [medium], types: types).price("1 AB 8:00")
    #expect(total.rank == (medium < 0 ? 0 : 5))
  }

  @Test func `a ride that a medium does not pay for has no price, and the reason names it`() throws
  {
    let sample = sample([rule(0)], medium: [0])
    #expect(
      try sample.price("1 AB 8:00", medium: "cash").reason
        == "no fare of the feed pays for the ride from A to B on line 1 with 'cash 'cash''")
  }

  @Test func `where no medium pays for all rides, each ride has one without a card if it can`()
    throws
  {
    let rules = [
      rule(0, network: 0), rule(1, network: 0), rule(2, network: 1),
    ]
    let total = try sample(rules, medium: [0, 1, 0]).price("1 AB 8:00,2 BC 8:20")
    #expect(total.price?.amount == 400 && total.fares.map(\.medium) == ["City card", "City card"])
    let mixed = try sample(rules, medium: [1, 1, 0]).price("1 AB 8:00,2 BC 8:20")
    #expect(mixed.price?.amount == 400 && mixed.media.isEmpty)
    #expect(mixed.fares.map(\.medium) == ["cash 'cash'", "City card"])
  }

  @Test(
    arguments: [
      (nil, [1, 0], "EUR 2.00 = p1 0", "Adult"), ("child", [1, 0], "EUR 1.00 = p0 0", "Child"),
      (
        nil, [0, 0],
        "the ride from A to B has no price for everybody; choose one of the rider categories: "
          + "'Adult', 'Child'", nil
      ),
    ] as [(String?, [UInt8], String, String?)])
  func `without a category, the price is that of the default one`(
    rider: String?, isDefault: [UInt8], text: String, name: String?
  ) throws {
    let sample = sample([rule(0), rule(1)], rider: [1, 0], isDefault: isDefault)
    #expect(try sample.text("1 AB 8:00", rider: rider) == text)
    #expect(try sample.price("1 AB 8:00", rider: rider).rider == name)
  }

  @Test func `the price of the default category counts before one for everybody`() throws {
    let sample = sample([rule(0), rule(1)], rider: [-1, 0])
    #expect(try sample.text("1 AB 8:00") == "EUR 2.00 = p1 0")
    #expect(try sample.text("1 AB 8:00", rider: "child") == "EUR 1.00 = p0 0")
  }

  @Test(arguments: [
    ("Link Reduced Fare", true), ("SENIOR_2", true), ("Single (ermäßigt)", true),
    ("Adult and child", false), ("Uplift", false), ("Single", false),
  ])
  func `a product whose name says that it is not for everybody is not the usual price`(
    name: String, isReduced: Bool
  ) throws {
    var sample = sample([rule(0), rule(1)])
    let prices = try #require(sample.fares).prices
    sample.fares = sample.fares.map {
      Fares(
        prices: .init(
          id: prices.id, name: TextColumn([name, "One way"]), amount: prices.amount,
          currency: prices.currency, currencies: prices.currencies), rules: $0.rules)
    }
    #expect(try sample.price("1 AB 8:00").price?.amount == (isReduced ? 200 : 100))
  }

  @Test(arguments: [
    ("AB", "EUR 1.00 = p0 0"), ("AC", "EUR 2.00 = p1 0"), ("CA", "EUR 3.00 = p2 0"),
    ("AD", "EUR 1.00 = p0 0"),
    ("CD", "EUR 3.00 = p2 0"), ("DC", "EUR 2.00 = p1 0"),
    ("CC", "no fare of the feed pays for the ride from C to C on line 1"),
  ])
  func `without priorities, an empty area fits those that no rule names in its column`(
    stops: String, price: String
  ) throws {
    let none = Fares.unnamed
    let rules = [
      rule(0, from: none, to: none), rule(1, from: none, to: 0), rule(2, from: 0, to: none),
    ]
    #expect(try sample(rules).text("1 \(stops) 8:00") == price)
  }

  /// The 23rd of November 2026 is a Monday.
  private static let monday = CalendarDate(day: 20_780)

  @Test(arguments: [
    ("1 AB 6:59", 100), ("1 AB 7:00", 200), ("1 AB 8:59", 200), ("1 AB 9:00", 100),
    ("1 AB 31:30", 200), ("1 AB 23:59", 200), ("1 AB 24:00", 100),
  ])
  func `a time frame includes its start but not its end, on the day that clocks show`(
    ride: String, amount: Int
  ) throws {
    let times = [(7, 9), (23, 24)].map {
      Fares.Timeframes.Timeframe(
        group: 0, start: Int32($0 * 3600), end: Int32($1 * 3600), service: 0)
    }
    var rules = [rule(0), rule(1, times: 0)]
    rules[1].priority = 1
    let sample = sample(rules, times: times)
    #expect(try sample.price(ride, on: Self.monday).price?.amount == amount)
    let unknown = try sample.price(ride)
    #expect(
      unknown.price == nil
        && unknown.reason == "the price depends on the time of a train, which is not known")
  }

  @Test(arguments: [("6:49", 100), ("6:50", 200), ("8:49", 200), ("8:50", 100)])
  func `a time frame of the end of a ride holds for its arrival`(departure: String, amount: Int)
    throws
  {
    let morning = Fares.Timeframes.Timeframe(group: 0, start: 7 * 3600, end: 9 * 3600, service: 0)
    var rules = [rule(0), rule(1)]
    rules[1].toTimes = 0
    rules[1].priority = 1
    let sample = sample(rules, times: [morning])
    #expect(try sample.price("1 AB \(departure)", on: Self.monday).price?.amount == amount)
  }

  @Test(arguments: [
    (Int32(-1), Int32(-1), "EUR 1.00 = p0 0–1"), (1, 1, "EUR 1.00 = p0 0–1"),
    (2, -1, "EUR 2.00 = p0 0 + p0 1"),
  ])
  func `rides that a rule joins at a stop are one leg`(from: Int32, to: Int32, price: String) throws
  {
    let join = Fares.JoinRule(fromNetwork: 0, toNetwork: 0, fromStop: from, toStop: to)
    let sample = sample([rule(0, network: 0)], joins: [join])
    #expect(try sample.text("1 AB 8:00,1 BC 8:20") == price)
  }

  @Test func `rides that a rule joins, and that no fare pays for, are named as one`() throws {
    let join = Fares.JoinRule(fromNetwork: 0, toNetwork: 1, fromStop: -1, toStop: -1)
    let sample = sample([rule(0, network: 0)], joins: [join])
    #expect(
      try sample.text("1 AB 8:00,2 BC 8:20")
        == "no fare of the feed pays for the ride from A to C, which counts as one with a change")
  }

  @Test func `a rule with an empty place is told as other lines and areas, if some are named`()
    throws
  {
    let none = Fares.unnamed
    let rules = [rule(0, network: none, from: none), rule(1, network: 0, from: 0)]
    let told = try sample(rules).price("2 AB 8:00").fares.map(\.rule)
    #expect(told == ["other lines, from other areas"])
    #expect(try sample([rule(0, network: none)]).price("2 AB 8:00").fares[0].rule == "every line")
  }

  @Test func `a train that goes on as another line has a price if all its lines have one network`()
    throws
  {
    let rules = [rule(0, network: 0), rule(1, network: 1)]
    let ride = "1>2 AC 8:00"
    #expect(try sample(rules, networks: [0, 0]).text(ride) == "EUR 1.00 = p0 0")
    #expect(
      try sample(rules).text(ride)
        == "the train from A to C goes on as line 2, and the feed does not say what one ride on both "
        + "lines costs")
  }

  @Test func `no price is known if a part of the fares is not understood, which is named`() throws {
    let sample = sample([rule(0)], unsupported: ["fare_zones.txt", "fare_rules.txt, column 'x'"])
    #expect(
      try sample.text("1 AB 8:00")
        == "no price is known, because a part of the feed's fares is not understood: fare_zones.txt; "
        + "fare_rules.txt, column 'x'")
    #expect(sample.fares?.offers == [])
  }
}
