public import Foundation
public import Mediator
public import ModuleManager

/// Sends messages that must reach a server exactly once, also when the app or the machine stops.
///
/// A message is stored before it is sent, and removed by nothing but an answer or the person. Use
/// `Mediator.send` to send one.
public enum Messages: Interface {
  /// Stores a message and sends it, after the earlier ones of its topic. It returns when the
  /// message has been answered, or must wait.
  public static let send = Action<QueuedMessage, MessageOutcome>(native: Messages.self, "send")
  /// Lists the messages, the oldest first: those that wait and those that ended last, without those
  /// of other accounts than the one that is signed in.
  public static let list = Action<Empty, [MessageRecord]>(Messages.self, "list", .reads)
  /// Returns the messages of all accounts, the oldest first, for the modules that have queued them.
  public static let records = Action<Empty, [MessageRecord]>(native: Messages.self, "records")
  /// Sends the messages that wait, or the one with a number, whose result may also be unknown or a
  /// failure.
  public static let retry = Action<MessageSelection, [MessageRecord]>(
    Messages.self, "retry", .changes)
  /// Drops the messages that failed, or the one with a number, which may also wait, or whose result
  /// may be unknown.
  public static let drop = Action<MessageSelection, [MessageRecord]>(
    Messages.self, "drop", .removes)
  /// Returns what has become of the message with a number. The messages that ended last are kept.
  public static let outcome = Action<Int, MessageOutcome>(native: Messages.self, "outcome")
  /// Connects to the channels of the servers, and returns their notifications as long as the
  /// stream is read. Meanwhile it sends what waits, from time to time. The host reads it while it
  /// stays open. The payloads are `{"method": …, "params": …}`.
  public static let notifications = Action<Empty, AsyncStream<RemoteNotification>>(
    native: Messages.self, "notifications")
}

/// A message was stored, and will be sent.
public struct MessageQueued: SharedEvent, Hashable {
  /// The message.
  public let record: MessageRecord

  /// Creates the event for `record`.
  public init(record: MessageRecord) {
    self.record = record
  }
}

/// A server has accepted a message.
public struct MessageSent: SharedEvent, Hashable {
  /// The message.
  public let record: MessageRecord
  /// The server's reply, as JSON.
  public let reply: Data

  /// Creates the event for `record`.
  public init(record: MessageRecord, reply: Data) {
    self.record = record
    self.reply = reply
  }

  /// Decodes the reply to a message of this type; nil if it was another one.
  /// - Throws: `DecodingError`
  public func reply<Sent: Message>(to type: Sent.Type) throws -> Sent.Reply? {
    record.type == type.name ? try JSON.decode(Sent.Reply.self, from: reply) : nil
  }
}

/// A message was refused, was dropped, or its result is unknown.
public struct MessageFailed: SharedEvent, Hashable {
  /// The message, whose state says what happened.
  public let record: MessageRecord

  /// Creates the event for `record`.
  public init(record: MessageRecord) {
    self.record = record
  }
}

/// The messages that an action is for.
public struct MessageSelection: Codable, Sendable {
  /// The number of a message; nil for all.
  public let id: Int?

  /// Selects one message, or all.
  public init(id: Int? = nil) {
    self.id = id
  }
}

extension MessageSelection: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "id": .init(
        "the number of the message", default: "all",
        suggestions: .results(of: Messages.list) { records in
          records.filter { MessageRecord.State.changeable.contains($0.state) }.map { "\($0.id)" }
        })
    ]
  }
}
