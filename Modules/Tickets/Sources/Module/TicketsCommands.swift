import Console
import DataSourceInterface
import TicketsInterface

extension Command {
  static let listTickets = Command(
    "tickets", "List the tickets that can be bought", calls: Tickets.catalogue,
    examples: ["tickets", "tickets --json"]
  ) { TicketsView.document(of: $0) }

  static let showWallet = Command(
    "wallet", "Show the tickets that you have bought", calls: Tickets.wallet,
    examples: ["wallet", "wallet --json"]
  ) { WalletView.document(of: $0) }
}
