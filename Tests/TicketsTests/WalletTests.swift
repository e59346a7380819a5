import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import OrdersInterface
import Scenes
import Testing
import TicketsInterface

@testable import Tickets

@MainActor @Suite(.timeLimit(.minutes(15)))
struct WalletTests {
  /// 20 November 2026 at noon in every time zone of Europe.
  nonisolated private static let date = Date(timeIntervalSince1970: 1_795_176_000)
  private static let notice = "test money, no real ticket"
  /// An order with two tickets, one that is not paid, and an earlier one.
  private static let orders = [
    order("b", .issued, [("b1", "Day ticket", "Senior"), ("b2", "Z2", nil)]),
    order("c", .placed, []), order("a", .issued, [("a1", "Z2", nil)]),
  ]

  private static func order(
    _ id: String, _ state: OrderState, _ tickets: [(id: String, name: String, rider: String?)]
  ) -> Order {
    Order(
      id: id, city: .builtIn, lines: [], total: Money(140, .example), state: state,
      tickets: tickets.map {
        IssuedTicket(
          id: $0.id, fare: "F", name: $0.name, rider: $0.rider, code: $0.id.uppercased())
      },
      placedAt: date, notice: notice)
  }

  private func fixture(_ orders: [Order] = orders) async throws -> TicketsFixture {
    let fixture = try await TicketsFixture()
    try fixture.harness.stub(Orders.list) { _ in orders }
    try fixture.harness.stub(Orders.refresh) { _ in Empty() }
    return fixture
  }

  @Test func `the wallet has the tickets of the paid orders, and says that they are no tickets`()
    async throws
  {
    let fixture = try await fixture()
    let answer = try await fixture.harness.run("wallet")
    #expect(
      answer.text == """
        ticket               city   ordered     code
        Day ticket (Senior)  porto  2026-11-20  B1
        Z2                   porto  2026-11-20  B2
        Z2                   porto  2026-11-20  A1

        Test money, no real ticket.
        """)
    #expect(try answer.decode([WalletTicket].self).map(\.order) == ["b", "b", "a"])
    await fixture.harness.checkExamples()
  }

  @Test func `a ticket opens in full`() async throws {
    let fixture = try await fixture()
    let scene = try #require(TicketsModule.scenes.first { $0.title == "Wallet" })
    let tester = await SceneTester(try scene.makeScene(fixture.mediator))
    #expect(tester.text(columns: 60) == (try await fixture.harness.run("wallet", columns: 60)).text)
    try await tester.choose("b1")
    #expect(
      tester.text(columns: 60) == """
        Day ticket

          code     B1
          rider    Senior
          city     porto
          fare     F
          ordered  2026-11-20
          order    b

        Test money, no real ticket.
        """)
  }

  @Test func `a long name has several lines`() {
    let ticket = WalletTicket(
      id: "a", code: "A", fare: "F", name: "Day ticket for the whole city", rider: nil,
      city: .builtIn, order: "a", orderedAt: Self.date, notice: nil)
    let text = Page(columns: 20).text(of: WalletView.ticket.document(of: [ticket]))
    #expect(text.hasPrefix("Day ticket for the\nwhole city\n\n"))
  }

  @Test func `the first scene shows the last tickets, each of which opens`() async throws {
    let widget = try #require(TicketsModule.widgets.first)
    for (orders, ids) in [(Self.orders, ["b1", "b2", "a1"]), ([], [])] {
      let fixture = try await fixture(orders)
      let mediator = fixture.mediator
      let context = WidgetDescription.Context(mediator: mediator) { Self.date }
      let section = widget.makeSection(context)
      let tester = await SceneTester(ListScene("", [section]))
      #expect(section.rows.map(\.id) == ids)
      let scene = try #require(TicketsModule.scenes.first { $0.title == "Wallet" })
      #expect(try await scene.count?(mediator) == (ids.isEmpty ? nil : "3"))
      guard let first = ids.first else { continue }
      try await tester.choose(first)
      let opened = try #require(tester.opened.first)
      #expect(try scene.makeScene(for: opened, mediator)?.title == "Day ticket")
    }
  }

  @Test func `the empty wallet says how to buy tickets`() async throws {
    let text = try await fixture([]).harness.run("wallet").text
    #expect(text == "The wallet is empty; put tickets into the cart, and check it out.")
  }
}
