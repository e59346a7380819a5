package import Foundation
package import Mediator
package import ModuleManager
import Platform

/// Connects the mediators of all processes of a data folder: a shared event that one of them
/// publishes reaches the followers in all that receive.
///
/// Nothing is opened before a shared event is published, or `receive` is called.
package final class EventBridge: Sendable {
  /// The path of the folder in the data folder.
  static let folderName = "\(AppFolder.host)/events"

  private let types: [any SharedEvent.Type]
  private let mediator: Mediator
  private let records: RecordLog
  private let log: Log
  /// A name that no other process has.
  private let process: String
  private let subscriptions: [Subscription]
  private let receiving = Lock<Task<Void, Never>?>(nil)

  /// Sends the shared ones of some events to other processes when they are published.
  /// - Parameters:
  ///   - folder: The data folder.
  ///   - maximumFileSize: The size in bytes of the file of events at which a new one is begun.
  package init(
    of events: [any Event.Type], on mediator: Mediator, in folder: URL, log: Log,
    maximumFileSize: Int = 1 << 20
  ) {
    let records = RecordLog(
      in: folder.appending(path: Self.folderName), maximumFileSize: maximumFileSize)
    let process = UUID().uuidString
    let types = events.compactMap { $0.sharedType }
    subscriptions = types.map { Self.send($0, of: mediator, from: process, to: records, log) }
    (self.types, self.mediator, self.records) = (types, mediator, records)
    (self.log, self.process) = (log, process)
  }

  deinit { receiving.withLock { $0 }?.cancel() }

  private static func send<Sent: SharedEvent>(
    _ type: Sent.Type, of mediator: Mediator, from process: String, to records: RecordLog,
    _ log: Log
  ) -> Subscription {
    mediator.follow(withOrigin: type) { event, origin in
      guard origin == .thisProcess else { return }
      do {
        try records.append {
          try JSON.encode(EventRecord(event: "\(type)", process: process, content: event))
        }
      } catch {
        log.warning("other processes do not receive \(type): \(error.systemReason)")
      }
    }
  }

  /// Publishes the events of other processes from now on, until `stop`. Call it only for sessions
  /// that last, such as the browser, because it creates a folder.
  package func receive() {
    receiving.withLock { receiving in
      guard receiving == nil else { return }
      let receiver = EventReceiver(
        records: records, process: process, types: types, mediator: mediator, log: log)
      // Opened before this returns, so that it receives all events from now on.
      let reader = Lock(receiver.openReader())
      // Not detached, because followers run in the language of the publisher.
      receiving = Task { await receiver.run(reader) }
    }
  }

  /// Waits until no more events of other processes are published, and removes what no other
  /// process reads.
  package func stop() async {
    guard let task = receiving.withLock({ $0 }) else { return }
    task.cancel()
    await task.value
    try? records.removeUnread()
  }
}

/// An event in the log of records, as JSON.
private struct EventRecord<Content: Codable>: Codable {
  /// The name of its type.
  let event: String
  /// A name that no other process has.
  let process: String
  let content: Content
}

/// What is known about an event before its type is.
private struct EventHeader: Decodable {
  let event: String
  let process: String
}

/// Publishes the events of other processes.
private struct EventReceiver: Sendable {
  /// How often a folder is read that the system cannot watch.
  private static let pollingInterval = Duration.milliseconds(250)

  private let records: RecordLog
  private let process: String
  private let types: [String: any SharedEvent.Type]
  private let mediator: Mediator
  private let log: Log

  init(
    records: RecordLog, process: String, types: [any SharedEvent.Type], mediator: Mediator, log: Log
  ) {
    self.types = Dictionary(types.map { ("\($0)", $0) }) { first, _ in first }
    (self.records, self.process, self.mediator, self.log) = (records, process, mediator, log)
  }

  /// Returns a reader of the records from now on; nil if the folder cannot be used.
  func openReader() -> RecordReader? {
    do { return try RecordReader(of: records) } catch {
      log.warning(
        "events of other processes are not received: '\(records.folder.path)' cannot be used "
          + "(\(error.systemReason))")
      return nil
    }
  }

  /// Publishes what a reader reads until the task is cancelled. If the folder cannot be used, or
  /// was removed, it is opened again.
  func run(_ first: Lock<RecordReader?>) async {
    while !Task.isCancelled {
      // Taken out, because a copy would keep the lock of the first file.
      if var reader = first.withLock({ $0.take() }) ?? (try? RecordReader(of: records)) {
        await publish(&reader)
      }
      try? await Task.sleep(for: Self.pollingInterval)
    }
  }

  /// Publishes what a reader reads until the task is cancelled, or the reader cannot go on.
  private func publish(_ reader: inout RecordReader) async {
    let changes = AsyncStream.changes(inFolder: records.folder.path)
    do {
      // Something may have been appended before the folder was watched.
      try read(&reader)
      if let changes {
        for await _ in changes { try read(&reader) }
      } else {
        while true {
          try await Task.sleep(for: Self.pollingInterval)
          try read(&reader)
        }
      }
    } catch {
      if Task.isCancelled { return }
      log.info("the events of other processes are opened again: \(error.systemReason)")
    }
  }

  private func read(_ reader: inout RecordReader) throws {
    var (skipped, reason) = (0, "")
    func skip(_ why: String) {
      if skipped == 0 { reason = why }
      skipped += 1
    }
    try reader.read { record in
      do { try publish(record) } catch { skip(error.plainText) }
    } skip: {
      skip($0)
    }
    if skipped > 0 {
      log.warning("\(skipped) events of other processes were ignored: \(reason)")
    }
  }

  private func publish(_ record: Data) throws {
    let header = try JSON.decode(EventHeader.self, from: record)
    guard header.process != process else { return }
    guard let type = types[header.event] else { throw UnknownEvent(name: header.event) }
    try publish(type, record)
  }

  private func publish<Received: SharedEvent>(_ type: Received.Type, _ record: Data) throws {
    let event = try JSON.decode(EventRecord<Received>.self, from: record).content
    mediator.publish(received: event)
  }
}

/// An event of another version of the app.
private struct UnknownEvent: Error, CustomStringConvertible {
  let name: String

  var description: String { "no event is called '\(name.prefix(40))'" }
}
