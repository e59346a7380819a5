import DataSourceFixture
import DataSourceInterface
import Documents
import FaresInterface
import Testing

@testable import Fares

struct ZoneFareSearchTests {
  @Test(arguments: [
    ("1 AB 8:00", "EUR 1.00 = F 0"), ("1 BC 8:00", "EUR 2.00 = G 0"),
    ("2 BC 8:00", "EUR 3.00 = H 0"), ("1 CD 8:00", "EUR 4.00 = I 0"),
    ("1 ABC 8:00", "EUR 4.00 = I 0"),
  ])
  func `a rule fits the zones and the line of a ride, and an empty field fits all`(
    ride: String, price: String
  ) throws {
    let sample = FareSample(
      zones: "F 100 EUR: a→b", "G 200 EUR: 1 b→c", "H 300 EUR: 2", "I 400 EUR: *→c, *→d")
    #expect(try sample.text(ride) == price)
  }

  @Test func `a fare without rules pays for every ride`() throws {
    let sample = FareSample(zones: "F 250 USD")
    #expect(try sample.text("1 AB 8:00") == "USD 2.50 = F 0")
    #expect(try sample.text("1 FA 8:00,2 AE 9:00,1 EF 23:00") == "USD 2.50 = F 0–2")
  }

  @Test(arguments: [
    // A through fare is cheaper than two, and the other way round.
    ("F 100 EUR transfers=1: a→b", "EUR 2.00 = G 0–1"),
    ("F 60 EUR: a→b, b→c", "EUR 1.20 = F 0 + F 1"),
  ])
  func `the price is the least sum over all divisions of the rides`(
    fare: String, price: String
  ) throws {
    let sample = FareSample(zones: fare, "G 200 EUR: a→c")
    #expect(try sample.text("1 AB 8:00,2 BC 8:20") == price)
  }

  @Test(arguments: [
    ("transfers=0", "EUR 3.00 = F 0 + F 1 + F 2"), ("transfers=1", "EUR 2.00 = F 0 + F 1–2"),
    ("transfers=2", "EUR 1.00 = F 0–2"), ("duration=0", "EUR 3.00 = F 0 + F 1 + F 2"),
    ("duration=1199", "EUR 3.00 = F 0 + F 1 + F 2"),
    ("duration=1200", "EUR 2.00 = F 0 + F 1–2"), ("duration=2400", "EUR 1.00 = F 0–2"),
    ("transfers=1 duration=2400", "EUR 2.00 = F 0 + F 1–2"),
  ])
  func `changes and the time from the first to the last boarding are limited`(
    limits: String, price: String
  ) throws {
    let sample = FareSample(zones: "F 100 EUR \(limits)")
    let text = try sample.text("1 AB 8:00,2 BC 8:20,1 CD 8:40")
    // With equal prices, either end may have the pair.
    #expect([price, price.replacing("F 0 + F 1–2", with: "F 0–1 + F 2")].contains(text))
  }

  @Test(arguments: [
    ("1", "no fare of the feed pays for the ride from B to C (zone 'b' to zone 'c')"),
    ("1, 2", "EUR 1.00 = F 0–1"), ("1 a→*, 2 *→c", "EUR 1.00 = F 0–1"),
    ("1 a→b, 2 b→c", "EUR 2.00 = F 0 + F 1"),
  ])
  func `a fare pays for several rides if it has a rule for the line of each`(
    rules: String, price: String
  ) throws {
    #expect(try FareSample(zones: "F 100 EUR: \(rules)").text("1 AB 8:00,2 BC 8:20") == price)
  }

  @Test(arguments: [("1, 2", "EUR 1.00 = F 0"), ("*→*", "EUR 1.00 = F 0")])
  func `a train that goes on as another line costs a fare for both lines`(
    rules: String, price: String
  ) throws {
    #expect(try FareSample(zones: "F 100 EUR: \(rules)").text("1>2 AC 8:00") == price)
  }

  @Test(arguments: [
    ("1 ABC 8:00", "EUR 1.00 = F 0"), ("1 AC 8:00", "EUR 9.00 = G 0"),
    ("1 AB 8:00,2 BC 8:20", "EUR 1.00 = F 0–1"), ("1 ABD 8:00", "EUR 9.00 = G 0"),
    ("1 ABCD 8:00", "EUR 9.00 = G 0"), ("1 BD 8:00", "EUR 2.00 = H 0"),
    ("1 BCD 8:00", "EUR 9.00 = G 0"), ("1 DE 8:00", "EUR 3.00 = H 0"),
  ])
  func `the zones that the rules of a fare contain must be exactly those that are passed`(
    rides: String, price: String
  ) throws {
    // The rules of H for the two lines, and those for two origins, are groups of their own.
    let sample = FareSample(
      zones: "F 100 EUR: ~a, ~b, ~c", "G 900 EUR", "H 200 EUR: 1 b→* ~b, 1 b→* ~d",
      "H 300 EUR: 1 d→* ~d, 1 d→* ~e")
    #expect(try sample.text(rides) == price)
  }

  @Test(arguments: [
    ("1 AB 8:00", "EUR 1.00 = F 0"), ("2 AB 8:00", "EUR 9.00 = G 0"),
    ("1 ABC 8:00", "EUR 9.00 = G 0"), ("1 AC 8:00", "EUR 9.00 = G 0"),
  ])
  func `the zones that any rule of a fare contains are those of all its rules`(
    ride: String, price: String
  ) throws {
    #expect(try FareSample(zones: "F 100 EUR: 1, ~a, ~b", "G 900 EUR").text(ride) == price)
  }

