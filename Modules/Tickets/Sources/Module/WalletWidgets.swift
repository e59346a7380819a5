import Documents
import Mediator
import OrdersInterface
import Scenes
import TicketsInterface

extension TicketsModule {
  /// The tickets that were bought last, each of which opens; hidden without tickets.
  static let widgets = [
    WidgetDescription(
      .shortcut, following: [OrderChanged.self, OrdersCleared.self]
    ) { context in
      ListSection("wallet", title: "Wallet", id: \.id, layout: WalletView.list) { _ in
        let tickets = try await context.mediator.perform(Tickets.wallet)
        return ListPage(Array(tickets.prefix(WalletView.widgetCount)))
      }
    } opens: { (ticket: WalletTicket) in
      ticket
    }
  ]
}
