import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import FaresInterface
import Mediator
import ModuleTesting
import RoutingInterface
import Testing

@testable import Fares

struct FaresModuleTests {
  private let sample = FareSample(
    zones: "Z2 140 EUR duration=3600: a→b, b→c, a→a", "Z3 180 EUR duration=4500: a→c")

  /// The module with the fares of a sample, and stubs that answer every query with the same
  /// journeys.
  private func harness(
    _ sample: FareSample, _ journeys: [String] = ["1 AB 8:00,2 BC 8:20"], from: String = "A",
    to: String = "C", reason: String? = nil, estimate: String? = nil
  ) async throws -> ModuleHarness {
    try await harness(
      in: sample.network, journeys, from: from, to: to, reason: reason, estimate: estimate)
  }

  private func harness(
    in network: SampleNetwork, stations: [Station]? = nil,
    _ journeys: [String] = ["1 AB 8:00,2 BC 8:20"], from: String = "A", to: String = "C",
    reason: String? = nil, estimate: String? = nil
  ) async throws -> ModuleHarness {
    let harness = try await ModuleHarness(FaresModule.self)
    try DataSourceStub(network, stations: stations).stub(on: harness.mediator)
    try harness.stub(Routing.search) { _ in
      JourneyPlan(
        city: .builtIn, date: CalendarDate(day: 20_000),
        from: PointOfInterest(id: from, name: TranslatedName(from)),
        to: PointOfInterest(id: to, name: TranslatedName(to)),
        journeys: journeys.map(Journey.sample), reason: reason,
        estimate: estimate.map(Journey.sample))
    }
    return harness
  }

  @Test func `the examples of the command run`() async throws {
    let names = ["trindade": "Trindade", "aeroporto": "Aeroporto", "casa": "Casa da Música"]
    let network = SampleNetwork(
      stations: names.keys.sorted().map { ($0, []) },
      trips: [.init("one", line: "1", "trindade 8:00,casa 8:10,aeroporto 8:20")])
    let stations = names.map { Station.sample($0.key, name: $0.value) }
    await (try harness(in: network, stations: stations)).checkExamples()
  }

