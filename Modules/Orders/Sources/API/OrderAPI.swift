import AccountInterface
import Foundation
import Mediator
import NetworkInterface
import OrdersInterface

/// Asks the ticket server for orders.
struct OrderAPI: Sendable {
  private static let timeout = Duration.seconds(15)

  let mediator: Mediator

  /// Returns an order as the server knows it; nil if it knows none with this id.
  func order(_ id: String) async throws -> Order? {
    let order = WebEndpoint<String, Order>(
      try await server, path: "orders/:id", parameters: { ["id": $0] }, timeout: Self.timeout)
    do {
      return try await mediator.fetch(order, id).validated(for: id)
    } catch NetworkError.status(404, _) {
      return nil
    }
  }

  /// Returns all orders of the person who is signed in. Those that cannot be read are errors.
  func orders() async throws -> [Result<Order, any Error>] {
    let orders = WebEndpoint<Empty, [ListedOrder]>(
      try await server, path: "orders", timeout: Self.timeout)
    return try await mediator.fetch(orders, Empty()).map(\.order)
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

  /// The ticket server, with the credential of the person who is signed in.
  private var server: WebServer {
    get async throws {
      let address = try await mediator.perform(Account.server)
      let token = try await mediator.perform(Account.token, TokenRequest())
      let credential = Credential("orders", token: token) { [mediator] expired in
        try await mediator.perform(Account.token, TokenRequest(expired: expired))
      }
      return WebServer(baseURL: address, credential: credential)
    }
  }
}
