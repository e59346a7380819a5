import Foundation
import Mediator
import MessagesInterface
import Platform

/// Sends the messages of the outbox: those of one queue in their order, four queues at the same
/// time.
final class MessageScheduler: Sendable {
  /// Why the delivery of a queue has ended.
  private enum End {
    /// Nothing waits any more.
    case done
    /// The first message must wait.
    case waits(MessageRecord)
    /// Another process sends the messages of this queue.
    case busy
  }

  let outbox: Outbox
  let sender: MessageSender
  private let queues = KeyedSemaphore(limit: 1)
  private let running = KeyedSemaphore(limit: 4)

  init(_ outbox: Outbox, _ sender: MessageSender) {
    self.outbox = outbox
    self.sender = sender
  }

  /// Stores a message and sends it.
  /// - Throws: `MessagesError.noServer`, and what the server throws when nobody is signed in.
  func send(_ message: QueuedMessage) async throws -> MessageOutcome {
    guard let server = sender.servers.first(where: { $0.name == message.server }) else {
      throw MessagesError.noServer(message.server)
    }
    let queue = MessageQueue(
      topic: message.topic,
      account: message.needsSession ? try await server.account(sender.mediator) : nil)
    let record = try await outbox.add(message, account: queue.account)
    while true {
      let end = try await deliver(queue)
      let stored = try await outbox.message(record.id)
      switch (stored.record.state, end) {
      case (.sent, _), (.failed, _), (.unknown, _), (.dropped, _):
        return MessageOutcome(record: stored.record, reply: stored.reply)
      case (.waiting, .waits(let first)), (.sending, .waits(let first)):
        return MessageOutcome(record: stored.record.waiting(because: first.reason), reply: nil)
      // Another process sends this message, too, or ends before. It may be killed, which releases
      // its file lock but changes nothing in the database, and no system call waits for either of
      // both without a thread of its own: ask again after a short time.
      case (.waiting, _), (.sending, _): try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Sends all messages that wait.
  func deliverAll() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for queue in try await outbox.waitingQueues {
        group.addTask { _ = try await self.deliver(queue) }
      }
      try await group.waitForAll()
    }
  }

  private func deliver(_ queue: MessageQueue) async throws -> End {
    try await queues.run("\(queue.topic)\n\(queue.account ?? "")") {
      try await running.run {
        while true {
          switch try await outbox.claim(queue) {
          case .none: return .done
          case .busy: return .busy
          case .unknown: break
          case .claimed(let message):
            let record = try await attempt(message)
            if record.state == .waiting { return .waits(record) }
          }
        }
      }
    }
  }

  private func attempt(_ message: StoredMessage) async throws -> MessageRecord {
    let result = await sender.send(message)
    return try await outbox.finish(
      message.record.id, result.state, reason: result.reason, reply: result.reply)
  }
}

extension MessageRecord {
  /// The record of a message that waits behind another one.
  fileprivate func waiting(because reason: String?) -> MessageRecord {
    var record = self
    (record.state, record.reason) = (.waiting, self.reason ?? reason)
    return record
  }
}
