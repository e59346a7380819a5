import CartInterface
import DataSourceFixture
import DataSourceInterface
import Documents
import FaresInterface
import JourneysInterface
import Mediator
import ModuleTesting
import RoutingInterface
import Scenes
import ShareInterface
import Testing
import TripsInterface

@testable import Journeys

@Suite(.timeLimit(.minutes(15))) struct JourneyPricingTests {
  /// One price of 1.40 EUR that pays for every ride.
  private static let fares = Timetable.Fares(
    prices: .init(
      id: TextColumn(["F"]), name: TextColumn([""]), amount: Column([140]), currency: Column([0]),
      currencies: TextColumn(["EUR"])),
    rules: .byZone(
      .init(
        transfers: Column([-1]), duration: Column([-1]), agency: Column([-1]),
        first: Column([0, 0]), route: Column([]), origin: Column([]), destination: Column([]),
        contains: Column([]), zone: Column([]), agencyOfRoute: Column([]),
        zones: TextColumn([String]()))))

  /// - Parameter isSold: Whether every fare is a ticket, and not only `F1`.
  private static func stubOffers(of fixture: JourneysFixture, isSold: Bool = true) throws {
    try fixture.harness.stub(Fares.offer) { query in
      guard isSold || query.fare == "F1" else { throw FaresError.notSold(query.fare) }
      return FoundOffer(
        city: .builtIn,
        offer: FareOffer(
          id: query.fare, name: nil, price: Money(140, .example), rider: nil, changes: nil,
          duration: nil), notice: nil)
    }
  }

  /// - Parameters:
  ///   - media: The prices by medium of each journey.
  ///   - isSold: Whether every fare is a ticket.
  private func fixture(
    _ network: SampleNetwork, media: [MediumPrice] = [], isSold: Bool = true
  ) async throws -> (JourneysFixture, queries: Recorder<RidesQuery>) {
    let fixture = try await JourneysFixture(network)
    try Self.stubOffers(of: fixture, isSold: isSold)
    let queries = Recorder<RidesQuery>()
    try fixture.harness.stub(Fares.price) { query in
      queries.record(query)
      let first = query.rides[0]
      return FareQuote(
        city: .builtIn, from: first.from, to: first.to, date: nil, rides: query.rides, rider: nil,
        price: Money(140 * query.rides.count, .example), media: media,
        fares: query.rides.enumerated().map { number, ride in
          AppliedFare(
            id: number == 2 ? nil : "F\(ride.line.name)", name: nil, price: Money(140, .example),
            medium: query.medium, firstRide: number, rides: 1, rule: "every ride")
        },
        reason: nil, notice: nil)
    }
    return (fixture, queries)
  }

  @Test func `each journey of a plan has its price, in text and in JSON`() async throws {
    var network = SampleNetwork.weekdayNetwork
    network.fares = Self.fares
    let (fixture, queries) = try await fixture(network)
    let answer = try await fixture.harness.run("route A C --date 2026-11-16 --depart 23:00")
    #expect(answer.text.contains("23:00–23:20 · 20 min · 1 change · EUR 2.80\n"))
    let plan = try answer.decode(JourneyPlan.self)
    #expect(plan.journeys.map(\.fare?.amount) == [280])
    let lines = queries.values.map { $0.rides.map(\.line.name) }
    #expect(lines == [["1", "2"]])
  }

  @Test func `a city without fares has no prices, and nobody is asked for them`() async throws {
    let (fixture, queries) = try await fixture(.weekdayNetwork)
    let answer = try await fixture.harness.run("route A C --date 2026-11-16 --depart 23:00")
    #expect(answer.text.contains("23:00–23:20 · 20 min · 1 change\n") && queries.values.isEmpty)
    #expect(!answer.text.contains("fare"))
  }

  @Test func `a last train after the end of the night has a price, too`() async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("C", [])],
      trips: [.init("1", "A 23:00,C 23:10"), .init("late", "A 27:30,C 27:40")], fares: Self.fares)
    let (fixture, _) = try await fixture(network)
    // The first journey is that of the night before.
    let slider = try #require(try await fixture.selection().slider())
    #expect(slider.journeys.map(\.departure.seconds) == [12_600, 82_800, 99_000])
    #expect(slider.journeys.map(\.fare?.amount) == [140, 140, 140])
  }

  @MainActor
  @Test func `actions on a journey leave the main actor`() async throws {
    var network = SampleNetwork.weekdayNetwork
    network.fares = Self.fares
    let (fixture, _) = try await fixture(network)
    let harness = fixture.harness
    try harness.stub(Cart.add) { CartContent(id: "cart", city: $0.city, lines: []) }
    try harness.stub(Share.share) {
      ShareReceipt(title: $0.item.title, channel: "svg", text: nil, file: nil, sentence: "Saved.")
    }
    try harness.stub(Trips.add) { _ in throw TripsError.sameEnds("C") }
    let selection = fixture.selection()
    _ = try await selection.slider()
    let calls = CallsOnMainActor()
    let subscription = harness.mediator.intercept(with: calls)
    _ = try? await selection.addTrip()
    _ = try await selection.addToCart()
    _ = try await selection.share(as: "svg")
    _ = try await selection.options(of: JourneyQuery(from: "id:A", to: "id:C", via: "B"))
    #expect(calls.paths.values == [])
    withExtendedLifetime(subscription) {}
  }

  @MainActor
  @Test func `the scene of a city with fares marks the last train that still connects`()
    async throws
  {
    var network = SampleNetwork.weekdayNetwork
    network.fares = Self.fares
    let (fixture, _) = try await fixture(network)
    let ends = OriginDestination.sample()
    let scene = try JourneysModule.scenes[0].makeScene(for: ends, fixture.harness.mediator)
    let tester = await SceneTester(try #require(scene))
    try await tester.press("l")
    let text = tester.text()
    #expect(
      text.contains("EUR 2.80") && text.contains("◀ the last train that still connects"), "\(text)")
  }

  @MainActor
  @Test func `a key of the Journey scene adds a ticket for each fare to the cart`() async throws {
    var network = SampleNetwork.weekdayNetwork
    network.fares = Self.fares
    let (fixture, _) = try await fixture(network)
    let added = Recorder<CartAddition>()
    try fixture.harness.stub(Cart.add) { request in
      added.record(request)
      let line = CartLine(
        fare: request.fare, name: request.fare, rider: nil, quantity: added.values.count,
        price: Money(140, .example))
      return CartContent(id: "cart", city: request.city, lines: [line])
    }
    let ends = OriginDestination.sample()
    let scene = try JourneysModule.scenes[0].makeScene(for: ends, fixture.harness.mediator)
    let tester = await SceneTester(try #require(scene))
    #expect(try tester.actions().contains("+ add to cart"))
    #expect(try await tester.press("+") == "Added 2 tickets; the cart costs EUR 2.80.")
    #expect(
      added.values == ["F1", "F2"].map { CartAddition(fare: $0, city: .builtIn) })
  }

  @MainActor
  @Test func `where the price depends on the medium, it is named, and the person chooses one`()
    async throws
  {
    var network = SampleNetwork.weekdayNetwork
    network.fares = Self.fares
    let fixture = try await JourneysFixture(network)
    try Self.stubOffers(of: fixture)
    let dates = Recorder<CalendarDate?>()
    try fixture.harness.stub(Fares.price) { query in
      dates.record(query.date)
      let (place, price) = (query.rides[0].from, Money(query.medium == nil ? 300 : 250, .example))
      let media = [("Cash", 300), ("City card", 250)].map {
        MediumPrice(medium: $0.0, price: Money($0.1, .example))
      }
      let fare = AppliedFare(
        id: "single", name: nil, price: price, rider: "Adult", medium: query.medium ?? "Cash",
        firstRide: 0, rides: 1, rule: "every ride")
      return FareQuote(
        city: .builtIn, from: place, to: place, date: query.date, rides: query.rides,
        rider: "Adult", price: price, media: media, fares: [fare], reason: nil, notice: nil)
    }
    let added = Recorder<CartAddition>()
    try fixture.harness.stub(Cart.add) { request in
      added.record(request)
      return CartContent(id: "cart", city: request.city, lines: [])
    }
    let answer = try await fixture.harness.run("route A C --date 2026-11-16 --depart 23:00")
    #expect(answer.text.contains(" · EUR 3.00, Adult, Cash\n"))
    let plan = try answer.decode(JourneyPlan.self)
    #expect(plan.journeys[0].fareConditions == "Adult, Cash" && dates.values == [plan.date])
    let ends = OriginDestination.sample()
    let scene = try JourneysModule.scenes[0].makeScene(for: ends, fixture.harness.mediator)
    let tester = await SceneTester(try #require(scene))
    try await tester.press("+")
    await tester.scene.open()
    #expect(tester.text() == "Cash       EUR 3.00\nCity card  EUR 2.50")
    try await tester.choose("City card")
    try await wait { !added.values.isEmpty }
    #expect(
      added.values == [
        CartAddition(fare: "single", rider: "Adult", medium: "City card", city: .builtIn)
      ])
  }

  @MainActor
  @Test(arguments: [("anything", nil), ("City card", "City card")] as [(String, String?)])
  func `where the price depends on the medium, the key asks for it`(
    row: String, medium: String?
  ) async throws {
    var network = SampleNetwork.weekdayNetwork
    network.fares = Self.fares
    let media = [
      MediumPrice(medium: nil, price: Money(300, .example)),
      MediumPrice(medium: "City card", price: Money(250, .example)),
    ]
    let (fixture, _) = try await fixture(network, media: media)
    let added = Recorder<CartAddition>()
    try fixture.harness.stub(Cart.add) { request in
      added.record(request)
      return CartContent(id: "cart", city: request.city, lines: [])
    }
    let ends = OriginDestination.sample()
    let scene = try JourneysModule.scenes[0].makeScene(for: ends, fixture.harness.mediator)
    let tester = await SceneTester(try #require(scene))
    try await tester.press("+")
    await tester.scene.open()
    #expect(tester.text().contains("EUR 3.00") && tester.text().contains("EUR 2.50"))
    try await tester.choose(row)
    try await wait { added.values.count == 2 }
    #expect(added.values.map(\.medium) == [medium, medium])
  }

  @MainActor
  @Test func `a journey with a price that is no ticket adds nothing to the cart`() async throws {
    var network = SampleNetwork.weekdayNetwork
    network.fares = Self.fares
    let (fixture, _) = try await fixture(network, isSold: false)
    try fixture.harness.stub(Cart.add) { _ in throw FaresError.notSold("added") }
    let selection = fixture.selection()
    _ = try await selection.slider()
    await #expect(throws: FaresError.notSold("F2")) { try await selection.addToCart() }
  }
}

/// Records the calls that run on the main actor, which reads the keys.
private struct CallsOnMainActor: Interceptor {
  let paths = Recorder<String>()

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    // Compared with `===`, it crashes the optimizer of Swift 6.3.
    if let actor: any Actor = #isolation, actor is MainActor { paths.record(call.action.path) }
    return try await next(input)
  }
}
