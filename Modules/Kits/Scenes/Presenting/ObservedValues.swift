import Observation

/// The values that a closure returns: one at once, and the next one whenever something observable
/// that it has read has changed. Changes before the main actor is free lead to one value.
///
/// ```swift
/// for await frame in ObservedValues({ browser.frame }) { screen.show(frame) }
/// ```
///
/// `Observations` does the same, but needs the systems of 2025 on Apple platforms.
package struct ObservedValues<Value: Sendable>: AsyncSequence {
  private let value: @MainActor () -> Value

  /// Creates the sequence, which ends when the task that iterates over it is cancelled.
  package init(_ value: @escaping @MainActor () -> Value) { self.value = value }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(value) }

  package struct AsyncIterator: AsyncIteratorProtocol {
    private let value: @MainActor () -> Value
    private let input: AsyncStream<Void>.Continuation
    private var changes: AsyncStream<Void>.Iterator

    fileprivate init(_ value: @escaping @MainActor () -> Value) {
      let (changes, input) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      self.value = value
      self.input = input
      self.changes = changes.makeAsyncIterator()
      input.yield()  // for the first value
    }

    package mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Value? {
      guard await changes.next(isolation: actor) != nil else { return nil }
      return await Self.read(value, input)
    }

    @MainActor private static func read(
      _ value: @MainActor () -> Value, _ input: AsyncStream<Void>.Continuation
    ) -> Value {
      withObservationTracking(value) { input.yield() }
    }
  }
}
