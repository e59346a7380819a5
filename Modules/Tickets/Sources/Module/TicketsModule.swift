import AccountInterface
import CartInterface
import Console
import DataSourceInterface
import FaresInterface
import Mediator
public import ModuleManager
import OrdersInterface
import TicketsInterface

/// Offers the tickets of a city, and shows those that the person has bought. It stores nothing.
public struct TicketsModule: Module {
  public static let manifest = Manifest(
    Tickets.self, summary: "Offers tickets, and shows those that were bought",
    requires: [Fares.self], uses: [Account.self, Cart.self, Orders.self],
    answers: [Tickets.catalogue, Tickets.wallet])

  public static let contributions = Contributions(commands, scenes, widgets)

  /// The commands `tickets` and `wallet`.
  static let commands: [Command] = [.listTickets, .showWallet]

  private let mediator: Mediator

  /// Creates the module.
  public init(context: ModuleContext) {
    mediator = context.mediator
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Tickets.catalogue) { try await catalogue($0) }
    registrar.answer(Tickets.wallet) { [mediator] _ in
      try await mediator.perform(Orders.list).flatMap(\.walletTickets)
    }
  }

  /// The fares with what the ticket server says about itself, as soon as somebody is signed in
  /// there.
  private func catalogue(_ query: CityQuery) async throws -> FareList {
    let list = try await mediator.perform(Fares.list, query)
    let session: SessionState?
    do { session = try await mediator.perform(Account.session) } catch is MediatorError {
      session = nil  // The app has no account, or it is disabled.
    }
    let notices = [list.notice, session?.notice].compactMap(\.self)
    return FareList(
      city: list.city, fares: list.fares, riders: list.riders, media: list.media,
      notice: notices.isEmpty ? nil : notices.joined(separator: "; "))
  }
}

extension Order {
  /// The tickets with what a passenger needs to know about their order.
  fileprivate var walletTickets: [WalletTicket] {
    tickets.map { ticket in
      WalletTicket(
        id: ticket.id, code: ticket.code, fare: ticket.fare, name: ticket.name,
        rider: ticket.rider, medium: ticket.medium, city: city, order: id, orderedAt: placedAt,
        notice: notice)
    }
  }
}
