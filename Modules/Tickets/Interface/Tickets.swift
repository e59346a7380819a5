public import DataSourceInterface
public import FaresInterface
public import Mediator

/// Offers the tickets of a city, and shows those that the person has bought.
public enum Tickets: Interface {
  /// Returns the tickets that can be bought, as `Fares.list` has them.
  public static let catalogue = Action<CityQuery, FareList>(
    Tickets.self, "catalogue", .reads, .remote)
  /// Returns the tickets of the orders that were paid, the newest first.
  public static let wallet = Action<Empty, [WalletTicket]>(Tickets.self, "wallet", .reads)
}
