import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@testable import HostKit

struct PriceChanged: SharedEvent, Hashable {
  let process: Int
  let number: Int
}

/// An event that every process publishes when it receives another one.
struct PriceNoticed: SharedEvent, Hashable {
  let process: Int
  let number: Int
}

/// An event that stays in its process.
struct PriceShown: Event {}

/// A mediator and its bridge, as one process has them.
final class BridgedProcess: Sendable {
  let id: Int
  let mediator = Mediator()
  let messages = Recorder<String>()
  private let bridge: EventBridge
  private let received = Recorder<PriceChanged>()
  private let subscription: Subscription

  init(_ id: Int, in folder: URL, maximumFileSize: Int = 1 << 20, isReceiving: Bool = true) {
    self.id = id
    bridge = EventBridge(
      of: [PriceChanged.self, PriceShown.self, PriceNoticed.self], on: mediator, in: folder,
      log: Log(level: .warning) { [messages] in messages.record("\($0): \($1)") },
      maximumFileSize: maximumFileSize)
    subscription = mediator.follow(PriceChanged.self) { [received] in received.record($0) }
    if isReceiving { bridge.receive() }
  }

  func receive() { bridge.receive() }

  func stop() async { await bridge.stop() }

  func publish(_ numbers: Range<Int>) {
    for number in numbers { mediator.publish(PriceChanged(process: id, number: number)) }
  }

  /// The numbers of the events of one process that the followers here have received.
  func numbers(from process: Int) -> [Int] {
    received.values.filter { $0.process == process }.map(\.number)
  }

  /// How many events the followers here have received, own ones included.
  var count: Int { received.values.count }

  func wait(for count: Int) async throws {
    try await ModuleTesting.wait(attempts: 300_000) { self.count >= count }
  }
}
