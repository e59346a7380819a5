import AccountInterface
import CartInterface
import DataSourceInterface
import Documents
import FaresInterface
import Mediator
import ModuleTesting
import Scenes
import Testing
import TicketsInterface

@testable import Tickets

@MainActor @Suite(.timeLimit(.minutes(15)))
struct CatalogueTests {
  private static let text = """
    fare    ticket      rider         price
    Z2      60 min      everybody  EUR 1.40
    single  1 change    everybody  EUR 2.00
    day     Day ticket  Senior     EUR 3.50
    day     Day ticket  everybody  EUR 7.00

    Sample prices.
    """

  @Test func `the command lists the tickets of the city, each with its validity`() async throws {
    let answer = try await TicketsFixture().harness.run("tickets")
    #expect(answer.text == Self.text)
    #expect(try answer.decode(FareList.self).fares == TicketsFixture.offers)
  }

  @Test func `a ticket without a name tells a journey that it pays for`() async throws {
    let offer = FareOffer(
      id: "Z2", name: nil, price: Money(140, .example), rider: nil, changes: nil, duration: 3600,
      example: "Elm → Oak")
    let answer = try await TicketsFixture([offer], notice: nil).harness.run("tickets")
    #expect(
      answer.text == """
        fare  ticket                     rider         price
        Z2    60 min, such as Elm → Oak  everybody  EUR 1.40
        """)
  }

  @Test func `of very many tickets, a person sees the first ones, and a program all`() async throws
  {
    let fixture = try await TicketsFixture(
      (1...50).map { TicketsFixture.offer("fare \($0)", $0 * 10) })
    let answer = try await fixture.harness.run("tickets")
    #expect(answer.text.contains("fare 40 ") && !answer.text.contains("fare 41 "))
    #expect(answer.text.contains("And 10 more; 'fare <from> <to>' names the one of a journey."))
    #expect(try answer.decode(FareList.self).fares.count == 50)
  }

  @Test func `a city without fares has no tickets`() async throws {
    let fixture = try await TicketsFixture([], notice: nil)
    #expect(
      try await fixture.harness.run("tickets").text
        == "No tickets: no fare is known.")
  }

  @Test func `a narrow page has the price, the ticket and the rider of each one below the other`()
    async throws
  {
    let fixture = try await TicketsFixture(Array(TicketsFixture.offers.suffix(2)))
    #expect(
      try await fixture.harness.run("tickets", columns: 40).text == """
        EUR 3.50 Day ticket
        day, Senior
        EUR 7.00 Day ticket
        day, everybody

        Sample prices.
        """)
  }

  @Test(
    arguments: [
      ("sample prices", "test money", "sample prices; test money"),
      (nil, "test money", "test money"),
      (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func `the catalogue says what the feed and the ticket server say about it`(
    feed: String?, server: String?, notice: String?
  ) async throws {
    let fixture = try await TicketsFixture(notice: feed, server: server)
    #expect(try await fixture.mediator.perform(Tickets.catalogue, CityQuery()).notice == notice)
  }

  @Test func `Enter and the key + add a ticket to the cart`() async throws {
    let fixture = try await TicketsFixture()
    let tester = await SceneTester(try TicketsModule.scenes[0].makeScene(fixture.mediator))
    #expect(
      try await tester.press("+", on: "1") == "Added Z2; the cart has 1 ticket, EUR 1.40.")
    #expect(
      try await tester.choose("3") == "Added Day ticket; the cart has 2 tickets, EUR 2.80.")
    #expect(
      fixture.added.values == [
        CartAddition(fare: "Z2"), CartAddition(fare: "day", rider: "Senior"),
      ])
    #expect(try tester.actions(on: "3") == ["⏎ add to cart", "+ add to cart"])
    #expect(tester.scene.bar == Cart.bar)
  }

  @Test func `the notice of the server comes and goes with the session`() {
    let events = TicketsModule.scenes[0].following
    #expect(events.contains { $0 == SignedIn.self } && events.contains { $0 == SignedOut.self })
  }

  @Test func `the examples run, and their JSON fits the schemas`() async throws {
    await (try await TicketsFixture()).harness.checkExamples { $0.hasPrefix("wallet") }
  }
}
