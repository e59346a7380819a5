import Foundation
import Mediator
import Web

/// Answers the requests over HTTP.
struct Routes: Sendable {
  let service: TicketService
  let channelPort: UInt16
  /// How late a slow answer is.
  let delay: Duration
  let clock: any Clock<Duration>

  private enum Route {
    case signIn, renew, signOut, place, list
    case pay(String), show(String), cancel(String), complain(String)
    case announce, expire, statistics

    init(_ request: HTTPRequest) throws(HTTPFailure) {
      switch (request.method, request.path) {
      case (.post, ["session"]): self = .signIn
      case (.post, ["session", "renewal"]): self = .renew
      case (.post, ["session", "end"]): self = .signOut
      case (.post, ["orders"]): self = .place
      case (.post, let path) where path.count == 2 && path[0] == "orders": self = .place
      case (.get, ["orders"]): self = .list
      case (.post, let path) where path.count == 3 && path[0] == "orders":
        switch path[2] {
        case "payment": self = .pay(path[1])
        case "cancellation": self = .cancel(path[1])
        case "complaints": self = .complain(path[1])
        default: throw HTTPFailure(404, "no such address")
        }
      case (.get, let path) where path.count == 2 && path[0] == "orders": self = .show(path[1])
      case (.post, ["announcements"]): self = .announce
      case (.post, ["expire"]): self = .expire
      case (.get, ["statistics"]): self = .statistics
      case (.get, _), (.post, _): throw HTTPFailure(404, "no such address")
      }
    }

    /// Nil for what tests and demonstrations use.
    var topic: RequestTopic? {
      switch self {
      case .signIn, .signOut: .session
      case .renew: .renewal
      case .place: .orders
      case .list, .show: .order
      case .pay: .payment
      case .cancel: .cancellation
      case .complain: .complaints
      case .announce, .expire, .statistics: nil
      }
    }
  }

  /// Nil to close the connection without an answer.
  func answer(_ request: HTTPRequest) async -> HTTPResponse? {
    do {
      try request.checkOrigin()
      let route = try Route(request)
      guard let topic = route.topic else { return try await answer(request, route) }
      let faults = service.faults
      if faults.take(.serverError, topic) { throw HTTPFailure(500, "it fails on purpose") }
      if faults.take(.expiredToken, topic) {
        try await service.sessions.expire(request.token)
        throw HTTPFailure(401, "the token is too old")
      }
      // What is asked for is also done when the client has gone: only the answer is cancelled.
      let response = try await Task { try await answer(request, route) }.value
      if faults.take(.drop, topic) { return nil }
      if faults.take(.garbage, topic) {
        var garbage = response
        (garbage.status, garbage.body) = (200, .data(Data([0, 0xFF, 0x1B])))
        return garbage
      }
      if faults.take(.slow, topic) { try await clock.sleep(for: delay) }
      return response
    } catch let failure as HTTPFailure {
      return .json(of: failure)
    } catch let error as OfficeError {
      return .json(of: error.failure)
    } catch let error as DecodingError {
      return .json(of: OfficeError(error).failure)
    } catch is CancellationError {
      return nil
    } catch {
      return .json(of: HTTPFailure(500, "\(error)"))
    }
  }

  private func answer(_ request: HTTPRequest, _ route: Route) async throws -> HTTPResponse {
    switch route {
    case .signIn:
      let body = try JSON.decode(SignIn.self, from: request.body)
      return try session(try await service.sessions.signIn(body.name, password: body.password))
    case .renew:
      let body = try JSON.decode(Renewal.self, from: request.body)
      return try session(try await service.sessions.renew(body.renewal))
    case .signOut:
      _ = try await service.sessions.name(for: request.token)
      try await service.sessions.end(request.token)
      if let token = request.token { service.subscribers.disconnect(token) }
      return try .json([String: String]())
    case .announce:
      return try .json(
        try service.announce(try JSON.decode(AnnouncementRequest.self, from: request.body)))
    case .expire:
      let body = try JSON.decode(Expiration.self, from: request.body)
      return try .json(try await service.expire(body.order))
    case .statistics: return try .json(["orders": try await service.orders.statistics])
    case .place, .list, .pay, .show, .cancel, .complain:
      let name = try await service.sessions.name(for: request.token)
      return try await answer(request, route, for: name)
    }
  }

  /// Answers a request of a person who is signed in.
  private func answer(
    _ request: HTTPRequest, _ route: Route, for name: String
  ) async throws -> HTTPResponse {
    switch route {
    case .place:
      let body = try JSON.decode(OrderRequest.self, from: request.body)
      let (order, isNew) = try await service.place(body, for: name)
      return try .json(order, status: isNew ? 201 : 200)
    case .list: return try .json(try await service.orders.orders(of: name))
    case .show(let id): return try .json(try await service.order(id, of: name))
    case .cancel(let id): return try .json(try await service.cancel(id, of: name))
    case .complain(let id):
      let body = try JSON.decode(Complaint.self, from: request.body)
      let number = try await service.orders.complain(id, of: name, body.text)
      return try .json(["number": number], status: 201)
    case .pay(let id):
      let body = try JSON.decode(Payment.self, from: request.body)
      let key = request.fields["idempotency-key"] ?? UUID().uuidString
      let order = try await service.pay(id, of: name, body.total, key: key)
      var response = try HTTPResponse.json(order)
      guard order.state == .paid else { return response }
      response.afterwards = { [service] in _ = try? await service.order(id, of: name) }
      return response
    case .signIn, .renew, .signOut, .announce, .expire, .statistics:
      throw HTTPFailure(404, "no such address")
    }
  }

  private func session(_ tokens: SessionTokens) throws -> HTTPResponse {
    try .json(
      SessionAnswer(
        name: tokens.name, token: tokens.token, renewal: tokens.renewal,
        seconds: SessionStore.seconds, channelPort: channelPort))
  }
}

private struct SignIn: Decodable { let name, password: String }
private struct Renewal: Decodable { let renewal: String }
private struct Payment: Decodable { let total: Price }
private struct Complaint: Decodable { let text: String }
private struct Expiration: Decodable { let order: String }

private struct SessionAnswer: Encodable {
  let name, token, renewal: String
  let seconds: Int
  let channelPort: UInt16
  var notice = "test money, no real tickets"
}
