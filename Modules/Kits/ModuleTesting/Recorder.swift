import Platform

/// Collects values from any thread, such as the calls that a stub receives.
///
/// ```swift
/// let requests = Recorder<FetchRequest>()
/// try harness.stub(Network.fetch) { request in
///   requests.record(request)
///   return FetchResponse(status: 200, body: Data())
/// }
/// #expect(requests.values.count == 1)
/// ```
public final class Recorder<Value: Sendable>: Sendable {
  private let recorded = Lock<[Value]>([])

  /// Creates a recorder without values.
  public init() {}

  /// All values so far, in order.
  public var values: [Value] { recorded.withLock { $0 } }

  /// Adds a value.
  public func record(_ value: Value) {
    recorded.withLock { $0.append(value) }
  }
}
