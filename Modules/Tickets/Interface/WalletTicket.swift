public import DataSourceInterface
public import Foundation

/// A ticket that the person has bought.
public struct WalletTicket: Codable, Hashable, Sendable {
  /// The id of the ticket.
  public let id: String
  /// What the passenger shows.
  public let code: String
  /// The id of the fare.
  public let fare: String
  /// The name for people.
  public let name: String
  /// The name of the rider category; nil for everybody.
  public let rider: String?
  /// The name of the fare medium, such as a card; nil when the feed gives none.
  public let medium: String?
  /// The city where it can be used.
  public let city: CityID
  /// The id of the order.
  public let order: String
  /// When it was ordered.
  public let orderedAt: Date
  /// What the ticket server says about its tickets, such as that they are none; nil for nothing.
  public let notice: String?

  /// Creates a ticket.
  public init(
    id: String, code: String, fare: String, name: String, rider: String?, medium: String? = nil,
    city: CityID, order: String, orderedAt: Date, notice: String?
  ) {
    self.id = id
    self.code = code
    self.fare = fare
    self.name = name
    self.rider = rider
    self.medium = medium
    self.city = city
    self.order = order
    self.orderedAt = orderedAt
    self.notice = notice
  }
}
