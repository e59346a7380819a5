import CartInterface
public import Console
import FaresInterface
import Mediator
public import ModuleManager
import TicketsInterface

/// Offers the tickets of a city, and shows those that the person has bought. It stores nothing.
public struct TicketsModule: CommandModule {
  public static let manifest = Manifest(
    Tickets.self, summary: "Offers tickets, and shows those that were bought",
    requires: [Fares.self], uses: [Cart.self], answers: [Tickets.catalogue])

  /// The command `tickets`.
  public static let commands: [Command] = [.listTickets]

  private let mediator: Mediator

  /// Creates the module.
  public init(context: ModuleContext) {
    mediator = context.mediator
  }

  public func connect(_ connection: Connection) {
    connection.answer(Tickets.catalogue) { [mediator] query in
      try await mediator.perform(Fares.list, query)
    }
  }
}