  @Test func `a visit to one station and an unknown rider need no search`() async throws {
    // Without a stub, a call of Routing fails the test.
    let harness = try await ModuleHarness(FaresModule.self)
    try DataSourceStub(sample.network).stub(on: harness.mediator)
    let visit = try await harness.mediator.perform(Fares.quote, FareQuery(from: "A", to: "A"))
    #expect(visit.price?.amount == 140 && visit.rides.isEmpty && visit.from == visit.to)
    await #expect(throws: FaresError.self) {
      try await harness.mediator.perform(Fares.quote, FareQuery(from: "A", to: "C", rider: "X"))
    }
  }

  @Test func `the command shows the price, the fares and their rules`() async throws {
    let answer = try await harness(sample).run("fare A C", columns: 90)
    #expect(
      answer.text == """
        A → C: EUR 1.80

        EUR 1.80 fare Z3: from A to C
        08:00 A → C, line 1, 2

        Sample data of September 2025; the agency's prices may have changed.
        """)
    let quote = try answer.decode(FareQuote.self)
    #expect(quote.price?.amount == 180 && quote.rides.count == 2 && quote.reason == nil)
    #expect(quote.fares.map(\.rule) == ["from A to C"])
  }

  @Test func `the cheapest of the planned journeys is priced`() async throws {
    let harness = try await harness(sample, ["1 AE 8:00", "1 AB 8:00,2 BC 11:00", "1 AC 9:00"])
    let quote = try await harness.mediator.perform(Fares.quote, FareQuery(from: "A", to: "C"))
    #expect(quote.price?.amount == 180 && quote.rides.map(\.departure.parameterText) == ["09:00"])
  }

  @Test func `amounts of another currency than that of the first price are not compared`()
    async throws
  {
    let sample = FareSample(zones: "yen 900 JPY: a→b", "more 950 JPY: b→c", "euro 800 EUR: a→c")
    let harness = try await harness(sample, ["1 AE 8:00", "1 BC 8:10", "1 AC 8:20", "1 AB 8:30"])
    let quote = try await harness.mediator.perform(Fares.quote, FareQuery(from: "A", to: "C"))
    #expect(quote.price?.description == "JPY 900")
  }

  @Test func `each fare has a block, which is wrapped on a narrow page`() async throws {
    let answer = try await harness(sample, ["1 AB 8:00,2 BC 11:00"]).run("fare A C", columns: 24)
    #expect(
      answer.text == """
        A → C: EUR 2.80

        EUR 1.40 fare Z2: from A
        to B
        08:00 A → B, line 1

        EUR 1.40 fare Z2: from B
        to C
        11:00 B → C, line 2

        Sample data of September
        2025; the agency's
        prices may have changed.
        """)
  }

  @Test(arguments: [40, 60, 80])
  func `nothing of a rule or a ride is cut`(columns: Int) throws {
    let stations = ["Hospital São João", "Estádio do Dragão"].map {
      StopReference(id: $0, name: TranslatedName($0))
    }
    let start = ServiceTime(seconds: 8 * 3600)
    let ride = FareRide(
      line: Line(id: "D", name: "D", color: nil), from: stations[0], to: stations[1],
      departure: start, arrival: start, through: [])
    let price = Money(180, try #require(Currency("EUR")))
    let rule = "from zone PRT1 to zone MAI1 through zone VCD8"
    let fare = AppliedFare(
      id: "Z3", name: nil, price: price, firstRide: 0, rides: 1, rule: rule)
    let quote = FareQuote(
      city: .builtIn, from: stations[0], to: stations[1], date: nil, rides: [ride], rider: nil,
      price: price, fares: [fare], reason: nil, notice: nil)
    let lines = Page(columns: columns).text(of: FareView.document(of: quote)).split(separator: "\n")
    let text = lines.joined(separator: " ")
    #expect(text.contains("EUR 1.80 fare Z3: \(rule) 08:00 Hospital"))
    #expect(text.hasSuffix("08:00 Hospital São João → Estádio do Dragão, line D"))
    #expect(lines.allSatisfy { String($0).columns <= columns })
  }

  @Test(
    arguments: [
      (
        ["1 AE 8:00"], nil,
        "A → C: no fare known\n\nNo fare of the feed pays for the ride from A to E"
      ),
      ([], "no train runs", "A → C: no fare known\n\nNo train runs.\n"),
      (["walk"], nil, "A → C: no fare known\n\nNo train is needed.\n"),
    ] as [([String], String?, String)])
  func `without a fare, the command says why`(
    journeys: [String], reason: String?, text: String
  ) async throws {
    let answer = try await harness(sample, journeys, reason: reason).run("fare A C")
    #expect(answer.text.hasPrefix(text))
    let quote = try answer.decode(FareQuote.self)
    #expect(quote.price == nil && (quote.date == nil) == quote.rides.isEmpty)
  }

  @Test func `on a day without trains, the price has no time and says why`() async throws {
    let answer = try await harness(
      sample, [], reason: "no train runs", estimate: "1 AB 3:00,2 BC 3:20"
    ).run("fare A C", columns: 90)
    #expect(
      answer.text.hasPrefix(
        "A → C: EUR 1.80\n\nEUR 1.80 fare Z3: from A to C\n\nNo train runs.\n"))
    let quote = try answer.decode(FareQuote.self)
    #expect(quote.price?.amount == 180 && quote.rides.isEmpty && quote.date == nil)
    #expect(quote.fares.map(\.price.amount) == [180] && quote.reason == "no train runs")
  }

  @Test func `on a day without trains, a route that no fare pays for has no price`() async throws {
    let answer = try await harness(sample, [], reason: "no train runs", estimate: "1 AE 3:00")
      .run("fare A C", columns: 90)
    #expect(answer.text.hasPrefix("A → C: no fare known\n\nNo fare of the feed pays for the ride"))
  }

  @Test func `a city whose feed has no fares has no price, and no notice`() async throws {
    let answer = try await harness(FareSample()).run("fare A C")
    #expect(answer.text == "A → C: no fare known\n\nThe feed of Sample has no fares.")
    let atNight = try await harness(FareSample(), [], reason: "the last train left").run("fare A C")
    #expect(atNight.text == answer.text)
  }

  @Test func `a visit of one station is priced by its zone`() async throws {
    let answer = try await harness(sample, [], to: "A", reason: "already there").run("fare A A")
    #expect(answer.text.hasPrefix("A: EUR 1.40\n\nEUR 1.40 fare Z2: from A to A\n"))
  }

  @Test(
    arguments: [(nil, nil), ("card", "single Card"), ("Cash", "single Cash")]
      as [(String?, String?)])
  func `a fare with several media is offered with the one that is asked for`(
    medium: String?, offer: String?
  ) async throws {
    let sample = FareSample.products(
      [("single", -1), ("single", -1)], riders: [], medium: [0, 1], media: ["Card", "Cash"])
    let harness = try await harness(sample)
    let query = OfferQuery(fare: "single", medium: medium)
    guard let offer else {
      let error = FaresError.mediumNeeded("single", media: ["Card", "Cash"])
      #expect(
        error.description
          == "the fare 'single' has a price for each fare medium; choose one with 'medium': "
          + "'Card', 'Cash'")
      await #expect(throws: error) { try await harness.mediator.perform(Fares.offer, query) }
      return
    }
    let found = try await harness.mediator.perform(Fares.offer, query).offer
    #expect("\(found.id) \(found.medium ?? "")" == offer)
    let list = try await harness.mediator.perform(Fares.list, CityQuery())
    #expect(list.fares.map(\.medium) == ["Card", "Cash"] && list.media == ["Card", "Cash"])
  }

  @Test(
    arguments: [
      ([-1, 0], nil, nil), ([-1, 0], "Card", "Card"), ([-1, 0], "Cash", nil), ([-1], "Cash", nil),
      ([0], nil, "Card"), ([0], "Cash", "error"), ([0, 1], "s2", "Cash"),
    ] as [([Int32], String?, String?)])
  func `an offer is that of the medium, or without one, or the only one`(
    media: [Int32], medium: String?, offer: String?
  ) async throws {
    var sample = FareSample.products(
      media.map { _ in ("F", -1) }, riders: [], medium: media, media: ["s1", "s2"])
    sample = sample.naming(media: ["Card", "Cash"])
    let harness = try await harness(sample)
    let query = OfferQuery(fare: "F", medium: medium)
    guard offer != "error" else {
      await #expect(throws: FaresError.mediumNeeded("F", media: ["Card"])) {
        try await harness.mediator.perform(Fares.offer, query)
      }
      return
    }
    #expect(try await harness.mediator.perform(Fares.offer, query).offer.medium == offer)
    let unknown = FaresError.unknownMedium("x", city: "Sample", media: ["Card", "Cash"])
    await #expect(throws: unknown) {
      try await harness.mediator.perform(Fares.offer, OfferQuery(fare: "F", medium: "x"))
    }
  }

  @Test func `the rides of a journey are priced without planning`() async throws {
    let harness = try await ModuleHarness(FaresModule.self)
    try DataSourceStub(sample.network).stub(on: harness.mediator)
    let quote = try await harness.mediator.perform(
      Fares.price, RidesQuery(rides: FareRide.rides("1 AB 8:00,2 BC 8:20")))
    #expect(quote.price?.amount == 180 && quote.from.id == "A" && quote.to.id == "C")
    await #expect(throws: FaresError.rideCountOutOfRange(0)) {
      try await harness.mediator.perform(Fares.price, RidesQuery(rides: []))
    }
  }

  @Test func `fares of one price are offers of their own`() async throws {
    let sample = FareSample(
      zones: "a 300 EUR: a→b", "b 300 EUR: b→c", "c 200 EUR transfers=1", "d 300 EUR transfers=0")
    let harness = try await harness(sample)
    let list = try await harness.mediator.perform(Fares.list, CityQuery())
    #expect(list.fares.map(\.id) == ["c", "a", "b", "d"])
    #expect(list.fares.map(\.changes) == [1, nil, nil, 0])
  }

  @Test func `a ticket names a journey between two stations that it pays for everywhere`()
    async throws
  {
    let sample = FareSample(
      zones: "a 100 EUR: a→a, b→c", "b 200 EUR: 1 a→b", "c 300 EUR: ~d", "d 400 EUR",
      "e 500 EUR: e→e", "f 600 EUR transfers=0: a→c")
    let harness = try await harness(sample)
    let list = try await harness.mediator.perform(Fares.list, CityQuery())
    #expect(list.fares.map(\.example) == ["B → C", nil, nil, nil, nil, nil])
  }

  @Test func `prices of changes and discounts are no tickets`() async throws {
    let products = ["ride", "day", "change", "off"]
    var rule = Timetable.Fares.LegRule(product: 0)
    rule.group = 0
    let sample = FareSample(
      .init(
        id: TextColumn(products), name: TextColumn(products.map { _ in "" }),
        amount: Column([200, 700, 50, -50]), currency: Column([0, 0, 0, 0]),
        currencies: TextColumn(["EUR"])),
      .init(
        rider: Column([-1, -1, -1, -1]), medium: Column([-1, -1, -1, -1]),
        groups: TextColumn(["x"]), rules: Column([rule]), networks: TextColumn([]),
        networkOfRoute: Column([-1, -1]),
        transfers: Column([
          .init(from: 0, to: 0, successive: -1, limit: -1, limitType: 0, type: 0, product: 2)
        ])))
    let harness = try await harness(sample)
    let list = try await harness.mediator.perform(Fares.list, CityQuery())
    #expect(list.fares.map(\.id) == ["ride", "day"])
    for id in ["change", "off"] {
      await #expect(throws: FaresError.notSold(id)) {
        try await harness.mediator.perform(Fares.offer, OfferQuery(fare: id))
      }
    }
  }

  @Test func `a price without a medium comes before that of a card`() async throws {
    let products = ["P", "P"]
    let sample = FareSample(
      .init(
        id: TextColumn(products), name: TextColumn(products.map { _ in "" }),
        amount: Column([300, 250]), currency: Column([0, 0]), currencies: TextColumn(["EUR"])),
      .init(
        media: .init(id: TextColumn(["c"]), name: TextColumn(["City card"]), type: Column([2])),
        rider: Column([-1, -1]), medium: Column([-1, 0]), groups: TextColumn([]),
        rules: Column([.init(product: 0), .init(product: 1)]), networks: TextColumn([]),
        networkOfRoute: Column([-1, -1])))
    let harness = try await harness(sample, ["1 AC 8:00"])
    let answer = try await harness.run("fare A C")
    #expect(answer.text.hasPrefix("A → C: EUR 3.00\n"))
    #expect(answer.text.contains("EUR 2.50, City card"))
    #expect(try answer.decode(FareQuote.self).conditions == nil)
  }

  @Test(arguments: [("a", "a"), ("b", "b"), ("c", "c"), ("A", "a"), ("C", "c")])
  func `each fare id finds the offer that the list shows, in upper or lower case`(
    fare: String, offer: String
  ) async throws {
    let sample = FareSample(zones: "a 300 EUR: a→b", "b 300 EUR: b→c", "c 200 EUR")
    let harness = try await harness(sample)
    let found = try await harness.mediator.perform(Fares.offer, OfferQuery(fare: fare))
    let list = try await harness.mediator.perform(Fares.list, CityQuery())
    #expect(found.offer.id == offer && list.fares.contains(found.offer))
    #expect(found.city == list.city && found.notice == list.notice)
    await #expect(throws: FaresError.unknownFare("AA", city: "Sample", nearest: "a")) {
      try await harness.mediator.perform(Fares.offer, OfferQuery(fare: "AA"))
    }
  }

  @Test(
    arguments: [
      ("all", nil, "all"), ("all", "Senior", "all"), ("both", nil, "both"),
      ("both", "sen", "both Senior"), ("old", nil, "old Senior"), ("old", "Student", nil),
      ("two", nil, nil), ("two", "Student", "two Student"),
    ] as [(String, String?, String?)])
  func `an offer is that of the rider, or for everybody, or the only one`(
    fare: String, rider: String?, offer: String?
  ) async throws {
    let rows: [(id: String, rider: Int32)] = [
      ("all", -1), ("both", -1), ("both", 0), ("old", 0), ("two", 0), ("two", 1),
    ]
    let harness = try await harness(FareSample.products(rows, riders: ["Senior", "Student"]))
    let query = OfferQuery(fare: fare, rider: rider)
    guard let offer else {
      let riders = rows.filter { $0.id == fare }.map { $0.rider == 0 ? "Senior" : "Student" }
      await #expect(throws: FaresError.riderNeeded(fare, riders: riders)) {
        try await harness.mediator.perform(Fares.offer, query)
      }
      return
    }
    let found = try await harness.mediator.perform(Fares.offer, query).offer
    #expect([found.id, found.rider].compactMap(\.self).joined(separator: " ") == offer)
  }

  @Test func `in a city without rider categories, a rider is an error that says what to do`()
    async throws
  {
    let error = FaresError.unknownRider("sen", city: "Sample", riders: [])
    #expect(
      error.description
        == "no rider category 'sen' in Sample, whose fares are for everybody; leave out 'rider'")
    let harness = try await harness(sample)
    await #expect(throws: error) { try await harness.run("fare A C --rider sen") }
  }
}

extension Journey {
  /// A journey with rides such as `1 AC 8:00, 2 CE 8:30`; `walk` for one on foot.
  static func sample(_ text: String) -> Journey {
    let places = ["A", "C"].map { PointOfInterest(id: $0, name: TranslatedName($0)) }
    let walk = Walk(from: places[0], to: places[1], duration: .seconds(60), distance: 60)
    let rides = text == "walk" ? [] : FareRide.rides(text)
    let legs = rides.map { ride in
      Leg.ride(
        Ride(
          line: ride.line, trip: nil, serviceDate: CalendarDate(day: 20_000), headsign: "",
          from: ride.from, to: ride.to, departure: ride.departure, arrival: ride.arrival,
          intermediateStops: ride.through))
    }
    let start = ServiceTime(seconds: 8 * 3600)
    return Journey(
      departure: rides.first?.departure ?? start, arrival: rides.last?.arrival ?? start,
      rides: rides.count, legs: legs.isEmpty ? [.walk(walk)] : legs)
  }
}
