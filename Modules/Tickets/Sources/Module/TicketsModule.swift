import AccountInterface
import CartInterface
public import Console
import DataSourceInterface
import FaresInterface
import Mediator
public import ModuleManager
import TicketsInterface

/// Offers the tickets of a city, and shows those that the person has bought. It stores nothing.
public struct TicketsModule: CommandModule {
  public static let manifest = Manifest(
    Tickets.self, summary: "Offers tickets, and shows those that were bought",
    requires: [Fares.self], uses: [Account.self, Cart.self], answers: [Tickets.catalogue])

  /// The command `tickets`.
  public static let commands: [Command] = [.listTickets]

  private let mediator: Mediator

  /// Creates the module.
  public init(context: ModuleContext) {
    mediator = context.mediator
  }

  public func connect(_ connection: Connection) {
    connection.answer(Tickets.catalogue) { try await catalogue($0) }
  }

  /// The fares with what the ticket server says about itself, as soon as somebody is signed in there.
  private func catalogue(_ query: CityQuery) async throws -> FareList {
    let list = try await mediator.perform(Fares.list, query)
    let session: SessionState?
    do { session = try await mediator.perform(Account.session) } catch is MediatorError {
      session = nil  // The app has no account, or it is disabled.
    }
    let notices = [list.notice, session?.notice].compactMap(\.self)
    return FareList(
      city: list.city, fares: list.fares, riders: list.riders,
      notice: notices.isEmpty ? nil : notices.joined(separator: "; "))
  }
}
