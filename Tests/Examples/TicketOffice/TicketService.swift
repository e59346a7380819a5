import Foundation
import Mediator

/// Does what the requests ask for, and notifies the clients of the channel.
struct TicketService: Sendable {
  let sessions: SessionStore
  let orders: OrderStore
  let faults: FaultPlan
  let subscribers: Subscribers

  func place(_ request: OrderRequest, for name: String) async throws -> (Order, isNew: Bool) {
    let (order, isChanged) = try await orders.place(request, for: name) { [faults] in
      faults.take(.price, .orders)
    }
    if isChanged { publish(order, to: name) }
    return (order, isChanged)
  }

  func pay(_ id: String, of name: String, _ amount: Price, key: String) async throws -> Order {
    let order = try await orders.pay(id, of: name, amount, key: key) { [faults] in
      if faults.take(.declined, .payment) { return .declines }
      return faults.take(.late, .payment) ? .pays : .issues
    }
    publish(order, to: name)
    return order
  }

  /// Returns an order. The tickets that come later are there now.
  func order(_ id: String, of name: String) async throws -> Order {
    try await change(id, of: name) { $0.issue() }
  }

  func cancel(_ id: String, of name: String) async throws -> Order {
    try await change(id, of: name) { try $0.cancel() }
  }

  /// Ends the time in which somebody's order can be paid.
  func expire(_ id: String) async throws -> Order {
    guard let owner = try await orders.owner(of: id) else { throw OfficeError.noSuchOrder(id) }
    return try await change(id, of: owner) { try $0.expire() }
  }

  /// Tells everybody who is connected.
  func announce(_ request: AnnouncementRequest) throws -> Announcement {
    for text in [request.city, request.text, request.station ?? "none"] {
      guard 1...500 ~= text.utf8.count else {
        throw OfficeError.invalid("a text has 1 to 500 bytes")
      }
    }
    let announcement = Announcement(
      id: UUID().uuidString.lowercased(), city: request.city, station: request.station,
      text: request.text)
    subscribers.publish("platform.closed", try JSON.encode(announcement), to: nil, copies)
    return announcement
  }

  private func change(
    _ id: String, of name: String, _ change: @Sendable (inout Order) throws -> Void
  ) async throws -> Order {
    let (order, isChanged) = try await orders.change(id, of: name, change)
    if isChanged { publish(order, to: name) }
    return order
  }

  private func publish(_ order: Order, to name: String) {
    guard let parameters = try? JSON.encode(order) else { return }
    subscribers.publish("order.changed", parameters, to: name, copies)
  }

  private var copies: Int { faults.take(.duplicate) ? 2 : 1 }
}

/// A station, or the whole city, that cannot be used at the moment.
package struct AnnouncementRequest: Codable, Hashable, Sendable {
  package let city: String
  /// The name of the station; nil for the whole city.
  package let station: String?
  package let text: String

  package init(city: String, station: String? = nil, text: String) {
    self.city = city
    self.station = station
    self.text = text
  }
}

/// An announcement as clients receive it.
package struct Announcement: Codable, Hashable, Sendable {
  package let id: String
  package let city: String
  package let station: String?
  package let text: String
  package var isTest = true
}
