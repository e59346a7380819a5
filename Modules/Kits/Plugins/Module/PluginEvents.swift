import Platform

/// The events that wait until a plug-in has handled the earlier ones. The plug-in gets as many as
/// it can handle: when too many wait, the oldest is dropped.
final class PluginEvents: Sendable {
  /// How many events wait.
  static let maximumWaiting = 64

  private typealias Work = @Sendable () async -> Void

  private let stream: AsyncStream<Work>
  private let continuation: AsyncStream<Work>.Continuation
  private let task = Lock<Task<Void, Never>?>(nil)
  private let end = Promise<Void>()
  private let onDrop: @Sendable () -> Void

  /// - Parameter onDrop: Called for each event that is dropped.
  init(onDrop: @escaping @Sendable () -> Void) {
    self.onDrop = onDrop
    (stream, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.maximumWaiting))
  }

  /// Adds the work for an event, which is done after that for the earlier ones.
  func add(_ work: @escaping @Sendable () async -> Void) {
    if case .dropped = continuation.yield(work) { onDrop() }
  }

  /// Begins with the work. To be called once.
  func start() {
    task.withLock { task in
      task = Task { [stream, end] in
        for await work in stream {
          guard !Task.isCancelled else { break }
          await work()
        }
        end.fulfil(.success(()))
      }
    }
  }

  /// Waits until the work for the events that were added is done, but at most for some time, and
  /// accepts no further ones.
  func finish(within time: Duration) async {
    continuation.finish()
    _ = await withTimeout(time) { [end] in try await end.value }
  }

  /// Ends the work.
  func cancel() {
    continuation.finish()
    task.withLock { $0.take() }?.cancel()
  }
}
