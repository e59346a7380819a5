import Channel
import Foundation
import Mediator

/// Answers the requests over the channel. The codes of its errors are those of HTTP.
struct ChannelRoutes: Sendable {
  let service: TicketService
  /// How late a slow answer is.
  let delay: Duration
  let clock: any Clock<Duration>

  /// - Parameter client: The number of the client.
  /// - Throws: `ChannelError.remote`
  func answer(_ request: ChannelRequest, of client: Int) async throws -> Data {
    do {
      let parameters = request.parameters ?? Data("{}".utf8)
      switch request.method {
      case "subscribe":
        let body = try JSON.decode(Subscription.self, from: parameters)
        let name = try await service.sessions.name(for: body.token)
        service.subscribers.subscribe(client, as: name, body.token)
        return Data("{}".utf8)
      case "orders.place":
        let body = try JSON.decode(Delivery.self, from: parameters)
        if service.faults.take(.serverError, .orders) {
          throw HTTPFailure(500, "it fails on purpose")
        }
        if service.faults.take(.expiredToken, .orders) {
          try await service.sessions.expire(body.token)
        }
        let name = try await service.sessions.name(for: body.token)
        let order = try await service.place(body.message, for: name).0
        if service.faults.take(.drop, .orders) { service.subscribers.disconnect(client: client) }
        if service.faults.take(.slow, .orders) { try await clock.sleep(for: delay) }
        return try JSON.encode(order)
      default:
        throw ChannelError.remote(
          code: RPCErrorCode.methodNotFound, message: "no method '\(request.method.prefix(40))'")
      }
    } catch let error as OfficeError {
      throw ChannelError.remote(code: error.failure.status, message: error.failure.reason)
    } catch let failure as HTTPFailure {
      throw ChannelError.remote(code: failure.status, message: failure.reason)
    } catch let error as DecodingError {
      throw ChannelError.remote(
        code: RPCErrorCode.invalidParameters, message: "\(OfficeError(error).failure.reason)")
    }
  }

  private struct Subscription: Decodable { let token: String }

  private struct Delivery: Decodable {
    let token: String?
    let message: OrderRequest
  }
}
