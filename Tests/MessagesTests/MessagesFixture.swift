import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import Messages

/// Runs the messages module with a service whose server is a stub of Network.
final class MessagesFixture: Sendable {
  let harness: ModuleHarness
  /// The token of the person who is signed in.
  let token = Lock<String?>("token")
  /// The account of the session; nil if nobody is signed in.
  let account = Lock<String?>("anna")
  /// The token that replaces one that has expired; nil for `renewed <token>`.
  let renewed = Lock<String?>(nil)
  /// Runs while a token is read.
  let whileReadingToken = Lock<@Sendable () -> Void>({})
  /// Why no token can be renewed; nil if one can.
  let renewalError = Lock<(any Error)?>(nil)
  var mediator: Mediator { harness.mediator }

  /// - Parameters:
  ///   - clock: The clock of the module.
  ///   - server: Answers each request.
  init(
    folder: URL? = nil, channel: MessageChannel? = nil, clock: ManualClock = ManualClock(),
    server: @escaping @Sendable (FetchRequest) async throws -> FetchResponse
  ) async throws {
    let service = MessageServer("shop", channel: channel) { _ in
      "http://127.0.0.1:1/api"
    } account: { [account] _ in
      guard let account = account.withLock({ $0 }) else { throw SignedOut() }
      return account
    } token: { [token, renewed, renewalError, whileReadingToken] _, expired in
      whileReadingToken.withLock(\.self)()
      if expired != nil, let error = renewalError.withLock(\.self) { throw error }
      if let expired { return renewed.withLock { $0 } ?? "renewed \(expired)" }
      guard let token = token.withLock({ $0 }) else { throw SignedOut() }
      return token
    }
    let shop = ModuleDescriptor(Manifest(name: "Shop", summary: ""), contributions: [service]) {
      _ in
      Shop()
    }
    harness = try await ModuleHarness(
      MessagesModule.self, others: [shop], folder: folder, clock: clock)
    try harness.stub(Network.fetch, with: server)
  }

  var states: [MessageRecord.State] {
    get async throws { try await mediator.perform(Messages.records).map(\.state) }
  }

  struct SignedOut: ModuleError {
    let kind = FailureKind.failed
    let description = "nobody is signed in; sign in"
  }

  private struct Shop: ModuleLifecycle {
    func register(with registrar: Registrar) {}
  }
}

/// A message that may be repeated.
struct PlaceOrder: Message, Equatable {
  struct Reply: Codable, Equatable, Sendable { let order: Int }

  static let server = "shop"
  static let topic = "orders"
  static let isIdempotent = true
  var path: String { "orders" }
  let product: String
}

/// A message that must not be repeated.
struct Pay: Message {
  typealias Reply = PlaceOrder.Reply

  static let server = "shop"
  static let topic = "payments"
  static let isIdempotent = false
  var path: String { "orders/1/pay" }
  var amount = 250
}

extension FetchResponse {
  static func order(_ number: Int) -> FetchResponse {
    FetchResponse(status: 201, body: Data(#"{"order":\#(number)}"#.utf8))
  }
}

extension FetchRequest {
  var key: String { headers["Idempotency-Key"] ?? "none" }
}
