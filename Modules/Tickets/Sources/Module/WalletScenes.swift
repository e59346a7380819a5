import AccountInterface
import Documents
import Mediator
import OrdersInterface
import Scenes
import TicketsInterface

extension SceneDescription {
  /// The scene "Wallet": the tickets that were bought, or one of them.
  static let wallet = SceneDescription(
    "Wallet", "show the tickets that you have bought", shows: WalletTicket.self,
    following: [OrderChanged.self, OrdersCleared.self]
  ) { ticket, mediator in
    if let ticket { return .ticket(ticket) }
    let scene = ListScene.wallet(through: mediator)
    scene.perform {
      // The tickets of a paid order may have been issued meanwhile.
      _ = try await mediator.perform(Orders.refresh)
      return nil
    }
    return scene
  }
  .counting { mediator in
    let count = try await mediator.perform(Tickets.wallet).count
    return count > 0 ? "\(count)" : nil
  }
  .listed { mediator in
    _ = try await mediator.perform(Account.server)
    return true
  }
}

extension ListScene {
  fileprivate static func wallet(through mediator: Mediator) -> ListScene {
    let tickets = ListSection(
      "tickets", id: \.id, layout: WalletView.list, empty: "\(WalletView.empty)"
    ) { request in
      request.page(of: try await mediator.perform(Tickets.wallet))
    }
    let notices = ListSection("notices", id: \.self, layout: WalletView.notice) { _ in
      ListPage(WalletView.notices(of: try await mediator.perform(Tickets.wallet)))
    }
    tickets.detail = { .scene(.ticket($0)) }
    return ListScene("Wallet", [tickets, notices])
  }

  /// One ticket, as the passenger shows it.
  fileprivate static func ticket(_ ticket: WalletTicket) -> ListScene {
    let section = ListSection("ticket", id: \.id, layout: WalletView.ticket) { _ in
      ListPage([ticket])
    }
    return ListScene(LocalizedText(verbatim: ticket.name), [section])
  }
}
