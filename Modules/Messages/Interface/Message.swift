public import Foundation
public import Mediator

/// A request that must reach a server exactly once: its fields are the body of an HTTP `POST`, in
/// JSON. A server that refuses it may say why, in `{"error": "the price has changed"}`.
///
/// ```swift
/// struct PlaceOrder: Message {
///   typealias Reply = Order
///   static let server = "shop"
///   static let topic = "orders"
///   static let isIdempotent = true
///   let path = "orders"
///   let lines: [OrderLine]
/// }
/// ```
///
/// Each attempt carries the same header field `Idempotency-Key`, which is made when the message is
/// stored.
public protocol Message: Codable, Sendable {
  /// The server's answer.
  associatedtype Reply: Codable & Sendable

  /// The name of the `MessageServer` that receives it.
  static var server: String { get }
  /// What it is about. The messages of one topic are sent in their order, each after the answer to
  /// the one before; four topics are sent at the same time.
  static var topic: String { get }
  /// Whether it needs the session of a person who is signed in; true unless given.
  static var needsSession: Bool { get }
  /// Whether the server recognizes a repeated message by its key, so that it may be sent again when
  /// the result of an attempt is unknown.
  static var isIdempotent: Bool { get }
  /// How long to wait for the answer; 30 s unless given.
  static var timeout: Duration { get }
  /// The path below the server's address.
  var path: String { get }
}

extension Message {
  /// True.
  public static var needsSession: Bool { true }
  /// 30 s.
  public static var timeout: Duration { .seconds(30) }
  /// The name of the type in the outbox.
  static var name: String { "\(Self.self)" }
}

/// A message of any type, ready to be stored.
public struct QueuedMessage: Hashable, Sendable {
  /// The name of the message's type.
  public let type: String
  /// The name of the `MessageServer` that receives it.
  public let server: String
  /// What it is about.
  public let topic: String
  /// Whether it needs a session.
  public let needsSession: Bool
  /// Whether it may be sent again when the result is unknown.
  public let isIdempotent: Bool
  /// How long to wait for the answer.
  public let timeout: Duration
  /// The path below the server's address.
  public let path: String
  /// The message itself, as JSON.
  public let body: Data

  /// Encodes a message.
  /// - Throws: `EncodingError` when it has no JSON form.
  init<Sent: Message>(_ message: Sent) throws {
    type = Sent.name
    server = Sent.server
    topic = Sent.topic
    needsSession = Sent.needsSession
    isIdempotent = Sent.isIdempotent
    timeout = Sent.timeout
    path = message.path
    body = try JSON.encode(message)
  }
}

/// What has become of a message that was sent.
public enum MessageResult<Reply: Sendable>: Sendable {
  /// The server has answered.
  case sent(Reply)
  /// The message waits, for the reason in its record. It is sent later.
  case waiting(MessageRecord)
}

extension Mediator {
  /// Stores a message and sends it, after the earlier ones of its topic.
  /// - Throws: `MessagesError.failed` when the server refuses the message, `.dropped` when the
  ///   person drops it meanwhile, `.unknownResult` when nobody knows whether the server has
  ///   accepted it, `.unreadableReply` when it has, but nobody knows what it has answered, and
  ///   `.noServer`; what the server throws when the message needs a session and nobody is signed
  ///   in.
  public func send<Sent: Message>(
    _ message: Sent, caller: StaticString = #fileID
  ) async throws -> MessageResult<Sent.Reply> {
    let outcome = try await perform(Messages.send, QueuedMessage(message), caller: caller)
    let (id, reason) = (outcome.record.id, outcome.record.reason ?? "")
    switch outcome.record.state {
    case .waiting, .sending: return .waiting(outcome.record)
    case .sent:
      guard let reply = outcome.reply else {
        throw MessagesError.unreadableReply(id, reason: reason)
      }
      do {
        return .sent(try JSON.decode(Sent.Reply.self, from: reply))
      } catch let error as DecodingError {
        throw MessagesError.unreadableReply(id, reason: error.plainText)
      }
    case .failed: throw MessagesError.failed(id, reason: reason)
    case .dropped: throw MessagesError.dropped(id)
    case .unknown: throw MessagesError.unknownResult(id, reason: reason)
    }
  }
}
