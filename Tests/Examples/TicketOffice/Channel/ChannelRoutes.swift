import Channel
import Foundation
import Mediator
import Web

/// Answers the requests over the channel. The codes of its errors are those of HTTP.
struct ChannelRoutes: Sendable {
  let service: TicketService

  /// - Parameter client: The number of the client.
  /// - Throws: `ChannelError.remote`
  func answer(_ request: ChannelRequest, of client: Int) async throws -> Data {
    do {
      guard request.method == "subscribe" else {
        throw ChannelError.remote(
          code: RPCErrorCode.methodNotFound, message: "no method '\(request.method.prefix(40))'")
      }
      let body = try JSON.decode(
        Subscription.self, from: request.parameters ?? Data("{}".utf8))
      let name = try await service.sessions.name(for: body.token)
      service.subscribers.subscribe(client, as: name, body.token)
      return Data("{}".utf8)
    } catch let error as OfficeError {
      throw ChannelError.remote(code: error.failure.status, message: error.failure.reason)
    } catch let error as DecodingError {
      throw ChannelError.remote(
        code: RPCErrorCode.invalidParameters, message: "\(OfficeError(error).failure.reason)")
    }
  }

  private struct Subscription: Decodable { let token: String }
}
