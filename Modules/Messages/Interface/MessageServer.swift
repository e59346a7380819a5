public import Mediator
public import ModuleManager

/// A server that receives messages, contributed by the module that knows its address and its
/// session.
///
/// ```swift
/// static let messageServers = [
///   MessageServer("shop") { try await $0.perform(Shop.address).url } account: {
///     try await $0.perform(Shop.session).name
///   } token: {
///     try await $0.perform(Shop.token, RenewedToken(expired: $1)).token
///   }
/// ]
/// ```
public struct MessageServer: Contribution {
  /// The name, which the types of messages mention.
  public let name: String
  /// Returns the address that precedes every path; throws when none is configured.
  public let address: @Sendable (Mediator) async throws -> String
  /// Returns the name of the account whose session is the current one, the same for every session
  /// of the account. A message that needs a session is sent with sessions of the account with which
  /// it was queued, and of no other. Throws when nobody is signed in.
  public let account: @Sendable (Mediator) async throws -> String
  /// Returns the token of the session: the current one when `expired` is nil, otherwise one that
  /// replaces it. All messages that wait share one call. Throws when nobody is signed in.
  public let token: @Sendable (Mediator, _ expired: String?) async throws -> String

  /// The connection over which the server sends notifications; nil if it sends none.
  public let channel: MessageChannel?

  /// Describes a server.
  public init(
    _ name: String, channel: MessageChannel? = nil,
    address: @escaping @Sendable (Mediator) async throws -> String,
    account: @escaping @Sendable (Mediator) async throws -> String,
    token: @escaping @Sendable (Mediator, _ expired: String?) async throws -> String
  ) {
    self.name = name
    self.channel = channel
    self.address = address
    self.account = account
    self.token = token
  }
}

/// A connection to a server on this machine, by JSON-RPC. The first request on it is `subscribe`
/// with the `token` of the session, after which the server sends notifications. Its errors have the
/// codes of HTTP.
public struct MessageChannel: Sendable {
  /// The methods of the notifications, which the host passes to each `NotificationHandler`.
  public let notifications: [String]
  /// Returns the port; throws when there is none.
  public let port: @Sendable (Mediator) async throws -> UInt16

  /// Describes a connection.
  public init(
    notifications: [String], port: @escaping @Sendable (Mediator) async throws -> UInt16
  ) {
    self.notifications = notifications
    self.port = port
  }
}
