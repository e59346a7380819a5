import DataSourceInterface
import Documents
import FaresInterface
import Testing

@testable import Fares

struct LegFareSearchTests {
  private typealias Fares = Timetable.Fares
  private typealias TransferRule = (
    from: Int32, to: Int32, count: Int32, limit: Int32, kind: Int32, type: Int32, product: Int32
  )

  private static func rule(
    _ product: Int32, group: Int32, network: Int32 = Fares.any, priority: Int32 = 0
  ) -> Fares.LegRule {
    var rule = Fares.LegRule(product: product)
    (rule.group, rule.network, rule.priority) = (group, network, priority)
    return rule
  }

  private static func riders(_ id: [String], _ name: [String]) -> Fares.Riders {
    .init(id: TextColumn(id), name: TextColumn(name), isDefault: Column(id.map { _ in 0 }))
  }

  private static func transfers(_ rules: [TransferRule]) -> Column<Fares.TransferRule> {
    Column(
      rules.map {
        .init(
          from: $0.from, to: $0.to, successive: $0.count, limit: $0.limit, limitType: $0.kind,
          type: $0.type, product: $0.product)
      })
  }

  /// A single for 2.00 and a pass for 5.00 in the group x of the network m, which line 1 belongs
  /// to; a senior single for 1.00; a single for 3.00 in the group y of all other lines; and a
  /// change product.
  private func sample(
    _ transfers: [TransferRule] = [], change: Int64 = 50, priority: [Int32] = [0, 0, 0, 0]
  ) -> FareSample {
    func column(_ values: [Int32]) -> Column<Int32> { Column(values) }
    return FareSample(
      .init(
        id: TextColumn(["one", "pass", "old", "bus", "change"]),
        name: TextColumn(["Single", "Pass", "", "", ""]),
        amount: Column([200, 500, 100, 300, change]), currency: column([0, 0, 0, 0, 0]),
        currencies: TextColumn(["USD"])),
      .init(
        riders: Self.riders(["sen", "stu"], ["Senior citizen", "Student"]),
        rider: column([-1, -1, 0, -1, -1]), medium: column([-1, -1, -1, -1, -1]),
        groups: TextColumn(["x", "y"]),
        rules: Column(
          [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 1, Fares.unnamed)].enumerated().map {
            Self.rule($1.0, group: $1.1, network: $1.2, priority: priority[$0])
          }),
        networks: TextColumn(["m"]), networkOfRoute: column([0, -1]),
        transfers: Self.transfers(transfers)))
  }

  @Test(arguments: [
    ("1 AB 8:00", nil, "USD 2.00 = one 0"), ("1 AB 8:00", "sen", "USD 1.00 = old 0"),
    ("1 AB 8:00", "SENIOR", "USD 1.00 = old 0"), ("1 AB 8:00", "Student", "USD 2.00 = one 0"),
    ("2 AB 8:00", nil, "USD 3.00 = bus 0"), ("2 AB 8:00", "senior", "USD 3.00 = bus 0"),
    ("1 AB 8:00,2 BC 8:20", nil, "USD 5.00 = one 0 + bus 1"),
  ])
  func `a ride costs the cheapest product of its network for the rider`(
    rides: String, rider: String?, price: String
  ) throws {
    #expect(try sample().text(rides, rider: rider) == price)
  }

  @Test func `of the rules that fit, only those with the highest priority apply`() throws {
    #expect(try sample(priority: [0, 1, 0, 0]).text("1 AB 8:00") == "USD 5.00 = pass 0")
  }

  @Test func `a category that does not exist or is ambiguous is an error with all of them`() {
    for text in ["adult", "s", ""] {
      #expect(
        throws: FaresError.unknownRider(
          text, city: "Sample", riders: ["Senior citizen", "Student"])
      ) { try sample().price("1 AB 8:00", rider: text) }
    }
  }

  @Test(arguments: [
    ("1 AB 8:00,1 BC 9:30", "USD 2.00 = one 0 + change 1"),
    ("1 AB 8:00,1 BC 9:31", "USD 4.00 = one 0 + one 1"),
    // The limit counts from the first ride of the chain, so a third ride begins a new one.
    ("1 AB 8:00,1 BC 9:00,1 CD 10:00", "USD 4.00 = one 0 + change 1 + one 2"),
  ])
  func `changes are free for 90 minutes after the first boarding`(
    rides: String, price: String
  ) throws {
    let text = try sample([(0, 0, -1, 5400, 1, 0, -1)]).text(rides)
    // Of two divisions with equal prices, either may be chosen.
    #expect([price, price.replacing("change 1 + one 2", with: "one 1 + change 2")].contains(text))
  }

  @Test(arguments: [
    (Int32(0), Int64(50), "USD 2.50 = one 0 + change 1"),
    // Nobody needs to buy a change that costs more than two separate rides.
    (1, 50, "USD 5.00 = one 0 + bus 1"),
    (1, -50, "USD 4.50 = one 0 + change 1 + bus 1"), (2, 50, "USD 0.50 = change 0–1"),
  ])
  func `the type of a transfer rule says which prices are added`(
    type: Int32, change: Int64, price: String
  ) throws {
    let sample = sample([(0, 1, -1, -1, 0, type, 4)], change: change)
    #expect(try sample.text("1 AB 8:00,2 BC 8:20") == price)
  }

  @Test func `a change that replaces a ride replaces the change before it, too`() throws {
    let sample = sample([(0, 1, -1, -1, 0, 1, 4), (1, 0, -1, -1, 0, 2, 4)], change: -50)
    let rides = "1 AB 8:00,2 BC 8:20,1 CD 8:40"
    #expect(try sample.text(rides) == "USD 1.50 = one 0 + change 1–2")
    let result = try sample.price(rides)
    #expect(result.fares.map(\.price.amount).reduce(0, +) == result.price?.amount)
  }

  @Test func `of two groups with the same price, it is always that of the first`() throws {
    let sample = FareSample(
      .init(
        id: TextColumn(["a", "b"]), name: TextColumn(["", ""]), amount: Column([200, 200]),
        currency: Column([0, 0]), currencies: TextColumn(["USD"])),
      .init(
        rider: Column([-1, -1]), medium: Column([-1, -1]), groups: TextColumn(["x", "y"]),
        rules: Column([Self.rule(0, group: 0), Self.rule(1, group: 1)]),
        networks: TextColumn([]), networkOfRoute: Column([-1, -1])))
    let texts = try Set((0..<100).map { _ in try sample.text("1 AB 8:00") })
    #expect(texts == ["USD 2.00 = a 0"])
  }

  @Test(arguments: [
    (Int32(0), "8:19"), (1, "8:29"), (2, "8:39"), (3, "8:29"),
  ])
  func `a duration is between the times that its type names`(
    kind: Int32, latest: String
  ) throws {
    // Each ride takes 10 minutes; the limit is 29 minutes.
    let sample = sample([(0, 0, -1, 29 * 60, kind, 0, -1)])
    let time = try #require(ServiceTime(latest))
    let next = ServiceTime(seconds: time.seconds + 60).parameterText
    #expect(try sample.price("1 AB 8:00,1 BC \(latest)").price?.amount == 200)
    #expect(try sample.price("1 AB 8:00,1 BC \(next)").price?.amount == 400)
  }

  @Test(arguments: [(Int32(1), 400), (2, 400), (3, 200), (-1, 200)])
  func `the number of changes in succession is limited`(count: Int32, price: Int) throws {
    let rides = "1 AB 8:00,1 BC 8:10,1 CD 8:20,1 DE 8:30"
    let amount = try sample([(0, 0, count, -1, 0, 0, -1)]).price(rides).price?.amount
    #expect(amount == price)
  }

  /// A change from the other lines for 0.50, and one within the network that has limits.
  private static func limited(_ count: Int32, _ limit: Int32, _ kind: Int32) -> [TransferRule] {
    [(1, 0, -1, -1, 0, 0, 4), (0, 0, count, limit, kind, 0, -1)]
  }

  @Test(
    arguments: [
      // The change between other groups does not count, and its ticket is another one.
      (1, -1, 0, "2 AB 8:00,1 BC 8:10,1 CD 8:20", 350),
      (-1, 900, 1, "2 AB 8:00,1 BC 8:10,1 CD 8:20", 350),
      (1, -1, 0, "2 AB 8:00,1 BC 8:10,1 CD 8:20,1 DE 8:30", 550),
      // A wait of at most 10 minutes at each change.
      (-1, 600, 2, "1 AB 8:00,1 BC 8:20,1 CD 8:40", 200),
      (-1, 600, 2, "1 AB 8:00,1 BC 8:20,1 CD 8:41", 400),
    ] as [(Int32, Int32, Int32, String, Int)])
  func `the limits of a rule count from the first change between its groups`(
    count: Int32, limit: Int32, kind: Int32, rides: String, price: Int
  ) throws {
    let sample = sample(Self.limited(count, limit, kind))
    #expect(try sample.price(rides).price?.amount == price)
  }

  @Test func `of the rules for a change, the one for the fewest changes in succession counts`()
    throws
  {
    let sample = sample([(0, 0, 1, -1, 0, 0, 4), (0, 0, 2, -1, 0, 0, -1)])
    #expect(try sample.price("1 AB 8:00,1 BC 8:10").price?.amount == 250)
    #expect(try sample.price("1 AB 8:00,1 BC 8:10,1 CD 8:20").price?.amount == 250)
  }

  @Test func `of many rules for one change, the cheapest is used, and the first of equal ones`()
    throws
  {
    let products: [Int32] = [4, -1, -1, 4]
    let rules = products.map { product -> TransferRule in (0, 0, -1, 1800, 1, 0, product) }
    let sample = sample(rules + [(0, 0, -1, 1200, 1, 0, -1)])
    let result = try sample.price("1 AB 8:00,1 BC 8:20")
    #expect(result.price?.amount == 200 && result.fares.last?.rule == "change within 30 min")
    #expect(try sample.price("1 AB 8:00,1 BC 8:31").price?.amount == 400)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a feed with a great number of rules for changes is priced soon`() throws {
    let (groups, count) = (16, 20_000)
    let products = (0..<groups).map { Int64(100 + $0) }
    let none = Column([Int32](repeating: -1, count: groups))
    let sample = FareSample(
      .init(
        id: TextColumn(products.map { "\($0)" }), name: TextColumn(products.map { _ in "" }),
        amount: Column(products), currency: Column(products.map { _ in 0 }),
        currencies: TextColumn(["USD"])),
      .init(
        rider: none, medium: none, groups: TextColumn(products.map { "\($0)" }),
        rules: Column((0..<Int32(groups)).map { Self.rule($0, group: $0) }),
        networks: TextColumn([]), networkOfRoute: Column([-1, -1]),
        transfers: Self.transfers(
          (0..<Int32(count)).map { (-2, -2, -1, $0, 1, $0 % 3, $0 % Int32(groups)) })))
    let rides = ["1 AB 8:00", "1 BC 8:10", "1 CD 8:20", "1 DE 8:30", "2 AB 8:45", "2 BC 8:55"]
    #expect(try sample.price(rides.joined(separator: ",")).price != nil)
  }

  @Test func `an empty group means those that no transfer rule names`() throws {
    let sample = sample([(0, -2, -1, -1, 0, 0, -1)])
    #expect(try sample.text("1 AB 8:00,2 BC 8:20") == "USD 2.00 = one 0 + change 1")
    #expect(try sample.text("2 AB 8:00,2 BC 8:20") == "USD 6.00 = bus 0 + bus 1")
  }
}