  @Test func `a platform without a zone does not have that of another one`() throws {
    var network = SampleNetwork(
      stations: [("A", ["A1", "A2"]), ("B", ["B1", "B2"])],
      trips: [.init("one", line: "1", "A1 8:00,B1 8:10"), .init("two", "A2 8:00,B2 8:10")])
    let fares = FareSample(zones: "F 100 EUR: a→*").fares
    guard case .byZone(let rules)? = fares?.rules else { return }
    network.fares = fares.map {
      .init(
        prices: $0.prices,
        rules: .byZone(
          .init(
            transfers: rules.transfers, duration: rules.duration, agency: rules.agency,
            first: rules.first, route: rules.route, origin: rules.origin,
            destination: rules.destination, contains: rules.contains,
            zone: Column([0, 0, -1, -1, 1, -1]), agencyOfRoute: rules.agencyOfRoute,
            zones: rules.zones)))
    }
    let calculator = try FareCalculator(network.timetable(), rider: nil)
    func amount(_ from: String) throws -> Int? {
      let stops = [from, "B1"].map { StopReference(id: $0, name: TranslatedName($0)) }
      let ride = FareRide(
        line: Line(id: "1", name: "1", color: nil), from: stops[0], to: stops[1],
        departure: ServiceTime(seconds: 0), arrival: ServiceTime(seconds: 600), through: [])
      return try calculator.price(of: [ride], on: nil).price?.amount
    }
    #expect(try amount("A1") == 100 && amount("A2") == nil)
  }

  @Test(arguments: [
    ("1 BA 8:00", "no fare of the feed pays for the ride from B to A (zone 'b' to zone 'a')"),
    (
      "1 AB 8:00,1 BC 9:00",
      "no fare of the feed pays for the ride from B to C (zone 'b' to zone 'c')"
    ),
    ("1 AF 8:00", "no fare of the feed pays for the ride from A to F (zone 'a' to no zone)"),
  ])
  func `where no fare pays for all rides, the reason names the first one without`(
    rides: String, reason: String
  ) throws {
    let result = try FareSample(zones: "F 100 EUR: a→b").price(rides)
    #expect(result.price == nil && result.fares.isEmpty && result.reason == reason)
  }

  @Test func `prices in two currencies are never added`() throws {
    let sample = FareSample(zones: "F 100 EUR: a→b", "G 100 USD: b→c", "H 500 USD: a→b")
    #expect(try sample.text("1 AB 8:00,1 BC 9:00") == "USD 6.00 = H 0 + G 1")
    let mixed = FareSample(zones: "F 100 EUR: a→b", "G 100 USD: b→c")
    #expect(
      try mixed.text("1 AB 8:00,1 BC 9:00") == "the feed prices the rides in different currencies")
  }

  @Test func `a city without fares has no price, which is not 0`() throws {
    let result = try FareSample().price("1 AB 8:00")
    #expect(result.price == nil && result.reason == "the feed of Sample has no fares")
    #expect(try FareSample(zones: "F 0 EUR").text("1 AB 8:00") == "EUR 0.00 = F 0")
  }

  @Test func `a visit of one station has a price only by a rule for its zone`() throws {
    let calculator = try FareCalculator(FareSample(zones: "F 640 USD: a→a").timetable, rider: nil)
    #expect(calculator.price(ofVisitTo: 0).price?.amount == 640)
    #expect(
      calculator.price(ofVisitTo: 1).reason
        == "no fare of the feed pays for a visit of B (zone 'b' to zone 'b')")
  }

  @Test(arguments: [
    ("F 100 EUR: a→b", "G 300 EUR: a→b", nil), ("F 100 EUR: a→b", "G 300 EUR: a→*", 100),
    ("F 100 EUR transfers=0: a→b", "G 300 EUR: a→b", 100), ("F 100 EUR", "G 300 EUR", nil),
    ("senior 100 EUR: a→b", "G 300 EUR: a→b", 300), ("youth_reduced 0 EUR", "G 300 EUR: a→*", 300),
  ])
  func `fares that differ in nothing but the price have none, unless a name says for whom they are`(
    first: String, second: String, amount: Int?
  ) throws {
    let total = try FareSample(zones: first, second).price("1 AB 8:00")
    #expect(total.price?.amount == amount)
    let reason =
      "the feed gives several prices for the ride from A to B, and does not say for whom: "
      + "EUR 1.00, EUR 3.00"
    #expect(total.reason == (amount == nil ? reason : nil))
  }

  @Test func `the rule that applies is told in words`() throws {
    let sample = FareSample(
      zones: "F 100 EUR: 1 a→b", "G 200 EUR: b→*", "H 300 EUR", "I 250 EUR: ~c, ~d, ~e")
    let rules = try ["1 AB 8:00", "1 BC 8:00", "2 DC 8:00", "2 CDE 8:00"].map {
      try sample.price($0).fares.map(\.rule).joined()
    }
    let expected = [
      "from A to B on line 1", "from B", "every ride", "through zones c, d, e",
    ]
    #expect(rules == expected)
  }

  @Test func `the rides must be known and at most 32`() throws {
    let sample = FareSample(zones: "F 100 EUR")
    let many = Array(repeating: "1 AB 8:00", count: 32).joined(separator: ",")
    #expect(try sample.text(many) == "EUR 1.00 = F 0–31")
    #expect(throws: FaresError.rideCountOutOfRange(33)) { try sample.price(many + ",1 AB 8:00") }
    #expect(throws: FaresError.rideCountOutOfRange(0)) { try sample.price("") }
    #expect(throws: FaresError.unknownID("9", city: "Sample")) { try sample.price("9 AB 8:00") }
    #expect(throws: FaresError.unknownID("X", city: "Sample")) { try sample.price("1 AXB 8:00") }
    #expect(throws: FaresError.unknownRider("senior", city: "Sample", riders: [])) {
      try sample.price("1 AB 8:00", rider: "senior")
    }
  }
}
