import Mediator

/// Collects values from any thread.
package final class Recorder<Value: Sendable>: Sendable {
  private let recorded = Lock<[Value]>([])

  package init() {}

  /// All values so far, in order.
  package var values: [Value] { recorded.withLock { $0 } }

  package func record(_ value: Value) {
    recorded.withLock { $0.append(value) }
  }
}
