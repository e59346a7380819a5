import Console
import DataSourceInterface
import TicketsInterface

extension Command {
  static let listTickets = Command(
    "tickets", "List the tickets that can be bought", calls: Tickets.catalogue,
    arguments: [.city], examples: ["tickets", "tickets --json"]
  ) { TicketsView.text($0, on: $1) }
}
