import AccountInterface
import Foundation
import Mediator
import NetworkInterface
import OrdersInterface

/// Asks the ticket server for orders.
struct OrderAPI: Sendable {
  let mediator: Mediator

  /// Returns an order as the server knows it; nil if it knows none with this id.
  func order(_ id: String) async throws -> Order? {
    do {
      return try JSON.decode(Order.self, from: try await fetch("orders/\(id)")).validated(for: id)
    } catch NetworkError.status(404, _) {
      return nil
    }
  }

  /// Returns all orders of the person who is signed in. Those that cannot be read are errors.
  func orders() async throws -> [Result<Order, any Error>] {
    try JSON.decode([ListedOrder].self, from: try await fetch("orders")).map(\.order)
  }

  private struct ListedOrder: Decodable {
    let order: Result<Order, any Error>

    init(from decoder: any Decoder) {
      order = Result {
        let order = try Order(from: decoder)
        return try order.validated(for: order.id)
      }
    }
  }

  private func fetch(_ path: String) async throws -> Data {
    let server = try await mediator.perform(Account.server)
    let token = try await mediator.perform(Account.token, TokenRequest())
    let credential = Credential("orders", token: token) { [mediator] expired in
      try await mediator.perform(Account.token, TokenRequest(expired: expired))
    }
    let request = FetchRequest(
      url: WebServer(baseURL: server).url(of: path), credential: credential,
      timeout: .seconds(15))
    return try await mediator.perform(Network.fetch, request).body
  }
}
