public import Foundation

/// A stored message, without its content.
public struct MessageRecord: Codable, Hashable, Sendable {
  /// Where a message is on its way.
  public enum State: String, Codable, Sendable, CaseIterable {
    /// It is stored and will be sent.
    case waiting
    /// A process sends it.
    case sending
    /// The server has answered.
    case sent
    /// The server has refused it.
    case failed
    /// Nobody knows whether the server has accepted it. It is not sent again by itself.
    case unknown
    /// The person has dropped it.
    case dropped

    /// The states in which a message can be sent again, or dropped.
    package static let changeable: Set<State> = [.waiting, .failed, .unknown]
  }

  /// The number of the message.
  public let id: Int
  /// The name of its type.
  public let type: String
  /// The name of the `MessageServer` that receives it.
  public let server: String
  /// What it is about.
  public let topic: String
  /// The path below the server's address.
  public let path: String
  /// The key by which the server recognizes a repeated message.
  public let key: String
  /// Where it is on its way.
  public package(set) var state: State
  /// Why it waits or has failed; nil if there is no reason.
  public package(set) var reason: String?
  /// How often it was sent.
  public let attempts: Int
  /// When it was stored.
  public let queuedAt: Date

  private enum CodingKeys: String, CodingKey {
    case id, type, topic, path, key, state, reason, attempts, queuedAt
    case server = "service"
  }

  package init(
    id: Int, type: String, server: String, topic: String, path: String, key: String,
    state: State, reason: String?, attempts: Int, queuedAt: Date
  ) {
    self.id = id
    self.type = type
    self.server = server
    self.topic = topic
    self.path = path
    self.key = key
    self.state = state
    self.reason = reason
    self.attempts = attempts
    self.queuedAt = queuedAt
  }
}

/// A message after an attempt to send it.
public struct MessageOutcome: Hashable, Sendable {
  /// The message.
  public let record: MessageRecord
  /// The server's reply as JSON; nil unless the state is `sent`.
  public let reply: Data?

  package init(record: MessageRecord, reply: Data?) {
    self.record = record
    self.reply = reply
  }
}
